/// A start tag of a page with its attributes, as browsers read it (HTML standard, section 13.2.5).
///
///     HTMLTag.tags(in: Array("<A HREF = 'a.html'>x</A>".utf8))   a, with the attribute href
struct HTMLTag {
  struct Attribute {
    /// The name in lower case.
    let name: String
    /// The range of the attribute with the preceding space.
    let range: Range<Int>
    /// The range of the value with its quotes; nil if there is none.
    let quoted: Range<Int>?
    /// The value without character references.
    let value: [UInt8]

    /// The value as text.
    var text: String { String(decoding: value, as: UTF8.self) }

    /// The words of the value in lower case.
    var words: [Substring] { text.lowercased().split(whereSeparator: \.isWhitespace) }
  }

  /// The name in lower case.
  let name: String
  /// The range of the tag.
  let range: Range<Int>
  /// The attributes, in the order of the tag.
  let attributes: [Attribute]
  /// The text of an element whose content has no tags, such as `style`; nil for other elements.
  fileprivate(set) var text: Range<Int>?
  /// The end of such an element, after its end tag; else the end of the tag.
  fileprivate(set) var end: Int

  /// The first attribute with a name, which is the one in effect.
  subscript(name: String) -> Attribute? { attributes.first { $0.name == name } }

  /// Every start tag, in the order of the page.
  /// - Complexity: O(*n*) in the bytes.
  static func tags(in bytes: [UInt8]) -> [HTMLTag] {
    var scanner = HTMLScanner(bytes)
    scanner.scan()
    return scanner.tags
  }
}

extension HTMLTag {
  /// The content of an element that a page has once; all of the page if it has none.
  /// - Parameter names: the names of the element, of which the first that the page has counts.
  static func content(of names: [String], in page: [UInt8]) -> [UInt8] {
    let tags = tags(in: page)
    for name in names {
      guard let start = tags.first(where: { $0.name == name }),
        let end = page[start.end...].ranges(of: Array("</\(name)".utf8)).last
      else { continue }
      return Array(page[start.end..<end.lowerBound])
    }
    return page
  }
}

/// Reads the tags of a page.
private struct HTMLScanner {
  /// The elements whose content has no tags.
  private static let rawElements: Set = [
    "script", "style", "textarea", "title", "xmp", "iframe", "noembed", "noframes",
  ]

  private let bytes: [UInt8]
  private var index = 0
  /// The number of drawings around; in these, `<style/>` is a whole element.
  private var drawings = 0
  private(set) var tags: [HTMLTag] = []

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func scan() {
    while let open = bytes[index...].firstIndex(of: UInt8(ascii: "<")) {
      index = open + 1
      guard index < bytes.count else { return }
      switch bytes[index] {
      case UInt8(ascii: "!") where matches("!--"): index = end(of: "-->", from: index + 1)
      case UInt8(ascii: "!"), UInt8(ascii: "?"): index = end(of: ">", from: index)
      case UInt8(ascii: "/"):
        index += 1
        // The attributes of an end tag, which mean nothing, may contain its `>`.
        if let end = tag(from: open), end.name == "svg" { drawings = max(drawings - 1, 0) }
      default: if let tag = tag(from: open) { add(tag) }
      }
    }
  }

  private mutating func add(_ tag: HTMLTag) {
    var tag = tag
    let isClosed = bytes[index - 1] == UInt8(ascii: ">") && bytes[index - 2] == UInt8(ascii: "/")
    if tag.name == "svg", !isClosed { drawings += 1 }
    if Self.rawElements.contains(tag.name), drawings == 0 || !isClosed {
      let start = index
      skipText(of: tag.name)
      tag.text = start..<index
      index = end(of: ">", from: index)
      tag.end = index
    }
    tags.append(tag)
  }

  /// Moves to the end tag of an element without tags, or to the end of the page.
  private mutating func skipText(of name: String) {
    while let open = bytes[index...].firstIndex(of: UInt8(ascii: "<")) {
      index = open + 1
      guard matches("/" + name), index + 1 + name.utf8.count < bytes.count else { continue }
      let next = bytes[index + 1 + name.utf8.count]
      if next <= 0x20 || next == UInt8(ascii: "/") || next == UInt8(ascii: ">") {
        index = open
        return
      }
    }
    index = bytes.count
  }

