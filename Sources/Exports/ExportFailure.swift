/// The reason that a book cannot be exported in a format, as a sentence without a full stop.
package struct ExportFailure: Error {
  /// The error, including the record or sheet concerned.
  package let summary: String

  init(_ summary: String) { self.summary = summary }
}
