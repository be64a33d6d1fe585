/// Decides which requests are allowed: those from pages of this server, changes only with its token.
///
/// A foreign web page can make the browser send requests here. But it can neither hide its origin, nor, if
/// its own name resolves to this machine, the name in Host, and it cannot read the token. It cannot read a response
/// either, but it could measure how long one takes, and so what a predicate finds.
package struct Access: Sendable {
  /// The token that a change must carry.
  let token: String
  private let hosts: Set<String>
  private let origins: Set<String>

  /// Makes the rules for a server at a port.
  package init(port: UInt16, token: String = Access.newToken()) {
    self.token = token
    let names = ["127.0.0.1", "localhost", "[::1]"]
    var hosts = Set(names.map { "\($0):\(port)" })
    if port == 80 { hosts.formUnion(names) }
    self.hosts = hosts
    origins = Set(hosts.map { "http://" + $0 })
  }

  /// 128 random bits from the system.
  static func newToken() -> String {
    var generator = SystemRandomNumberGenerator()
    return (0..<2).map { _ in
      let digits = String(generator.next(), radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }

  /// The response that refuses a request; nil if it is allowed.
  func refusal(of request: Request) -> Response? {
    guard let host = request.headers["host"], hosts.contains(host.lowercased()) else {
      return .text(403, "the Host header does not name this server")
    }
    let isOfOrigin = request.headers["origin"].map { origins.contains($0.lowercased()) } ?? true
    guard isOfOrigin, isOfOwnPage(request) || opensPage(request) else {
      return .text(403, "asked for by a page of another origin")
    }
    return nil
  }

  /// Whether a request was not caused by a page of another origin, as far as the browser says (Fetch Metadata Request
  /// Headers, W3C). Other programs and old browsers say nothing.
  private func isOfOwnPage(_ request: Request) -> Bool {
    !["cross-site", "same-site"].contains(request.headers["sec-fetch-site"] ?? "")
  }

  /// Whether a request opens a page for the user to see, as a link in a mail does; one that asks a query is not among
  /// them.
  private func opensPage(_ request: Request) -> Bool {
    request.headers["sec-fetch-mode"] == "navigate" && request.headers["sec-fetch-dest"] == "document"
      && !(request.path == "-/query" && !request.query.all.isEmpty)
  }

  /// Whether a request may make changes: forms send the token as a field, scripts in `X-Docket-Token`.
  func mayChange(_ request: Request) -> Bool {
    guard let given = request.headers["x-docket-token"] ?? request.form["token"] else { return false }
    let (a, b) = (Array(given.utf8), Array(token.utf8))
    // All bytes are compared, so that the time reveals nothing.
    return a.count == b.count && zip(a, b).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
