import Diagnostics

extension SyntaxProblem {
  /// A bracket whose closing one is part of a comment, as in `[new, #urgent]`: what stands below it is blamed in vain.
  var bracketClosedInComment: Diagnostic? {
    for bracket in brackets {
      let line = Line(at: bracket, in: file, within: yaml).range
      let close = byte(bracket) == UInt8(ascii: "{") ? UInt8(ascii: "}") : UInt8(ascii: "]")
      guard place > line.upperBound,
        let comment = comment(from: bracket + 1, in: file, before: line.upperBound),
        file.bytes[comment..<line.upperBound].contains(close)
      else { continue }
      return unclosedBracket(bracket)
    }
    return nil
  }

  /// What stands behind a closing bracket and belongs to no text: a bracket too many, or the rest of a mapping's line.
  func textAfterBracket(of node: YAMLNode, in line: Line) -> Diagnostic? {
    let end = line.range.upperBound
    var closed = place
    while closed < end, byte(closed) == UInt8(ascii: "]") || byte(closed) == UInt8(ascii: "}") { closed += 1 }
    let inside = file.text(node.bytes)
    let rest = file.text(closed..<max(closed, end))
    if closed > place, rest.isEmpty || rest.hasPrefix(" #") || rest.hasPrefix("\t#") {
      return error(
        place, closed, "this '\(file.text(place..<closed))' closes nothing that is open",
        // '[x]]' may be a text, which wants quotes.
        fix: inside.contains(node.kind == .mapping ? ": " : ",") ? (node.bytes.upperBound..<closed, "") : nil)
    }
    guard node.kind == .mapping, inside.contains(": ") else { return nil }
    return error(place, end, "nothing stands behind the '}' that closes the line's keys")
  }

  func missingComma(in bracket: Int) -> Diagnostic {
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
  func unclosedBracket(_ bracket: Int) -> Diagnostic {
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
  var unexpectedIndicator: Diagnostic {
    guard let bracket = brackets.last else {
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
}
