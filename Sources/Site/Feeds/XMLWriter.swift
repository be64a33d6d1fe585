import Exports

/// Writes XML, one line per element.
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
