import Diagnostics

/// Turns the fact that stopped the reader into a sentence for someone who does not know YAML, with a fix-it
/// if possible.
struct SyntaxDiagnosis {
  let fact: SyntaxError.Fact
  let place: Int
  let file: SourceFile
  let yaml: Range<Int>
  /// The open brackets, outermost first.
  let brackets: [Int]
  /// The last scalar or collection in brackets before the place.
  let lastNode: FrontMatterNode?

  init(
    _ error: SyntaxError, in file: SourceFile, _ yaml: Range<Int>, brackets: [Int], lastNode: FrontMatterNode?
  ) {
    fact = error.fact
    place = error.place
    self.file = file
    self.yaml = yaml
    self.brackets = brackets
    self.lastNode = lastNode
  }

  /// The diagnostic for the fact.
  var diagnostic: Diagnostic {
    if let bracket = bracketClosedInComment { return unclosedBracket(bracket) }
    switch fact {
    case .unexpectedColon: return unexpectedColon
    case .missingColon: return missingColon(place..<line.range.upperBound)
    case .longKey:
      return error(place, line.range.upperBound, "a key is too long; it has at most 1,024 characters")
    case .questionMark:
      return error(
        place, place + 1, "a key that begins with '?' is not read; write 'key: value'", id: .complexKey)
    case .missingKey: return error(place, place + 1, "a key is missing before ':'", id: .complexKey)
    case .collectionAsKey:
      return error(place, place + 1, "a key is text; a list or mapping cannot be one", id: .complexKey)
    case .mergeKey:
      return error(
        place, place + 2, "the YAML merge key '<<' is not read; write the keys out", id: .yamlMergeKey)
    case .unexpectedItem:
      let reason = brackets.isEmpty ? "a list begins on the line below its key; " : ""
      let diagnostic = needsQuotes("\(reason)text that begins with '- '", text(from: place))
      // Quotes would turn what may be a list into a text.
      return brackets.isEmpty
        ? Diagnostic(diagnostic.id, at: diagnostic.range, diagnostic.summary) : diagnostic
    case .itemForKey: return itemForKey
    case .missingItem: return missingItem
    case .unexpectedLine: return unexpectedLine
    case .unexpectedCharacter: return unexpectedCharacter
    case .refused: return refused
    case .tab:
      let end = file.bytes[place...].firstIndex { $0 != .tab } ?? place
      return error(place, end, "there is a tab here; YAML is indented with spaces", id: .tabIndentation)
    case .noBreakSpace: return noBreakSpaces
    case .blockHeader: return beginsWithIndicator
    case .unclosedQuote: return unclosedQuote(place)
    case .unknownEscape:
      let end = afterCharacter(place + 1)
      return error(
        place, end,
        "'\(file.text(place..<end))' is not an escape; a backslash in double quotes is written '\\\\'",
        fix: (place..<place + 1, "\\\\"))
    case .escapeWithoutDigits:
      return error(
        place, place + 2,
        "digits are missing; an escape is written '\\x' and 2, '\\u' and 4 or '\\U' and 8 hexadecimal digits")
    case .escapeOfNothing: return error(place, place + 2, "this escape does not name a character")
    case .unclosedBracket: return unclosedBracket(innermostBracket)
    case .missingComma: return missingComma
    case .colonBeforeIndicator:
      return error(
        place, place + 1, "a space is missing after ':', or quotes around the text that holds it")
    case .nestingTooDeep:
      return error(
        place, place + 1,
        "lists and mappings are nested deeper than \(FrontMatterDocument.deepestNesting) levels",
        id: .nestingTooDeep)
    case .severalDocuments:
      return error(
        place, byte(place) == .dash ? place + 3 : line.range.upperBound,
        "a second YAML document begins here; there can be only one", id: .severalDocuments)
    }
  }

  // MARK: Lines

  /// The line that contains the place.
  private var line: Line { Line(at: place, in: file, within: yaml) }

