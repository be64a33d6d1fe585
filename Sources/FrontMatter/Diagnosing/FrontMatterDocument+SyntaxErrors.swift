import Diagnostics

// What stopped the reader, as a sentence for someone who does not know YAML, with a fix-it if that is certain.

extension FrontMatterDocument {
  /// The diagnostic for what stopped the reader, before its nodes are removed.
  func diagnostic(of error: SyntaxError) -> Diagnostic {
    let place = error.place
    let line = line(at: place)
    if let bracket = brackets.first(where: { isClosedInComment($0, before: place) }) {
      return unclosedBracket(bracket)
    }
    switch error.fact {
    case .unexpectedColon: return unexpectedColon(place, line)
    case .missingColon: return missingColon(line.from(place))
    case .missingComma: return missingComma(place)
    case .unexpectedCharacter: return inBrackets(place) ?? beginsWithIndicator(place)
    case .refused: return refused(place, line)
    case .missingItem, .unexpectedLine:
      return afterLastNode(place, line) ?? wrongDash(line) ?? wrongIndentation(error, line)
    case .unexpectedItem where !brackets.isEmpty:
      return syntaxError(
        place..<place + 1,
        "in brackets items are separated by commas, without '-'; text that begins with '- ' needs quotes",
        id: .unquotedText)
    case .noBreakSpace:
      let spaces = place..<afterSpaces(place)
      return plain(
        .noBreakSpace, spaces, fix: (spaces, String(repeating: " ", count: file.text(spaces).count)))
    case .unknownEscape:
      let end = place + 1 + character(place + 1).utf8.count
      return plain(.unknownEscape, place..<end, fix: (place..<place + 1, "\\\\"))
    case .longKey, .unexpectedItem, .severalDocuments: return plain(error.fact, line.from(place))
    case .mergeKey, .invalidEscape: return plain(error.fact, place..<place + 2)
    case .tab: return plain(.tab, file.bytes[place...].prefix { $0 == .tab }.indices)
    default: return plain(error.fact, place..<place + 1)
    }
  }

  // MARK: Lines

  /// The error for a second `: ` on a line, or a key below a line that already has a value.
  private func unexpectedColon(_ place: Int, _ line: Line) -> Diagnostic {
    guard let separator = line.separator, separator < place, let value = line.value else {
      return errorAbove(line) ?? plain(.unexpectedColon, line.first..<place)
    }
    if byte(value) == .colon || place + 1 == line.end {
      let (colon, side) = byte(value) == .colon ? (value, "before") : (place, "after")
      return syntaxError(
        colon..<colon + 1, "there is nothing \(side) this ':'; text that holds it needs quotes")
    }
    if file.text(value..<place).contains(", {") {
      return syntaxError(
        value..<line.end, "a list with '{' in it is written in brackets, or as lines that begin with '- '")
    }
    return wrongDash(line) ?? textAfterQuote(from: value, in: line)
      ?? needsQuotes("unquoted text with ': ' in it", file[value..<line.end])
  }

  /// The error in the line above, if YAML takes this line's key for the rest of that line's text.
  private func errorAbove(_ line: Line) -> Diagnostic? {
    guard let above = self.line(above: line) else { return nil }
    return wrongDash(above)
      ?? (above.separator == nil && line.column <= above.column ? missingColon(above.first..<above.end) : nil)
  }

  /// The error for a line without `: `.
  private func missingColon(_ text: Range<Int>) -> Diagnostic {
    looseColon(at: text.lowerBound, isFlow: !brackets.isEmpty) ?? plain(.missingColon, text)
  }

  private func wrongIndentation(_ error: SyntaxError, _ line: Line) -> Diagnostic {
    guard error.fact == .unexpectedLine else { return plain(error.fact, line.from(error.place)) }
    if line.first > error.place { return plain(.itemForKey, line.start..<line.start + 1) }
    guard let root, case let first = self.line(at: Int(root.start)), first.indent > line.indent else {
      return plain(.unexpectedLine, line.from(error.place))
    }
    return syntaxError(
      first.start..<first.end,
      "this line is indented, and those below are not; the keys of one mapping are aligned")
  }

  // MARK: After the last node

  /// The error for text after the last scalar or closing bracket on its line; nil if there is none.
  private func afterLastNode(_ place: Int, _ line: Line) -> Diagnostic? {
    guard let last = lastNode, (line.range.lowerBound...place).contains(last.bytes.upperBound) else {
      return nil
    }
    let start = last.bytes.lowerBound
    guard start >= line.range.lowerBound else {
      // Only a quoted text can be followed by something on its last line.
      return last.isScalar ? plain(.unclosedQuote, start..<start + 1) : unclosedBracket(start)
    }
    guard !last.isScalar else { return textAfterQuote(from: start, in: line) }
    let (open, close) = last.kind == .sequence ? ("[", "]") : ("{", "}")
    let rest = line.from(place)
    // '[x]]' may be a text, which needs quotes.
    let isSurplus =
      file.text(rest).allSatisfy { String($0) == close }
      && file.text(last.bytes).contains(last.kind == .sequence ? "," : ": ")
    // '[a, b],' is a list with an extra comma, and '[a] b' may be a list that lacks one.
    return syntaxError(
      rest, "nothing may follow the '\(close)' on this line; text that begins with '\(open)' needs quotes",
      fix: isSurplus ? (last.bytes.upperBound..<line.end, "") : nil)
  }

