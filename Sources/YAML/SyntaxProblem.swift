import Diagnostics

/// Turns libyaml's complaint into a sentence for someone who does not know YAML, with the mend where there is one.
///
/// libyaml's words are facts about its own state; they are never shown. What they and the line at hand say together
/// decides the sentence.
struct SyntaxProblem {
  private let failure: EventStream.Failure
  private let file: SourceFile
  private let yaml: Range<Int>
  /// Where libyaml stopped, and where what it was reading began.
  private let place: Int
  private let origin: Int
  /// The innermost bracket that is open.
  private let bracket: Int?
  /// Whether that is between brackets, where `,` ends a text.
  private let isFlow: Bool
  /// The last whole text or collection in brackets before the place.
  private let last: YAMLNode?

  /// Takes what is known; offsets are bytes of the file.
  init(
    _ failure: EventStream.Failure, file: SourceFile, yaml: Range<Int>, place: Int, origin: Int,
    bracket: Int?,
    last: YAMLNode?
  ) {
    self.failure = failure
    self.file = file
    self.yaml = yaml
    self.place = min(place, yaml.upperBound)
    self.origin = min(origin, yaml.upperBound)
    self.bracket = bracket
    isFlow = failure.isInFlow ?? (bracket != nil)
    self.last = last
  }

  /// The one diagnostic for it.
  var diagnostic: Diagnostic {
    switch failure.context {
    case "while scanning an anchor", "while scanning an alias", "while scanning a tag", "while parsing a tag":
      return refusal(of: byte(origin), at: origin, isFlow: isFlow, in: file, within: yaml)
    case "while scanning a %YAML directive", "while scanning a %TAG directive", "while scanning a directive",
      "while parsing a %TAG directive":
      return refusal(of: UInt8(ascii: "%"), at: origin, isFlow: false, in: file, within: yaml)
    default: break
    }
    switch failure.problem {
    case "found undefined tag handle":
      return refusal(of: UInt8(ascii: "!"), at: place, isFlow: isFlow, in: file, within: yaml)
    case "found duplicate %YAML directive", "found incompatible YAML document",
      "found duplicate %TAG directive":
      return refusal(of: UInt8(ascii: "%"), at: place, isFlow: false, in: file, within: yaml)
    case "mapping values are not allowed in this context": return unexpectedColon
    case "mapping keys are not allowed in this context": return indicator("? ")
    case "block sequence entries are not allowed in this context": return indicator("- ")
    case "found character that cannot start any token": return unexpectedCharacter
    case "could not find expected ':'": return missingColon
    case "did not find expected key", "did not find expected '-' indicator",
      "did not find expected <document start>":
      return unexpectedLine
    case "did not find expected node content": return unexpectedIndicator
    case "did not find expected ',' or ']'", "did not find expected ',' or '}'":
      return missingComma(in: origin)
    case "found unexpected ':'":
      return error(place, place + 1, "a space is missing after ':', or quotes around the text that holds it")
    case "found unexpected end of stream", "found unexpected document indicator": return unclosedQuote(origin)
    case "found unknown escape character":
      let end = afterCharacter(place + 1)
      return error(
        place, end,
        "'\(file.text(place..<end))' is no escape; a backslash in double quotes is written '\\\\'",
        fix: (place..<place + 1, "\\\\"))
    case "did not find expected hexdecimal number":
      return error(
        place - 2, place,
        "digits are missing; an escape is written '\\x' and 2, '\\u' and 4 or '\\U' and 8 hexadecimal digits")
    case "found invalid Unicode character escape code":
      return error(place - 2, place, "this escape is the number of no character")
    case "did not find expected comment or line break", "found an indentation indicator equal to 0":
      return meant(from: origin, "text that begins with '\(character(origin))'")
    case "found a tab character that violates indentation",
      "found a tab character where an indentation space is expected":
      return tab
    default: return unknown
    }
  }

  // MARK: Lines

  /// A second `: ` on a line, or a key below a line that has its value.
  private var unexpectedColon: Diagnostic {
    let line = Line(at: place, in: file, within: yaml)
    guard let separator = line.separator, separator < place, let value = line.value else {
      guard place - line.first <= 1024 else { return longKey(line.first, place) }
      return flawedLine(above: line)
        ?? error(
          line.first, place, "this key is indented deeper than the one above, which has its value already")
    }
    if let afterQuote = textAfterQuote(from: value, in: line) { return afterQuote }
    return listWithoutBrackets(value..<line.range.upperBound)
      ?? needsQuotes("unquoted text with ': ' in it", span(value, line.range.upperBound))
  }