  /// The error for a second `: ` on a line, or a key below a line that already has a value.
  private var unexpectedColon: Diagnostic {
    let line = line
    guard let separator = line.separator, separator < place, let value = line.value else {
      return errorAbove(line)
        ?? error(
          line.first, place, "this key is indented deeper than the one above, which already has its value")
    }
    if let dash = wrongDash(of: line, in: file, isCertain: false) { return dash }
    if place + 1 == line.range.upperBound {
      return error(place, place + 1, "there is nothing after this ':'; text that ends with it needs quotes")
    }
    if byte(value) == .colon { return error(value, value + 1, "one ':' follows a key, not two") }
    return textAfterQuote(from: value, in: line) ?? listWithoutBrackets(value..<line.range.upperBound)
      ?? needsQuotes("unquoted text with ': ' in it", file[value..<line.range.upperBound])
  }

  /// `id, {value: name, label: Name}`: a colon in braces after a comma certainly means a list.
  private func listWithoutBrackets(_ value: Range<Int>) -> Diagnostic? {
    let (before, text) = (file.text(value.lowerBound..<place), file.text(value))
    guard let brace = before.lastIndex(of: "{"), !before[brace...].contains("}"),
      before[..<brace].last(where: { $0 != " " }) == ",", text.hasSuffix("}")
    else { return nil }
    // A comma in parentheses would wrongly split the list.
    guard !text.contains("(") else {
      return error(
        value.lowerBound, value.upperBound,
        "a list with '{' in it is written as lines that begin with '- '")
    }
    return error(
      value.lowerBound, value.upperBound, "a list with '{' in it needs brackets: [\(text)]",
      fix: (value, "[\(text)]"))
  }

  /// The error in the line above, if YAML takes this line's key for the rest of that line's text.
  private func errorAbove(_ line: Line) -> Diagnostic? {
    guard let above = line.above(in: file, within: yaml) else { return nil }
    let depth = line.first - line.range.lowerBound - (above.first - above.range.lowerBound)
    // With a correct dash, the key after it would be directly above this line's key.
    if let dash = wrongDash(of: above, in: file, isCertain: depth == 2) { return dash }
    return above.separator == nil && depth <= 0 ? missingColon(above.first..<above.range.upperBound) : nil
  }

  /// The error for no-break spaces before a key, as in text copied from a web page or a word processor.
  private var noBreakSpaces: Diagnostic {
    var (end, count) = (place, 0)
    while let length = file.bytes[end...].noBreakSpaceLength ?? (isBlank(byte(end)) ? 1 : nil) {
      end += length
      count += 1
    }
    return error(
      place, end, "there is a no-break space here; YAML is indented with spaces",
      fix: (place..<end, String(repeating: " ", count: count)))
  }

  /// The error for a line without `: `.
  private func missingColon(_ text: Range<Int>) -> Diagnostic {
    looseColon(at: text.lowerBound, isFlow: !brackets.isEmpty, in: file)
      ?? error(
        text.lowerBound, text.upperBound,
        "': ' is missing; each line is 'key: value', or is indented below its key")
  }

  private var itemForKey: Diagnostic {
    error(
      line.range.lowerBound, place + 1, "a list item is where a key is expected; is its indentation right?")
  }

  private var missingItem: Diagnostic {
    afterLastNode ?? wrongDash(of: line, in: file, isCertain: false)
      ?? error(
        place, line.range.upperBound, "this line is not an item ('- ') of the list above, nor a key beside it"
      )
  }

  private var unexpectedLine: Diagnostic {
    if let afterLastNode { return afterLastNode }
    if byte(place) == .dash, byte(place + 1) <= .space { return itemForKey }
    if let first = indentedFirstKey {
      return error(
        first.lowerBound, first.upperBound,
        "this line is indented, and those below are not; the keys of one mapping are aligned")
    }
    return error(
      place, line.range.upperBound,
      "the indentation of this line matches none above; the keys of one mapping are aligned")
  }

  /// The first line with a key, if it is indented deeper than the current line.
  private var indentedFirstKey: Range<Int>? {
    var start = yaml.lowerBound
    while start < place {
      let line = Line(at: start, in: file, within: yaml)
      let text = file.bytes[line.range].firstIndex { $0 != .space } ?? line.range.upperBound
      if text < line.range.upperBound, file.bytes[text] != .hash {
        let indent = place - self.line.range.lowerBound
        return text - line.range.lowerBound > indent ? text..<line.range.upperBound : nil
      }
      start = (file.bytes[line.range.upperBound...].firstIndex(where: isLineBreak) ?? place) + 1
    }
    return nil
  }

