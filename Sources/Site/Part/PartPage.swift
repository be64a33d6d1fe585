import Diagnostics
import FileSystem

extension PlannedSite {
  /// A page of a part: files that it needs are embedded, and links to missing pages are removed.
  ///
  /// The exports of a whole list are embedded once, in its first page, and its other pages lead there.
  /// - Parameters:
  ///   - bytes: the page of the whole site.
  ///   - index: its index in the plan.
  /// - Returns: the page, and the paths of files that it needs and that cannot be embedded.
  func page(_ bytes: [UInt8], _ index: Int, of part: SitePart) -> (bytes: [UInt8], leftOut: Set<String>) {
    let tags = HTMLTag.tags(in: bytes)
    guard let start = HTMLLinks.start(of: tags, at: plan.paths[index]) else { return (bytes, []) }
    let files = part.whole.map { whole in
      EmbeddableFiles(site: self, whole: whole, firstPage: firstPage(ofListAt: index, in: part))
    }
    var page = PartPage(bytes: bytes, start: start, pages: part.paths, files: files)
    for tag in tags { page.add(tag) }
    return page.finish()
  }

  /// The path of a list's first page, for a later page of the list; nil if the part lacks the first page.
  private func firstPage(ofListAt index: Int, in part: SitePart) -> String? {
    guard case .index(let listing, let page) = plan.items[index], page > 1 else { return nil }
    let path = factory.contents.listings[listing].path(ofPage: 1)
    return part.paths.contains(path) ? path : nil
  }
}

extension HTMLTag {
  /// Whether it is a script that runs, and not a block of data such as JSON-LD.
  fileprivate var isProgram: Bool {
    guard name == "script" else { return false }
    let type = self["type"]?.words.joined() ?? ""
    return type.isEmpty || type == "module" || type == "importmap" || type.contains("script")
  }
}

/// A page of a part while its tags are rewritten.
private struct PartPage {
  private let bytes: [UInt8]
  /// The path from which its links lead.
  private let start: String
  /// The paths of what the part has.
  private let pages: Set<String>
  /// The files to embed; nil if they are beside the page.
  private let files: EmbeddableFiles?
  private var output: [UInt8] = []
  /// The position up to which the page is written.
  private var position = 0
  private var leftOut: Set<String> = []

  init(bytes: [UInt8], start: String, pages: Set<String>, files: EmbeddableFiles?) {
    (self.bytes, self.start, self.pages, self.files) = (bytes, start, pages, files)
  }

  consuming func finish() -> (bytes: [UInt8], leftOut: Set<String>) {
    (output + bytes[position...], leftOut)
  }

  private mutating func replace(_ range: Range<Int>, with new: [UInt8] = []) {
    output += bytes[position..<range.lowerBound] + new
    position = range.upperBound
  }

  /// Replaces the value of an attribute, in double quotes.
  private mutating func replaceValue(_ quoted: Range<Int>, with new: [UInt8], andAdd more: [UInt8] = []) {
    let quote = [UInt8(ascii: "\"")]
    replace(quoted, with: quote + Self.escaped(new) + quote + more)
  }

  /// A value as it is written in double quotes.
  private static func escaped(_ value: [UInt8]) -> [UInt8] {
    guard value.contains(where: { $0 == UInt8(ascii: "&") || $0 == UInt8(ascii: "\"") }) else { return value }
    return value.flatMap { byte in
      switch byte {
      case UInt8(ascii: "&"): Array("&amp;".utf8)
      case UInt8(ascii: "\""): Array("&quot;".utf8)
      default: [byte]
      }
    }
  }