  /// `id, {value: name, label: Name}`: the colon stands in braces behind a comma, so that a list is meant.
  private func listWithoutBrackets(_ value: Range<Int>) -> Diagnostic? {
    let (before, text) = (file.text(value.lowerBound..<place), file.text(value))
    guard let brace = before.lastIndex(of: "{"), !before[brace...].contains("}"),
      before[..<brace].last(where: { $0 != " " }) == ",", text.hasSuffix("}")
    else { return nil }
    // A comma in parentheses would be the list's.
    let isTorn = text.contains("(")
    return error(
      value.lowerBound, value.upperBound,
      isTorn
        ? "a list with '{' in it is written as lines that begin with '- '"
        : "a list with '{' in it needs brackets: [\(text)]",
      fix: isTorn ? nil : (value, "[\(text)]"))
  }

  /// What is wrong with the line above one whose key YAML takes for the rest of that line's text.
  private func flawedLine(above line: Line) -> Diagnostic? {
    var end = line.range.lowerBound
    while end > yaml.lowerBound, byte(end - 1) <= 0x20 { end -= 1 }
    guard end > yaml.lowerBound else { return nil }
    let above = Line(at: end, in: file, within: yaml)
    let depth = line.first - line.range.lowerBound - (above.first - above.range.lowerBound)
    // Mended, the key behind '- ' must stand right above this line's.
    if let dash = wrongDash(at: above.first, in: file, isCertain: depth == 2) { return dash }
    return above.separator == nil && depth <= 0 ? missingColon(above.first..<above.range.upperBound) : nil
  }

  /// A line where a new key was required and no `: ` follows.
  private var missingColon: Diagnostic {
    let end = Line(at: origin, in: file, within: yaml).range.upperBound
    if place - origin > 1024, place <= end { return longKey(origin, end) }
    return missingColon(origin..<end)
  }

  /// A line without `: `.
  private func missingColon(_ text: Range<Int>) -> Diagnostic {
    let (origin, end) = (text.lowerBound, text.upperBound)
    // A name and its colon, as in `city:Berlin`; `12:30` or `http://` may be anything.
    var colon = origin
    while colon < end, isWord(byte(colon)) || byte(colon) == UInt8(ascii: "-") { colon += 1 }
    let isName = colon > origin && !isDigit(byte(origin))
    if isName, byte(colon) == UInt8(ascii: ":"), byte(colon + 1) != UInt8(ascii: "/") {
      return error(
        origin, colon + 1, "a space is missing after '\(file.text(origin..<colon + 1))'",
        fix: (colon + 1..<colon + 1, " "))
    }
    return error(origin, end, "': ' is missing; each line is 'key: value', or is indented below its key")
  }

  /// libyaml looks for the `:` of a key over so many characters, as YAML 1.1 has it.
  private func longKey(_ start: Int, _ end: Int) -> Diagnostic {
    error(start, end, "a key is too long; it has at most 1,024 characters")
  }

