import Diagnostics

// What people type that YAML reads as something else, or not at all.

extension FrontMatterDocument {
  /// The error for a key whose `:` is repeated or not followed by a space: `city:Berlin`, `rows::`, or a no-break
  /// space.
  ///
  /// `12:30` or `http://x` may not be meant as a key. There is no fix-it if more is wrong after the colon.
  /// - Parameters:
  ///   - start: where the key begins.
  ///   - isFlow: whether it is in brackets or braces, where `,` ends the value.
  /// - Returns: nil if there is no key, or its colon is correct.
  /// - Complexity: O(*n*) in the length of the line.
  package func looseColon(at start: Int, isFlow: Bool) -> Diagnostic? {
    var colon = start
    while isWord(byte(colon)) || byte(colon) == .dash { colon += 1 }
    guard colon > start, !byte(start).isASCIIDigit, byte(colon) == .colon else { return nil }
    let name = file.text(start..<colon)
    let next = colon + 1
    var colons = next
    while byte(colons) == .colon { colons += 1 }
    let end: Int
    let summary: String
    if colons > next {
      guard byte(colons) <= .space else { return nil }
      (end, summary) = (colons, "one ':' follows '\(name)', not \(colons - colon)")
    } else if file.bytes[next...].noBreakSpaceLength != nil {
      (end, summary) = (afterSpaces(next), "a no-break space follows '\(name):'; a space is needed there")
    } else {
      guard byte(next) > .space, byte(next) != UInt8(ascii: "/") else { return nil }
      (end, summary) = (next, "a space is missing after '\(name):'")
    }
    let value = lineText(from: min(end, range.upperBound), isFlow: isFlow).text
    // `quantity:#2` would lose its value to a comment.
    let isFixed = byte(end) != .hash && Self.isReadable(isFlow ? "{a: \(value)}" : "a: \(value)")
    return syntaxError(
      start..<end, summary, fix: isFixed ? (next..<end, colons > next ? "" : " ") : nil)
  }

  // MARK: Entries in braces without a `:`
  //
  // YAML begins a new key there: `{text: strings, bows}`, `{sum: 12,50}`, `{price 5}`. If only a comma separates the
  // entry from an unquoted value, it is read as a part of that value, so that an edit replaces all of it. It is always
  // an error: text and expressions with a comma need quotes, and amounts, dates and ids have none. If there is no
  // such value, the entry is a key with an empty value.

  /// Whether a text without quotes continues on the next line.
  var hasContinuedText: Bool { nodes.contains { $0.kind == .plain && $0.isCopied } }

  /// Whether a value is in braces, unquoted, and contains a comma.
  package func hasComma(_ value: FrontMatterNode) -> Bool {
    hasEntryWithoutColon && value.isFlow && value.kind == .plain
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
    guard hasEntryWithoutColon, key.isFlow else { return nil }
    guard lacksColon(key, value) else { return missingColon(in: value, keys: keys()) }
    let before = file.bytes[range.lowerBound..<key.bytes.lowerBound].last { $0 > .space }
    return missingColon(at: key.bytes, firstOf: before == .openingBrace ? keys() : [])
  }

  /// The error if what follows a comma in a value begins nearly or exactly like a key, except inside parentheses.
  package func missingColon(in value: FrontMatterNode, keys: @autoclosure () -> [String]) -> Diagnostic? {
    guard hasComma(value) else { return nil }
    let keys = keys()
    var open = 0
    for (index, part) in file.bytes[value.bytes].split(separator: .comma).enumerated() {
      let entry = part.trimming(while: isBlank)
      if index > 0, open <= 0, begins(entry, nearlyWithOneOf: keys) {
        return missingColon(at: entry.startIndex..<entry.endIndex, firstOf: [])
      }
      open += part.count { $0 == UInt8(ascii: "(") } - part.count { $0 == UInt8(ascii: ")") }
    }
    return nil
  }

  private func begins(_ entry: ArraySlice<UInt8>, nearlyWithOneOf keys: [String]) -> Bool {
    let word = String(decoding: entry.prefix { isWord($0) || $0 == .dash }, as: UTF8.self)
    return [word, word.lowercased(), String(decoding: entry, as: UTF8.self)].contains { name in
      keys.contains(name) || nearestName(to: name, among: keys) != nil
    }
  }

