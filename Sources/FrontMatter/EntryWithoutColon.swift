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
    guard lacksColon(key, value) else { return missingColon(in: value, keys: keys()) }
    let before = file.bytes[..<key.bytes.lowerBound].last { !isBlank($0) }
    return missingColon(at: key.bytes, keys: keys(), isFirst: before == .openingBrace)
  }

  /// The error if a word after a comma in a value is nearly or exactly a key, except inside parentheses.
  package func missingColon(in value: FrontMatterNode, keys: @autoclosure () -> [String]) -> Diagnostic? {
    guard hasComma(value) else { return nil }
    let keys = keys()
    var open = 0
    for (index, part) in file.bytes[value.bytes].split(separator: .comma).enumerated() {
      let text = part.trimming(while: isBlank)
      if index > 0, open <= 0, !text.isEmpty,
        beginsWithKey(text, of: keys)
          || nearestName(to: String(decoding: text, as: UTF8.self), among: keys) != nil
      {
        return missingColon(at: text.startIndex..<text.endIndex, keys: keys, isFirst: false)
      }
      open += part.count { $0 == UInt8(ascii: "(") } - part.count { $0 == UInt8(ascii: ")") }
    }
    return nil
  }

  /// The diagnostic for an entry without `:`. Only for the first in braces is it certain that `:` is missing.
  private func missingColon(at entry: Range<Int>, keys: [String], isFirst: Bool) -> Diagnostic {
    if let loose = looseColon(at: entry.lowerBound, isFlow: true, in: file) { return loose }
    let text = file.bytes[entry]
    guard beginsWithKey(text, of: keys), let end = text.firstIndex(where: isBlank),
      let rest = text[end...].firstIndex(where: { !isBlank($0) })
    else {
      return Diagnostic(
        .yamlSyntax, at: file[entry],
        "'\(file.text(entry))' has no ': '; in { } a comma begins a new key, and text that holds one needs quotes"
      )
    }
    return Diagnostic(
      .yamlSyntax, at: file[entry], "': ' is missing after '\(file.text(entry.lowerBound..<end))'",
      fixIts: isFirst ? [.init(replacing: file[end..<rest], with: ": ")] : [])
  }

  private func beginsWithKey(_ text: ArraySlice<UInt8>, of keys: [String]) -> Bool {
    keys.contains(String(decoding: text.prefix { !isBlank($0) && $0 != .colon }, as: UTF8.self))
  }
}