  /// Something that is neither a key nor an item where one was due.
  private var unexpectedLine: Diagnostic {
    let line = Line(at: place, in: file, within: yaml)
    if let last, last.bytes.upperBound <= place, isOneLine(last.bytes.upperBound..<place) {
      let start = last.bytes.lowerBound
      guard isOneLine(start..<place) else {
        // Text that something follows on its last line is in quotes.
        return last.isScalar ? unclosedQuote(start) : unclosedBracket(start)
      }
      if let afterQuote = textAfterQuote(from: start, in: line) { return afterQuote }
      if !last.isScalar {
        return needsQuotes("text that begins with '\(character(start))'", span(start, line.range.upperBound))
      }
    }
    // A directive wants a line '---' behind it, which is the front matter's end.
    let top = Line(at: yaml.lowerBound, in: file, within: yaml)
    if failure.problem == "did not find expected <document start>",
      byte(top.range.lowerBound) == UInt8(ascii: "%")
    {
      return refusal(of: UInt8(ascii: "%"), at: top.range.lowerBound, isFlow: false, in: file, within: yaml)
    }
    if failure.problem == "did not find expected <document start>", endsBefore(place) {
      return Diagnostic(
        .severalDocuments, at: file[line.range], "a second YAML document begins here; there can be only one")
    }
    if byte(place) == UInt8(ascii: ":") { return missingKey(in: file, at: place) }
    let isItem = byte(place) == UInt8(ascii: "-") && (place + 1 >= yaml.upperBound || byte(place + 1) <= 0x20)
    if isItem, failure.problem == "did not find expected key" {
      return error(
        line.range.lowerBound, place + 1, "a list item stands where a key is due; is its indentation right?")
    }
    if failure.problem == "did not find expected '-' indicator" {
      if let dash = wrongDash(at: line.first, in: file, isCertain: false) { return dash }
      return error(
        place, line.range.upperBound, "this line is not an item ('- ') of the list above, nor a key beside it"
      )
    }
    return error(
      place, line.range.upperBound,
      "the indentation of this line fits none above; the keys of one mapping stand below each other")
  }

  /// `...` or `---` between the last node and an offset: the document is over.
  private func endsBefore(_ offset: Int) -> Bool {
    var start = last?.bytes.upperBound ?? yaml.lowerBound
    while start < offset {
      let line = Line(at: start, in: file, within: yaml)
      if file.text(line.range).hasPrefix("...") { return true }
      start = line.range.upperBound
      while start < offset, byte(start) <= 0x20 { start += 1 }
    }
    return false
  }

  // MARK: Quotes

  /// Text behind a closing quote on the same line, as in `'it's'` or `"Foo" bar`.
  private func textAfterQuote(from start: Int, in line: Line) -> Diagnostic? {
    let end = line.range.upperBound
    guard start < end, let close = closingQuote(of: start, in: file, before: end), close + 1 < end else {
      return nil
    }
    // Quoted at both ends, the quotes between them were meant.
    let isWhole = byte(end - 1) == byte(start) && end - 1 > close
    return needsQuotes(
      "text goes on behind the closing quote; all of it", file[start..<end],
      meaning: isWhole ? file.text(start + 1..<end - 1) : nil, marking: file[close + 1..<end])
  }

  private func unclosedQuote(_ start: Int) -> Diagnostic {
    error(start, start + 1, "this quote is not closed on its line; is the closing quote missing?")
  }

  // MARK: Brackets

  private func missingComma(in bracket: Int) -> Diagnostic {
    let line = Line(at: bracket, in: file, within: yaml)
    let close = byte(bracket) == UInt8(ascii: "{") ? "}" : "]"
    guard place < yaml.upperBound, place <= line.range.upperBound else { return unclosedBracket(bracket) }
    switch byte(place) {
    case UInt8(ascii: "]"), UInt8(ascii: "}"):
      return error(place, place + 1, "'\(character(place))' does not close '\(character(bracket))'")
    case UInt8(ascii: ":"):
      return error(
        place, place + 1, "a ',' is missing before this key, or quotes around the text that holds ': '")
    default:
      return error(place, afterCharacter(place), "',' or '\(close)' is missing here")
    }
  }

  /// A bracket that is open at the end of its line and never well closed.
  private func unclosedBracket(_ bracket: Int) -> Diagnostic {
    let line = Line(at: bracket, in: file, within: yaml)
    if let comment = comment(from: bracket + 1, in: file, before: line.range.upperBound) {
      return Diagnostic(
        .unquotedText, at: span(comment, line.range.upperBound),
        "' #' begins a comment that is not read; put the text that holds it in quotes")
    }
    let close = byte(bracket) == UInt8(ascii: "{") ? "}" : "]"
    return error(bracket, bracket + 1, "'\(character(bracket))' is not closed; is '\(close)' missing?")
  }

  /// A character with a meaning of its own where a value was due.
  private var unexpectedIndicator: Diagnostic {
    guard let bracket else {
      return place < yaml.upperBound
        ? meant(from: place, "text that begins with '\(character(place))'") : unknown
    }
    guard place < yaml.upperBound else { return unclosedBracket(bracket) }
    switch byte(place) {
    case UInt8(ascii: ","): return error(place, place + 1, "nothing stands before this ','")
    case UInt8(ascii: "]"), UInt8(ascii: "}"):
      return error(place, place + 1, "'\(character(place))' does not close '\(character(bracket))'")
    case UInt8(ascii: ":"): return missingKey(in: file, at: place)
    case UInt8(ascii: "-"): return indicator("- ")
    default: return unclosedBracket(bracket)
    }
  }

