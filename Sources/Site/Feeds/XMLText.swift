/// Text inside XML 1.0.
enum XMLText {
  /// Appends a text with what XML reads as markup escaped, so that it fits between tags and in a quoted attribute.
  ///
  /// What is no `Char` of XML 1.0 (section 2.2), such as U+0001, cannot be written at all, not even escaped; it
  /// becomes U+FFFD, so that the reader of the feed sees that something was there.
  static func append(_ text: String, to output: inout [UInt8]) {
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": output += "&amp;".utf8
      case "<": output += "&lt;".utf8
      case ">": output += "&gt;".utf8
      case "\"": output += "&quot;".utf8
      case "\t", "\n", "\r": output += "&#\(scalar.value);".utf8
      case "\u{0}"..<" ", "\u{FFFE}", "\u{FFFF}": output += "\u{FFFD}".utf8
      default: output += UTF8.encode(scalar).map(Array.init) ?? []
      }
    }
  }
}

/// XML while it is written, a line an element.
struct XMLWriter {
  /// What was written so far.
  private(set) var bytes: [UInt8] = []

  /// Begins a document.
  init() {
    bytes += "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n".utf8
  }

  /// Writes an element with more elements in it.
  mutating func element(
    _ name: String, _ attributes: KeyValuePairs<String, String> = [:], _ content: (inout XMLWriter) -> Void
  ) {
    begin(name, attributes)
    bytes += ">\n".utf8
    content(&self)
    bytes += "</\(name)>\n".utf8
  }

  /// Writes an element with a text in it.
  mutating func element(_ name: String, _ attributes: KeyValuePairs<String, String> = [:], text: String) {
    begin(name, attributes)
    bytes += ">".utf8
    XMLText.append(text, to: &bytes)
    bytes += "</\(name)>\n".utf8
  }

  /// Writes an element with nothing in it.
  mutating func element(_ name: String, _ attributes: KeyValuePairs<String, String>) {
    begin(name, attributes)
    bytes += "/>\n".utf8
  }

  private mutating func begin(_ name: String, _ attributes: KeyValuePairs<String, String>) {
    bytes += "<\(name)".utf8
    for (name, value) in attributes {
      bytes += " \(name)=\"".utf8
      XMLText.append(value, to: &bytes)
      bytes += "\"".utf8
    }
  }
}
