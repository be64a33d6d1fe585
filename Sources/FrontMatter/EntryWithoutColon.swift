import Diagnostics

/// Entries in braces without a `:`, where YAML begins a new key: `{text: strings, bows}`, `{sum: 12,50}`, `{price 5}`.
///
/// If only a comma separates the entry from an unquoted value, it is read as a part of that value, so that an
/// edit replaces all of it. It is always an error: text and expressions with a comma need quotes, and
/// amounts, dates and ids have none. If there is no such value, the entry is a key with an empty value.
extension FrontMatterDocument {
  /// Whether a value is in braces, unquoted, and contains a comma.
  package func hasComma(_ value: FrontMatterNode) -> Bool {
    storage.hasEntryWithoutColon && value.isFlow && value.kind == .plain
      && file.bytes[value.bytes].contains(.comma)
  }

  /// Whether a key in braces has no `:`; its empty value then is where the `:` would be.
  package func lacksColon(_ key: FrontMatterNode, _ value: FrontMatterNode) -> Bool {
    key.isFlow && value.isEmpty && value.start == key.end
  }

  /// The error if a key has no `:`, or if a word after a comma in its value is a key without one:
  /// `{text: strings, price 5}`.
  /// - Parameter keys: the allowed keys; used only if a `:` is missing.
  /// - Complexity: O(1) if no `:` is missing in the text.
  package func missingColon(
    _ key: FrontMatterNode, _ value: FrontMatterNode, keys: @autoclosure () -> [String]
  ) -> Diagnostic? {
    guard storage.hasEntryWithoutColon, key.isFlow else { return nil }
    return lacksColon(key, value) ? missingColon(at: key.bytes) : missingColon(in: value, keys: keys())
  }

  /// The error if a word after a comma in a value is a key.
  package func missingColon(in value: FrontMatterNode, keys: @autoclosure () -> [String]) -> Diagnostic? {
    guard hasComma(value) else { return nil }
    let keys = keys()
    let entries = file.bytes[value.bytes].split(separator: .comma).dropFirst().map {
      $0.trimming(while: isBlank)
    }
    let entry = entries.first { entry in
      keys.contains(String(decoding: entry.prefix { !isBlank($0) && $0 != .colon }, as: UTF8.self))
    }
    return entry.map { missingColon(at: $0.startIndex..<$0.endIndex) }
  }

  private func missingColon(at entry: Range<Int>) -> Diagnostic {
    looseColon(at: entry.lowerBound, isFlow: true)
      ?? syntaxError(
        entry,
        "'\(file.text(entry))' has no ': '; in { } a comma begins a new key, and text that holds one needs quotes"
      )
  }
}
