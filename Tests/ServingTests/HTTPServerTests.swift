import FileSystem
import Foundation
import Serving
import Testing

/// What comes over the wire that no browser sends. The server is a process of its own: one that shares its threads with
/// other tests would answer when they let it.
struct HTTPServerTests {
  /// The bytes of a request, `HOST` in them being the server's.
  private func send(_ site: ServedSite, _ text: String) async throws -> String {
    let wire = try Wire(port: site.port)
    wire.send(text.replacing("HOST", with: "localhost:\(site.port)"))
    return await wire.read()
  }

  @Test func oddRequestsAreRefusedAndTheNextIsAnswered() async throws {
    let cases: [(String, Int)] = [
      ("GARBAGE\r\n\r\n", 400), ("\r\n\r\n", 400), ("GET / HTTP/2.0\r\nHost: HOST\r\n\r\n", 505),
      ("GET http://x/ HTTP/1.1\r\nHost: HOST\r\n\r\n", 400), ("GET / HTTP/1.1\r\n\r\n", 400),
      ("GET / HTTP/1.1\r\nHost: HOST\r\nHost: HOST\r\n\r\n", 400),
      ("GET / HTTP/1.1\r\nHost : HOST\r\n\r\n", 400),
      ("GET / HTTP/1.1\r\nHost: HOST\r\n folded: y\r\n\r\n", 400),
      ("GET /%zz HTTP/1.1\r\nHost: HOST\r\n\r\n", 400), ("GET /a%00b HTTP/1.1\r\nHost: HOST\r\n\r\n", 400),
      ("GET /%ff HTTP/1.1\r\nHost: HOST\r\n\r\n", 400), ("PUT / HTTP/1.1\r\nHost: HOST\r\n\r\n", 405),
      ("POST / HTTP/1.1\r\nHost: HOST\r\n\r\n", 411),
      ("POST / HTTP/1.1\r\nHost: HOST\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 411),
      (
        "POST / HTTP/1.1\r\nHost: HOST\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        411
      ),
      ("POST / HTTP/1.1\r\nHost: HOST\r\nContent-Length: -1\r\n\r\n", 400),
      ("POST / HTTP/1.1\r\nHost: HOST\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab", 400),
      ("POST / HTTP/1.1\r\nHost: HOST\r\nContent-Length: 99999999999999999999\r\n\r\n", 413),
      (
        "POST / HTTP/1.1\r\nHost: HOST\r\nContent-Length: 40000000\r\n\r\n"
          + String(repeating: "a", count: 9_000_000),
        413
      ),
      ("GET /" + String(repeating: "a", count: 9_000) + " HTTP/1.1\r\nHost: HOST\r\n\r\n", 414),
      ("GET / HTTP/1.1\r\nHost: HOST\r\nCookie: " + String(repeating: "a", count: 20_000) + "\r\n\r\n", 431),
      ("GET / HTTP/1.1\r\n" + String(repeating: "A: b\r\n", count: 5_000), 431),
    ]
    let site = try await ServedSite()
    for (text, status) in cases {
      let answer = Answer(try await send(site, text))
      #expect(answer.status == status, "\(text.prefix(60))")
    }
    let next = try await site.ask("/a%20b/%C3%BC")
    #expect(next.status == 404 && next.body.contains("<code>a b/ü</code>"))
    #expect(next.body.contains("<a href=\"/orders/index.html\">Orders</a>"))
  }

  @Test func requestsFollowEachOtherOnAConnectionInAnyPieces() async throws {
    let site = try await ServedSite()
    let text = """
      POST /about.html HTTP/1.1\r
      Host: HOST\r
      Content-Length: 3\r
      \r
      abcGET /about.html HTTP/1.1
      Host: HOST

      HEAD /index.html HTTP/1.1\r
      Host: HOST\r
      Connection: close\r
      \r

      """.replacing("HOST", with: "localhost:\(site.port)")
    let wire = try Wire(port: site.port)
    for character in text.unicodeScalars { wire.send(String(character)) }
    let answer = await wire.read()
    #expect(answer.contains("HTTP/1.1 405 ") && answer.contains("Since 1995."))
    #expect(answer.components(separatedBy: "HTTP/1.1 200 OK").count == 3)
  }

  @Test func slowRequestsEnd() async throws {
    let site = try await ServedSite()
    let slow = try Wire(port: site.port)
    slow.send("GET / HTTP/1.1\r\nHost: localhost\r\nX: ")
    let body = try Wire(port: site.port)
    body.send("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\nab")
    #expect(try await site.ask("/").status == 200)
    #expect(Answer(await slow.read()).status == 408)
    #expect(Answer(await body.read()).status == 408)
  }

  @Test func aThousandConnectionsAtOnceAreAnswered() async throws {
    let site = try await ServedSite()
    #expect(DescriptorLimit.raised() > 1_100)
    let wires = try (0..<1_000).map { _ in try Wire(port: site.port) }
    // Whole requests: one that is sent in parts would be refused as slow on a machine that is busy for long enough.
    for wire in wires {
      wire.send("GET /about.html HTTP/1.1\r\nHost: localhost:\(site.port)\r\nConnection: close\r\n\r\n")
    }
    #expect(try await site.ask("/").status == 200)
    var answered = 0
    for wire in wires {
      let answer = Answer(await wire.read())
      if answer.status == 200, answer.body.contains("Since 1995.") { answered += 1 }
    }
    #expect(answered == 1_000)
  }

  @Test func aPortThatIsTakenLeadsToTheNextOne() throws {
    let first = try Listener(port: 0)
    let second = try Listener(port: first.port)
    #expect(second.port > first.port)
    #expect(throws: (any Error).self) { try Listener(port: first.port, attempts: 1) }
    first.close()
    second.close()
  }
}
