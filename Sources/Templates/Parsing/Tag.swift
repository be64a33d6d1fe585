import Diagnostics

/// The delimiters of tags: `{{` and `}}` until a tag changes them.
struct Delimiters {
  /// The delimiter before a tag, in UTF-8.
  var open = Array("{{".utf8)
  /// The delimiter after a tag, in UTF-8.
  var close = Array("}}".utf8)
}

/// A tag as written in a file.
struct Tag {
  /// What the tag does, given by its first character.
  enum Sigil: Character {
    /// Prints nothing.
    case comment = "!"
    /// Changes the delimiters of the tags that follow.
    case delimiters = "="
    /// Begins a section that is printed for each element of a list, or if a value is not false.
    case section = "#"
    /// Begins a section that is printed if a value is false.
    case inverted = "^"
    /// Ends a section, block or parent.
    case close = "/"
    /// Prints another template.
    case partial = ">"
    /// Prints another template with the blocks inside this tag.
    case parent = "<"
    /// Begins a block.
    case block = "$"
    /// Prints a value without escaping.
    case unescaped = "&"
    /// Prints a value without escaping; the tag ends with one more brace.
    case triple = "{"
    /// Prints a value escaped; there is no such character in a file.
    case variable = " "
  }

  /// What the tag does.
  let sigil: Sigil
  /// The whole tag, including delimiters.
  let range: Range<Int>
  /// The text inside, without the sigil and surrounding white space.
  let content: Range<Int>
  /// Whether its end is missing, which has been reported; nothing else is reported about it.
  let isInvalid: Bool

  /// The kind of tag, as diagnostics call it.
  var noun: String {
    switch sigil {
    case .section: "section"
    case .inverted: "inverted section"
    case .block: "block"
    case .parent: "parent"
    case .partial: "partial"
    default: "name"
    }
  }
}

extension TemplateParser {
  /// Reads the tag whose opening delimiter is at `start`; if its end is missing, guesses it.
  mutating func tag(at start: Int) -> Tag {
    let bytes = file.bytes
    var inside = bytes.skippingSpace(start + delimiters.open.count)
    let sigil =
      inside < bytes.count
      ? Tag.Sigil(rawValue: Character(Unicode.Scalar(bytes[inside]))) ?? .variable : .variable
    if sigil != .variable { inside += 1 }
    let terminator =
      switch sigil {
      case .delimiters: Array("=".utf8) + delimiters.close
      case .triple: Array("}".utf8) + delimiters.close
      default: delimiters.close
      }
    if let end = bytes.firstOffset(of: terminator, in: inside..<bytes.count),
      sigil == .delimiters || bytes.firstOffset(of: delimiters.open, in: inside..<end) == nil
    {
      return Tag(
        sigil: sigil, range: start..<end + terminator.count, content: bytes.trimming(inside..<end),
        isInvalid: false)
    }
    return unclosedTag(sigil, at: start, inside: inside, terminator)
  }

  /// Reports a tag whose end is missing, and guesses the end: the end of the line, or the next tag. A comment
  /// may span lines; it ends before the next tag, or after tags on its line that it was meant to hide.
  private mutating func unclosedTag(
    _ sigil: Tag.Sigil, at start: Int, inside: Int, _ terminator: [UInt8]
  ) -> Tag {
    let bytes = file.bytes
    let next = bytes.firstOffset(of: delimiters.open, in: inside..<bytes.count) ?? bytes.count
    let lineEnd = bytes[inside..<next].firstIndex(of: 0x0A) ?? next
    let content = bytes.trimming(inside..<lineEnd)
    let head = start..<(content.isEmpty ? inside : content.upperBound)
    let isBeforeTag = sigil == .comment && next < bytes.count
    report(
      head,
      "tag '\(file.text(head).prefix(40))' is not closed by '\(String(decoding: terminator, as: UTF8.self))'"
        + (isBeforeTag ? " before the next '\(String(decoding: delimiters.open, as: UTF8.self))'" : ""))
    let end = sigil != .comment ? lineEnd : lineEnd < next ? next : commentEnd(from: next)
    return Tag(sigil: sigil, range: start..<end, content: content, isInvalid: true)
  }

  /// The maximum number of bytes to search for the end of a comment, so that the total cost stays linear.
  private static let longestLine = 1_000

  /// The end of an unclosed comment: at the next tag, or after the tags on the line that it was certainly
  /// meant to hide, as in `{{! {{#rows}} }}`.
  private func commentEnd(from next: Int) -> Int {
    var depth = 1
    var offset = next
    let limit = min(next + Self.longestLine, file.bytes.count)
    while offset < limit, file.bytes[offset] != 0x0A {
      if file.bytes.has(delimiters.open, at: offset) {
        depth += 1
        offset += delimiters.open.count
      } else if file.bytes.has(delimiters.close, at: offset) {
        depth -= 1
        offset += delimiters.close.count
        if depth == 0 { return offset }
      } else {
        offset += 1
      }
    }
    return next
  }

