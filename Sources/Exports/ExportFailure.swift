import Diagnostics

/// The reason that a book cannot be exported in a format, as a sentence without a full stop.
package struct ExportFailure: Error {
  /// The error, including the record or sheet concerned.
  package let summary: String
  /// The place to correct; nil if there is no single one.
  package let range: SourceRange?

  /// Makes a failure.
  init(_ summary: String, at range: SourceRange? = nil) {
    self.summary = summary
    self.range = range
  }
}
