/// Why a book cannot be written in a format: what the format cannot hold, as a sentence without a full stop.
package struct ExportFailure: Error, Equatable {
  /// The error, with the record or sheet that it is about.
  package let summary: String

  /// Makes a failure.
  package init(_ summary: String) {
    self.summary = summary
  }
}
