import Diagnostics
import Records

extension MarkdownFile {
  /// The text below the front matter without the blank lines around it, line ends as `\n`.
  var editableBody: String { source.text(body).withoutWhitespaceAround }

  /// Gives the file another body, in its own line ends; the blank lines around the old one stay.
  /// - Parameters:
  ///   - text: the body, line ends as `\n`; an empty one removes the old one.
  ///   - file: the file as an edit of its front matter left it, which is what the script changes.
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

  /// Gives the file another body, in its own line ends and with the blank lines around it, as a form shows them.
  /// - Parameters:
  ///   - text: the body, line ends as `\n`; a missing last one is added.
  ///   - file: the file as an edit of its front matter left it, which is what the script changes.
  package func script(givingWholeBody text: String, in file: SourceFile) -> EditScript {
    let start = file.bytes.count - body.count
    var script = EditScript(file)
    var text = text.isEmpty ? "" : lineBreak(before: start, in: file) + text.replacing("\n", with: lineEnd)
    // By bytes: as a character CR LF does not end with LF.
    if !text.isEmpty, text.utf8.last != UInt8(ascii: "\n") { text += lineEnd }
    script.replace(start..<file.bytes.count, with: text)
    return script
  }

  private var lineEnd: String { source.bytes.contains(0x0D) ? "\r\n" : "\n" }

  /// What ends the line before a body, which the front matter's last line may lack.
  private func lineBreak(before start: Int, in file: SourceFile) -> String {
    start > 0 && file.bytes[start - 1] != UInt8(ascii: "\n") ? lineEnd : ""
  }
}

extension String {
  /// The text without spaces and line ends around it, line ends as `\n`.
  var withoutWhitespaceAround: String {
    String(trimming(while: \.isWhitespace)).replacing("\r\n", with: "\n")
  }
}
