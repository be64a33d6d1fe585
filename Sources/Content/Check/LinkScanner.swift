import Diagnostics

/// Finds what has the form of an inline link or image in a Markdown body, `[text](destination)`, except in code.
///
/// libcmark gives no places of destinations, and knows nothing of those that stay text.
package struct LinkScanner {
  /// A link or an image.
  package struct Link {
    /// What stands in the parentheses, with a title if there is one.
    package let destination: Range<Int>
    package let isImage: Bool
  }

  private let bytes: [UInt8]

  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// The links and images, in order of their destinations.
  /// - Complexity: O(*n*) in the body.
  package func links(in body: Range<Int>) -> [Link] {
    guard holdsLink(body) else { return [] }
    var found: [Link] = []
    var isFenced = false
    for line in LineTable(of: body, in: bytes).ranges {
      if isFence(line) {
        isFenced.toggle()
      } else if !isFenced {
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

  private func find(in line: Range<Int>, _ found: inout [Link]) {
    var isCode = false
    var isEscaped = false
    // The brackets that are open, each with whether it begins an image.
    var open: [Bool] = []
    for index in line {
      let byte = bytes[index]
      defer { isEscaped = byte == UInt8(ascii: "\\") && !isEscaped }
      guard !isEscaped else { continue }
      if byte == UInt8(ascii: "`") { isCode.toggle() }
      guard !isCode else { continue }
      if byte == UInt8(ascii: "[") {
        open.append(index > line.lowerBound && bytes[index - 1] == UInt8(ascii: "!"))
      } else if byte == UInt8(ascii: "]"), let isImage = open.popLast(), index + 1 < line.upperBound,
        bytes[index + 1] == UInt8(ascii: "(")
      {
        let rest = bytes[(index + 2)..<line.upperBound].prefix(Self.longestDestination)
        guard let end = rest.firstIndex(of: UInt8(ascii: ")")) else { continue }
        found.append(Link(destination: index + 2..<end, isImage: isImage))
      }
    }
  }

  // MARK: Text

  /// The links and images that stay text because the name of a file has a space outside angle brackets.
  func linksAsText(in body: Range<Int>) -> [Link] {
    guard holdsSpacedDestination(body) else { return [] }
    return links(in: body).map {
      Link(destination: withoutTitle($0.destination), isImage: $0.isImage)
    }.filter { link in
      let text = bytes[link.destination]
      guard let first = text.first, first != UInt8(ascii: "<"), first > 0x20,
        let blank = text.firstIndex(of: 0x20), let next = text[blank...].first(where: { $0 != 0x20 })
      else { return false }
      let hasTitle = [UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "(")].contains(next)
      return !hasTitle && !text.contains(UInt8(ascii: "<")) && (link.isImage || namesFile(text))
    }
  }

  /// A destination without the title in quotes after it: `photo 1.jpg "Front"`.
  private func withoutTitle(_ destination: Range<Int>) -> Range<Int> {
    let text = bytes[destination]
    guard let quote = text.last, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'"),
      let start = text.dropLast().lastIndex(of: quote), text[..<start].last == 0x20
    else { return destination }
    let end = text[..<start].lastIndex { $0 != 0x20 } ?? start
    return destination.lowerBound..<end + 1
  }

  /// Whether a space comes between `](` and the next `)`; few bodies have such a link, and most have none.
  private func holdsSpacedDestination(_ body: Range<Int>) -> Bool {
    bytes.withUnsafeBufferPointer { bytes in
      var isDestination = false
      for index in body {
        let byte = bytes[index]
        if byte == UInt8(ascii: "("), index > body.lowerBound, bytes[index - 1] == UInt8(ascii: "]") {
          isDestination = true
        } else if byte == UInt8(ascii: ")") {
          isDestination = false
        } else if isDestination, byte == 0x20 {
          return true
        }
      }
      return false
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
