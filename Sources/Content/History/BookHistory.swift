import Records

/// What each commit changed in the records of a book and of its public book.
package struct BookHistory: Sendable {
  /// What each commit changed in the full book.
  package let full: RecordHistory
  /// Compares versions of the records using only what a public book has of them.
  package typealias Comparison = @Sendable (_ publicBook: RecordGraph) async -> RecordHistory
  private let compare: Comparison?

  /// Makes a history.
  /// - Parameter compare: makes the history of a public book; if nil, a public book has none.
  package init(_ full: RecordHistory, compare: Comparison? = nil) {
    self.full = full
    self.compare = compare
  }

  /// What each commit changed in a public book. Versions are compared again without anything private:
  /// removing private values from an existing comparison could leave something that depends on them.
  /// - Parameter graph: the records of the public book, linked.
  func history(ofPublic graph: RecordGraph) async -> RecordHistory? { await compare?(graph) }
}
