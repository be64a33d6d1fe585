import Dispatch
import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A bare connection to a server of this machine: what is sent is what a test says, byte for byte.
final class Wire: Sendable {
  private let descriptor: Int32

  /// Connects to 127.0.0.1.
  init(port: UInt16) throws {
    #if canImport(Glibc)
      descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
      descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #endif
    guard descriptor >= 0 else { throw Failure(reason: "no descriptor left") }
    signal(SIGPIPE, SIG_IGN)
    var limit = timeval(tv_sec: 120, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard result == 0 else {
      close(descriptor)
      throw Failure(reason: "nobody listens at \(port)")
    }
  }

  deinit { close(descriptor) }

  struct Failure: Error {
    let reason: String
  }

  /// Sends a text; a side that has gone is no failure.
  func send(_ text: String) {
    let bytes = Array(text.utf8)
    var sent = 0
    while sent < bytes.count {
      let count = bytes.withUnsafeBytes {
        write(descriptor, $0.baseAddress.map { $0 + sent }, bytes.count - sent)
      }
      guard count > 0 else { return }
      sent += count
    }
  }

  /// What comes until a text is in it, the other side ends the connection, or two minutes pass without a byte.
  ///
  /// It waits beside the tasks' threads, which a server in the same process needs.
  func read(until end: String? = nil) async -> String {
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async { continuation.resume(returning: self.receive(until: end)) }
    }
  }

  private func receive(until end: String?) -> String {
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      let count = recv(descriptor, &part, part.count, 0)
      // A process that was stopped and goes on is told so here.
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      bytes += part[..<count]
      if let end, String(decoding: bytes, as: UTF8.self).contains(end) { break }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// An answer as it came.
struct Answer {
  let status: Int
  let headers: [String: String]
  let body: String

  /// Reads the answer to one request on a connection of its own.
  init(_ text: String) {
    let parts = text.components(separatedBy: "\r\n\r\n")
    let lines = parts[0].components(separatedBy: "\r\n")
    let words = lines[0].split(separator: " ")
    status = words.count > 1 ? Int(words[1]) ?? 0 : 0
    headers = Dictionary(
      lines.dropFirst().compactMap { line in
        line.range(of: ": ").map { (line[..<$0.lowerBound].lowercased(), String(line[$0.upperBound...])) }
      }, uniquingKeysWith: { $0 + ", " + $1 })
    body = parts.dropFirst().joined(separator: "\r\n\r\n")
  }
}

/// Asks a server for something.
/// - Parameter headers: further lines of the head, each ended.
func ask(
  _ port: UInt16, _ target: String, method: String = "GET", host: String? = nil, headers: String = "",
  body: String? = nil
) async throws -> Answer {
  let wire = try Wire(port: port)
  let length = body.map { "Content-Length: \($0.utf8.count)\r\n" } ?? ""
  wire.send(
    "\(method) \(target) HTTP/1.1\r\nHost: \(host ?? "localhost:\(port)")\r\nConnection: close\r\n\(headers)\(length)\r\n\(body ?? "")"
  )
  return Answer(await wire.read())
}
