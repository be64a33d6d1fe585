import Foundation

/// A page as a strict reader sees it: elements, and everything that is not as HTML wants it.
///
/// A browser fixes nearly everything; this reader fixes nothing. It knows the part of the standard that a generator
/// can get wrong: tags that do not pair, attributes without quotes or twice, characters that should be references,
/// ids that are not unique, and elements in places where they may not stand.
package struct HTMLPage: Sendable {
  /// The `html` element.
  package private(set) var root = HTMLElement(name: "", attributes: [:])
  /// What is wrong, each with the line.
  package private(set) var errors: [String] = []

  private let bytes: [UInt8]
  private var position = 0
  private var open: [HTMLElement] = []

  /// Reads a page.
  package init(_ page: Data) {
    bytes = Array(page)
    read()
  }

  /// Reads a page.
  package init(_ page: String) { self.init(Data(page.utf8)) }

  /// All the ids of the page.
  package var ids: [String] { root.all.compactMap { $0.attributes["id"] } }

  /// All the links of the page, those to style sheets and pictures among them.
  package var links: [String] {
    root.all.flatMap { element in ["href", "src"].compactMap { element.attributes[$0] } }
  }

  // MARK: Reading

  private mutating func read() {
    if String(validating: bytes, as: UTF8.self) == nil { report("not UTF-8") }
    if !skip("<!doctype html>") { report("no doctype") }
    while position < bytes.count {
      if bytes[position] != UInt8(ascii: "<") {
        readText(until: UInt8(ascii: "<"))
      } else if skip("<!--") {
        while position < bytes.count, !skip("-->") { position += 1 }
      } else if skip("</") {
        let name = readName()
        if !skip(">") { report("the end tag of '\(name)' does not end") }
        close(name)
      } else {
        position += 1
        readElement()
      }
    }
    while let left = open.last {
      report("'\(left.name)' is not closed")
      close(left.name)
    }
    checkIDs()
  }

  private mutating func readElement() {
    let name = readName()
    guard !name.isEmpty else { return report("'<' begins no tag") }
    var attributes: [String: String] = [:]
    while true {
      skipBlanks()
      if skip("/>") {
        if !Self.isForeign(name, in: open) { report("'\(name)' is closed as if it were XML") }
        return add(HTMLElement(name: name, attributes: attributes))
      }
      if skip(">") { break }
      guard let (key, value) = readAttribute() else { return report("the tag '\(name)' does not end") }
      if attributes.updateValue(value, forKey: key) != nil { report("'\(name)' has '\(key)' twice") }
    }
    let element = HTMLElement(name: name, attributes: attributes)
    checkPlace(of: element)
    guard !Self.void.contains(name) else { return add(element) }
    open.append(element)
    if name == "style" || name == "script" {
      let start = position
      while position < bytes.count, !bytes[position...].starts(with: "</\(name)".utf8) { position += 1 }
      append(.text(String(decoding: bytes[start..<position], as: UTF8.self)))
    }
  }

  private mutating func readAttribute() -> (String, String)? {
    let key = readName()
    guard !key.isEmpty else { return nil }
    guard skip("=") else { return (key, "") }
    guard skip("\"") else {
      report("the value of '\(key)' has no quotes")
      return nil
    }
    let start = position
    while position < bytes.count, bytes[position] != UInt8(ascii: "\"") { position += 1 }
    let value = resolved(start..<position)
    return skip("\"") ? (key, value) : nil
  }

  private mutating func readText(until end: UInt8) {
    let start = position
    while position < bytes.count, bytes[position] != end { position += 1 }
    append(.text(resolved(start..<position)))
  }

  private mutating func readName() -> String {
    let start = position
    while position < bytes.count, Self.isNameByte(bytes[position]) { position += 1 }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  private mutating func skip(_ text: StaticString) -> Bool {
    let count = text.utf8CodeUnitCount
    guard bytes.count - position >= count else { return false }
    let isThere = text.withUTF8Buffer { text in
      for index in 0..<count where text[index] != bytes[position + index] { return false }
      return true
    }
    if isThere { position += count }
    return isThere
  }

  private mutating func skipBlanks() {
    while position < bytes.count, bytes[position] == 0x20 || bytes[position] == 0x0A { position += 1 }
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: ":"):
      true
    default: false
    }
  }

  // MARK: Characters

  /// A text with its references resolved.
  private mutating func resolved(_ range: Range<Int>) -> String {
    var output: [UInt8] = []
    output.reserveCapacity(range.count)
    var index = range.lowerBound
    while index < range.upperBound {
      let byte = bytes[index]
      index += 1
      switch byte {
      case UInt8(ascii: "&"):
        guard let end = bytes[index..<min(index + 12, range.upperBound)].firstIndex(of: UInt8(ascii: ";")),
          let text = Self.character(String(decoding: bytes[index..<end], as: UTF8.self))
        else {
          report("'&' begins no reference")
          continue
        }
        output += Array(text.utf8)
        index = end + 1
      case UInt8(ascii: "<"), UInt8(ascii: ">"), 0..<0x09, 0x0B..<0x20, 0x7F:
        report("the character \(byte) is not escaped")
      default: output.append(byte)
      }
    }
    return String(decoding: output, as: UTF8.self)
  }

  private static func character(_ reference: String) -> String? {
    if let text = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "nbsp": "\u{A0}"][reference] {
      return text
    }
    guard reference.hasPrefix("#") else { return nil }
    let digits = reference.dropFirst()
    let number = digits.hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
    return number.flatMap(Unicode.Scalar.init).map { String($0) }
  }

  // MARK: Elements

  private mutating func append(_ child: HTMLElement.Child) {
    if open.isEmpty {
      if case .text(let text) = child, text.contains(where: { !$0.isWhitespace }) {
        report("text outside of html")
      }
    } else {
      open[open.count - 1].children.append(child)
    }
  }

  private mutating func add(_ element: HTMLElement) {
    if open.isEmpty {
      if !root.name.isEmpty || element.name != "html" { report("'\(element.name)' is not in html") }
      root = element
    } else {
      append(.element(element))
    }
  }

  private mutating func close(_ name: String) {
    guard open.last?.name == name, let element = open.popLast() else {
      return report("'</\(name)>' closes '\(open.last?.name ?? "nothing")'")
    }
    add(element)
  }

  private mutating func report(_ error: String) {
    let line = bytes[..<min(position, bytes.count)].count { $0 == 0x0A } + 1
    errors.append("line \(line): \(error)")
  }

  private mutating func checkIDs() {
    var seen: Set<String> = []
    for id in ids where !seen.insert(id).inserted { report("the id '\(id)' is there twice") }
    for id in ids where id.isEmpty || id.contains(" ") { report("'\(id)' is no id") }
  }
}