  /// Writes a tag.
  mutating func add(_ tag: HTMLTag) {
    guard tag.name != "base", !replaceElement(tag) else { return }
    for attribute in tag.attributes {
      if files != nil, attribute.name.hasPrefix("on") {
        replace(attribute.range)
        continue
      }
      guard let syntax = HTMLLinks.syntax(of: attribute, in: tag), let quoted = attribute.quoted else {
        continue
      }
      if syntax == .link {
        add(attribute, quoted, of: tag)
      } else if let files {
        let new = files.embedding(
          HTMLLinks.links(in: attribute.value, syntax), of: attribute.value, at: start,
          isQuoted: syntax == .style,
          leftOut: &leftOut)
        if new != attribute.value { replaceValue(quoted, with: new) }
      }
    }
    if tag.name == "style", let text = tag.text, let files {
      replace(text, with: files.embedding(styleSheet: Array(bytes[text]), at: start, leftOut: &leftOut))
    }
  }

  /// Removes a script, and what only leads elsewhere; embeds a style sheet.
  /// - Returns: false for other elements, of which only attributes change.
  private mutating func replaceElement(_ tag: HTMLTag) -> Bool {
    guard let files else { return false }
    if tag.isProgram {
      replace(tag.range.lowerBound..<tag.end)
      return true
    }
    guard tag.name == "link", let target = tag["href"].flatMap({ HTMLLinks.path($0.text, from: start) })
    else { return false }
    let words = tag["rel"]?.words ?? []
    if !words.contains("stylesheet") {
      // The icon is a picture of the page.
      guard !words.contains(where: { $0.hasSuffix("icon") }) else { return false }
      replace(tag.range)
    } else if words.contains("alternate") || tag["disabled"] != nil {
      // It takes effect only if readers select it, which a `style` element cannot offer.
      replace(tag.range)
    } else if let sheet = files.contents(of: target) {
      let media = tag["media"].map { Array(" media=\"".utf8) + Self.escaped($0.value) + Array("\"".utf8) }
      replace(
        tag.range,
        with: Array("<style".utf8) + (media ?? []) + Array(">\n".utf8)
          + Self.withoutEndTag(files.embedding(styleSheet: sheet, at: target, leftOut: &leftOut))
          + Array("</style>".utf8))
    } else {
      leftOut.insert(target)
      replace(tag.range)
    }
    return true
  }

  /// A style sheet whose texts do not end the element `style`, as a drawing in a data URI would: `<\/style` is the same
  /// in strings and addresses of CSS.
  private static func withoutEndTag(_ sheet: [UInt8]) -> [UInt8] {
    let text = String(decoding: sheet, as: UTF8.self)
    guard text.contains("</") else { return sheet }
    return Array(text.replacing(/(?i)<\/(style)/) { "<\\/\($0.output.1)" }.utf8)
  }

  /// Writes an attribute that is a link.
  private mutating func add(_ attribute: HTMLTag.Attribute, _ quoted: Range<Int>, of tag: HTMLTag) {
    guard
      let target = HTMLLinks.path(HTMLLinks.links(in: attribute.value, .link)[0].destination, from: start),
      !pages.contains(target)
    else { return }
    guard let files else { return replace(attribute.range) }
    let isAnchor = ["a", "area"].contains(tag.name)
    if isAnchor, let firstPage = files.firstPage, files.whole.holdsList(at: target) {
      let link = OutputPath.root(from: start) + PercentEncoding.path(firstPage)
      return replaceValue(quoted, with: Array(link.utf8))
    }
    let leadsAway = ["action", "formaction", "cite"].contains(attribute.name)
    // Browsers take no drawing of `use` from a data URI.
    guard !leadsAway, tag.name != "use", let contents = files.embeddable(at: target) else {
      if !leadsAway, !isAnchor { leftOut.insert(target) }
      return replace(attribute.range)
    }
    let fragment = Array(attribute.text.drop { $0 != "#" }.utf8)
    let name = isAnchor && tag["download"] == nil ? Self.escaped(Array(target.fileName.utf8)) : nil
    replaceValue(
      quoted, with: EmbeddableFiles.dataURI(contents, of: target) + fragment,
      andAdd: name.map { Array(" download=\"".utf8) + $0 + Array("\"".utf8) } ?? [])
  }
}
