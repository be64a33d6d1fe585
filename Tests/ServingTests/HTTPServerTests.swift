import Foundation
import Serving
import TestSupport
import Testing

/// What comes over the wire that no browser sends.
struct HTTPServerTests {
  /// Runs a server that answers each request with its path while something is asked of it.
  private func serve(_ limits: Limits = Limits(), _ use: @escaping @Sendable (UInt16) async throws -> Void)
    async throws
  {
    let listener = try Listener(port: 0)
    let server = HTTPServer(listener, limits: limits) { request in
      .text(200, "\(request.method.rawValue) \(request.path) \(request.body.count)")
    }
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await server.run() }
      group.addTask { try await use(listener.port) }
      try await group.next()
      group.cancelAll()
      do { try await group.waitForAll() } catch is CancellationError {}
    }
  }

  @Test func oddRequestsAreRefusedAndTheNextIsAnswered() async throws {
    let cases: [(String, Int)] = [
      ("GARBAGE\r\n\r\n", 400), ("\r\n\r\n", 400), ("GET / HTTP/2.0\r\nHost: x\r\n\r\n", 505),
      ("GET http://x/ HTTP/1.1\r\nHost: x\r\n\r\n", 400), ("GET / HTTP/1.1\r\n\r\n", 400),
      ("GET / HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n", 400), ("GET / HTTP/1.1\r\nHost : x\r\n\r\n", 400),
      ("GET / HTTP/1.1\r\nHost: x\r\n folded: y\r\n\r\n", 400), ("GET /%zz HTTP/1.1\r\nHost: x\r\n\r\n", 400),
      ("GET /a%00b HTTP/1.1\r\nHost: x\r\n\r\n", 400), ("GET /%ff HTTP/1.1\r\nHost: x\r\n\r\n", 400),
      ("PUT / HTTP/1.1\r\nHost: x\r\n\r\n", 405), ("POST / HTTP/1.1\r\nHost: x\r\n\r\n", 411),
      ("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 411),
      ("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n", 400),
      ("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab", 400),
      ("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999999999999\r\n\r\n", 413),
      (
        "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9000000\r\n\r\n"
          + String(repeating: "a", count: 9_000_000), 413
      ),
      ("GET /" + String(repeating: "a", count: 9_000) + " HTTP/1.1\r\nHost: x\r\n\r\n", 414),
      ("GET / HTTP/1.1\r\nHost: x\r\nCookie: " + String(repeating: "a", count: 20_000) + "\r\n\r\n", 431),
      ("GET / HTTP/1.1\r\n" + String(repeating: "A: b\r\n", count: 5_000), 431),
    ]
    try await serve { port in
      for (text, status) in cases {
        let wire = try Wire(port: port)
        wire.send(text)
        #expect(Answer(await wire.read()).status == status, "\(text.prefix(60))")
      }
      #expect(try await ask(port, "/a%20b/%C3%BC").body == "GET a b/ü 0\n")
    }
  }

  @Test func requestsFollowEachOtherOnAConnectionInAnyPieces() async throws {
    try await serve { port in
      let wire = try Wire(port: port)
      let text =
        "POST /one HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabcGET /two HTTP/1.1\nHost: x\n\nHEAD /three HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
      for character in text.unicodeScalars { wire.send(String(character)) }
      let answer = await wire.read()
      #expect(answer.contains("POST one 3\n") && answer.contains("GET two 0\n"))
      #expect(answer.components(separatedBy: "HTTP/1.1 200 OK").count == 4)
    }
  }

  @Test func slowRequestsEnd() async throws {
    var limits = Limits()
    limits.requestTime = .milliseconds(300)
    limits.idleTime = .milliseconds(300)
    try await serve(limits) { port in
      let slow = try Wire(port: port)
      slow.send("GET / HTTP/1.1\r\nHost: x\r\nX: ")
      #expect(Answer(await slow.read()).status == 408)
      let body = try Wire(port: port)
      body.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nab")
      #expect(Answer(await body.read()).status == 408)
      #expect(try await Wire(port: port).read() == "")
      #expect(try await ask(port, "/").status == 200)
    }
  }

  @Test func aThousandConnectionsAtOnceAreAnswered() async throws {
    try await serve { port in
      let wires = try (0..<1_000).map { _ in try Wire(port: port) }
      for wire in wires { wire.send("GET /a HTTP/1.1\r\nHost: x\r\n") }
      #expect(try await ask(port, "/b").status == 200)
      for wire in wires { wire.send("Connection: close\r\n\r\n") }
      var answered = 0
      for wire in wires where Answer(await wire.read()).body == "GET a 0\n" { answered += 1 }
      #expect(answered == 1_000)
    }
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
