/// Writes JSON with each member on its own line.
///
///     var json = JSONWriter()
///     json.object {
///       $0.string("id", "unknown-key")
///       $0.array("notes") { $0.number(nil, 1) }
///     }
package struct JSONWriter {
  /// The bytes written so far.
  package private(set) var bytes: [UInt8] = []
  private var depth = 0
  private var isFirst = true

  /// Makes a writer without output.
  package init() {}

  /// Writes an object; with a key, as a member.
  package mutating func object(_ key: String? = nil, _ members: (inout JSONWriter) -> Void) {
    nest(key, "{", "}", members)
  }

  /// Writes an array; with a key, as a member.
  package mutating func array(_ key: String? = nil, _ elements: (inout JSONWriter) -> Void) {
    nest(key, "[", "]", elements)
  }

  /// Writes a text.
  package mutating func string(_ key: String?, _ value: String) {
    begin(key)
    bytes.appendJSON(value)
  }

  /// Writes a text, or null if it is nil.
  package mutating func string(_ key: String?, orNull value: String?) {
    if let value { return string(key, value) }
    begin(key)
    bytes.append(contentsOf: "null".utf8)
  }

  /// Writes an integer.
  package mutating func number(_ key: String?, _ value: Int) {
    begin(key)
    bytes.append(contentsOf: String(value).utf8)
  }

  /// Writes a number that is given as text.
  package mutating func number(_ key: String?, spelled number: String) {
    begin(key)
    bytes.append(contentsOf: number.utf8)
  }

  /// Writes true or false.
  package mutating func boolean(_ key: String?, _ value: Bool) {
    begin(key)
    bytes.append(contentsOf: (value ? "true" : "false").utf8)
  }

  private mutating func nest(
    _ key: String?, _ open: String, _ close: String, _ content: (inout JSONWriter) -> Void
  ) {
    begin(key)
    bytes.append(contentsOf: open.utf8)
    (depth, isFirst) = (depth + 1, true)
    content(&self)
    depth -= 1
    if !isFirst { breakLine() }
    isFirst = false
    bytes.append(contentsOf: close.utf8)
    if depth == 0 { bytes.append(UInt8(ascii: "\n")) }
  }

  private mutating func begin(_ key: String?) {
    if !isFirst { bytes.append(UInt8(ascii: ",")) }
    if depth > 0 { breakLine() }
    isFirst = false
    guard let key else { return }
    bytes.appendJSON(key)
    bytes.append(contentsOf: ": ".utf8)
  }

  private mutating func breakLine() {
    bytes.append(UInt8(ascii: "\n"))
    bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: depth * 2))
  }
}
