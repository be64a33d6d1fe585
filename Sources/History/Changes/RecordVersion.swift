import Content
import Diagnostics
import FrontMatter
import Records

/// A version of a record's file: what is written in it.
struct RecordVersion: Sendable, Equatable {
  var written: WrittenRecord
  /// The text beneath the front matter, line ends as `\n`.
  let body: [UInt8]
  /// Whether the file says that it is a draft.
  private(set) var isDraft = false

  /// Makes a version.
  init(written: WrittenRecord, body: [UInt8]) {
    self.written = written
    self.body = body
  }

  /// Whether nothing is written in it.
  var isEmpty: Bool { written.values.isEmpty && written.lists.isEmpty && body.isEmpty }

  /// Reads a version; nil if an error stops the reading of the file.
  /// - Parameters:
  ///   - path: the file's path.
  ///   - yaml: keeps its storage from one reading to the next.
  init?(_ bytes: [UInt8], path: String, _ yaml: inout FrontMatterDocument) {
    guard let file = MarkdownFile.read(bytes, path: path, into: &yaml) else { return nil }
    written = WrittenRecord(yaml, yaml.root)
    isDraft = yaml.isDraft
    body = file.bodyWithPlainLineEnds
  }
}

extension MarkdownFile {
  /// The body without carriage returns, so that CR LF is no other text than LF.
  var bodyWithPlainLineEnds: [UInt8] {
    let body = source.bytes[body]
    return body.contains(UInt8(ascii: "\r")) ? body.filter { $0 != UInt8(ascii: "\r") } : Array(body)
  }
}