  /// Reads a tag from its name, and moves after it.
  /// - Parameter open: the position of its `<`.
  /// - Returns: nil if no name follows, or the page ends within it.
  private mutating func tag(from open: Int) -> HTMLTag? {
    guard index < bytes.count, (0x41...0x5A).contains(bytes[index] & 0xDF) else { return nil }
    let name = word(endingAt: "/>")
    var attributes: [HTMLTag.Attribute] = []
    while index < bytes.count {
      let start = index
      skip { $0 <= 0x20 || $0 == UInt8(ascii: "/") }
      guard index < bytes.count else { return nil }
      if bytes[index] == UInt8(ascii: ">") {
        index += 1
        return HTMLTag(name: name, range: open..<index, attributes: attributes, end: index)
      }
      // A `=` before a name belongs to it.
      let first = bytes[index] == UInt8(ascii: "=") ? "=" : ""
      index += first.utf8.count
      let attribute = first + word(endingAt: "=/>")
      let quoted = value()
      attributes.append(
        HTMLTag.Attribute(
          name: attribute, range: start..<index, quoted: quoted,
          value: CharacterReferences.decoded(quoted.map(withoutQuotes) ?? [])))
    }
    return nil
  }

  /// Reads the value of an attribute with its quotes; nil if there is none.
  private mutating func value() -> Range<Int>? {
    let end = index
    skip { $0 <= 0x20 }
    guard index < bytes.count, bytes[index] == UInt8(ascii: "=") else {
      index = end
      return nil
    }
    index += 1
    skip { $0 <= 0x20 }
    let start = index
    guard index < bytes.count else { return nil }
    if bytes[start] == UInt8(ascii: "\"") || bytes[start] == UInt8(ascii: "'") {
      index += 1
      let quote = bytes[start]
      skip { $0 != quote }
      index = min(index + 1, bytes.count)
    } else {
      skip { $0 > 0x20 && $0 != UInt8(ascii: ">") }
    }
    return start..<index
  }

  private func withoutQuotes(_ quoted: Range<Int>) -> ArraySlice<UInt8> {
    let value = bytes[quoted]
    guard let first = value.first, [UInt8(ascii: "\""), UInt8(ascii: "'")].contains(first) else {
      return value
    }
    return value.dropFirst().last == first ? value.dropFirst().dropLast() : value.dropFirst()
  }

  /// Reads a name up to a space or one of some characters.
  private mutating func word(endingAt ends: StaticString) -> String {
    let start = index
    skip { byte in byte > 0x20 && ends.withUTF8Buffer { !$0.contains(byte) } }
    return String(decoding: bytes[start..<index], as: UTF8.self).lowercased()
  }

  private mutating func skip(while isSkipped: (UInt8) -> Bool) {
    while index < bytes.count, isSkipped(bytes[index]) { index += 1 }
  }

  /// The position after a text, or the end of the page.
  private func end(of text: StaticString, from start: Int) -> Int {
    text.withUTF8Buffer { text in
      var index = start
      while index + text.count <= bytes.count {
        if bytes[index..<index + text.count].elementsEqual(text) { return index + text.count }
        index += 1
      }
      return bytes.count
    }
  }

  /// Whether the bytes at the position are a text in lower case, ignoring case.
  private func matches(_ text: String) -> Bool {
    bytes[index...].prefix(text.utf8.count)
      .elementsEqual(text.utf8) { byte, letter in
        ((0x41...0x5A).contains(byte) ? byte | 0x20 : byte) == letter
      }
  }
}

/// The character references that docket and most authors write: numbers, and those of HTML's own characters.
private enum CharacterReferences {
  private static let named: [String: Unicode.Scalar] = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'",
  ]

  /// Bytes with the references replaced by their characters; others stay.
  static func decoded(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    guard bytes.contains(UInt8(ascii: "&")) else { return Array(bytes) }
    var output: [UInt8] = []
    var rest = bytes
    while let start = rest.firstIndex(of: UInt8(ascii: "&")) {
      output += rest[..<start]
      rest = rest[start...]
      guard let end = rest.prefix(12).firstIndex(of: UInt8(ascii: ";")),
        let scalar = scalar(String(decoding: rest[(start + 1)..<end], as: UTF8.self))
      else {
        output.append(rest.removeFirst())
        continue
      }
      output += Array(String(scalar).utf8)
      rest = rest[(end + 1)...]
    }
    return output + rest
  }

  private static func scalar(_ name: String) -> Unicode.Scalar? {
    guard name.hasPrefix("#") else { return named[name] }
    let digits = name.dropFirst()
    let isHexadecimal = digits.hasPrefix("x") || digits.hasPrefix("X")
    return UInt32(isHexadecimal ? digits.dropFirst() : digits, radix: isHexadecimal ? 16 : 10)
      .flatMap(Unicode.Scalar.init)
  }
}
