/// Keeps search engines away from a page: `<meta name="robots" content="noindex">`. Every page of a full site
/// has the tag. It is inserted here if a template does not print it, so it does not depend on the theme.
struct SearchEngineMark {
  static let tag = Array("<meta name=\"robots\" content=\"noindex\">\n".utf8)

  private static let word = Array("noindex".utf8)
  /// The elements that the tag follows, and the other elements of a head.
  private static let outer = ["!doctype", "html", "head"].map { Array($0.utf8) }
  private static let meta = Array("meta".utf8)
  private static let inner = ["title", "link", "script", "style", "base", "!--"].map { Array($0.utf8) }

  /// The position of the word in the previous page, which is the same for all pages of a template.
  private var place = Int.max

  /// The position at which to insert the tag; nil if the page has it.
  /// - Complexity: O(*n*) in the bytes of the page's head; O(1) for a page like the one before.
  mutating func gap(in page: [UInt8]) -> Int? {
    if page.dropFirst(place).starts(with: Self.word) { return nil }
    let bytes = page.span
    var gap = 0
    var index = 0
    while true {
      index = Self.position(of: UInt8(ascii: "<"), in: bytes, from: index) + 1
      guard index < bytes.count else { return gap }
      // Any closing tag may occur; the head ends before the first tag that is not one of its elements.
      if bytes[index] == UInt8(ascii: "/") { continue }
      if Self.outer.contains(where: { Self.isTag($0, in: page, at: index) }) {
        gap = min(Self.position(of: UInt8(ascii: ">"), in: bytes, from: index) + 1, bytes.count)
        if gap < bytes.count, bytes[gap] == UInt8(ascii: "\n") { gap += 1 }
      } else if Self.isTag(Self.meta, in: page, at: index) {
        let tag = page[index..<Self.position(of: UInt8(ascii: ">"), in: bytes, from: index)]
        if let found = tag.indices.first(where: { tag[$0...].starts(with: Self.word) }) {
          place = found
          return nil
        }
      } else if !Self.inner.contains(where: { Self.isTag($0, in: page, at: index) }) {
        return gap
      }
    }
  }

  /// The position of a byte at or after another position; the end if there is none.
  private static func position(of byte: UInt8, in page: Span<UInt8>, from start: Int) -> Int {
    var index = start
    while index < page.count, page[unchecked: index] != byte { index += 1 }
    return index
  }

  /// Whether the tag whose name starts at a position has a name, ignoring case.
  private static func isTag(_ name: [UInt8], in page: [UInt8], at start: Int) -> Bool {
    let end = start + name.count
    guard end <= page.count else { return false }
    for index in name.indices where page[start + index] | 0x20 != name[index] | 0x20 { return false }
    return end == page.count || page[end] <= 0x20 || page[end] == UInt8(ascii: ">")
      || name[0] == UInt8(ascii: "!")
  }
}
