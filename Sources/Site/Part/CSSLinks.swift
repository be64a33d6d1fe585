/// The links in a style sheet: `url(font.woff2)`, `url("a b.svg")` and `@import "colours.css"`.
enum CSSLinks {
  struct Link {
    /// The range of the value in the bytes, including quotes.
    let value: Range<Int>
    /// The value without quotes.
    let destination: String
  }

  /// Every link, in the order of the style sheet.
  /// - Complexity: O(*n*) in the bytes.
  static func links(in bytes: [UInt8]) -> [Link] {
    var links: [Link] = []
    var index = 0
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "/") where starts(bytes, index, with: "/*"):
        index += 2
        while index < bytes.count, !starts(bytes, index, with: "*/") { index += 1 }
      case UInt8(ascii: "\""), UInt8(ascii: "'"): index = end(ofStringAt: index, in: bytes)
      case UInt8(ascii: "u"), UInt8(ascii: "U"):
        guard starts(bytes, index, with: "url("), let link = link(at: index + 4, in: bytes, isURL: true)
        else { break }
        links.append(link)
        index = link.value.upperBound
        continue
      case UInt8(ascii: "@"):
        guard starts(bytes, index, with: "@import"), let link = link(at: index + 7, in: bytes, isURL: false)
        else { break }
        links.append(link)
        index = link.value.upperBound
        continue
      default: break
      }
      index += 1
    }
    return links
  }

  /// The link after spaces: in quotes, or, after `url(`, up to the parenthesis.
  private static func link(at start: Int, in bytes: [UInt8], isURL: Bool) -> Link? {
    guard let first = bytes[start...].firstIndex(where: { $0 > 0x20 }) else { return nil }
    if bytes[first] == UInt8(ascii: "\"") || bytes[first] == UInt8(ascii: "'") {
      let last = end(ofStringAt: first, in: bytes)
      guard last < bytes.count else { return nil }
      return Link(
        value: first..<last + 1, destination: String(decoding: bytes[first + 1..<last], as: UTF8.self))
    }
    guard isURL, let end = bytes[first...].firstIndex(where: { $0 <= 0x20 || $0 == UInt8(ascii: ")") }) else {
      return nil
    }
    return Link(value: first..<end, destination: String(decoding: bytes[first..<end], as: UTF8.self))
  }

  /// The position of the closing quote of a string, or the end of the bytes.
  private static func end(ofStringAt start: Int, in bytes: [UInt8]) -> Int {
    var index = start + 1
    while index < bytes.count, bytes[index] != bytes[start] {
      index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    return min(index, bytes.count)
  }

  /// Whether the bytes at a position match a text, ignoring case.
  /// - Parameter text: a text in lower case.
  private static func starts(_ bytes: [UInt8], _ index: Int, with text: StaticString) -> Bool {
    text.withUTF8Buffer { text in
      index + text.count <= bytes.count
        && text.indices.allSatisfy { place in
          let isLetter = (0x61...0x7A).contains(text[place])
          return bytes[index + place] | (isLetter ? 0x20 : 0) == text[place]
        }
    }
  }
}
