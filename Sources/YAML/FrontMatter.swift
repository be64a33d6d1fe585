import Diagnostics

/// Where a Markdown file's front matter and body stand: YAML between two lines of `---`, the first of them on top.
///
///     ---
///     date: 2026-03-14
///     ---
///     Notes, in Markdown.
///
/// A line ends at LF, CR LF or a lone CR; a byte order mark before the first fence and blanks after a fence are
/// passed over. Only a line that is a fence and nothing else closes the front matter.
package enum FrontMatter: Sendable, Equatable {
  /// The YAML between the fences and what follows the closing one, as ranges of the file's bytes.
  case present(yaml: Range<Int>, body: Range<Int>)
  /// The file does not begin with a fence; all of it, less a byte order mark, is body.
  case absent(body: Range<Int>)
  /// The opening fence has no closing one.
  case unclosed(fence: Range<Int>)

  /// Finds the fences in a file's bytes.
  /// - Complexity: O(*n*) in the length of the front matter, not of the file.
  package init(of bytes: [UInt8]) {
    let span = bytes.span
    let start = byteOrderMarkLength(span)
    let opening = Self.lineEnd(span, from: start)
    guard Self.isFence(span, start..<opening) else {
      self = .absent(body: start..<span.count)
      return
    }
    let yaml = Self.nextLine(span, after: opening)
    var line = yaml
    while line < span.count {
      let end = Self.lineEnd(span, from: line)
      let next = Self.nextLine(span, after: end)
      if Self.isFence(span, line..<end) {
        self = .present(yaml: yaml..<line, body: next..<span.count)
        return
      }
      line = next
    }
    self = .unclosed(fence: start..<opening)
  }

  /// What to say where front matter must stand and does not, or is not closed; nil where all is well.
  /// - Parameter file: the file whose bytes were searched.
  package func problem(in file: SourceFile) -> Diagnostic? {
    switch self {
    case .present: nil
    case .absent(let body):
      Diagnostic(
        .noFrontMatter, at: file[body.lowerBound..<body.lowerBound],
        "front matter is missing; the file begins with a line '---', its keys, and a second line '---'")
    case .unclosed(let fence):
      Diagnostic(
        .unclosedFrontMatter, at: file[fence],
        "front matter is not closed; a second line '---' is missing after its last key")
    }
  }

  private static func isFence(_ bytes: borrowing Span<UInt8>, _ line: Range<Int>) -> Bool {
    guard line.count >= 3 else { return false }
    for index in line {
      let isRight =
        index < line.lowerBound + 3 ? bytes[index] == UInt8(ascii: "-") : isBlank(bytes[index])
      guard isRight else { return false }
    }
    return true
  }

  private static func lineEnd(_ bytes: borrowing Span<UInt8>, from start: Int) -> Int {
    var index = start
    while index < bytes.count, !isLineBreak(bytes[index]) { index += 1 }
    return index
  }

  private static func nextLine(_ bytes: borrowing Span<UInt8>, after end: Int) -> Int {
    guard end < bytes.count else { return end }
    let isPair =
      bytes[end] == UInt8(ascii: "\r") && end + 1 < bytes.count && bytes[end + 1] == UInt8(ascii: "\n")
    return end + (isPair ? 2 : 1)
  }
}
