import Diagnostics

/// Entries in braces without a `:`, where YAML begins a new key: `{text: strings, bows}`, `{sum: 12,50}`, `{price 5}`.
///
/// What only a comma separates from an unquoted value is read as the rest of that value, so that an edit replaces all
/// of it. It is always an error: text and expressions need quotes, and no amount, date or id has a comma. Where there
/// is no such value, the entry is a key with nothing after it.
extension FrontMatterDocument {
  /// Whether a value is in braces, without quotes, and has a comma.
  package func hasComma(_ value: FrontMatterNode) -> Bool {
    storage.hasEntryWithoutColon && value.isFlow && value.kind == .plain
      && file.bytes[value.bytes].contains(.comma)
  }

  /// Whether a key in braces has no `:`; its value then stands where that would be.
  package func lacksColon(_ key: FrontMatterNode, _ value: FrontMatterNode) -> Bool {
    key.isFlow && value.isEmpty && value.start == key.end
  }

  /// The error if a key has no `:`, or if a word after a comma in its value is a key without one:
  /// `{text: strings, price 5}`.
  /// - Parameter keys: those that may be there; used only if something has no `:`.
  /// - Complexity: O(1) where everything in the text has a `:`.
  package func missingColon(
    _ key: FrontMatterNode, _ value: FrontMatterNode, keys: @autoclosure () -> [String]
  ) -> Diagnostic? {
    guard storage.hasEntryWithoutColon, key.isFlow else { return nil }
    guard lacksColon(key, value) else { return missingColon(in: value, keys: keys()) }
    let before = file.bytes[..<key.bytes.lowerBound].last { !isBlank($0) }
    return missingColon(at: key.bytes, keys: keys(), isFirst: before == .openingBrace)
  }

  /// The error if a word after a comma in a value is a key, or nearly one. In parentheses a comma separates arguments.
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

  /// Says that an entry has no `:`. That one is missing after a key is certain only for what begins the braces.
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