  /// Takes new delimiters from a tag such as `{{=<% %>=}}`.
  mutating func setDelimiters(_ tag: Tag) {
    guard !tag.isInvalid else { return }
    let words = file.bytes[tag.content].split(whereSeparator: \.isBlank)
    guard words.count == 2, !words.joined().contains(UInt8(ascii: "=")) else {
      return report(tag.range, "delimiters are two words without '=', as in {{=<% %>=}}")
    }
    delimiters = Delimiters(open: Array(words[0]), close: Array(words[1]))
  }

  /// The dotted name in a tag; nil if it is invalid, which is reported.
  mutating func name(_ tag: Tag) -> Name? {
    name(tag.content, in: tag)
  }

  /// The dotted name in a part of a tag; nil if it is invalid, which is reported.
  private mutating func name(_ range: Range<Int>, in tag: Tag) -> Name? {
    guard word(range, in: tag) != nil else { return nil }
    let bytes = file.bytes[range]
    if bytes.elementsEqual(".".utf8) { return Name(parts: [], range: range) }
    let parts = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).map { part in
      Name.Part(text: String(decoding: part, as: UTF8.self), range: part.startIndex..<part.endIndex)
    }
    if let empty = parts.first(where: \.text.isEmpty) {
      report(empty.range, "a part of the name '\(file.text(range))' is empty")
      return nil
    }
    return Name(parts: parts, range: range)
  }

  /// The text of a part of a tag that must be a single word; nil if it is not, which is reported.
  mutating func word(_ range: Range<Int>, in tag: Tag) -> String? {
    guard !tag.isInvalid else { return nil }
    guard !range.isEmpty else {
      report(tag.range, "the tag is empty; it needs a name")
      return nil
    }
    let text = file.text(range)
    guard !file.bytes[range].contains(where: \.isBlank) else {
      let words = text.split(whereSeparator: \.isWhitespace)
      let sigil = words.count == 2 ? Self.sigils[String(words[0])] : nil
      report(
        range,
        "a name has no white space: '\(text.prefix(40))'"
          + (sigil.map { "; in Mustache it is {{\($0)\(words[1])}} … {{/\(words[1])}}" } ?? ""))
      return nil
    }
    return text
  }

  /// Mustache's sigils for the keywords of similar languages.
  private static let sigils = ["if": "#", "each": "#", "with": "#", "for": "#", "unless": "^"]

  /// The template that a partial or parent tag names; nil if the name is invalid, which is reported.
  mutating func callee(_ tag: Tag, indentation: Range<Int>?, isStandalone: Bool) -> Callee? {
    guard !tag.content.isEmpty, file.bytes[tag.content.lowerBound] == UInt8(ascii: "*") else {
      return word(tag.content, in: tag).map {
        Callee(target: .named($0), range: tag.content, indentation: indentation, isStandalone: isStandalone)
      }
    }
    return name(file.bytes.trimming(tag.content.dropFirst()), in: tag).map {
      Callee(target: .dynamic($0), range: $0.range, indentation: indentation, isStandalone: isStandalone)
    }
  }
}

extension UInt8 {
  /// Whether the byte is ASCII white space.
  var isBlank: Bool { self == 0x20 || (0x09...0x0D).contains(self) }
}

extension [UInt8] {
  /// Whether `pattern` occurs at an offset.
  func has(_ pattern: [UInt8], at offset: Int) -> Bool {
    guard offset + pattern.count <= count else { return false }
    for index in pattern.indices where self[offset + index] != pattern[index] { return false }
    return true
  }

  /// The first offset in a range at which `pattern` occurs.
  /// - Complexity: O(*n* · *m*); delimiters have only a few bytes.
  func firstOffset(of pattern: [UInt8], in range: Range<Int>) -> Int? {
    guard let first = pattern.first else { return nil }
    var offset = range.lowerBound
    while offset + pattern.count <= range.upperBound {
      if self[offset] == first, has(pattern, at: offset) { return offset }
      offset += 1
    }
    return nil
  }

  /// The first offset at or after `start` that has no white space.
  func skippingSpace(_ start: Int) -> Int {
    var offset = Swift.min(start, count)
    while offset < count, self[offset].isBlank { offset += 1 }
    return offset
  }

  /// A range without leading and trailing white space.
  func trimming(_ range: Range<Int>) -> Range<Int> {
    var (start, end) = (range.lowerBound, range.upperBound)
    while start < end, self[start].isBlank { start += 1 }
    while end > start, self[end - 1].isBlank { end -= 1 }
    return start..<end
  }
}
