import Diagnostics

/// Finds the source positions of link destinations and tags, which libcmark does not keep.
///
/// Used only to locate errors. It scans a block's source once, skipping escapes and code spans as CommonMark
/// does, and records possible destinations. libcmark parses each of them, so that entities and escapes
/// compare correctly. Of equal destinations, the first not yet requested is returned.
struct InlineLocator {
  private let bytes: [UInt8]
  private var destinations: [String: [Range<Int>]] = [:]
  /// The positions of each `<` outside code, in reverse order.
  private var brackets: [Int] = []

  /// Scans the source of a paragraph, heading or cell.
  /// - Complexity: O(*n*) in the bytes, times the number of unclosed runs of backticks of different lengths.
  init(_ block: Range<Int>, in bytes: [UInt8]) {
    self.bytes = bytes
    var unclosedTicks: Set<Int> = []
    var index = block.lowerBound
    while index < block.upperBound {
      switch bytes[index] {
      case UInt8(ascii: "\\"): index += 2
      case UInt8(ascii: "`"):
        let run = Self.ticks(at: index, before: block.upperBound, in: bytes)
        index += run
        if unclosedTicks.contains(run) { continue }
        if let close = Self.closingTicks(run, in: index..<block.upperBound, of: bytes) {
          index = close + run
        } else {
          unclosedTicks.insert(run)
        }
      case UInt8(ascii: "<"):
        brackets.append(index)
        if let range = Self.autolink(at: index, before: block.upperBound, in: bytes) {
          note(range, as: bytes[index...range.upperBound])
          index = range.upperBound
        }
        index += 1
      case UInt8(ascii: "]"):
        index += 1
        if index < block.upperBound, bytes[index] == UInt8(ascii: "("),
          let range = Self.destination(after: index + 1, before: block.upperBound, in: bytes)
        {
          note(range, as: "[](<".utf8 + bytes[range] + ">)".utf8)
          index = range.upperBound
        }
      default: index += 1
      }
    }
    brackets.reverse()
    for key in destinations.keys { destinations[key]?.reverse() }
  }

  /// The position of a destination in the block; nil if it is not written there.
  mutating func destination(_ url: String) -> Range<Int>? {
    destinations[url]?.popLast()
  }

  /// The position of raw HTML in the block, up to the end of its first line. Must be requested in order.
  mutating func html(_ literal: String) -> Range<Int>? {
    let line = literal.utf8.prefix { $0 != 0x0A && $0 != 0x0D }
    while let start = brackets.popLast() {
      if bytes[start...].starts(with: line) { return start..<start + line.count }
    }
    return nil
  }

  /// The first position of each destination in the link reference definitions of a body.
  ///
  /// A line counts as a definition if it looks like one after list and quote marks.
  /// - Complexity: O(*n*) in the bytes.
  static func definitions(in body: Range<Int>, of bytes: [UInt8]) -> [String: Range<Int>] {
    var locator = InlineLocator(body.lowerBound..<body.lowerBound, in: bytes)
    let marks = Array(" \t>-+*0123456789.)".utf8)
    for line in LineTable(of: body, in: bytes).ranges {
      guard let open = bytes[line].firstIndex(where: { !marks.contains($0) }),
        bytes[open] == UInt8(ascii: "[")
      else { continue }
      // A label is at most 999 characters, so 4000 bytes, and may span lines.
      var close = open + 1
      let limit = min(body.upperBound, open + 4000)
      while close < limit, bytes[close] != UInt8(ascii: "]"), bytes[close] != UInt8(ascii: "[") {
        close += bytes[close] == UInt8(ascii: "\\") ? 2 : 1
      }
      guard close + 1 < limit, bytes[close] == UInt8(ascii: "]"), bytes[close + 1] == UInt8(ascii: ":"),
        let range = destination(after: close + 2, before: body.upperBound, in: bytes)
      else { continue }
      locator.note(range, as: "[](<".utf8 + bytes[range] + ">)".utf8)
    }
    return locator.destinations.compactMapValues(\.first)
  }

  /// Records a candidate under the destination that libcmark parses from its source.
  private mutating func note(_ range: Range<Int>, as source: some Collection<UInt8>) {
    let source = Array(source)
    MarkdownTree(parsing: source, in: 0..<source.count).walk { event, node in
      guard event == .enter, node.kind == .link, let url = node.destination else { return }
      destinations[String(cString: url), default: []].append(range)
    }
  }

  private static func ticks(at start: Int, before end: Int, in bytes: [UInt8]) -> Int {
    bytes[start..<end].prefix { $0 == UInt8(ascii: "`") }.count
  }

  private static func closingTicks(_ count: Int, in range: Range<Int>, of bytes: [UInt8]) -> Int? {
    var index = range.lowerBound
    while index < range.upperBound {
      let run = ticks(at: index, before: range.upperBound, in: bytes)
      if run == count { return index }
      index += max(run, 1)
    }
    return nil
  }

  /// The content of `<scheme:…>`.
  private static func autolink(at start: Int, before end: Int, in bytes: [UInt8]) -> Range<Int>? {
    var index = start + 1
    while index < end, bytes[index] > 0x20, bytes[index] != UInt8(ascii: "<") {
      if bytes[index] == UInt8(ascii: ">") {
        return bytes[start..<index].contains(UInt8(ascii: ":")) ? start + 1..<index : nil
      }
      index += 1
    }
    return nil
  }

  /// A destination after `](` or `]:`, without angle brackets. As in CommonMark, 32 parentheses may nest.
  private static func destination(after start: Int, before end: Int, in bytes: [UInt8]) -> Range<Int>? {
    var index = start
    // After a line ending, quote marks may precede the destination.
    while index < end, bytes[index] <= 0x20 || bytes[index] == UInt8(ascii: ">") { index += 1 }
    guard index < end else { return nil }
    if bytes[index] == UInt8(ascii: "<") {
      let first = index + 1
      index = first
      while index < end, bytes[index] != 0x0A, bytes[index] != UInt8(ascii: "<") {
        if bytes[index] == UInt8(ascii: ">") { return first..<index }
        index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
      }
      return nil
    }
    let first = index
    var depth = 0
    while index < end, bytes[index] > 0x20, depth <= 32 {
      switch bytes[index] {
      case UInt8(ascii: "\\") where index + 1 < end && bytes[index + 1] > 0x20: index += 1
      case UInt8(ascii: "("): depth += 1
      case UInt8(ascii: ")"):
        if depth == 0 { return first..<index }
        depth -= 1
      default: break
      }
      index += 1
    }
    return depth == 0 ? first..<min(index, end) : nil
  }
}
