package struct Response: Sendable {
  package enum Body: Sendable {
    /// The complete body.
    case bytes([UInt8])
    /// A file on disk, sent in parts.
    case file(path: String)
    /// A stream of events.
    case events(AsyncStream<[UInt8]>)
  }

  /// The status code.
  package var status: Int
  /// Header fields in addition to the default ones.
  var headers: [(name: String, value: String)]
  package var body: Body

  init(_ status: Int, type: String, _ body: Body, headers: [(name: String, value: String)] = []) {
    self.status = status
    self.headers = [("Content-Type", type)] + headers
    self.body = body
  }

  /// A response with one line of text.
  static func text(_ status: Int, _ text: String) -> Response {
    Response(status, type: "text/plain; charset=utf-8", .bytes(Array((text + "\n").utf8)))
  }

  /// A response with an HTML page.
  static func page(_ status: Int, _ bytes: [UInt8]) -> Response {
    Response(status, type: ContentType.of(".html"), .bytes(bytes))
  }

  /// A page without the line that loads the script.
  static func page(_ page: SiteAnswers.Page) -> Response { .page(page.status, page.bytes) }

  /// A redirect to another address of this server.
  static func redirect(to path: String) -> Response {
    Response(303, type: "text/plain; charset=utf-8", .bytes([]), headers: [("Location", path)])
  }

  /// The response with another header field.
  func with(_ name: String, _ value: String) -> Response {
    var response = self
    response.headers.append((name, value))
    return response
  }

  /// The head of the response, including the empty line.
  /// - Parameters:
  ///   - length: the number of bytes that follow; nil if unknown, so that closing the connection ends them.
  ///   - keepsAlive: whether another request may follow.
  func head(length: Int?, keepsAlive: Bool) -> [UInt8] {
    var text = "HTTP/1.1 \(status) \(Self.reasons[status] ?? "Status")\r\n"
    let names = Set(headers.map(\.name))
    for (name, value) in headers + Self.everywhere.filter({ !names.contains($0.name) }) {
      text += "\(name): \(value)\r\n"
    }
    if let length { text += "Content-Length: \(length)\r\n" }
    text += "Connection: \(keepsAlive ? "keep-alive" : "close")\r\n\r\n"
    return Array(text.utf8)
  }

  /// The default header fields of responses: no scripts except the server's own files, no guessing of types,
  /// no framing, no access for other origins, no caching.
  private static let everywhere: [(name: String, value: String)] = [
    (
      "Content-Security-Policy",
      "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: http: https:; "
        + "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    ("X-Content-Type-Options", "nosniff"), ("X-Frame-Options", "DENY"),
    ("Cross-Origin-Resource-Policy", "same-origin"), ("Cross-Origin-Opener-Policy", "same-origin"),
    ("Referrer-Policy", "same-origin"), ("Cache-Control", "no-store"),
  ]

  private static let reasons: [Int: String] = [
    200: "OK", 303: "See Other", 400: "Bad Request", 403: "Forbidden", 404: "Not Found",
    405: "Method Not Allowed", 408: "Request Timeout", 409: "Conflict", 411: "Length Required",
    413: "Content Too Large", 414: "URI Too Long", 422: "Unprocessable Content",
    431: "Request Header Fields Too Large", 500: "Internal Server Error",
    503: "Service Unavailable", 505: "HTTP Version Not Supported",
  ]
}