  // MARK: Characters

  /// `- ` or `? ` where a text is due.
  private func indicator(_ text: String) -> Diagnostic {
    let isItem = text == "- " && !isFlow
    return meant(
      from: place,
      (isItem ? "a list begins on the line below its key; " : "") + "text that begins with '\(text)'")
  }

  private var unexpectedCharacter: Diagnostic {
    byte(place) == UInt8(ascii: "\t")
      ? tab : meant(from: place, "text that begins with '\(character(place))'")
  }

  private var tab: Diagnostic {
    var end = place
    while byte(end) == UInt8(ascii: "\t") { end += 1 }
    return Diagnostic(
      .tabIndentation, at: span(place, end), "a tab stands here; YAML is indented with spaces")
  }

  private var unknown: Diagnostic {
    let line = Line(at: place, in: file, within: yaml)
    return error(min(place, line.range.upperBound), line.range.upperBound, "this cannot be read as YAML")
  }

  // MARK: Making diagnostics

  private func error(_ start: Int, _ end: Int, _ text: String, fix: (Range<Int>, String)? = nil) -> Diagnostic
  {
    Diagnostic(
      .yamlSyntax, at: span(start, end), text,
      fixIts: fix.map { [.init(replacing: file[$0.0], with: $0.1)] } ?? [])
  }

  /// A range of the file that is well formed whatever the offsets.
  private func span(_ start: Int, _ end: Int) -> SourceRange {
    let start = min(max(start, yaml.lowerBound), yaml.upperBound)
    return file[start..<min(max(start, end), yaml.upperBound)]
  }

  private func meant(from start: Int, _ reason: String) -> Diagnostic {
    needsQuotes(reason, file[meantText(from: start, isFlow: isFlow, in: file, within: yaml)])
  }

  /// A byte of the YAML, or 0 beyond its end.
  private func byte(_ offset: Int) -> UInt8 { offset < yaml.upperBound ? file.bytes[offset] : 0 }

  private func character(_ offset: Int) -> String { file.text(offset..<afterCharacter(offset)) }

  private func afterCharacter(_ offset: Int) -> Int {
    var end = min(offset + 1, yaml.upperBound)
    while byte(end) & 0xC0 == 0x80 { end += 1 }
    return end
  }

  private func isOneLine(_ range: Range<Int>) -> Bool { !file.bytes[range].contains(where: isLineBreak) }
}

/// A list item that YAML takes for a key, for no `- ` begins it: `-service: chai`, or with a longer dash or a bullet.
/// - Parameters:
///   - offset: where the text of the line begins.
///   - file: the file.
///   - isCertain: whether the right dash mends it.
func wrongDash(at offset: Int, in file: SourceFile, isCertain: Bool) -> Diagnostic? {
  let end = min(offset + 8, file.bytes.count)
  if file.bytes[offset..<end].first == UInt8(ascii: "-") {
    guard offset + 1 < end, isWord(file.bytes[offset + 1]), !isDigit(file.bytes[offset + 1]) else {
      return nil
    }
    return Diagnostic(
      .yamlSyntax, at: file[offset..<offset + 1], "a space is missing behind the '-' of this list item",
      fixIts: isCertain ? [.init(replacing: file[offset + 1..<offset + 1], with: " ")] : [])
  }
  let likeDashes = [
    "\u{2010}", "\u{2011}", "\u{2012}", "\u{2013}", "\u{2014}", "\u{2212}", "\u{2022}", "\u{B7}",
  ]
  guard
    let dash = likeDashes.first(where: { file.bytes[offset..<end].starts(with: $0.utf8) })
  else { return nil }
  let range = offset..<offset + dash.utf8.count
  return Diagnostic(
    .yamlSyntax, at: file[range], "a list item begins with '-' and a space, not with '\(dash)'",
    fixIts: isCertain ? [.init(replacing: file[range], with: "-")] : [])
}
