import Diagnostics

/// Query blocks: code blocks that are replaced by the results of fetch requests.
extension MarkdownRenderer {
  /// Whether the info string of a fence declares a query block.
  static func isQuery(_ info: UnsafePointer<UInt8>, anyCase: Bool = false) -> Bool {
    var next = info
    for byte in "query".utf8 {
      if next.pointee | (anyCase ? 0x20 : 0) != byte { return false }
      next += 1
    }
    return next.pointee <= 0x20
  }

  /// Whether a code block is a fetch request with a misspelled `query`.
  static func isNearlyQuery(
    _ info: UnsafePointer<UInt8>, _ literal: UnsafePointer<UInt8>?
  ) -> Bool {
    let words = String(cString: info).split(whereSeparator: \.isWhitespace)
    let isNear = words.contains {
      $0.lowercased().hasPrefix("quer") || nearestName(to: String($0), among: ["query"]) != nil
    }
    guard isNear, let literal else { return false }
    return String(cString: literal).split(whereSeparator: \.isNewline).contains { $0.hasPrefix("from:") }
  }

  /// Reports a query block that stays code: in a list or a quotation, or with a misspelled `query`.
  mutating func reportMisplacedQuery(_ node: MarkdownNode, isAtTopLevel: Bool) {
    let line = lines[node.lines.lowerBound].trimmingBlanks(in: file.bytes)
    let fence = file.bytes[line].firstIndex { $0 == UInt8(ascii: "`") || $0 == UInt8(ascii: "~") }
    diagnostics.append(
      Diagnostic(
        .misplacedQuery, at: file[(fence ?? line.lowerBound)..<line.upperBound],
        isAtTopLevel
          ? "a query block is marked with the word 'query', in small letters"
          : "a query block stands by itself; within a list or a quotation it is not replaced by its result"))
  }

  /// Reports a query block that is part of the block above it: an unclosed code block, raw HTML without an
  /// empty line after it, or an indentation that makes it code.
  /// - Returns: whether there is one.
  @discardableResult mutating func reportSwallowedQuery(_ node: MarkdownNode) -> Bool {
    guard node.parent?.kind == .document else { return false }
    let first = node.lines.lowerBound
    let opening = lines[first].trimmingBlanks(in: file.bytes)
    let isIndented =
      opening.lowerBound - lines[first].lowerBound > 3 || file.bytes[lines[first]].first == 0x09
    let outer = node.kind == .codeBlock && !isIndented ? file.bytes[opening] : nil
    let start = outer == nil ? first : first + 1
    guard start <= node.lines.upperBound else { return false }
    for index in start...node.lines.upperBound {
      let line = lines[index].trimmingBlanks(in: file.bytes)
      guard let mark = file.bytes[line].first, mark == UInt8(ascii: "`") || mark == UInt8(ascii: "~") else {
        continue
      }
      let fence = file.bytes[line].prefix { $0 == mark }
      // Inside a longer fence, or one with the other mark, it is meant to be shown, if that one is closed.
      let isShown =
        outer.map { outer in
          (outer.first != mark || outer.prefix { $0 == mark }.count > fence.count)
            && closes(lines[node.lines.upperBound], fence: lines[first])
        } ?? false
      guard fence.count >= 3, !isShown else { continue }
      let word = file.bytes[line].dropFirst(fence.count).drop { $0 == 0x20 }.prefix { $0 > 0x20 }
      guard word.elementsEqual("query".utf8) else { continue }
      let why =
        if file.bytes[opening].starts(with: "<!--".utf8) {
          "the comment above is not closed with '-->' and swallows this query block"
        } else if node.kind == .htmlBlock {
          "the raw HTML above swallows this query block; put an empty line between them"
        } else if outer != nil {
          "the block of code that begins in line \(lineNumber(of: first)) is not closed and swallows this "
            + "query block"
        } else {
          "indented like this the query block is code; remove the spaces before it"
        }
      diagnostics.append(Diagnostic(.misplacedQuery, at: file[line], why))
      return true
    }
    return false
  }

  private mutating func lineNumber(of line: Int) -> Int { file.location(of: lines[line].lowerBound).line }

  /// Records a query block to insert its result, or reports that it is not closed.
  mutating func query(_ node: MarkdownNode) {
    let fence = lines[node.lines.lowerBound]
    var last = node.lines.upperBound
    guard last > node.lines.lowerBound, closes(lines[last], fence: fence), !holdsFence(node) else {
      let line = fence.trimmingBlanks(in: file.bytes)
      diagnostics.append(
        Diagnostic(
          .misplacedQuery, at: file[line],
          "the query block is not closed; a line '\(fenceText(of: line))' is missing after its last key"))
      return
    }
    last -= 1
    let content =
      last > node.lines.lowerBound
      ? lines[node.lines.lowerBound + 1...last] : fence.upperBound..<fence.upperBound
    queries.append(QueryBlock(content: content, fence: fence, position: html.bytes.count))
  }

  /// Whether a fenced block contains the start of another one, so that its end is probably missing.
  private mutating func holdsFence(_ node: MarkdownNode) -> Bool {
    let marks = fenceText(of: lines[node.lines.lowerBound].trimmingBlanks(in: file.bytes))
    return (node.lines.lowerBound + 1..<node.lines.upperBound).contains { index in
      file.text(lines[index].trimmingBlanks(in: file.bytes)).hasPrefix(marks)
    }
  }

  /// The marks at the beginning of a fence.
  private func fenceText(of line: Range<Int>) -> String {
    let mark = file.bytes[line].first
    return String(decoding: file.bytes[line].prefix { $0 == mark }, as: UTF8.self)
  }

  /// Whether a line is the closing fence of a block; an unclosed block ends with its container.
  private func closes(_ line: Range<Int>, fence: Range<Int>) -> Bool {
    let line = file.bytes[line.trimmingBlanks(in: file.bytes)]
    let fence = file.bytes[fence.trimmingBlanks(in: file.bytes)]
    guard let mark = fence.first else { return false }
    return line.count >= fence.prefix { $0 == mark }.count && line.allSatisfy { $0 == mark }
  }
}
