/// A text from a source file that knows the position of each of its bytes in the file.
///
/// A query in front matter may be quoted, escaped or folded, but its errors still point into the file.
///
///     where: 'name = "a''b"'     the text is  name = "a'b"  and its byte 9 is byte 17 of the line
package struct SourceText: Sendable {
  /// The text, with quotes and escapes resolved.
  package let text: String
  /// The file that contains it.
  package let file: SourceFile
  /// The offset of the text's first byte in the file.
  package let start: Int
  /// The offset in the file of each byte of the text and of its end; nil if they are contiguous from `start`.
  package let offsets: [Int32]?

  /// Makes a text whose bytes are contiguous in the file from `start`, or at `offsets`.
  package init(text: String, file: SourceFile, start: Int, offsets: [Int32]? = nil) {
    self.text = text
    self.file = file
    self.start = start
    self.offsets = offsets
  }

  /// Makes a text that is its own file, such as a command line argument.
  /// - Parameters:
  ///   - text: the whole text.
  ///   - name: the name in diagnostics, such as `--where`.
  package init(_ text: String, name: String) {
    self.init(text: text, file: SourceFile(path: name, text: text), start: 0)
  }

  /// The place of the whole text in the file.
  package var range: SourceRange { range(0..<text.utf8.count) }

  /// The place of a part of the text in the file.
  /// - Parameter part: the UTF-8 bytes of the text.
  package func range(_ part: Range<Int>) -> SourceRange {
    file[offset(part.lowerBound)..<max(offset(part.lowerBound), offset(part.upperBound))]
  }

  /// A part of the text as a separate text.
  /// - Parameter part: the UTF-8 bytes of the text, which begin and end between characters.
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
