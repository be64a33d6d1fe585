import Diagnostics

/// A request, read within the limits: its target decoded, its header fields by their lowercased names.
package struct Request: Sendable {
  /// The method. Requests with other methods are refused.
  package enum Method: String, Sendable {
    case get = "GET"
    case head = "HEAD"
    case post = "POST"
  }

  let method: Method
  /// The path, percent-decoded, without the leading slash: `orders/index.html`.
  let path: String
  /// The query of the URL, after `?`.
  let query: FormFields
  /// The header fields, by their lowercased names.
  let headers: [String: String]
  /// The body; empty if there is none.
  var body: [UInt8] = []
  /// Whether the connection stays open for another request.
  let keepsAlive: Bool

  package init(
    method: Method, path: String, query: FormFields, headers: [String: String], body: [UInt8] = [],
    keepsAlive: Bool
  ) {
    self.method = method
    self.path = path
    self.query = query
    self.headers = headers
    self.body = body
    self.keepsAlive = keepsAlive
  }

  /// The fields of a form that was sent as the body.
  package var form: FormFields { FormFields(encoded: body[...]) }
}

/// The fields of a form or a URL query, in order; a name may occur more than once.
package struct FormFields: Sendable, Equatable {
  /// The fields in order.
  package private(set) var all: [Field] = []

  /// A name and a value.
  package struct Field: Sendable, Equatable {
    let name: String
    let value: String

    init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  /// Makes the given fields.
  package init(_ fields: [Field] = []) {
    all = fields
  }

  /// Decodes `application/x-www-form-urlencoded`. Line endings become LF, and characters that no page can
  /// show or no file can contain are removed: control characters and U+FFFE and U+FFFF.
  init(encoded bytes: ArraySlice<UInt8>) {
    for part in bytes.split(separator: UInt8(ascii: "&")) {
      let end = part.firstIndex(of: UInt8(ascii: "=")) ?? part.endIndex
      let value = end < part.endIndex ? part[(end + 1)...] : []
      all.append(Field(Self.decoded(part[..<end]), Self.decoded(value)))
    }
  }

  /// The value of the first field with a name.
  package subscript(name: String) -> String? { all.first { $0.name == name }?.value }

  package func values(of name: String) -> [String] { all.filter { $0.name == name }.map(\.value) }

  private static func decoded(_ bytes: ArraySlice<UInt8>) -> String {
    let spaced = bytes.map { $0 == UInt8(ascii: "+") ? UInt8(ascii: " ") : $0 }
    var plain = PercentEncoding.decoded(spaced[...], isStrict: true) ?? spaced
    plain.removeAll { ($0 < 0x20 && ![0x09, 0x0A, 0x0D].contains($0)) || $0 == 0x7F }
    var text = String(decoding: plain, as: UTF8.self)
    if text.utf8.contains(where: { $0 == 0xC2 || $0 == 0xEF }) {
      text.unicodeScalars.removeAll { scalar in
        (0x80..<0xA0).contains(scalar.value) && scalar != "\u{85}" || [0xFFFE, 0xFFFF].contains(scalar.value)
      }
    }
    guard text.utf8.contains(0x0D) else { return text }
    return text.replacing("\r\n", with: "\n").replacing("\r", with: "\n")
  }
}
