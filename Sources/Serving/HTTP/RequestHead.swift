import Diagnostics

/// The head of a request, up to its empty line.
///
/// Parsing is strict, because request smuggling relies on two readers parsing differently: no folded lines,
/// no space before a colon, no repetition of single fields, no encoding of the body other than plain bytes.
struct RequestHead: Sendable {
  /// The request without its body.
  let request: Request
  /// The number of bytes of the body.
  let length: Int

  /// Parses a head.
  /// - Parameter bytes: the bytes up to and including the empty line.
  static func parse(_ bytes: ArraySlice<UInt8>) throws(Refusal) -> RequestHead {
    var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map { line in
      line.last == 0x0D ? line.dropLast() : line
    }
    while lines.last?.isEmpty ?? false { lines.removeLast() }
    guard let first = lines.first else { throw Refusal(400, "an empty request") }
    let parts = first.split(separator: 0x20, omittingEmptySubsequences: false)
    guard parts.count == 3, !parts[0].isEmpty, parts[0].allSatisfy(isToken) else {
      throw Refusal(400, "no request line")
    }
    guard parts[1].count <= Limits.target else { throw Refusal(414, "the address is too long") }
    let version = String(decoding: parts[2], as: UTF8.self)
    guard version.hasPrefix("HTTP/") else { throw Refusal(400, "the request line has no HTTP version") }
    guard version == "HTTP/1.1" || version == "HTTP/1.0" else {
      throw Refusal(505, "HTTP/1.1 is spoken here")
    }
    let headers = try fields(lines.dropFirst())
    guard headers["host"] != nil || version == "HTTP/1.0" else { throw Refusal(400, "no Host") }
    guard let method = Request.Method(rawValue: String(decoding: parts[0], as: UTF8.self)) else {
      throw Refusal(405, "only GET, HEAD and POST are answered")
    }
    let (path, query) = try target(parts[1])
    let connection = headers["connection"]?.lowercased() ?? ""
    let request = Request(
      method: method, path: path, query: query, headers: headers,
      keepsAlive: version == "HTTP/1.1" ? !connection.contains("close") : connection.contains("keep-alive"))
    return RequestHead(request: request, length: try length(headers, method: method))
  }

  /// Reads the header fields.
  private static func fields(_ lines: ArraySlice<ArraySlice<UInt8>>) throws(Refusal) -> [String: String] {
    var headers: [String: String] = [:]
    for line in lines {
      guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex,
        line[..<colon].allSatisfy(isToken), line.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 })
      else { throw Refusal(400, "a header field without a name") }
      let name = String(decoding: line[..<colon], as: UTF8.self).lowercased()
      let value = line[(colon + 1)...].trimming(while: isBlank)
      if let other = headers[name] {
        guard !single.contains(name) else { throw Refusal(400, "'\(name)' stands twice") }
        headers[name] = other + ", " + String(decoding: value, as: UTF8.self)
      } else {
        headers[name] = String(decoding: value, as: UTF8.self)
      }
    }
    return headers
  }

  /// The fields that may occur only once.
  private static let single: Set = [
    "host", "origin", "content-length", "content-type", "transfer-encoding", "x-docket-token",
  ]

  /// The path and the query of a target such as `/orders/index.html?page=2`.
  private static func target(_ bytes: ArraySlice<UInt8>) throws(Refusal) -> (String, FormFields) {
    guard bytes.first == UInt8(ascii: "/") else { throw Refusal(400, "an address begins with '/'") }
    let end = bytes.firstIndex(of: UInt8(ascii: "?")) ?? bytes.endIndex
    guard let path = PercentEncoding.decoded(bytes[..<end].dropFirst(), isStrict: true),
      let text = String(validating: path, as: UTF8.self), !path.contains(where: { $0 < 0x20 || $0 == 0x7F })
    else { throw Refusal(400, "an address that cannot be read") }
    return (text, FormFields(encoded: end < bytes.endIndex ? bytes[(end + 1)...] : []))
  }

  /// The number of bytes of the body.
  private static func length(
    _ headers: [String: String], method: Request.Method
  ) throws(Refusal) -> Int {
    guard headers["transfer-encoding"] == nil else { throw Refusal(411, "a body comes with its length") }
    guard let text = headers["content-length"] else {
      guard method != .post else { throw Refusal(411, "a body comes with its length") }
      return 0
    }
    guard !text.isEmpty, text.utf8.allSatisfy(\.isASCIIDigit) else {
      throw Refusal(400, "a length that is no number")
    }
    guard let length = Int(text), length <= Limits.body else { throw Refusal(413, "the body is too large") }
    return length
  }

  /// Whether a byte may occur in a method or a field name (RFC 9110, 5.6.2).
  private static func isToken(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "A")...UInt8(ascii: "Z"):
      true
    default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }
  }
}
