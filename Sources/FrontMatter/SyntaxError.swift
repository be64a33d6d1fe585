/// Why a text cannot be read, as a fact; `SyntaxDiagnosis` turns it into a sentence.
struct SyntaxError: Error {
  /// What the reader found where something else was expected.
  enum Fact {
    /// A second `: ` on a line, or a key where none may begin.
    case unexpectedColon
    /// A line where a key is expected, without `: `.
    case missingColon
    /// A key with more than 1,024 characters.
    case longKey
    /// A `? `, a `:` without a key, a list or mapping for a key, and `<<`.
    case questionMark, missingKey, collectionAsKey, mergeKey
    /// A `- ` where no item may begin or where a key is expected, and none where an item is expected.
    case unexpectedItem, itemForKey, missingItem
    /// A line, or the rest of one, that belongs to nothing above.
    case unexpectedLine
    /// A character that no text begins with.
    case unexpectedCharacter
    /// What begins an anchor, an alias, a tag or a directive.
    case refused
    /// A tab where a space is expected, and a no-break space that begins a key.
    case tab, noBreakSpace
    /// What is not an indicator on the line of a `|` or `>`.
    case blockHeader
    /// A quote that nothing closes.
    case unclosedQuote
    /// A backslash whose escape is unknown, lacks digits, or does not name a character.
    case unknownEscape, escapeWithoutDigits, escapeOfNothing
    /// The end of the text between brackets, neither `,` nor the closing one, and `:` before `,` or a bracket.
    case unclosedBracket, missingComma, colonBeforeIndicator
    /// A collection inside too many others.
    case nestingTooDeep
    /// A second document.
    case severalDocuments
  }

  let fact: Fact
  /// Where it is in the file; for what is not closed or has no `:`, where that begins.
  let place: Int

  init(_ fact: Fact, at place: Int) {
    self.fact = fact
    self.place = place
  }
}
