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
    let start = bytes.textStart
    guard let opening = Self.fence(in: bytes, at: start) else {
      self = .absent(body: start..<bytes.count)
      return
    }
    let yaml = Self.nextLine(in: bytes, after: opening)
    if let closing = Self.firstFence(in: bytes, from: yaml) {
      self = .present(
        yaml: yaml..<closing.lowerBound, body: Self.nextLine(in: bytes, after: closing)..<bytes.count)
    } else {
      self = .unclosed(fence: opening)
    }
  }

  /// The line of three dashes that begins at an offset, without its line end; nil if there is none.
  private static func fence(in bytes: [UInt8], at start: Int) -> Range<Int>? {
    guard bytes[start...].starts(with: [.dash, .dash, .dash]) else { return nil }
    var end = start + 3
    while end < bytes.count, isBlank(bytes[end]) { end += 1 }
    return end == bytes.count || isLineBreak(bytes[end]) ? start..<end : nil
  }

  /// The first fence at or after the beginning of a line; nil if there is none.
  private static func firstFence(in bytes: [UInt8], from start: Int) -> Range<Int>? {
    // Looking for dashes takes less time than looking for line ends.
    let span = bytes.span
    var index = start
    while index < span.count {
      if span[unchecked: index] == .dash, index == start || isLineBreak(span[index - 1]),
        let fence = fence(in: bytes, at: index)
      {
        return fence
      }
      index += 1
    }
    return nil
  }

  private static func nextLine(in bytes: [UInt8], after fence: Range<Int>) -> Int {
    fence.upperBound == bytes.count ? bytes.count : afterLineBreak(bytes, fence.upperBound)
  }
}

// MARK: - Errors

extension Fences {
  /// The error if front matter is missing or not closed; nil otherwise.
  /// - Parameter file: the file whose bytes were searched.
  package func diagnostic(in file: SourceFile) -> Diagnostic? {
    switch self {
    case .present: nil
    case .absent(let body):
      belowEmptyLines(in: file) { _ in true }
        ?? nearFence(.noFrontMatter, among: Self.lines(of: body, in: file).prefix(1), of: file)
        ?? Diagnostic(
          .noFrontMatter, at: file[body.lowerBound..<body.lowerBound],
          "front matter is missing; the file begins with a line '---', its keys, and a second line '---'")
    case .unclosed(let fence):
      unclosed(Self.lines(of: fence.upperBound..<file.bytes.count, in: file)[...], in: file)
    }
  }

  /// The error if empty lines before the front matter make it part of the body; nil if they do not.
  /// - Parameter file: the file whose bytes were searched.
  package func emptyLinesAbove(in file: SourceFile) -> Diagnostic? {
    // A page may begin with a thematic break.
    belowEmptyLines(in: file) { Self.key(in: file, at: $0) != nil }
  }

  private func belowEmptyLines(in file: SourceFile, where isFrontMatter: (_ yaml: Int) -> Bool) -> Diagnostic?
  {
    guard case .absent(let body) = self,
      let start = file.bytes[body].firstIndex(where: { $0 > .space }), start > body.lowerBound,
      isLineBreak(file.bytes[start - 1]),
      let fence = Self.fence(in: file.bytes, at: start),
      case let yaml = Self.nextLine(in: file.bytes, after: fence),
      isFrontMatter(yaml), Self.firstFence(in: file.bytes, from: yaml) != nil
    else { return nil }
    return Diagnostic(
      .noFrontMatter, at: file[start..<start + 3],
      "front matter begins on the file's first line; remove the empty lines above it",
      fixIts: [.init(replacing: file[body.lowerBound..<start], with: "")])
  }

  /// The error if a fence is among the keys, or a second record is pasted below the first, so that another
  /// fence closes text in the body. Nil if the body is fine.
  /// - Parameters:
  ///   - file: the file whose bytes were searched.
  ///   - isKey: returns whether a record has a key.
  /// - Complexity: O(*n*) in the body.
  package func keysAfterClosing(in file: SourceFile, isKey: (String) -> Bool) -> Diagnostic? {
    guard case .present(let yaml, let body) = self else { return nil }
    var fence = Self.fence(in: file.bytes, at: yaml.upperBound)
    var line = body.lowerBound
    while let current = fence, let next = Self.firstFence(in: file.bytes, from: line) {
      let start = file.bytes[current.upperBound...].firstIndex { $0 > .space } ?? body.upperBound
      if let key = Self.key(in: file, at: start), isKey(key) {
        return Diagnostic(
          .severalDocuments, at: file[current],
          "the front matter ends at this line, and the keys below it are text; remove the line, or keep a second record "
            + "in a file of its own")
      }
      (fence, line) = (next, Self.nextLine(in: file.bytes, after: next))
    }
    return nil
  }

  /// The key that begins at an offset; nil if there is something else.
  private static func key(in file: SourceFile, at start: Int) -> String? {
    let key = file.bytes[start...].prefix { isWord($0) || $0 == .dash }
    let rest = file.bytes[key.endIndex...].prefix(2)
    return rest.first == .colon && rest.dropFirst().allSatisfy { $0 <= .space }
      ? String(decoding: key, as: UTF8.self) : nil
  }

  /// The nonempty lines of a part of a file.
  private static func lines(of part: Range<Int>, in file: SourceFile) -> [Range<Int>] {
    LineTable(of: part, in: file.bytes).ranges.filter { !$0.isEmpty }
  }

  /// The error for the first line that was meant as a fence: it has too many dashes, dashes other than the
  /// keyboard's, or indentation.
  private func nearFence(_ id: DiagnosticID, among lines: ArraySlice<Range<Int>>, of file: SourceFile)
    -> Diagnostic?
  {
    for line in lines {
      let dashes = file.text(line).filter { $0 != " " && $0 != "\t" }
      guard dashes.utf8.count >= 3 || lines.count > 1 && dashes == "--",
        dashes.allSatisfy({ $0 == "-" || LookAlikes.dashes.contains($0) }),
        Self.fence(in: file.bytes, at: line.lowerBound) == nil
      else { continue }
      // An indented line below a key may be part of a text.
      let isCertain = lines.count == 1 || !isBlank(file.bytes[line.lowerBound])
      return Diagnostic(
        id, at: file[line],
        isCertain
          ? "this line is not a fence; front matter is between two lines '---'"
          : "a fence has no blank before it; front matter is between two lines '---'",
        fixIts: isCertain ? [.init(replacing: file[line], with: "---")] : [])
    }
    return nil
  }

  /// The error for a missing second fence, at the first line that does not look like a key, value or comment, or at
  /// the end of the file.
  private func unclosed(_ lines: ArraySlice<Range<Int>>, in file: SourceFile) -> Diagnostic {
    let body = lines.first { line in
      let text = file.bytes[line]
      guard let first = text.first, !isBlank(first), first != .dash, first != .hash else { return false }
      let rest = text.drop { $0 != .colon && !isBlank($0) }
      return rest.first != .colon || !rest.dropFirst().prefix(1).allSatisfy(isBlank)
    }
    return nearFence(.unclosedFrontMatter, among: lines, of: file)
      ?? Diagnostic(
        .unclosedFrontMatter, at: file[body ?? file.bytes.count..<file.bytes.count],
        "front matter is not closed; a second line '---' is missing after its last key")
  }
}
