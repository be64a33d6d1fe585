/// Why a text cannot be read, as a fact; `SyntaxDiagnosis` makes a sentence of it.
struct SyntaxError: Error {
  /// What the reader found where something else was due.
  enum Fact {
    /// A second `: ` on a line, or a key where none may begin.
    case unexpectedColon
    /// A line where a key is due, and no `: ` follows.
    case missingColon
    /// A key with more than 1,024 characters.
    case longKey
    /// A `? `, a `:` without a key, a list or mapping for a key, and `<<`.
    case questionMark, missingKey, collectionAsKey, mergeKey
    /// A `- ` where no item may begin, where a key is due, and none where an item is due.
    case unexpectedItem, itemForKey, missingItem
    /// A line, or the rest of one, that belongs to nothing above.
    case unexpectedLine
    /// A character that no text begins with.
    case unexpectedCharacter
    /// What begins an anchor, an alias, a tag or a directive.
    case refused
    /// A tab where a space is due, and a no-break space that begins a key.
    case tab, noBreakSpace
    /// What is no indicator on the line of a `|` or `>`.
    case blockHeader
    /// A quote that nothing closes.
    case unclosedQuote
    /// A backslash whose escape is unknown, short of digits, or the number of no character.
    case unknownEscape, escapeWithoutDigits, escapeOfNothing
    /// The end of the text between brackets, neither `,` nor the closing one, and `:` before `,` or a bracket.
    case unclosedBracket, missingComma, colonBeforeIndicator
    /// A collection inside too many others.
    case nestingTooDeep
    /// A second document.
    case severalDocuments
  }

  let fact: Fact
  /// Where it stands in the file; for what is not closed or has no `:`, where that begins.
  let place: Int

  init(_ fact: Fact, at place: Int) {
    self.fact = fact
    self.place = place
  }
}
