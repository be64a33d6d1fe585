/// A text that diagnostics refer to: a file as it was read, or a command line argument.
package struct SourceFile: Sendable {
  /// The path as the user would type it, or the name of the argument (`--where`).
  package let path: String
  /// The file's bytes as they are on disk, including a byte order mark and CR.
  package let bytes: [UInt8]

  package init(path: String, bytes: [UInt8]) {
    self.path = path
    self.bytes = bytes
  }

  package init(path: String, text: String) {
    self.init(path: path, bytes: Array(text.utf8))
  }

  /// The whole file.
  package var range: SourceRange { SourceRange(file: self, bytes: 0..<bytes.count) }

  /// Where the text begins: after a byte order mark, if there is one.
  package var textStart: Int { bytes.textStart }

  /// A part of the file, in UTF-8 bytes from its start.
  package subscript(bytes: Range<Int>) -> SourceRange { SourceRange(file: self, bytes: bytes) }

  /// The text of a part of the file; bytes that are not UTF-8 read as U+FFFD.
  package func text(_ range: Range<Int>) -> String {
    String(decoding: bytes[range.clamped(to: 0..<bytes.count)], as: UTF8.self)
  }
}

extension [UInt8] {
  /// Where the text in the bytes of a file begins: after a byte order mark, if there is one.
  package var textStart: Int {
    count >= 3 && self[0] == 0xEF && self[1] == 0xBB && self[2] == 0xBF ? 3 : 0
  }
}

/// A place in a source file: a half-open range of UTF-8 bytes. The printer finds the line and column.
package struct SourceRange: Sendable {
  package let file: SourceFile
  /// The bytes, counted from the start of the file; empty for a position between two bytes.
  package let bytes: Range<Int>

  package init(file: SourceFile, bytes: Range<Int>) {
    (self.file, self.bytes) = (file, bytes)
  }

  /// The beginning of a file whose text does not matter, because the diagnostic is about the file itself.
  package init(fileAt path: String) {
    self.init(file: SourceFile(path: path, bytes: []), bytes: 0..<0)
  }

  package var text: String { file.text(bytes) }
}

/// A line and a column, both from 1; the column counts UTF-8 bytes.
package struct SourceLocation: Sendable, Equatable {
  /// The 1-based line.
  package let line: Int
  /// The 1-based column, in UTF-8 bytes.
  package let column: Int
}

extension SourceFile {
  /// The line and column of an offset.
  ///
  /// Lines end at LF, CR LF or a lone CR. A byte order mark is not counted as a column, as in editors.
  /// - Parameter offset: UTF-8 bytes from the start of the file.
  /// - Complexity: O(*n*) in the file; a ``LineTable`` finds several places sooner.
  package func location(of offset: Int) -> SourceLocation { LineTable(of: self).location(of: offset) }

  /// The bytes of the line that contains an offset, without its line end and a byte order mark.
  /// - Parameter offset: UTF-8 bytes from the start of the file.
  package func lineRange(at offset: Int) -> Range<Int> {
    var start = min(max(offset, 0), bytes.count)
    while start > 0, !isLineBreak(bytes[start - 1]) { start -= 1 }
    var end = start
    while end < bytes.count, !isLineBreak(bytes[end]) { end += 1 }
    return (start == 0 ? min(textStart, end) : start)..<end
  }
}
