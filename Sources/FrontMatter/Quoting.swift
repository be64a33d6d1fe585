import Diagnostics

/// The form of a text that YAML reads back as exactly that text: in double quotes, on one line.
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
      let digits = String(scalar.value, radix: 16, uppercase: true)
      result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result + "\""
}

/// The form of a text that YAML reads back as exactly that text, on one line and in the quotes that need no escapes:
/// double ones, or single ones around a text with double ones or backslashes in it.
///
///     inQuotes("Werkstatt #3")     "Werkstatt #3"
///     inQuotes("the \"Gold\"")     'the "Gold"'
///
/// - Complexity: O(*n*)
func inQuotes(_ text: String) -> String {
  let isSimple =
    !text.contains("'")
    && text.unicodeScalars.allSatisfy { $0.value >= 0x20 && !CharacterSurvey.isRefused($0) }
  return isSimple && (text.contains("\"") || text.contains("\\")) ? "'\(text)'" : quoted(text)
}

/// The form of a text that reads back as exactly that text: as it is if possible, else in quotes.
///
///     scalar("ernst-handel")               ernst-handel
///     scalar("a, b")                       "a, b"
///     scalar("a, b", inBrackets: false)    a, b
///
/// - Parameter inBrackets: whether it may be in brackets, where a comma ends a text.
/// - Complexity: O(*n*)
package func scalar(_ text: String, inBrackets: Bool = true) -> String {
  // A curly quote is taken for a mistyped one.
  let isCurly = text.unicodeScalars.first.map { "“”„‟‘’‚‛«»".unicodeScalars.contains($0) } ?? true
  return !isCurly && readsAsItIs(text, inBrackets: inBrackets) ? text : inQuotes(text)
}

/// The form of a text that reads back as exactly that text: as it is if possible, else in single quotes, in which
/// the double ones of a query stay as they are.
/// - Complexity: O(*n*)
package func expressionScalar(_ text: String) -> String {
  readsAsItIs(text, inBrackets: false) ? text : FrontMatterText.singleQuoted(text)
}

/// The form of a text in the place of another: in quotes where that is, of the same kind.
///
///     scalar("anna", inPlaceOf: 'ann')     'anna'
///
/// - Complexity: O(*n*)
package func scalar(_ text: String, inPlaceOf range: SourceRange) -> String {
  switch range.text.utf8.first {
  case UInt8(ascii: "'"): FrontMatterText.singleQuoted(text)
  case UInt8(ascii: "\""): inQuotes(text)
  default: scalar(text)
  }
}

/// Whether a text without quotes reads as exactly that text.
private func readsAsItIs(_ text: String, inBrackets: Bool) -> Bool {
  // A blank may follow it, which makes a lone '-' an item.
  let file = SourceFile(path: "", text: inBrackets ? "[\(text) ]" : "a: \(text)\n")
  var document = FrontMatterDocument()
  guard document.read(file, 0..<file.bytes.count).isEmpty, document.nodes.count == (inBrackets ? 2 : 3),
    let node = document.nodes.last
  else { return false }
  return node.kind == .plain && !node.isCopied && document.isEqual(node, to: text)
}
