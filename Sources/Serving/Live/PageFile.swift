import Diagnostics
import Site

/// A page as the browser gets it: what a build would write, plus one line.
struct PageFile {
  /// The page with the line.
  let bytes: [UInt8]
  /// A number that identifies the page's bytes, in hexadecimal.
  let digest: String

  /// Adds the line, before the end of the body if the page marks it. The script runs there, before those
  /// that the theme has deferred, to see the page as it was sent.
  /// - Parameters:
  ///   - page: what a build would write.
  ///   - attributes: what the line passes to the script besides the digest.
  init(_ page: [UInt8], attributes: HTML = "") {
    digest = Self.digest(of: page)
    let line: HTML = #"<script src="/-/live.js" data-mark="\#(digest)"\#(attributes)></script>"#
    let end = Array("</body>".utf8)
    var place = page.count
    if page.count >= end.count {
      for start in stride(from: page.count - end.count, through: max(0, page.count - 512), by: -1)
      where page[start] == end[0] && page[start...].starts(with: end) {
        place = start
        break
      }
    }
    bytes = page[..<place] + Array((line.text + "\n").utf8) + page[place...]
  }

  /// A number that identifies bytes (FNV-1a over words of eight bytes).
  static func digest(of bytes: [UInt8]) -> String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    bytes.withUnsafeBytes { buffer in
      var offset = 0
      while offset + 8 <= buffer.count {
        hash = (hash ^ buffer.loadUnaligned(fromByteOffset: offset, as: UInt64.self)) &* 0x100_0000_01B3
        hash ^= hash >> 29
        offset += 8
      }
      while offset < buffer.count {
        hash = (hash ^ UInt64(buffer[offset])) &* 0x100_0000_01B3
        offset += 1
      }
    }
    return String(hash, radix: 16)
  }
}
