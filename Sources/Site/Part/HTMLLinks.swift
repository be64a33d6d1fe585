import Diagnostics
import FileSystem

/// Finds the links in the tags of a page.
enum HTMLLinks {
  /// How the value of an attribute contains links.
  enum Syntax {
    /// It is a link.
    case link
    /// Links with sizes: `a.png, b.png 2x`.
    case candidates
    /// Style declarations: `background: url(a.png)`.
    case style
  }

  private static let ofLinks: Set = [
    "href", "xlink:href", "src", "poster", "action", "formaction", "background", "cite",
  ]

  /// How an attribute of a tag contains links; nil if it has none.
  static func syntax(of attribute: HTMLTag.Attribute, in tag: HTMLTag) -> Syntax? {
    switch attribute.name {
    case "style": .style
    case "srcset", "imagesrcset": .candidates
    case "data": tag.name == "object" ? .link : nil
    case let name: ofLinks.contains(name) ? .link : nil
    }
  }

  static func links(in value: [UInt8], _ syntax: Syntax) -> [CSSLinks.Link] {
    switch syntax {
    case .style: CSSLinks.links(in: value)
    case .candidates: candidates(in: value)
    case .link:
      [CSSLinks.Link(value: 0..<value.count, destination: String(decoding: trimmed(value), as: UTF8.self))]
    }
  }

  private static func trimmed(_ value: [UInt8]) -> ArraySlice<UInt8> {
    let end = value.lastIndex { $0 > 0x20 }.map { $0 + 1 } ?? 0
    return value[..<end].drop { $0 <= 0x20 }
  }

  /// The links of candidates: each begins after a comma outside parentheses and goes up to a space.
  private static func candidates(in value: [UInt8]) -> [CSSLinks.Link] {
    var links: [CSSLinks.Link] = []
    var index = 0
    while let start = value[index...].firstIndex(where: { $0 > 0x20 && $0 != UInt8(ascii: ",") }) {
      let space = value[start...].firstIndex { $0 <= 0x20 } ?? value.count
      let end = (value[start..<space].lastIndex { $0 != UInt8(ascii: ",") } ?? start) + 1
      links.append(
        CSSLinks.Link(
          value: start..<end, destination: String(decoding: value[start..<end], as: UTF8.self)))
      index = end
      var depth = 0
      while index < value.count, depth > 0 || value[index] != UInt8(ascii: ",") {
        if value[index] == UInt8(ascii: "(") { depth += 1 }
        if value[index] == UInt8(ascii: ")") { depth -= 1 }
        index += 1
      }
    }
    return links
  }

  /// The destinations of all links in the tags of a page, and in its own style sheets.
  static func destinations(in page: [UInt8], _ tags: [HTMLTag]) -> [String] {
    tags.flatMap { tag in
      let ofText = tag.name == "style" ? tag.text.map { CSSLinks.links(in: Array(page[$0])) } : nil
      let found = tag.attributes.flatMap { attribute in
        syntax(of: attribute, in: tag).map { links(in: attribute.value, $0) } ?? []
      }
      return (found + (ofText ?? [])).map(\.destination)
    }
  }

  /// The path from which the links of a page lead: its own, or that of a `base` in it, of a folder as
  /// `folder/_`; nil if it is out of the site.
  static func start(of tags: [HTMLTag], at page: String) -> String? {
    guard let base = tags.first(where: { $0.name == "base" })?["href"]?.text,
      let slash = base.lastIndex(of: "/")
    else { return page }
    return path(base[...slash] + "_", from: page)
  }

  /// The path in the site of a page's relative link; nil for a link out of the site, or within the page.
  static func path(_ link: some StringProtocol, from page: String) -> String? {
    let path = link.prefix { $0 != "#" && $0 != "?" }
    guard !path.isEmpty, !path.hasPrefix("/") else { return nil }
    if let colon = path.firstIndex(of: ":"), !path[..<colon].contains("/") { return nil }
    // The page's path is encoded like the link, so that both are decoded together.
    let target = PercentEncoding.path(page).parentFolder.path(following: String(path))
    return target.flatMap { PercentEncoding.decoded(Array($0.utf8)[...], isStrict: false) }
      .map { String(decoding: $0, as: UTF8.self) }
  }
}
