/// A text taken from a source file that knows where each of its bytes is in the file.
///
/// A query in front matter may be quoted, escaped or folded over lines; its errors still point at the file.
///
///     where: 'name = "a''b"'     the text is  name = "a'b"  and its byte 9 is byte 17 of the line
package struct SourceText: Sendable {
  /// The text as it reads, quotes and escapes resolved.
  package let text: String
  /// The file it is in.
  package let file: SourceFile
  /// The offset of the text's first byte in the file.
  package let start: Int
  /// The offset in the file of each byte of the text and of its end, or nil if they are contiguous from `start`.
  package let offsets: [Int32]?

  /// Makes a text whose bytes are contiguous in the file from `start`, or at `offsets`.
  package init(text: String, file: SourceFile, start: Int, offsets: [Int32]? = nil) {
    self.text = text
    self.file = file
    self.start = start
    self.offsets = offsets
  }

  /// Makes a text that is a file of its own, such as an argument of the command line.
  /// - Parameters:
  ///   - text: the whole text.
  ///   - name: what a diagnostic calls it, such as `--where`.
  package init(_ text: String, name: String) {
    self.init(text: text, file: SourceFile(path: name, text: text), start: 0)
  }

  /// The whole text in its file.
  package var range: SourceRange { range(0..<text.utf8.count) }

  /// A part of the text in its file.
  /// - Parameter part: UTF-8 bytes of the text.
  package func range(_ part: Range<Int>) -> SourceRange {
    file[offset(part.lowerBound)..<max(offset(part.lowerBound), offset(part.upperBound))]
  }

  /// A part of the text as a text of its own.
  /// - Parameter part: UTF-8 bytes of the text, between characters.
  package subscript(part: Range<Int>) -> SourceText {
    let slice = String(decoding: Array(text.utf8)[part], as: UTF8.self)
    let map = offsets.map { _ in (part.lowerBound...part.upperBound).map { Int32(offset($0)) } }
    return SourceText(text: slice, file: file, start: offset(part.lowerBound), offsets: map)
  }

  private func offset(_ index: Int) -> Int {
    guard let offsets else { return start + index }
    guard index < offsets.count else { return offsets.last.map(Int.init) ?? start }
    return Int(offsets[index])
  }
}
