import Content
import Diagnostics
import FrontMatter
import Records

/// A version of a record: the content of its file.
struct RecordVersion: Sendable, Hashable {
  var written: WrittenRecord
  /// The text below the front matter, with `\n` as line ending.
  let body: [UInt8]
  /// Whether the file says that it is a draft.
  private(set) var isDraft = false

  init(written: WrittenRecord, body: [UInt8]) {
    self.written = written
    self.body = body
  }

  /// Whether the file is empty.
  var isEmpty: Bool { written.values.isEmpty && written.lists.isEmpty && body.isEmpty }

  /// Reads a version; nil if an error prevents reading the file.
  /// - Parameters:
  ///   - path: the file's path.
  ///   - yaml: a document whose storage is reused between calls.
  init?(_ bytes: [UInt8], path: String, _ yaml: inout FrontMatterDocument) {
    guard let file = MarkdownFile.read(bytes, path: path, into: &yaml) else { return nil }
    written = WrittenRecord(yaml, yaml.root)
    isDraft = yaml.isDraft
    body = file.bodyWithPlainLineEnds
  }
}

extension MarkdownFile {
  /// The body without carriage returns, so that CR LF and LF are equal.
  var bodyWithPlainLineEnds: [UInt8] {
    let body = source.bytes[body]
    return body.contains(UInt8(ascii: "\r")) ? body.filter { $0 != UInt8(ascii: "\r") } : Array(body)
  }
}
