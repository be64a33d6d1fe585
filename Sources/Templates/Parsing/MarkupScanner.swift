import Diagnostics

/// Tracks where in the HTML a template's texts stand, as far as three places need it for which escaping is not enough.
///
/// An address that begins with a value may be a script (`javascript:`). A value in an attribute without quotes ends at
/// its first space, and what follows would be further attributes. In a script, or an attribute with one, a quote ends
/// a string and what follows would be code: a browser resolves references in attributes before it runs them.
///
///     var scanner = MarkupScanner()
///     scanner.read(Array("<p title=".utf8)[...])
///     scanner.isInUnquotedValue   // true
struct MarkupScanner {
  private enum Place: Equatable {
    /// Between tags.
    case text
    /// In a tag, outside values.
    case tag
    /// After the `=` of an attribute, before its value.
    case equals
    case unquoted
    case quoted(by: UInt8)
    case comment
    /// In the content of an element that has no tags.
    case raw(until: [UInt8])
  }

  private static let script = Array("script".utf8)
  private static let commentStart = Array("!--".utf8)
  private static let commentEnd = Array("-->".utf8)
  /// The elements whose content has no tags (HTML, raw text and escapable raw text elements).
  private static let rawElements = ["script", "style", "textarea", "title"].map { Array($0.utf8) }

  private var place = Place.text
  /// The name of the tag being read, in lower case.
  private var name: [UInt8] = []
  /// Whether the name is complete.
  private var isNamed = false
  /// The name of the attribute being read, in lower case.
  private var attribute: [UInt8] = []
  /// Whether that name is complete.
  private var isAttributeNamed = false
  /// Whether the value being read has no characters yet.
  private var isValueEmpty = false
  /// The last bytes, for the ends of comments and raw text.
  private var last: [UInt8] = []

  /// Whether what follows belongs to a value without quotes.
  var isInUnquotedValue: Bool { place == .equals || place == .unquoted }

  /// Whether what follows belongs to a script, or to an attribute that is one, such as `onclick`.
  var isInScript: Bool {
    switch place {
    case .raw: name == Self.script
    case .quoted, .equals, .unquoted: attribute.starts(with: "on".utf8)
    case .text, .tag, .comment: false
    }
  }

  /// The attributes whose addresses a browser follows, also if they are scripts.
  private static let addresses = ["href", "xlink:href", "action", "formaction"].map { Array($0.utf8) }

  /// Whether what follows begins the address of a link, in quotes.
  var beginsAddress: Bool {
    guard case .quoted = place, isValueEmpty else { return false }
    return Self.addresses.contains(attribute)
  }

  /// Reads the next text.
  /// - Complexity: O(*n*) in its bytes.
  mutating func read(_ text: ArraySlice<UInt8>) {
    for byte in text { read(byte) }
  }

  /// Reads a value that a tag of the template prints.
  mutating func readValue() {
    if place == .equals { place = .unquoted }
    isValueEmpty = false
  }

  private mutating func read(_ byte: UInt8) {
    switch place {
    case .text:
      guard byte == UInt8(ascii: "<") else { return }
      (place, name, attribute, isNamed) = (.tag, [], [], false)
    case .tag where byte == UInt8(ascii: ">"): endTag()
    case .tag where name.isEmpty && !isNamed && !Self.beginsTag(byte): place = .text
    case .tag:
      if byte == UInt8(ascii: "=") {
        (place, isAttributeNamed) = (.equals, true)
      } else {
        readAttributeName(byte)
      }
      isNamed = isNamed || byte <= 0x20
      if !isNamed { name.append(byte | 0x20) }
      if name == Self.commentStart { (place, last) = (.comment, Array("--".utf8)) }
    case .equals where byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'"):
      (place, isValueEmpty) = (.quoted(by: byte), true)
    case .equals where byte <= 0x20: break
    case .equals, .unquoted:
      if byte == UInt8(ascii: ">") { return endTag() }
      place = byte <= 0x20 ? .tag : .unquoted
    case .quoted(let quote):
      if byte == quote { place = .tag } else { isValueEmpty = isValueEmpty && byte <= 0x20 }
    case .comment: if ends(with: Self.commentEnd, byte) { place = .text }
    case .raw(let end): if ends(with: end, byte) { (place, name, isNamed) = (.tag, [], true) }
    }
  }

  private mutating func readAttributeName(_ byte: UInt8) {
    if byte > 0x20 {
      if isAttributeNamed { attribute = [] }
      attribute.append(byte | 0x20)
    }
    isAttributeNamed = byte <= 0x20
  }

  /// Whether a byte after `<` makes that the beginning of a tag (HTML, "tag open state").
  private static func beginsTag(_ byte: UInt8) -> Bool {
    (byte | 0x20) &- UInt8(ascii: "a") < 26 || "/!?".utf8.contains(byte)
  }

  private mutating func endTag() {
    (place, last) = (Self.rawElements.contains(name) ? .raw(until: Array("</".utf8) + name) : .text, [])
  }

  /// Whether the bytes read last, with another, are a text; letters in any case.
  private mutating func ends(with text: [UInt8], _ byte: UInt8) -> Bool {
    last.append(byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte)
    if last.count > text.count { last.removeFirst() }
    return last == text
  }
}

extension TemplateParser {
  /// Warns of values in attributes without quotes, and in scripts.
  /// - Returns: the positions of the values that begin an address, which may be a script unless their type says otherwise.
  mutating func checkAttributes() -> Set<Int> {
    var addresses: Set<Int> = []
    var scanner = MarkupScanner()
    for node in nodes {
      switch node.kind {
      case .text, .line: scanner.read(file.bytes[node.range])
      case .variable(_, escaped: true):
        if scanner.isInScript {
          reportScript(node.range)
        } else if scanner.isInUnquotedValue {
          reportUnquoted(node.range)
        } else if scanner.beginsAddress {
          addresses.insert(node.range.lowerBound)
        }
        scanner.readValue()
      case .variable, .partial: scanner.readValue()
      default: break
      }
    }
    return addresses
  }

  private mutating func reportScript(_ range: Range<Int>) {
    let tag = file.text(range)
    let key = tag.filter { $0 != "{" && $0 != "}" && $0 != " " }
    // The site's own paths and settings are its author's, and numbers and days have no quotes.
    let isHarmless =
      key.hasPrefix("site.") || key == "url" || [".url", ".plain", ".iso"].contains(where: key.hasSuffix)
    guard !isHarmless else { return }
    report(
      range,
      "a quote in \(tag) ends a text of the script, and the rest becomes code; let the script read it from a data- attribute",
      severity: .warning)
  }

  private mutating func reportUnquoted(_ range: Range<Int>) {
    let tag = file.text(range)
    let next = range.upperBound < file.bytes.count ? file.bytes[range.upperBound] : UInt8(ascii: ">")
    let isWhole =
      file.bytes[range.lowerBound - 1] == UInt8(ascii: "=") && (next <= 0x20 || next == UInt8(ascii: ">"))
    report(
      range,
      "a space in \(tag) ends an attribute without quotes, and the rest becomes further ones; write \"\(tag)\"",
      severity: .warning, fixIts: isWhole ? [.init(replacing: file[range], with: "\"\(tag)\"")] : [])
  }
}
