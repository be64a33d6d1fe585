import FileSystem
import FlyingSocks

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A connection, whose requests are read and answered one after another until either side closes it.
struct Connection: Sendable {
  let socket: AsyncSocket
  let answer: @Sendable (Request) async -> Response

  /// Serves the connection and closes it.
  func run() async {
    defer { try? socket.close() }
    var buffer: [UInt8] = []
    do {
      while !Task.isCancelled {
        if buffer.isEmpty { buffer = try await firstBytes() }
        let (request, rest) = try await within(Limits.requestTime) { [buffer] in
          try await read(buffer)
        }
        buffer = rest
        let response = await answer(request)
        guard try await send(response, to: request) else { return }
      }
    } catch let refusal as Refusal {
      await refuse(refusal)
    } catch is Deadline {
      if !buffer.isEmpty { await refuse(Refusal(408, "the request took too long")) }
    } catch {
      // The other side has closed the connection, or the server stops.
    }
  }

  // MARK: Reading

  /// Waits for the first bytes of a request.
  private func firstBytes() async throws -> [UInt8] {
    do {
      return try await within(Limits.idleTime) { [socket] in try await socket.read(atMost: 4_096) }
    } catch is Deadline {
      // A busy machine, or one that has slept, comes to what is there only now.
      guard let bytes = try? socket.socket.read(atMost: 4_096) else { throw Deadline() }
      return bytes
    }
  }

  /// Reads a request.
  /// - Parameter start: bytes of it that were already read.
  /// - Returns: the request, and bytes already read of the next one.
  private func read(_ start: [UInt8]) async throws -> (Request, rest: [UInt8]) {
    var bytes = start
    var searched = 0
    var end: Int?
    while end == nil {
      end = Self.endOfHead(bytes, from: max(0, searched - 3))
      searched = bytes.count
      guard (end ?? bytes.count) <= Limits.head else { throw Refusal(431, "the header fields are too long") }
      if end == nil { bytes += try await socket.read(atMost: 4_096) }
    }
    let head = try RequestHead.parse(bytes[..<(end ?? 0)])
    var request = head.request
    bytes.removeFirst(end ?? 0)
    if bytes.count < head.length, request.headers["expect"]?.lowercased() == "100-continue" {
      try await socket.write(Data("HTTP/1.1 100 Continue\r\n\r\n".utf8))
    }
    while bytes.count < head.length { bytes += try await socket.read(atMost: 4_096) }
    request.body = Array(bytes[..<head.length])
    bytes.removeFirst(head.length)
    return (request, bytes)
  }

  /// The end of the empty line that ends a request head.
  private static func endOfHead(_ bytes: [UInt8], from start: Int) -> Int? {
    for index in start..<max(start, bytes.count) where bytes[index] == 0x0A {
      if index + 1 < bytes.count, bytes[index + 1] == 0x0A { return index + 2 }
      if index + 2 < bytes.count, bytes[index + 1] == 0x0D, bytes[index + 2] == 0x0A { return index + 3 }
    }
    return nil
  }

  // MARK: Writing

  /// Sends a response.
  /// - Returns: whether another request may follow.
  private func send(_ response: Response, to request: Request) async throws -> Bool {
    let isHead = request.method == .head
    switch response.body {
    case .bytes(let bytes):
      let head = response.head(length: bytes.count, keepsAlive: request.keepsAlive)
      try await write(isHead ? head : head + bytes)
      return request.keepsAlive
    case .file(let path):
      guard let file = try? OpenFile(path) else {
        try await write(Response.text(404, "not found").whole)
        return false
      }
      try await write(response.head(length: file.size, keepsAlive: request.keepsAlive))
      guard !isHead else { return request.keepsAlive }
      var sent = 0
      while sent < file.size {
        let part = file.read(min(file.size - sent, 256 << 10), at: sent)
        // A file that became shorter ends the connection, because its length has already been sent.
        guard !part.isEmpty else { return false }
        try await write(part)
        sent += part.count
      }
      return request.keepsAlive
    case .events(let events):
      try await write(response.head(length: nil, keepsAlive: false))
      guard !isHead else { return false }
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { for await event in events { try await write(event) } }
        // No further request is read here: only the end of the connection can arrive.
        group.addTask { while true { _ = try await socket.read(atMost: 4_096) } }
        defer { group.cancelAll() }
        try await group.next()
      }
      return false
    }
  }

  private func write(_ bytes: [UInt8]) async throws {
    try await within(Limits.responseTime) { [socket] in try await socket.write(Data(bytes)) }
  }

  /// Sends the reason for refusing a request. The rest of the request is read briefly; otherwise the client
  /// would never read the response.
  private func refuse(_ refusal: Refusal) async {
    try? await write(Response.text(refusal.status, refusal.reason).whole)
    LoopbackSocket.shutDownWriting(socket.socket.file.rawValue)
    _ = try? await within(.seconds(1)) { [socket] in
      for _ in 0..<1_024 { _ = try await socket.read(atMost: 4_096) }
    }
  }
}

extension Response {
  /// A response of bytes as it is sent at the end of a connection.
  fileprivate var whole: [UInt8] {
    guard case .bytes(let bytes) = body else { return head(length: nil, keepsAlive: false) }
    return head(length: bytes.count, keepsAlive: false) + bytes
  }
}
