import Diagnostics
import Query

/// `KEY=VALUE`, as it was typed: the value that a key is to have.
package struct Assignment: Sendable {
  /// The key.
  package let key: SourceText
  /// The value; empty clears the key.
  package let value: SourceText
  /// The items of a list, if something other than commas separates them.
  private var items: [SourceText]?

  /// Makes an assignment.
  package init(key: SourceText, value: SourceText) {
    self.key = key
    self.value = value
  }

  /// Makes an assignment of a list.
  /// - Parameters:
  ///   - value: the list as it is written.
  ///   - items: its items.
  init(key: SourceText, value: SourceText, items: [SourceText]) {
    self.init(key: key, value: value)
    self.items = items
  }

  /// The value as a list: its parts between commas. What is in quotes may hold one.
  package var parts: [SourceText] {
    if let items { return items }
    return value.splitAtCommas().filter { !$0.text.isEmpty }.map(\.unquoted)
  }

  /// Reads `KEY=VALUE`; nil if there is no `=`.
  package init?(_ source: SourceText) {
    let bytes = Array(source.text.utf8)
    guard let mark = bytes.firstIndex(of: UInt8(ascii: "=")) else { return nil }
    key = source[0..<mark].trimmed
    value = source[mark + 1..<bytes.count].trimmed
  }

  /// Reads `KEY=VALUE, KEY=VALUE`; a comma without a key after it belongs to the value: `price=38,00`. A value that
  /// begins with a quote ends with it: `text="a, b=c"`.
  /// - Returns: the assignments, or the part that is not one.
  package static func list(_ source: SourceText) -> Result<[Assignment], Diagnostic> {
    let bytes = Array(source.text.utf8)
    var starts = [0]
    var quote: UInt8?
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      if let open = quote {
        if byte == open { quote = nil }
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'"), index > 0,
        bytes[index - 1] == UInt8(ascii: "=")
      {
        // An apostrophe that nothing closes is just an apostrophe.
        if bytes[(index + 1)...].contains(byte) { quote = byte }
      } else if byte == UInt8(ascii: ","), isKey(bytes[(index + 1)...]) {
        starts.append(index + 1)
      }
      index += 1
    }
    var assignments: [Assignment] = []
    for (start, end) in zip(starts, starts.dropFirst().map { $0 - 1 } + [bytes.count]) {
      let part = source[start..<end].trimmed
      if part.text.isEmpty, starts.count > 1 || bytes.isEmpty { continue }
      guard let assignment = Assignment(part) else {
        return .failure(
          Diagnostic(
            .wrongShape, at: part.range, "'\(part.text)' is not KEY=VALUE, such as quantity=2"))
      }
      assignments.append(Assignment(key: assignment.key, value: assignment.value.unquoted))
    }
    return .success(assignments)
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
  /// The text without spaces around it.
  var trimmed: SourceText {
    let bytes = Array(text.utf8)
    func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
    let start = bytes.firstIndex { !isBlank($0) } ?? bytes.count
    let end = bytes.lastIndex { !isBlank($0) }.map { $0 + 1 } ?? start
    return self[start..<end]
  }

  /// The text without the quotes it is in.
  fileprivate var unquoted: SourceText {
    let bytes = Array(text.utf8)
    guard bytes.count >= 2, let quote = bytes.first, quote == bytes.last,
      quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'")
    else { return self }
    return self[1..<bytes.count - 1]
  }
}