  /// The error for an entry without `:`. Only for the first one in braces is it certain that the `:` is missing.
  /// - Parameter keys: the allowed keys, if it is the first.
  private func missingColon(at entry: Range<Int>, firstOf keys: [String]) -> Diagnostic {
    if let loose = looseColon(at: entry.lowerBound, isFlow: true) { return loose }
    let name = file.bytes[entry].prefix { !isBlank($0) }
    let value = file.bytes[name.endIndex..<entry.upperBound].drop(while: isBlank)
    let isCertain = !value.isEmpty && keys.contains(String(decoding: name, as: UTF8.self))
    return syntaxError(
      entry,
      "'\(file.text(entry))' has no ': '; in { } a comma begins a new key, and text that holds one needs quotes",
      fix: isCertain ? (name.endIndex..<value.startIndex, ": ") : nil)
  }

  // MARK: Items and second keys

  /// The error for a list item that does not begin with `- `, so that YAML takes it for text, a key or an alias:
  /// `-service: chai`, or an item with a longer dash or a bullet. There is a fix-it if the lines above and
  /// below fit an item.
  func wrongDash(_ line: Line) -> Diagnostic? {
    // After a correct dash, this would be text.
    guard brackets.isEmpty, line.start == line.first,
      let dash = file.text(line.first..<line.end).first,
      "-*\u{2022}\u{B7}".contains(dash) || LookAlikes.dashes.contains(dash)
    else { return nil }
    let after = line.first + dash.utf8.count
    let item = file.bytes[after..<line.end].drop(while: isBlank)
    let blanks = item.startIndex - after
    let isInBraces = item.first == .openingBrace && item.last == .closingBrace
    switch dash {
    case "-":
      guard blanks == 0, let first = item.first, isWord(first) && !first.isASCIIDigit || isInBraces else {
        return nil
      }
    case "*": guard blanks > 0 || isInBraces else { return nil }
    default: break
    }
    var above = self.line(above: line)
    while let deeper = above, deeper.indent > line.indent { above = self.line(above: deeper) }
    let follows = above.map { byte($0.end - 1) == .colon || $0.start < $0.first && $0.indent == line.indent }
    let below = self.line(below: line)?.indent ?? 0
    let isFollowed = below <= line.indent || below == line.indent + 1 + max(1, blanks)
    let isCertain = isInBraces || follows ?? false && isFollowed
    // A no-break space after the dash goes, since the keys below would not be aligned with what follows it.
    let end = file.bytes[after...].noBreakSpaceLength == nil ? after : afterSpaces(after)
    return syntaxError(
      line.first..<after,
      dash == "-"
        ? "a space is missing after the '-' of this list item"
        : "a list item begins with '-' and a space, not with '\(dash)'",
      fix: isCertain ? (line.first..<end, blanks > 0 ? "-" : "- ") : nil)
  }

  /// The diagnostic for a text that needs quotes, changed if a second key begins in the text: quotes would
  /// make that key's value part of the first value.
  ///
  ///     name: Acme, email: a@acme.com     'email' begins a second key
  ///     text: Note, Achtung: fragile      quotes, if the record has no key 'Achtung'
  ///
  /// - Parameter keys: the keys that may begin there; nil if any word after a comma may.
  func unlessSecondKey(_ diagnostic: Diagnostic, of keys: [String]?) -> Diagnostic {
    guard let fixIt = diagnostic.fixIts.first, fixIt.replacement.hasPrefix("\"") else { return diagnostic }
    let text = fixIt.range.bytes
    for colon in text where byte(colon) == .colon && byte(colon + 1) <= .space {
      var start = colon
      while start > text.lowerBound, isWord(byte(start - 1)) || byte(start - 1) == .dash { start -= 1 }
      let name = file.text(start..<colon)
      let before = file.bytes[text.lowerBound..<start]
      let followsComma = before.last { !isBlank($0) } == .comma
      let isKey = keys.map { $0.contains(name) || nearestName(to: name, among: $0) != nil }
      guard start < colon, !byte(start).isASCIIDigit, followsComma || before.last.map(isBlank) ?? true,
        isKey ?? followsComma
      else { continue }
      return syntaxError(
        start..<colon,
        "'\(name)' begins a second key on the line; write each key on a line of its own, or the text in quotes"
      )
    }
    return diagnostic
  }

  /// The end of the blanks and no-break spaces at an offset.
  func afterSpaces(_ start: Int) -> Int {
    var end = start
    while let length = isBlank(byte(end)) ? 1 : file.bytes[end..<range.upperBound].noBreakSpaceLength {
      end += length
    }
    return end
  }
}
