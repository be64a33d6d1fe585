import Diagnostics

/// Quotes a text such that YAML reads exactly that text: in double quotes, on one line.
///
///     quoted("Werkstatt #3")     "Werkstatt #3"
///     quoted("a \"b\"")          "a \"b\""
///
/// - Complexity: O(*n*)
package func quoted(_ text: String) -> String {
  var result = "\""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "\"": result += "\\\""
    case "\\": result += "\\\\"
    case "\n": result += "\\n"
    case "\r": result += "\\r"
    case "\t": result += "\\t"
    case _ where CharacterSurvey.isRefused(scalar):
      result += "\\u" + CharacterSurvey.digits(of: scalar)
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result + "\""
}

/// Quotes a text on one line such that YAML reads exactly that text, without escapes if possible: in double
/// quotes, or in single quotes if it contains double quotes or backslashes.
///
///     inQuotes("Werkstatt #3")     "Werkstatt #3"
///     inQuotes("the \"Gold\"")     'the "Gold"'
///
/// - Complexity: O(*n*)
func inQuotes(_ text: String) -> String {
  let isSimple = !text.contains("'") && needsNoEscape(text)
  return isSimple && (text.contains("\"") || text.contains("\\")) ? "'\(text)'" : quoted(text)
}

/// Whether no character of a text needs an escape.
func needsNoEscape(_ text: some StringProtocol) -> Bool {
  text.unicodeScalars.allSatisfy { $0.value >= 0x20 && !CharacterSurvey.isRefused($0) }
}

/// Writes a text such that YAML reads exactly that text, in quotes only if necessary.
///
///     scalar("ernst-handel")               ernst-handel
///     scalar("a, b")                       "a, b"
///     scalar("a, b", inBrackets: false)    a, b
///
/// - Parameter inBrackets: whether it may be in brackets or braces, where a comma ends a text.
/// - Complexity: O(*n*)
package func scalar(_ text: String, inBrackets: Bool = true) -> String {
  // A curly quote would look like a mistyped one.
  let isCurly = text.first.map(LookAlikes.quotes.contains) ?? true
  return !isCurly && readsAsItIs(text, inBrackets: inBrackets) ? text : inQuotes(text)
}

/// Writes a text such that YAML reads exactly that text, in single quotes if necessary, so that the double
/// quotes of a query need no escapes.
/// - Complexity: O(*n*)
package func expressionScalar(_ text: String) -> String {
  readsAsItIs(text, inBrackets: false) ? text : FrontMatterText.singleQuoted(text)
}

/// Writes a text to replace another, in the same kind of quotes if that is quoted.
///
///     scalar("anna", inPlaceOf: 'ann')     'anna'
///
/// - Parameter inBrackets: whether it may be in brackets or braces, where a comma ends a text.
/// - Complexity: O(*n*)
package func scalar(_ text: String, inPlaceOf range: SourceRange, inBrackets: Bool = true) -> String {
  switch range.text.utf8.first {
  case UInt8(ascii: "'"): FrontMatterText.singleQuoted(text)
  case UInt8(ascii: "\""): inQuotes(text)
  default: scalar(text, inBrackets: inBrackets)
  }
}

/// Whether an unquoted text reads as exactly that text.
private func readsAsItIs(_ text: String, inBrackets: Bool) -> Bool {
  // The text is followed by a blank, because a lone '-' before one is an item.
  let file = SourceFile(path: "", text: inBrackets ? "[\(text) ]" : "a: \(text)\n")
  var document = FrontMatterDocument()
  guard document.read(file, 0..<file.bytes.count).isEmpty, document.nodes.count == (inBrackets ? 2 : 3),
    let node = document.nodes.last
  else { return false }
  return node.kind == .plain && !node.isCopied && document.isEqual(node, to: text)
}
