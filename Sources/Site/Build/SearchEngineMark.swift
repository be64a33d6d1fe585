/// Keeps search engines away from a page: `<meta name="robots" content="noindex">`. Every page of a full site
/// has the tag. It is inserted here if a template does not print it, so it does not depend on the theme.
struct SearchEngineMark {
  /// The tag.
  static let tag = Array("<meta name=\"robots\" content=\"noindex\">\n".utf8)

  private static let word = Array("noindex".utf8)
  /// The elements that the tag follows, and the other elements of a head.
  private static let outer = ["!doctype", "html", "head"].map { Array($0.utf8) }
  private static let inner = ["meta", "title", "link", "script", "style", "base", "!--"].map {
    Array($0.utf8)
  }

  /// The position of the word in the previous page, which is the same for all pages of a template.
  private var place = Int.max

  /// The position at which to insert the tag; nil if the page has it.
  /// - Complexity: O(*n*) in the bytes of the page's head; O(1) for a page like the one before.
  mutating func gap(in page: [UInt8]) -> Int? {
    if page.dropFirst(place).starts(with: Self.word) { return nil }
    var gap = 0
    var index = 0
    while let open = page[index...].firstIndex(of: UInt8(ascii: "<")) {
      index = open + 1
      // Any closing tag may occur; the head ends before the first tag that is not one of its elements.
      if index < page.count, page[index] == UInt8(ascii: "/") { continue }
      let close = page[index...].firstIndex(of: UInt8(ascii: ">")) ?? page.count
      let tag = page[index..<close]
      if Self.outer.contains(where: { Self.isTag(tag, $0) }) {
        gap = min(close + 1, page.count)
        if gap < page.count, page[gap] == UInt8(ascii: "\n") { gap += 1 }
      } else if Self.isTag(tag, Self.inner[0]) {
        if let found = tag.indices.first(where: { tag[$0...].starts(with: Self.word) }) {
          place = found
          return nil
        }
      } else if !Self.inner.contains(where: { Self.isTag(tag, $0) }) {
        return gap
      }
    }
    return gap
  }

  /// Whether a tag has a name, ignoring case.
  private static func isTag(_ tag: ArraySlice<UInt8>, _ name: [UInt8]) -> Bool {
    guard tag.count >= name.count, zip(tag, name).allSatisfy({ $0 | 0x20 == $1 | 0x20 }) else { return false }
    return tag.count == name.count || tag[tag.startIndex + name.count] <= 0x20 || name[0] == UInt8(ascii: "!")
  }
}
