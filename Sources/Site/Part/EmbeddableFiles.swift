import Content
import Publishing

/// The files of a site as data URIs, to embed them in a page.
struct EmbeddableFiles {
  /// The site, of which the page is.
  let site: PlannedSite
  /// The whole site, with its files.
  let whole: WholeSite
  /// The path of the first page of the page's list, which has the list's exports; nil if the page has them itself.
  let firstPage: String?

  /// A style sheet with the files that it links to embedded, including other style sheets.
  /// - Parameters:
  ///   - path: its path in the site.
  ///   - sheets: the paths of the style sheets that contain it, which must not be embedded again.
  ///   - leftOut: takes the paths of files that cannot be embedded.
  func embedding(
    styleSheet style: [UInt8], at path: String, below sheets: Set<String> = [], leftOut: inout Set<String>
  ) -> [UInt8] {
    embedding(
      CSSLinks.links(in: style), of: style, at: path, below: sheets.union([path]), isQuoted: true,
      leftOut: &leftOut)
  }

  /// A value with the files that it links to embedded.
  /// - Parameters:
  ///   - links: the links in it.
  ///   - path: the path from which they lead.
  ///   - isQuoted: whether to write data URIs in quotes.
  func embedding(
    _ links: [CSSLinks.Link], of value: [UInt8], at path: String, below sheets: Set<String> = [],
    isQuoted: Bool,
    leftOut: inout Set<String>
  ) -> [UInt8] {
    let quote = isQuoted ? [UInt8(ascii: "\"")] : []
    var output: [UInt8] = []
    var start = 0
    for link in links {
      guard let target = HTMLLinks.path(link.destination, from: path), !sheets.contains(target) else {
        continue
      }
      guard let contents = contents(of: target) else {
        leftOut.insert(target)
        continue
      }
      output += value[start..<link.value.lowerBound] + quote
      let isStyle = MediaType.ending(of: target) == "css"
      output += Self.dataURI(
        isStyle ? embedding(styleSheet: contents, at: target, below: sheets, leftOut: &leftOut) : contents,
        of: target)
      // Keeps the fragment, which names a part of a drawing.
      output += Array(link.destination.drop { $0 != "#" }.utf8) + quote
      start = link.value.upperBound
    }
    return output + value[start...]
  }

  /// The bytes of a file that may stand in a page as a data URI: neither a page nor a part of one.
  func embeddable(at path: String) -> [UInt8]? {
    ["html", "css", "js"].contains(MediaType.ending(of: path)) ? nil : contents(of: path)
  }

  /// The bytes of a file of the site other than a page; nil if there is none, or it cannot be read.
  func contents(of path: String) -> [UInt8]? {
    guard let index = whole.files[path] else { return nil }
    var site = site
    site.plan = whole.plan
    site.part = nil
    switch site.file(at: index) {
    case .made(let bytes, _, _), .asset(let bytes): return bytes
    case .themeFile(let path, let source), .attachment(let path, let source): return try? source.read(path)
    }
  }

  /// Bytes as a data URI.
  static func dataURI(_ contents: [UInt8], of path: String) -> [UInt8] {
    Array("data:\(MediaType.of(path));base64,".utf8) + Base64.encoded(contents)
  }
}