  /// The error for text after a closing quote on the same line, as in `'it's'` or `"Foo" bar`.
  private func textAfterQuote(from start: Int, in line: Line) -> Diagnostic? {
    let end = line.end
    guard let close = closingQuote(of: start, before: end), close + 1 < end else { return nil }
    if file.bytes[close + 1..<end].drop(while: isBlank).first == .colon {
      return syntaxError(
        close + 1..<end, "a second key begins here, or quotes are missing around the whole text")
    }
    let reason = "text continues after the closing quote; all of it"
    guard byte(end - 1) == byte(start), end - 1 > close else {
      return needsQuotes(reason, file[start..<end], marking: file[close + 1..<end])
    }
    // The whole text is quoted, and the quotes inside are part of it, if one is surplus or the first of them is no
    // closing one: `'it's'`, `"a "big" one"`, `'Peter's & Paul's'`. `"Rosi" Huber, "Bo"` may be meant in two ways.
    let isSurplus = file.bytes[start..<end].count { $0 == byte(start) } % 2 == 1
    let isOpening = close == start + 1 || !isWord(byte(close - 1))
    let isApostrophe = byte(start) == .singleQuote && isWord(byte(close + 1))
    guard isSurplus || isOpening || isApostrophe else {
      return Diagnostic(
        .unquotedText, at: file[close + 1..<end],
        "\(reason) needs quotes, in which quotes of the text are written as \\\"")
    }
    return needsQuotes(
      reason, file[start..<end], meaning: file.text(start + 1..<end - 1), marking: file[close + 1..<end])
  }

  // MARK: Brackets

  /// The error if neither `,` nor the closing bracket follows an entry.
  private func missingComma(_ place: Int) -> Diagnostic {
    let bracket = brackets.last ?? place
    guard place <= line(at: bracket).end else { return unclosedBracket(bracket) }
    return inBrackets(place) ?? plain(.missingComma, place..<place + character(place).utf8.count)
  }

  /// The error for a character that certainly is none of a text in brackets; nil for others.
  private func inBrackets(_ place: Int) -> Diagnostic? {
    guard let bracket = brackets.last else { return nil }
    let text: String
    switch byte(place) {
    case .hash, 0: return unclosedBracket(bracket)
    case .comma: text = "there is nothing before this ','"
    case .colon: text = "a ',' is missing before this key, or quotes around the text that holds ': '"
    case .closingBracket, .closingBrace:
      text = "'\(character(place))' does not close '\(character(bracket))'"
    default: return nil
    }
    return syntaxError(place..<place + 1, text)
  }

  /// The error for a bracket that is open at the end of its line and never properly closed.
  private func unclosedBracket(_ bracket: Int) -> Diagnostic {
    let line = line(at: bracket)
    if let comment = line.comment, comment > bracket {
      return syntaxError(
        comment..<line.end,
        "' #' begins a comment that is not read; put the text that holds it in quotes", id: .unquotedText)
    }
    return syntaxError(
      bracket..<bracket + 1, "'\(character(bracket))' is not closed; is '\(closing(bracket))' missing?")
  }

  /// Whether a bracket's closing one is in a comment, as in `[new, #urgent]`; the lines below it are correct.
  private func isClosedInComment(_ bracket: Int, before place: Int) -> Bool {
    let line = line(at: bracket)
    guard place > line.end, let comment = line.comment, comment > bracket else { return false }
    return file.text(comment..<line.end).contains(closing(bracket))
  }

  private func closing(_ bracket: Int) -> String { byte(bracket) == .openingBrace ? "}" : "]" }

  // MARK: Characters

  /// The error for the beginning of an anchor, alias, tag or directive.
  private func refused(_ place: Int, _ line: Line) -> Diagnostic {
    let name: String
    let id: DiagnosticID
    switch byte(place) {
    case .ampersand: (name, id) = ("anchor", .yamlAnchor)
    case .asterisk: (name, id) = ("alias", .yamlAlias)
    case .exclamationMark: (name, id) = ("tag", .yamlTag)
    default: return plain(.refused, line.range)
    }
    return (byte(place) == .asterisk ? wrongDash(line) : nil) ?? wrongKey(place)
      ?? needsQuotes(
        "a YAML \(name) is not read; text that begins with '\(character(place))'",
        lineText(from: place, isFlow: !brackets.isEmpty), id: id)
  }

  /// The error for a text that begins with a special character.
  private func beginsWithIndicator(_ place: Int) -> Diagnostic {
    let isPair = [.questionMark, .dash].contains(byte(place))
    return wrongKey(place)
      ?? needsQuotes(
        "text that begins with '\(character(place))\(isPair ? " " : "")'",
        lineText(from: place, isFlow: !brackets.isEmpty))
  }

  /// The error for a special character that begins a line without indentation and without a key: quotes would make a text
  /// of `**name:** Ann`.
  private func wrongKey(_ place: Int) -> Diagnostic? {
    let isFirst = place == range.lowerBound || [.lineFeed, .carriageReturn].contains(byte(place - 1))
    guard brackets.isEmpty, isFirst,
      case let text = lineText(from: place, isFlow: false).bytes, byte(text.upperBound) != .colon
    else { return nil }
    return syntaxError(text, "a key begins with a letter or digit, not with '\(character(place))'")
  }

  private func character(_ offset: Int) -> String {
    file.text(offset..<min(offset + 4, range.upperBound)).unicodeScalars.first.map { String($0) } ?? ""
  }

  private func plain(
    _ fact: SyntaxError.Fact, _ place: Range<Int>, fix: (Range<Int>, String)? = nil
  ) -> Diagnostic {
    syntaxError(place, fact.rawValue, id: fact.id, fix: fix)
  }

  /// An error at a place, with a replacement that fixes it.
  func syntaxError(
    _ place: Range<Int>, _ text: String, id: DiagnosticID = .yamlSyntax, fix: (Range<Int>, String)? = nil
  ) -> Diagnostic {
    Diagnostic(
      id, at: file[place.clamped(to: range)], text,
      fixIts: fix.map { [.init(replacing: file[$0.0], with: $0.1)] } ?? [])
  }
}
