import Diagnostics

/// An assignment `KEY=VALUE` as it was typed.
package struct Assignment: Sendable {
  package let key: SourceText
  /// The value; empty clears the key.
  package let value: SourceText
  /// The byte that separates the items of a list.
  private let separator: UInt8
  /// Whether the value is written as in Content, whatever form typed days and numbers have.
  let isAsInContent: Bool

  /// Makes an assignment.
  /// - Parameters:
  ///   - key: the key.
  ///   - value: the value; empty clears the key.
  ///   - separator: the byte that separates the items of a list.
  ///   - isAsInContent: whether the value is written as in Content.
  init(
    key: SourceText, value: SourceText, separator: UInt8 = UInt8(ascii: ","), isAsInContent: Bool = false
  ) {
    self.key = key
    self.value = value
    self.separator = separator
    self.isAsInContent = isAsInContent
  }

  /// The items of the value as a list, without their quotes. A separator inside quotes is part of the item. The list may
  /// be in brackets, as in files: `[a, b]`.
  package var items: [SourceText] {
    let value = value.trimmed
    let isInBrackets = value.text.hasPrefix("[") && value.text.hasSuffix("]") && value.text != "["
    return (isInBrackets ? value[1..<value.text.utf8.count - 1] : value).items(separator: separator)
  }

  /// Reads `KEY=VALUE`; nil if there is no `=`.
  package init?(_ source: SourceText) {
    let bytes = Array(source.text.utf8)
    guard let mark = bytes.firstIndex(of: UInt8(ascii: "=")) else { return nil }
    self.init(key: source[0..<mark].trimmed, value: source[mark + 1..<bytes.count].trimmed)
  }

  /// Reads `KEY=VALUE, KEY=VALUE`. A comma with no key after it belongs to the value: `price=38,00`. Quotes
  /// around a whole value are removed: `text="a, b=c"`.
  /// - Returns: the assignments, or the error at the part that is not one.
  package static func list(_ source: SourceText) -> Result<[Assignment], Diagnostic> {
    let bytes = Array(source.text.utf8)
    let comma = UInt8(ascii: ",")
    var starts = [0]
    var isInValue = false
    var index = 0
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "="), !isInValue {
        isInValue = true
        index = source.endOfQuotedItem(from: index + 1, in: bytes, comma) ?? index + 1
        continue
      }
      if bytes[index] == comma, isKey(bytes[(index + 1)...]) {
        starts.append(index + 1)
        isInValue = false
      }
      index += 1
    }
    var assignments: [Assignment] = []
    for (start, end) in zip(starts, starts.dropFirst().map { $0 - 1 } + [bytes.count]) {
      let part = source[start..<end].trimmed
      if part.text.isEmpty, starts.count > 1 || bytes.isEmpty { continue }
      switch one(part) {
      case .success(let assignment):
        if let error = assignment.value.errorOfQuotesWithinQuotes { return .failure(error) }
        assignments.append(Assignment(key: assignment.key, value: assignment.value.unquoted))
      case .failure(let error): return .failure(error)
      }
    }
    return .success(assignments)
  }

  /// Reads a single `KEY=VALUE`. Commas and quotes are part of the value.
  /// - Returns: the assignment, or the error if there is no `=`.
  package static func one(_ source: SourceText) -> Result<Assignment, Diagnostic> {
    guard let assignment = Assignment(source) else {
      return .failure(
        Diagnostic(.wrongShape, at: source.range, "'\(source.text)' is not KEY=VALUE, such as quantity=2"))
    }
    return .success(assignment)
  }

  /// Whether a text begins with a key and `=`.
  private static func isKey(_ bytes: ArraySlice<UInt8>) -> Bool {
    let key = bytes.drop { $0 == UInt8(ascii: " ") }.prefix {
      $0 != UInt8(ascii: "=") && $0 != UInt8(ascii: ",")
    }
    guard !key.isEmpty, bytes.indices.contains(key.endIndex), bytes[key.endIndex] == UInt8(ascii: "=") else {
      return false
    }
    return !key.contains { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "'") }
  }
}

extension SourceText {
  /// The text without surrounding spaces.
  var trimmed: SourceText {
    let bytes = Array(text.utf8)
    let start = bytes.firstIndex { !isBlank($0) } ?? bytes.count
    let end = bytes.lastIndex { !isBlank($0) }.map { $0 + 1 } ?? start
    return self[start..<end]
  }

  /// The items of a list without surrounding spaces; empty items are left out.
  ///
  /// A quoted item may contain the separator: `"Berlin, Mitte", Hamburg` is two items. An apostrophe within
  /// an item is text: `l'hiver, rock 'n' roll` is two items as well.
  /// - Complexity: O(*n*) in the bytes, for each kind of quote.
  fileprivate func items(separator: UInt8) -> [SourceText] {
    let bytes = Array(text.utf8)
    var items: [SourceText] = []
    var start = 0
    while start <= bytes.count {
      let end = endOfQuotedItem(from: start, in: bytes, separator) ?? start
      let next = bytes[end...].firstIndex(of: separator) ?? bytes.count
      let item = self[start..<next].trimmed.unquoted
      if !item.text.isEmpty { items.append(item) }
      start = next + 1
    }
    return items
  }

  /// The end of the quotes around a whole item; nil if it is not quoted.
  fileprivate func endOfQuotedItem(from start: Int, in bytes: [UInt8], _ separator: UInt8) -> Int? {
    let item = bytes[start...].drop(while: isBlank)
    guard let quote = item.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'"),
      let close = item.dropFirst().firstIndex(of: quote)
    else { return nil }
    let after = bytes[(close + 1)...].drop(while: isBlank).first
    return after == nil || after == separator ? close + 1 : nil
  }

  /// The error of quotes around a text that has the same quotes with a backslash or twice, as other programs write them.
  fileprivate var errorOfQuotesWithinQuotes: Diagnostic? {
    guard let quote = text.first, quote == "\"" || quote == "'", text.count > 2, text.last == quote,
      case let inside = text.dropFirst().dropLast(),
      inside.contains("\\\(quote)") || inside.contains("\(quote)\(quote)")
    else { return nil }
    let other = quote == "'" ? "\"" : "'"
    return Diagnostic(
      .wrongShape, at: range,
      "a text with \(quote) in it has no \(quote) around it; write \(other) around it, or none")
  }

  /// The text without the quotes around all of it.
  fileprivate var unquoted: SourceText {
    let bytes = Array(text.utf8)
    guard let quote = bytes.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'"),
      bytes.dropFirst().firstIndex(of: quote) == bytes.count - 1
    else { return self }
    return self[1..<bytes.count - 1]
  }
}
