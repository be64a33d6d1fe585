import Diagnostics
import Records

extension MarkdownFile {
  /// The text below the front matter without surrounding blank lines, with `\n` as line ending.
  var editableBody: String { source.text(body).withoutWhitespaceAround }

  /// Replaces the body, using the file's own line endings. Blank lines around the old body stay.
  /// - Parameters:
  ///   - text: the body, with `\n` as line ending; an empty text removes the old body.
  ///   - file: the file after edits of its front matter, to which the script applies.
  func script(givingBody text: String, in file: SourceFile) -> EditScript {
    let bytes = file.bytes
    let start = bytes.count - body.count
    func isBlank(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0D].contains(byte) }
    var script = EditScript(file)
    guard let last = bytes[start...].lastIndex(where: { !isBlank($0) }),
      let first = bytes[start...].firstIndex(where: { !isBlank($0) })
    else {
      script.replace(bytes.count..<bytes.count, with: lineBreak(before: bytes.count, in: file))
      script.replace(bytes.count..<bytes.count, with: text.replacing("\n", with: lineEnd) + lineEnd)
      return script
    }
    // The first line with its indentation.
    let line = bytes[start..<first].lastIndex(of: 0x0A).map { $0 + 1 } ?? start
    var end = last + 1
    if text.isEmpty { end = bytes[end...].firstIndex(of: 0x0A).map { $0 + 1 } ?? bytes.count }
    script.replace(line..<end, with: text.replacing("\n", with: lineEnd))
    return script
  }

  /// Replaces the body and its surrounding blank lines, as in a form, using the file's own line endings.
  /// - Parameters:
  ///   - text: the body, with `\n` as line ending; a missing final line ending is added.
  ///   - file: the file after edits of its front matter, to which the script applies.
  package func script(givingWholeBody text: String, in file: SourceFile) -> EditScript {
    let start = file.bytes.count - body.count
    var script = EditScript(file)
    var text = text.isEmpty ? "" : lineBreak(before: start, in: file) + text.replacing("\n", with: lineEnd)
    // Compares bytes: as a `Character`, CR LF is not equal to LF.
    if !text.isEmpty, text.utf8.last != UInt8(ascii: "\n") { text += lineEnd }
    script.replace(start..<file.bytes.count, with: text)
    return script
  }

  /// The line ending of the file's first line.
  private var lineEnd: String {
    let end = source.bytes.firstIndex(of: UInt8(ascii: "\n")) ?? 0
    return end > 0 && source.bytes[end - 1] == UInt8(ascii: "\r") ? "\r\n" : "\n"
  }

  /// The line ending needed before a body if the last line of the front matter has none.
  private func lineBreak(before start: Int, in file: SourceFile) -> String {
    start > 0 && file.bytes[start - 1] != UInt8(ascii: "\n") ? lineEnd : ""
  }
}

extension String {
  /// The text without surrounding spaces and line endings, with `\n` as line ending.
  var withoutWhitespaceAround: String {
    String(trimming(while: \.isWhitespace)).replacing("\r\n", with: "\n")
  }
}
