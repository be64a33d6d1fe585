import Content
import Diagnostics
import Exports
import FileSystem
import Publishing

extension PlannedSite {
  /// A page of a part: files that it needs are embedded, and links to missing pages are removed.
  ///
  /// The exports of a whole list are embedded once, in its first page, and its other pages lead there.
  /// - Parameters:
  ///   - bytes: the page of the whole site.
  ///   - index: its index in the plan.
  func page(_ bytes: [UInt8], _ index: Int, of part: SitePart) -> [UInt8] {
    let path = plan.paths[index]
    let firstPage = firstPage(ofListAt: index, in: part).map {
      OutputPath.root(from: path) + PercentEncoding.path($0)
    }
    var output: [UInt8] = []
    var start = 0
    func drop(_ range: Range<Int>) {
      output += bytes[start..<range.lowerBound]
      start = range.upperBound
    }
    for link in HTMLLinks.links(in: bytes) where link.attribute.lowerBound >= start {
      guard let target = HTMLLinks.path(link.destination, from: path) else { continue }
      guard let whole = part.whole else {
        if !part.paths.contains(target) { drop(link.attribute) }
        continue
      }
      if link.element == "a", part.paths.contains(target) { continue }
      if link.element == "a", let firstPage, whole.holdsList(at: target) {
        output += bytes[start..<link.value.lowerBound] + Array(firstPage.utf8)
        start = link.value.upperBound
        continue
      }
      switch link.element {
      case "script":
        // The element has no text; its end tag is removed as well.
        let close = Array("</script>".utf8)
        let isClosed = bytes[link.tag.upperBound...].starts(with: close)
        drop(link.tag.lowerBound..<link.tag.upperBound + (isClosed ? close.count : 0))
      case "link":
        drop(link.tag)
        guard target.hasSuffix(".css"), let style = contents(of: target, in: whole) else { continue }
        output += Array("<style>\n".utf8)
        output += embedding(style, at: target, below: [], in: whole) + Array("</style>".utf8)
      default:
        guard !["html", "css", "js"].contains(MediaType.ending(of: target)),
          let contents = contents(of: target, in: whole)
        else {
          drop(link.attribute)
          continue
        }
        output += bytes[start..<link.value.lowerBound]
        output += dataURI(contents, of: target)
        start = link.value.upperBound
        guard link.element == "a" else { continue }
        output += Array(
          "\" download=\"\(XMLText.escaped(String(target.fileName)))".utf8)
      }
    }
    return output + bytes[start...]
  }

  /// A style sheet with the files that it links to embedded, including other style sheets.
  /// - Parameter sheets: the paths of the style sheets that contain it, which must not be embedded again.
  private func embedding(
    _ style: [UInt8], at path: String, below sheets: Set<String>, in whole: WholeSite
  ) -> [UInt8] {
    var output: [UInt8] = []
    var start = 0
    let outer = sheets.union([path])
    for link in CSSLinks.links(in: style) {
      guard let target = HTMLLinks.path(link.destination, from: path), !outer.contains(target),
        let contents = contents(of: target, in: whole)
      else { continue }
      output += style[start..<link.value.lowerBound] + [UInt8(ascii: "\"")]
      let isStyle = MediaType.ending(of: target) == "css"
      output += dataURI(
        isStyle ? embedding(contents, at: target, below: outer, in: whole) : contents, of: target)
      // Keeps the fragment, which names a part of a drawing.
      output += Array(link.destination.drop { $0 != "#" }.utf8) + [UInt8(ascii: "\"")]
      start = link.value.upperBound
    }
    return output + style[start...]
  }

  private func dataURI(_ contents: [UInt8], of path: String) -> [UInt8] {
    Array("data:\(MediaType.of(path));base64,".utf8) + Base64.encoded(contents)
  }

  /// The path of a list's first page, for a later page of the list; nil if the part lacks the first page.
  private func firstPage(ofListAt index: Int, in part: SitePart) -> String? {
    guard case .index(let listing, let page) = plan.items[index], page > 1 else { return nil }
    let path = factory.contents.listings[listing].path(ofPage: 1)
    return part.paths.contains(path) ? path : nil
  }

  /// The bytes of a file of the site other than a page; nil if there is none, or it cannot be read.
  private func contents(of path: String, in whole: WholeSite) -> [UInt8]? {
    guard let index = whole.files[path] else { return nil }
    var site = self
    site.plan = whole.plan
    site.part = nil
    switch site.file(at: index) {
    case .made(let bytes, _, _), .asset(let bytes): return bytes
    case .themeFile(let path, let source), .attachment(let path, let source): return try? source.read(path)
    }
  }
}

/// Base64 of RFC 4648, with padding.
enum Base64 {
  private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// Bytes in base64.
  static func encoded(_ bytes: [UInt8]) -> [UInt8] {
    var output: [UInt8] = []
    output.reserveCapacity((bytes.count + 2) / 3 * 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let part = bytes[start..<min(start + 3, bytes.count)]
      var value: UInt32 = 0
      for place in 0..<3 { value = value << 8 | (place < part.count ? UInt32(part[start + place]) : 0) }
      for place in 0..<4 {
        let digit = digits[Int(value >> (18 - 6 * UInt32(place)) & 63)]
        output.append(place > part.count ? UInt8(ascii: "=") : digit)
      }
    }
    return output
  }
}