  /// The error for text after the last scalar or closing bracket on its line; nil if there is none.
  private var afterLastNode: Diagnostic? {
    guard let lastNode, lastNode.bytes.upperBound <= place, isOneLine(lastNode.bytes.upperBound..<place)
    else { return nil }
    let start = lastNode.bytes.lowerBound
    guard isOneLine(start..<place) else {
      // Only a quoted text can be followed by something on its last line.
      return lastNode.isScalar ? unclosedQuote(start) : unclosedBracket(start)
    }
    if let afterQuote = textAfterQuote(from: start, in: line) { return afterQuote }
    guard !lastNode.isScalar else { return nil }
    return textAfterBracket(of: lastNode, in: line)
      ?? needsQuotes("text that begins with '\(character(start))'", file[start..<line.range.upperBound])
  }

  // MARK: Quotes

  /// The error for text after a closing quote on the same line, as in `'it's'` or `"Foo" bar`.
  private func textAfterQuote(from start: Int, in line: Line) -> Diagnostic? {
    let end = line.range.upperBound
    guard start < end, let close = closingQuote(of: start, in: file, before: end), close + 1 < end else {
      return nil
    }
    if file.bytes[close + 1..<end].drop(while: isBlank).first == .colon {
      return error(close + 1, end, "a second key begins here, or quotes are missing around the whole text")
    }
    // If the whole text is quoted, the quotes inside are part of the text.
    let isWhole = byte(end - 1) == byte(start) && end - 1 > close
    return needsQuotes(
      "text continues after the closing quote; all of it", file[start..<end],
      meaning: isWhole ? file.text(start + 1..<end - 1) : nil, marking: file[close + 1..<end])
  }

  private func unclosedQuote(_ start: Int) -> Diagnostic {
    error(start, start + 1, "this quote is not closed on its line; is the closing quote missing?")
  }

  // MARK: Characters

  /// The error for the beginning of an anchor, alias, tag or directive.
  private var refused: Diagnostic {
    let line = line
    if byte(place) == .asterisk, brackets.isEmpty, place == line.first {
      let isCertain = mayBeItem(line, in: file, within: yaml)
      if let dash = wrongDash(of: line, in: file, isCertain: isCertain) { return dash }
    }
    let text = text(from: place)
    switch byte(place) {
    case .ampersand:
      return needsQuotes("a YAML anchor is not read; text that begins with '&'", text, id: .yamlAnchor)
    case .asterisk:
      return needsQuotes("a YAML alias is not read; text that begins with '*'", text, id: .yamlAlias)
    case .exclamationMark:
      return needsQuotes("a YAML tag is not read; text that begins with '!'", text, id: .yamlTag)
    default:
      return Diagnostic(
        .yamlDirective, at: file[line.range], "a YAML directive is not read; delete the line")
    }
  }

  /// The error for a text that begins with a special character.
  var beginsWithIndicator: Diagnostic {
    let indicator = byte(place) == .questionMark ? "? " : character(place)
    return needsQuotes("text that begins with '\(indicator)'", text(from: place))
  }

  // MARK: Making diagnostics

  func error(
    _ start: Int, _ end: Int, _ text: String, id: DiagnosticID = .yamlSyntax, fix: (Range<Int>, String)? = nil
  ) -> Diagnostic {
    let end = min(end, yaml.upperBound)
    return Diagnostic(
      id, at: file[min(start, end)..<end], text,
      fixIts: fix.map { [.init(replacing: file[$0.0], with: $0.1)] } ?? [])
  }

  /// The text that was certainly meant, beginning at an offset.
  private func text(from start: Int) -> SourceRange {
    file[lineText(from: start, isFlow: !brackets.isEmpty, in: file, within: yaml)]
  }

  /// A byte of the YAML, or 0 after its end.
  func byte(_ offset: Int) -> UInt8 { offset < yaml.upperBound ? file.bytes[offset] : 0 }

  func character(_ offset: Int) -> String { file.text(offset..<afterCharacter(offset)) }

  func afterCharacter(_ offset: Int) -> Int {
    var end = min(offset + 1, yaml.upperBound)
    while byte(end) & 0xC0 == 0x80 { end += 1 }
    return end
  }

  private func isOneLine(_ range: Range<Int>) -> Bool { !file.bytes[range].contains(where: isLineBreak) }
}
