import Records

/// A word or sign of a query, with its position in the text.
struct Token: Equatable {
  enum Kind: Equatable {
    /// A name that is not a keyword, or a keyword after `#`.
    case name(String)
    /// A keyword in any case, with the word as written.
    case keyword(Keyword, String)
    /// `$name`
    case variable(String)
    /// `@name`, without the sign.
    case collection(String)
    /// A text without its quotes, with escapes resolved.
    case text(String)
    /// A number, with its scale as written.
    case number(Decimal)
    /// A sign in any of its spellings.
    case symbol(Symbol)
    /// The end of the query; its range is empty.
    case end
  }

  let kind: Kind
  /// The range in the query's text, in UTF-8 bytes.
  let range: Range<Int>
}

/// The reserved words: a key with such a name is written with `#`, as in `#in`.
package enum Keyword: String, Sendable, CaseIterable {
  case and = "AND"
  case or = "OR"
  case not = "NOT"
  case any = "ANY"
  case some = "SOME"
  case all = "ALL"
  case none = "NONE"
  case between = "BETWEEN"
  case isIn = "IN"
  case contains = "CONTAINS"
  case beginsWith = "BEGINSWITH"
  case endsWith = "ENDSWITH"
  case like = "LIKE"
  case matches = "MATCHES"
  case yes = "YES"
  case no = "NO"
  case isTrue = "TRUE"
  case isFalse = "FALSE"
  case null = "NULL"
  case `nil` = "NIL"
  case itself = "SELF"
  case truePredicate = "TRUEPREDICATE"
  case falsePredicate = "FALSEPREDICATE"

  /// Whether a name is a keyword, so that a key of that name needs `#`.
  static func reserves(_ name: String) -> Bool { Keyword(rawValue: name.uppercased()) != nil }

  /// A key as written in an expression: `total`, or `#in` if the name is a keyword.
  package static func key(_ name: String) -> String { reserves(name) ? "#" + name : name }
}

/// A sign of the query language, by its first spelling.
enum Symbol: String {
  case equal = "="
  case notEqual = "!="
  case less = "<"
  case greater = ">"
  case lessOrEqual = "<="
  case greaterOrEqual = ">="
  case and = "&&"
  case or = "||"
  case not = "!"
  case plus = "+"
  case minus = "-"
  case times = "*"
  case divide = "/"
  case power = "**"
  case dot = "."
  case comma = ","
  case colon = ":"
  case openParenthesis = "("
  case closeParenthesis = ")"
  case openBrace = "{"
  case closeBrace = "}"
  case openBracket = "["
  case closeBracket = "]"

  /// All spellings, the longer ones first.
  static let spellings: [(text: [Unicode.Scalar], symbol: Symbol)] = {
    let spellings: [(String, Symbol)] = [
      ("==", .equal), ("!=", .notEqual), ("<>", .notEqual), ("<=", .lessOrEqual), ("=<", .lessOrEqual),
      (">=", .greaterOrEqual), ("=>", .greaterOrEqual), ("&&", .and), ("||", .or), ("**", .power),
      ("=", .equal), ("<", .less), (">", .greater), ("!", .not), ("+", .plus), ("-", .minus), ("*", .times),
      ("/", .divide), (".", .dot), (",", .comma), (":", .colon), ("(", .openParenthesis),
      (")", .closeParenthesis), ("{", .openBrace), ("}", .closeBrace), ("[", .openBracket),
      ("]", .closeBracket),
    ]
    return spellings.map { (Array($0.0.unicodeScalars), $0.1) }
  }()
}

/// A text as a query literal: in single quotes, with a `\` before characters that need it.
///
///     predicateLiteral("Rock 'n' Roll")   'Rock \'n\' Roll'
///
/// - Complexity: O(*n*)
package func predicateLiteral(_ text: String) -> String {
  var result = String.UnicodeScalarView("'".unicodeScalars)
  for scalar in text.unicodeScalars {
    switch scalar {
    case "\\", "'":
      result.append("\\")
      result.append(scalar)
    case "\n": result.append(contentsOf: "\\n".unicodeScalars)
    case "\r": result.append(contentsOf: "\\r".unicodeScalars)
    case "\t": result.append(contentsOf: "\\t".unicodeScalars)
    default: result.append(scalar)
    }
  }
  result.append("'")
  return String(result)
}

extension Syntax.Step {
  /// The step as written: `name`, `#in`, `@sum`.
  package var written: String { isOperator ? "@" + name : Keyword.key(name) }
}
