import Diagnostics

/// Why a book cannot be written in a format: what the format cannot hold, as a sentence without a full stop.
package struct ExportFailure: Error {
  /// The error, with the record or sheet that it is about.
  package let summary: String
  /// Where to mend it, if that is one place.
  package let range: SourceRange?

  /// Makes a failure.
  package init(_ summary: String, at range: SourceRange? = nil) {
    self.summary = summary
    self.range = range
  }
}
