import Diagnostics

/// Where a Markdown file's front matter and body are: YAML between two lines of `---`, the first at the top.
///
///     ---
///     date: 2026-03-14
///     ---
///     Notes, in Markdown.
///
/// A line ends at LF, CR LF or a lone CR; a byte order mark before the first fence, and blanks after a fence,
/// are ignored. Only a line that is nothing but a fence closes the front matter.
package enum Fences: Sendable, Equatable {
  /// The YAML between the fences and the body after the closing fence, as ranges of the file's bytes.
  case present(yaml: Range<Int>, body: Range<Int>)
  /// The file does not begin with a fence; all of it, except a byte order mark, is the body.
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

  /// The error if front matter is missing or not closed; nil otherwise.
  /// - Parameter file: the file whose bytes were searched.
  package func diagnostic(in file: SourceFile) -> Diagnostic? {
    switch self {
    case .present: nil
    case .absent(let body):
      afterEmptyLines(in: file) ?? nearFence(in: file, from: body.lowerBound, lines: 1, id: .noFrontMatter)
        ?? Diagnostic(
          .noFrontMatter, at: file[body.lowerBound..<body.lowerBound],
          "front matter is missing; the file begins with a line '---', its keys, and a second line '---'")
    case .unclosed(let fence):
      nearFence(in: file, from: fence.upperBound, lines: .max, id: .unclosedFrontMatter)
        ?? Diagnostic(
          .unclosedFrontMatter, at: Self.endOfKeys(in: file, from: fence.upperBound),
          "front matter is not closed; a second line '---' is missing after its last key")
    }
  }

  /// The error if empty lines before the front matter make it part of the body; nil if they do not.
  /// - Parameter file: the file whose bytes were searched.
  package func afterEmptyLines(in file: SourceFile) -> Diagnostic? {
    guard case .absent(let body) = self else { return nil }
    let text = file.bytes[body]
    guard let start = text.firstIndex(where: { !isBlank($0) && !isLineBreak($0) }), start > body.lowerBound,
      let line = text[..<start].lastIndex(where: isLineBreak),
      case .present(let yaml, _) = Fences(of: Array(text[(line + 1)...]))
    else { return nil }
    // A page may begin with a thematic break.
    let keys = text[(line + 1 + yaml.lowerBound)...].prefix { $0 != UInt8(ascii: ":") }
    let isKey = keys.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
        true
      default: false
      }
    }
    guard isKey, keys.endIndex < line + 1 + yaml.upperBound else { return nil }
    return Diagnostic(
      .noFrontMatter, at: file[start..<start + 3],
      "front matter begins on the file's first line; remove the empty lines above it",
      fixIts: [.init(replacing: file[body.lowerBound..<line + 1], with: "")])
  }

  /// The error if a fence is among the keys, or a second record is pasted below the first, so that another
  /// fence closes text in the body. Nil if the body is fine.
  /// - Parameters:
  ///   - file: the file whose bytes were searched.
  ///   - isKey: returns whether a record has a key.
  /// - Complexity: O(*n*) in the body.
  package func keysAfterClosing(in file: SourceFile, isKey: (String) -> Bool) -> Diagnostic? {
    guard case .present(_, let body) = self else { return nil }
    let span = file.bytes.span
    // Nearly all bodies have no fence, and are only scanned.
    var fences: [Range<Int>] = []
    var line = body.lowerBound
    while line < body.upperBound {
      let end = Self.lineEnd(span, from: line)
      if span[line] == UInt8(ascii: "-"), Self.isFence(span, line..<end) { fences.append(line..<end) }
      line = Self.nextLine(span, after: end)
    }
    guard !fences.isEmpty else { return nil }
    let closing = Self.line(span, before: body.lowerBound)
    for fence in [closing] + fences.dropLast() {
      let start =
        file.bytes[fence.upperBound...].firstIndex { !isBlank($0) && !isLineBreak($0) } ?? body.upperBound
      let key = file.bytes[start..<body.upperBound].prefix { !isBlank($0) && !isLineBreak($0) }
      guard key.last == UInt8(ascii: ":"), isKey(String(decoding: key.dropLast(), as: UTF8.self)) else {
        continue
      }
      return Diagnostic(
        .severalDocuments, at: file[fence],
        "the front matter ends at this line, and the keys below it are text; remove the line, or keep a second record "
          + "in a file of its own")
    }
    return nil
  }

  /// The error for the first line that was meant as a fence: it has too many dashes, dashes other than the
  /// keyboard's, or indentation.
  private func nearFence(in file: SourceFile, from start: Int, lines: Int, id: DiagnosticID) -> Diagnostic? {
    let parts = file.bytes[start...].split(whereSeparator: isLineBreak).prefix(lines)
    for line in parts {
      let text = String(decoding: line, as: UTF8.self)
      let dashes = text.filter { $0 != " " && $0 != "\t" }
      let isLong = dashes.utf8.count >= 3 || lines == .max && dashes == "--"
      guard isLong, dashes.allSatisfy({ $0 == "-" || LookAlikes.dashes.contains($0) }) else { continue }
      return Diagnostic(
        id, at: file[line.startIndex..<line.endIndex],
        "this line is not a fence; front matter is between two lines '---'",
        // An indented line below a key may be part of a text.
        fixIts: isBlank(line[line.startIndex]) && lines > 1
          ? [] : [.init(replacing: file[line.startIndex..<line.endIndex], with: "---")])
    }
    return nil
  }

  /// The first line that does not look like a key, value or comment: the fence is missing before it.
  /// Otherwise, the end of the file.
  private static func endOfKeys(in file: SourceFile, from start: Int) -> SourceRange {
    let span = file.bytes.span
    var line = nextLine(span, after: start)
    while line < span.count {
      let end = lineEnd(span, from: line)
      let text = file.bytes[line..<end]
      let key = text.prefix { $0 != UInt8(ascii: ":") }
      let isKey =
        key.count < text.count && key.allSatisfy { !isBlank($0) }
        && (key.endIndex + 1 == end || isBlank(text[key.endIndex + 1]))
      let isMore =
        text.first.map { isBlank($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "#") } ?? true
      guard isKey || isMore else { return file[line..<end] }
      line = nextLine(span, after: end)
    }
    return file[span.count..<span.count]
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

  /// The first line end at or after an offset, or the end of the bytes; searches eight bytes at a time.
  private static func lineEnd(_ bytes: borrowing Span<UInt8>, from start: Int) -> Int {
    let raw = bytes.bytes
    var index = start
    while index + 8 <= bytes.count {
      let word = UInt64(littleEndian: raw.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self))
      let found = zeroBytes(word ^ 0x0A0A_0A0A_0A0A_0A0A) | zeroBytes(word ^ 0x0D0D_0D0D_0D0D_0D0D)
      if found != 0 { return index + found.trailingZeroBitCount / 8 }
      index += 8
    }
    while index < bytes.count, !isLineBreak(bytes[index]) { index += 1 }
    return index
  }

  /// The highest bit of each byte that is 0, exact up to the first of them
  /// (https://graphics.stanford.edu/~seander/bithacks.html#ZeroInWord).
  private static func zeroBytes(_ word: UInt64) -> UInt64 {
    (word &- 0x0101_0101_0101_0101) & ~word & 0x8080_8080_8080_8080
  }

  /// The line before the one that begins at an offset, without its line end.
  private static func line(_ bytes: borrowing Span<UInt8>, before offset: Int) -> Range<Int> {
    var end = offset
    while end > 0, isLineBreak(bytes[end - 1]) { end -= 1 }
    var start = end
    while start > 0, !isLineBreak(bytes[start - 1]) { start -= 1 }
    return start..<end
  }

  private static func nextLine(_ bytes: borrowing Span<UInt8>, after end: Int) -> Int {
    guard end < bytes.count else { return end }
    let isPair =
      bytes[end] == UInt8(ascii: "\r") && end + 1 < bytes.count && bytes[end + 1] == UInt8(ascii: "\n")
    return end + (isPair ? 2 : 1)
  }
}
