import Diagnostics

extension SyntaxDiagnosis {
  /// The innermost open bracket.
  var innermostBracket: Int { brackets.last ?? place }

  /// A bracket whose closing one is in a comment, as in `[new, #urgent]`; the lines below it are correct.
  var bracketClosedInComment: Int? {
    brackets.first { bracket in
      let line = Line(at: bracket, in: file, within: yaml).range
      let close: UInt8 = byte(bracket) == .openingBrace ? .closingBrace : .closingBracket
      guard place > line.upperBound,
        let comment = comment(from: bracket + 1, in: file, before: line.upperBound)
      else { return false }
      return file.bytes[comment..<line.upperBound].contains(close)
    }
  }

  /// The error for text after a closing bracket: an extra bracket, or the rest of a mapping's line.
  func textAfterBracket(of node: FrontMatterNode, in line: Line) -> Diagnostic? {
    let end = line.range.upperBound
    var closed = place
    while closed < end, byte(closed) == .closingBracket || byte(closed) == .closingBrace { closed += 1 }
    let inside = file.text(node.bytes)
    let close: UInt8 = node.kind == .mapping ? .closingBrace : .closingBracket
    let isSurplus = file.bytes[place..<max(place, closed)].allSatisfy { $0 == close }
    let rest = file.text(closed..<max(closed, end))
    if closed > place, rest.isEmpty || rest.hasPrefix(" #") || rest.hasPrefix("\t#") {
      return error(
        place, closed, "this '\(file.text(place..<closed))' closes nothing that is open",
        // '[x]]' may be a text, which needs quotes, and '{x: y}]' lacks an opening bracket.
        fix: isSurplus && inside.contains(node.kind == .mapping ? ": " : ",")
          ? (node.bytes.upperBound..<closed, "") : nil)
    }
    if node.kind == .sequence {
      // '[a, b],' is a list with an extra comma, and '[a] b' may be a list that lacks one.
      return error(
        place, end,
        "nothing may follow the ']' that closes the list; text that begins with '[' needs quotes")
    }
    guard inside.contains(": ") else { return nil }
    return error(place, end, "nothing may follow the '}' that closes the line's keys")
  }

  /// The error if neither `,` nor the closing bracket follows an entry.
  var missingComma: Diagnostic {
    let bracket = innermostBracket
    let line = Line(at: bracket, in: file, within: yaml)
    guard place < yaml.upperBound, place <= line.range.upperBound else { return unclosedBracket(bracket) }
    switch byte(place) {
    case .closingBracket, .closingBrace: return wrongBracket
    case .colon:
      return error(
        place, place + 1, "a ',' is missing before this key, or quotes around the text that holds ': '")
    default:
      return error(place, afterCharacter(place), "',' or '\(closing(bracket))' is missing here")
    }
  }

  /// The error for a bracket that is open at the end of its line and never properly closed.
  func unclosedBracket(_ bracket: Int) -> Diagnostic {
    let line = Line(at: bracket, in: file, within: yaml)
    if let comment = comment(from: bracket + 1, in: file, before: line.range.upperBound) {
      return error(
        comment, line.range.upperBound,
        "' #' begins a comment that is not read; put the text that holds it in quotes", id: .unquotedText)
    }
    return error(
      bracket, bracket + 1, "'\(character(bracket))' is not closed; is '\(closing(bracket))' missing?")
  }

  /// The error for a special character where a text is expected.
  var unexpectedCharacter: Diagnostic {
    guard let bracket = brackets.last else { return beginsWithIndicator }
    switch byte(place) {
    case .comma: return error(place, place + 1, "there is nothing before this ','")
    case .closingBracket, .closingBrace: return wrongBracket
    case .hash, 0: return unclosedBracket(bracket)
    default: return beginsWithIndicator
    }
  }

  private var wrongBracket: Diagnostic {
    error(place, place + 1, "'\(character(place))' does not close '\(character(innermostBracket))'")
  }

  private func closing(_ bracket: Int) -> String { byte(bracket) == .openingBrace ? "}" : "]" }
}
