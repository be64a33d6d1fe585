import Diagnostics

/// Finds Markdown images and links to files that stay text because their destination has a space outside angle brackets.
struct LinkScanner {
  /// A destination that has a space.
  struct Destination {
    let bytes: Range<Int>
    let isImage: Bool
  }

  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// The destinations of such images and links, except in code.
  /// - Complexity: O(*n*) in the body.
  func destinations(in body: Range<Int>) -> [Destination] {
    guard holdsLink(body) else { return [] }
    var found: [Destination] = []
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

  /// Whether the body contains `](`; few do.
  private func holdsLink(_ body: Range<Int>) -> Bool {
    bytes.withUnsafeBufferPointer { bytes in
      // Without an early exit, so that the compiler can vectorize it.
      let marks = bytes[body].reduce(UInt8(0)) { $0 | ($1 == UInt8(ascii: "]") ? 1 : 0) }
      return marks != 0
        && body.dropLast().contains {
          bytes[$0] == UInt8(ascii: "]") && bytes[$0 + 1] == UInt8(ascii: "(")
        }
    }
  }

  private func isFence(_ line: Range<Int>) -> Bool {
    let text = bytes[line].drop { $0 == 0x20 }
    return text.starts(with: "```".utf8) || text.starts(with: "~~~".utf8)
  }

  /// The maximum number of bytes of a destination: more than any file's name has.
  private static let longestDestination = 1024

  private func find(in line: Range<Int>, _ found: inout [Destination]) {
    var isCode = false
    // The end of the text in brackets, found once for all that begin before it.
    var close = line.lowerBound
    for index in line {
      if bytes[index] == UInt8(ascii: "`") { isCode.toggle() }
      let previous = index > line.lowerBound ? bytes[index - 1] : 0x20
      guard !isCode, bytes[index] == UInt8(ascii: "["), previous != UInt8(ascii: "\\") else { continue }
      if close <= index {
        let rest = bytes[(index + 1)..<line.upperBound]
        guard let next = rest.firstIndex(of: UInt8(ascii: "]")) else { return }
        close = next
      }
      // Of brackets inside brackets the inner ones are the link's.
      guard close + 2 < line.upperBound, bytes[close + 1] == UInt8(ascii: "("),
        !bytes[(index + 1)..<close].contains(UInt8(ascii: "["))
      else { continue }
      let rest = bytes[(close + 2)..<line.upperBound].prefix(Self.longestDestination)
      guard let end = rest.firstIndex(of: UInt8(ascii: ")")) else { continue }
      let text = rest[..<end]
      guard let first = text.first, first != UInt8(ascii: "<"), first > 0x20,
        let blank = text.firstIndex(of: 0x20), let next = text[blank...].first(where: { $0 != 0x20 }),
        ![UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "(")].contains(next),
        !text.contains(UInt8(ascii: "<"))
      else { continue }
      let isImage = previous == UInt8(ascii: "!")
      if isImage || namesFile(text) { found.append(Destination(bytes: (close + 2)..<end, isImage: isImage)) }
    }
  }

  /// Whether a text ends like the name of a file, as opposed to a remark: `price list.pdf`.
  private func namesFile(_ text: ArraySlice<UInt8>) -> Bool {
    guard let point = text.lastIndex(of: UInt8(ascii: ".")) else { return false }
    let ending = text[(point + 1)...]
    return (1...5).contains(ending.count)
      && ending.allSatisfy { $0.isASCIIDigit || ($0 | 0x20) &- UInt8(ascii: "a") < 26 }
  }
}
