import Diagnostics

/// Turns libyaml's complaint into a sentence for someone who does not know YAML, with the mend where there is one.
///
/// libyaml's words are facts about its own state; they are never shown. What they and the line at hand say together
/// decides the sentence.
struct SyntaxProblem {
  private let failure: EventStream.Failure
  let file: SourceFile
  let yaml: Range<Int>
  /// Where libyaml stopped, and where what it was reading began.
  let place: Int
  private let origin: Int
  /// The brackets that are open, outermost first.
  let brackets: [Int]
  /// Whether that is between brackets, where `,` ends a text.
  private let isFlow: Bool
  /// The last whole text or collection in brackets before the place.
  private let last: YAMLNode?

  /// Takes what is known; offsets are bytes of the file.
  init(
    _ failure: EventStream.Failure, file: SourceFile, yaml: Range<Int>, place: Int, origin: Int,
    brackets: [Int], last: YAMLNode?
  ) {
    self.failure = failure
    self.file = file
    self.yaml = yaml
    self.place = min(place, yaml.upperBound)
    self.origin = min(origin, yaml.upperBound)
    self.brackets = brackets
    isFlow = failure.isInFlow ?? !brackets.isEmpty
    self.last = last
  }

  /// The one diagnostic for it.
  var diagnostic: Diagnostic {
    if let hidden = bracketClosedInComment { return hidden }
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
    if let dash = wrongDash(of: line, in: file, isCertain: false) { return dash }
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
    if let dash = wrongDash(of: above, in: file, isCertain: depth == 2) { return dash }
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
    looseColon(at: text.lowerBound, in: file)
      ?? error(
        text.lowerBound, text.upperBound,
        "': ' is missing; each line is 'key: value', or is indented below its key")
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
      if !last.isScalar, let surplus = textAfterBracket(of: last, in: line) { return surplus }
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
      if let dash = wrongDash(of: line, in: file, isCertain: false) { return dash }
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

  // MARK: Characters

  /// `- ` or `? ` where a text is due.
  func indicator(_ text: String) -> Diagnostic {
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

  var unknown: Diagnostic {
    let line = Line(at: place, in: file, within: yaml)
    return error(min(place, line.range.upperBound), line.range.upperBound, "this cannot be read as YAML")
  }

  // MARK: Making diagnostics

  func error(_ start: Int, _ end: Int, _ text: String, fix: (Range<Int>, String)? = nil) -> Diagnostic {
    Diagnostic(
      .yamlSyntax, at: span(start, end), text,
      fixIts: fix.map { [.init(replacing: file[$0.0], with: $0.1)] } ?? [])
  }

  /// A range of the file that is well formed whatever the offsets.
  func span(_ start: Int, _ end: Int) -> SourceRange {
    let start = min(max(start, yaml.lowerBound), yaml.upperBound)
    return file[start..<min(max(start, end), yaml.upperBound)]
  }

  func meant(from start: Int, _ reason: String) -> Diagnostic {
    needsQuotes(reason, file[meantText(from: start, isFlow: isFlow, in: file, within: yaml)])
  }

  /// A byte of the YAML, or 0 beyond its end.
  func byte(_ offset: Int) -> UInt8 { offset < yaml.upperBound ? file.bytes[offset] : 0 }

  func character(_ offset: Int) -> String { file.text(offset..<afterCharacter(offset)) }

  func afterCharacter(_ offset: Int) -> Int {
    var end = min(offset + 1, yaml.upperBound)
    while byte(end) & 0xC0 == 0x80 { end += 1 }
    return end
  }

  private func isOneLine(_ range: Range<Int>) -> Bool { !file.bytes[range].contains(where: isLineBreak) }
}
