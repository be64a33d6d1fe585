/// The error in a pattern, as a fact and a place.
package struct PatternError: Error, Equatable {
  /// The kinds of error. An associated string is the text in the pattern that is wrong.
  package enum Fact: Equatable, Sendable {
    /// `\q`
    case unknownEscape(String)
    /// `\u12` or `\x{}`: not the required hexadecimal digits.
    case malformedHexadecimal(String)
    /// `\uD800`: digits that are not a Unicode scalar.
    case noScalar(String)
    /// A `\` at the end.
    case trailingBackslash
    /// `\1` or `\k`.
    case backReference(String)
    /// `(?=`, `(?!`, `(?<=` or `(?<!`.
    case lookAround(String)
    /// `(?>`
    case atomicGroup
    /// `a++`
    case possessive(String)
    /// `(?x)`
    case unknownFlag(String)
    /// `(?` followed by anything else.
    case unknownGroup(String)
    /// A `(` that is not closed.
    case unclosedGroup
    /// A `[` that is not closed.
    case unclosedClass
    /// A `)`, `]` or `}` without an opening one.
    case unopened(String)
    /// `[]`
    case emptyClass(String)
    /// `[` or `&&` in a class.
    case classOperation(String)
    /// `z-a`, `a-\d` or `a-c-e` in a class.
    case badRange(String)
    /// A `*`, `+`, `?` or `{` with nothing before it to repeat.
    case nothingToRepeat(String)
    /// `{` without the required numbers and `}`.
    case malformedRepetition(String)
    /// `{3,2}`
    case reversedRepetition(String)
    /// `\p` without `{NAME}`.
    case malformedProperty(String)
    /// `\p{Foo}`; the string is only the name.
    case unknownProperty(String)
    /// Groups nested deeper than ``PatternParser/maximumDepth``.
    case nestedTooDeep
    /// More states than ``PatternProgram/maximumSize``.
    case tooLarge
    /// Classes with more characters to fold than ``PatternParser/maximumFolding``.
    case foldingTooLarge
  }

  /// The kind of error.
  package let fact: Fact
  /// The place, in UTF-8 bytes of the pattern as written.
  package let range: Range<Int>

  init(_ fact: Fact, _ range: Range<Int>) {
    self.fact = fact
    self.range = range
  }
}

extension PatternError {
  /// The error as a sentence in headline style: what was found, and what was expected or can be done.
  package var summary: String {
    switch fact {
    case .unknownEscape(let found):
      "unknown escape '\(found)' in pattern; expected \\d \\w \\s \\p{…} \\n \\r \\t \\uXXXX \\x{…} or a punctuation mark"
    case .malformedHexadecimal(let found):
      "malformed escape '\(found)' in pattern; expected four hexadecimal digits as in \\u00FC, or up to six as in \\x{1F600}"
    case .noScalar(let found):
      "'\(found)' in pattern is not a Unicode character; expected one like \\x{1F600}"
    case .trailingBackslash: "nothing after '\\' at the end of pattern; expected the character it quotes"
    case .backReference(let found):
      "back-reference '\(found)' in pattern; expected none, as patterns match in linear time"
    case .lookAround(let found):
      "look-around '\(found)' in pattern; expected none, as patterns match in linear time"
    case .atomicGroup: "atomic group '(?>' in pattern; expected a plain group '(?:'"
    case .possessive(let found):
      "possessive repetition '\(found)' in pattern; expected '\(found.dropLast())' alone"
    case .unknownFlag(let found): "unknown flag '\(found)' in pattern; expected (?i) or (?-i)"
    case .unknownGroup(let found):
      "unknown kind of group '\(found)' in pattern; expected '(', '(?:', '(?i:' or '(?<name>'"
    case .unclosedGroup: "unclosed group in pattern; expected ')' for this '('"
    case .unclosedClass: "unclosed class in pattern; expected ']' for this '['"
    case .unopened(let found):
      "'\(found)' in pattern closes nothing; expected '\\\(found)' for the character itself"
    case .emptyClass(let found):
      "empty class '\(found)' in pattern; expected a character, '\\]' for the bracket itself"
    case .classOperation(let found):
      "'\(found)' inside a class in pattern; expected '\\\(found.prefix(1))' for the character itself, as classes do not nest"
    case .badRange(let found):
      "range '\(found)' in pattern does not run upwards between two characters; expected one such as a-z, or '\\-' for the hyphen itself"
    case .nothingToRepeat(let found):
      "nothing to repeat before '\(found)' in pattern; expected a character, class or group, or '\\\(found)' for the character itself"
    case .malformedRepetition(let found):
      "malformed repetition '\(found)' in pattern; expected {m}, {m,} or {m,n}, or '\\{' for the brace itself"
    case .reversedRepetition(let found):
      "repetition '\(found)' in pattern runs downwards; expected the smaller number first"
    case .malformedProperty(let found):
      "malformed property '\(found)' in pattern; expected a name in braces such as \\p{Lu}"
    case .unknownProperty(let found):
      "unknown property '\(found)' in pattern; expected a general category such as Lu, a script such as Greek or a property such as Alphabetic"
    case .nestedTooDeep: "groups nested deeper than \(PatternParser.maximumDepth) in pattern; expected fewer"
    case .tooLarge: "pattern of more than \(PatternProgram.maximumSize) states; expected smaller repetitions"
    case .foldingTooLarge:
      "classes of more than \(PatternParser.maximumFolding) characters to fold in pattern; expected smaller ranges, or case and marks not ignored"
    }
  }
}
