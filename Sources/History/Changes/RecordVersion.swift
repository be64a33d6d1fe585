import Content
import Diagnostics
import FrontMatter
import Records

/// A version of a record: the content of its file.
struct RecordVersion: Sendable, Hashable {
  var written: WrittenRecord
  /// The text below the front matter, as `comparedBody` has it.
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
    body = file.comparedBody
  }
}

extension MarkdownFile {
  /// The body as it is compared: without carriage returns, so that CR LF and LF are equal, and without the blank lines
  /// around it, which say nothing.
  var comparedBody: [UInt8] {
    func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0A }
    let body = source.bytes[body].filter { $0 != 0x0D }
    guard let first = body.firstIndex(where: { !isBlank($0) }),
      let last = body.lastIndex(where: { !isBlank($0) })
    else { return [] }
    // The first line keeps its indentation, which may make code of it.
    let start = body[..<first].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    return Array(body[start...last])
  }
}
