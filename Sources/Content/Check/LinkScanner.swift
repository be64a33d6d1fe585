import Diagnostics

/// Finds Markdown images that stay text because their destination has a space outside angle brackets.
struct ImageScanner {
  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// The destinations of such images, except in code.
  /// - Complexity: O(*n*) in the body.
  func images(in body: Range<Int>) -> [Range<Int>] {
    guard holdsImage(body) else { return [] }
    var found: [Range<Int>] = []
    var isCode = false
    for line in LineTable(of: body, in: bytes).ranges {
      if isFence(line) {
        isCode.toggle()
      } else if !isCode {
        find(in: line, &found)
      }
    }
    return found
  }

  /// Whether the body contains `![`; few do.
  private func holdsImage(_ body: Range<Int>) -> Bool {
    bytes.withUnsafeBufferPointer { bytes in
      // Without an early exit, so that the compiler can vectorize it.
      let marks = bytes[body].reduce(UInt8(0)) { $0 | ($1 == UInt8(ascii: "!") ? 1 : 0) }
      return marks != 0
        && body.dropLast().contains {
          bytes[$0] == UInt8(ascii: "!") && bytes[$0 + 1] == UInt8(ascii: "[")
        }
    }
  }

  private func isFence(_ line: Range<Int>) -> Bool {
    let text = bytes[line].drop { $0 == 0x20 }
    return text.starts(with: "```".utf8) || text.starts(with: "~~~".utf8)
  }

  /// The maximum number of bytes of a destination: more than any file's name has.
  private static let longestDestination = 1024

  private func find(in line: Range<Int>, _ found: inout [Range<Int>]) {
    var index = line.lowerBound
    var isCode = false
    // The end of the text in brackets, found once for all images that begin before it.
    var close = line.lowerBound
    while index + 1 < line.upperBound {
      defer { index += 1 }
      if bytes[index] == UInt8(ascii: "`") { isCode.toggle() }
      guard !isCode, bytes[index] == UInt8(ascii: "!"), bytes[index + 1] == UInt8(ascii: "[") else {
        continue
      }
      if close <= index + 1 {
        guard let next = bytes[index + 2..<line.upperBound].firstIndex(of: UInt8(ascii: "]")) else { return }
        close = next
      }
      guard close + 2 < line.upperBound, bytes[close + 1] == UInt8(ascii: "(") else { continue }
      let rest = bytes[close + 2..<line.upperBound].prefix(Self.longestDestination)
      guard let end = rest.firstIndex(of: UInt8(ascii: ")")) else { continue }
      let text = rest[..<end]
      guard let first = text.first, first != UInt8(ascii: "<"), first > 0x20,
        let blank = text.firstIndex(of: 0x20), let next = text[blank...].first(where: { $0 != 0x20 }),
        ![UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "(")].contains(next),
        !text.contains(UInt8(ascii: "<"))
      else { continue }
      found.append(close + 2..<end)
    }
  }
}