// MARK: - Places

extension HTMLPage {
  private static let void: Set<String> = [
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr",
  ]
  /// What only phrasing may stand in.
  private static let phrasingOnly: Set<String> = [
    "p", "h1", "h2", "h3", "h4", "h5", "h6", "a", "b", "i", "em", "strong", "small", "code", "pre", "span",
    "dt",
    "title",
  ]
  private static let blocks: Set<String> = [
    "p", "h1", "h2", "h3", "h4", "h5", "h6", "div", "ul", "ol", "dl", "table", "pre", "blockquote", "figure",
    "section", "article", "header", "footer", "main", "nav", "address", "details", "form", "hr",
  ]
  /// Where some may stand, and they alone.
  private static let parents: [String: Set<String>] = [
    "li": ["ul", "ol"], "dt": ["dl", "div"], "dd": ["dl", "div"], "caption": ["table"], "thead": ["table"],
    "tbody": ["table"], "tfoot": ["table"], "tr": ["thead", "tbody", "tfoot"], "td": ["tr"], "th": ["tr"],
    "head": ["html"], "body": ["html"], "meta": ["head"],
    "title": ["head", "svg", "g", "rect", "circle", "path"],
    "summary": ["details"], "figcaption": ["figure"], "option": ["select"],
  ]
  private static let children: [String: Set<String>] = [
    "ul": ["li"], "ol": ["li"], "table": ["caption", "thead", "tbody", "tfoot"], "tr": ["td", "th"],
    "thead": ["tr"], "tbody": ["tr"], "tfoot": ["tr"], "dl": ["div", "dt", "dd"], "html": ["head", "body"],
  ]

  /// Whether an element is SVG's, which closes tags as XML does.
  fileprivate static func isForeign(_ name: String, in open: [HTMLElement]) -> Bool {
    name == "svg" || open.contains { $0.name == "svg" }
  }

  private mutating func checkPlace(of element: HTMLElement) {
    let name = element.name
    guard let parent = open.last?.name, !Self.isForeign(name, in: open) else { return }
    if Self.blocks.contains(name), Self.phrasingOnly.contains(parent) {
      report("'\(name)' stands in '\(parent)'")
    }
    if let parents = Self.parents[name], !parents.contains(parent) {
      report("'\(name)' stands in '\(parent)'")
    }
    if let children = Self.children[parent], !children.contains(name) {
      report("'\(name)' stands in '\(parent)'")
    }
    if name == "a", open.contains(where: { $0.name == "a" }) { report("a link stands in a link") }
    if name == "img", element.attributes["alt"] == nil { report("a picture has no 'alt'") }
  }
}
