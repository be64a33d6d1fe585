import Records

/// What each commit changed in the records of a book, and in those of its public book.
package struct BookHistory: Sendable {
  /// What each commit changed in the full book.
  package let full: RecordHistory
  /// Compares the versions of the records by what a public book has of them.
  package typealias Comparison = @Sendable (_ publicBook: RecordGraph) async -> RecordHistory
  private let compare: Comparison?

  /// Makes a history.
  /// - Parameter compare: makes the history of a public book; without it a public book has none.
  package init(_ full: RecordHistory, compare: Comparison? = nil) {
    self.full = full
    self.compare = compare
  }

  /// What each commit changed in a public book. It is compared anew, without anything private: what is left after
  /// private values are removed from a comparison may still depend on them.
  /// - Parameter graph: the records of the public book, linked.
  func history(ofPublic graph: RecordGraph) async -> RecordHistory? { await compare?(graph) }
}
