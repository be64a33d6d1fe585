import Diagnostics

/// Finds the links in a page made by docket: quoted `href` and `src` attributes.
enum HTMLLinks {
  /// A link.
  struct Link {
    /// The range of the attribute with its name, quotes and the preceding space.
    let attribute: Range<Int>
    /// The range of the value.
    let value: Range<Int>
    /// The name of the element.
    let element: String
    /// The range of the whole tag.
    let tag: Range<Int>
    /// The unescaped value.
    let destination: String
  }

  /// Every link, in the order of the page.
  /// - Complexity: O(*n*) in the bytes.
  static func links(in bytes: [UInt8]) -> [Link] {
    var links: [Link] = []
    var index = 0
    while let open = bytes[index...].firstIndex(of: UInt8(ascii: "<")) {
      let end = end(ofTagAt: open, in: bytes)
      index = max(end, open + 1)
      guard open + 1 < end, isLetter(bytes[open + 1]) else { continue }
      let nameEnd = bytes[(open + 1)..<end].firstIndex { !isLetter($0) && !(0x30...0x39).contains($0) } ?? end
      let element = String(decoding: bytes[(open + 1)..<nameEnd], as: UTF8.self)
      for name in [" href=\"", " src=\""] {
        let pattern = Array(name.utf8)
        guard
          let start = (nameEnd..<max(nameEnd, end - pattern.count)).first(where: {
            bytes[$0...].starts(with: pattern)
          })
        else { continue }
        let value = start + pattern.count
        guard let close = bytes[value..<end].firstIndex(of: UInt8(ascii: "\"")) else { continue }
        links.append(
          Link(
            attribute: start..<close + 1, value: value..<close, element: element, tag: open..<end,
            destination: String(decoding: bytes[value..<close], as: UTF8.self).replacing("&amp;", with: "&")))
      }
    }
    return links
  }

  /// The path in the site of a page's relative link; nil for a link out of the site, or within the page.
  static func path(_ link: String, from page: String) -> String? {
    let path = link.prefix { $0 != "#" && $0 != "?" }
    guard !path.isEmpty, !path.hasPrefix("/") else { return nil }
    if let colon = path.firstIndex(of: ":"), !path[..<colon].contains("/") { return nil }
    var parts = page.split(separator: "/").dropLast().map { String($0) }
    for part in path.split(separator: "/", omittingEmptySubsequences: false) {
      switch part {
      case ".", "": continue
      case "..": if parts.popLast() == nil { return nil }
      default:
        guard let decoded = PercentEncoding.decoded(Array(part.utf8)[...], isStrict: false) else {
          return nil
        }
        parts.append(String(decoding: decoded, as: UTF8.self))
      }
    }
    return parts.joined(separator: "/")
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (0x41...0x5A).contains(byte & 0xDF) }

  /// The end of a tag, after its `>`; a `>` within quotes does not count.
  private static func end(ofTagAt open: Int, in bytes: [UInt8]) -> Int {
    var quote: UInt8?
    var index = open + 1
    while index < bytes.count {
      let byte = bytes[index]
      if byte == quote {
        quote = nil
      } else if quote == nil {
        if byte == UInt8(ascii: ">") { return index + 1 }
        if byte == UInt8(ascii: "\"") { quote = byte }
      }
      index += 1
    }
    return index
  }
}
