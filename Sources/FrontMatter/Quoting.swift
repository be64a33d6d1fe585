/// The form of a text that YAML reads back as exactly that text: in double quotes, on one line.
///
///     quoted("Werkstatt #3")     "Werkstatt #3"
///     quoted("a \"b\"")          "a \"b\""
///
/// - Complexity: O(*n*)
package func quoted(_ text: String) -> String {
  var result = "\""
  for scalar in text.unicodeScalars {
    switch scalar.value {
    case 0x22: result += "\\\""
    case 0x5C: result += "\\\\"
    case 0x0A: result += "\\n"
    case 0x0D: result += "\\r"
    case 0x09: result += "\\t"
    case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029, 0xFEFF, 0xFFFE, 0xFFFF:
      let digits = String(scalar.value, radix: 16, uppercase: true)
      result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result + "\""
}

/// The form of a text that reads back as exactly that text wherever a value or key may stand: as it is where that is
/// safe in brackets too, else in double quotes.
///
///     scalar("ernst-handel")     ernst-handel
///     scalar("a, b")             "a, b"
///
/// - Complexity: O(*n*)
package func scalar(_ text: String) -> String {
  func isWord(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isAlphabetic || scalar.properties.numericType == .decimal
  }
  let scalars = text.unicodeScalars
  let isPlain =
    scalars.first.map(isWord) ?? false && scalars.last != " "
    && scalars.allSatisfy { isWord($0) || $0 == "-" || $0 == "_" || $0 == "." || $0 == " " }
  return isPlain ? text : quoted(text)
}
