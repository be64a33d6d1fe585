/// Why a text cannot be read, as a fact; `FrontMatterDocument` turns it into a sentence.
struct SyntaxError: Error {
  /// What the reader found where it expected something else.
  enum Fact {
    /// A second `: ` on a line, or a key where none may begin.
    case unexpectedColon
    /// A line where a key is expected, without `: `.
    case missingColon
    /// A key with more than 1,024 characters.
    case longKey
    /// A `? `, a `:` without a key, a list or mapping as a key, and `<<`.
    case questionMark, missingKey, collectionAsKey, mergeKey
    /// A `- ` where no item may begin or a key is expected, and a missing one where an item is expected.
    case unexpectedItem, itemForKey, missingItem
    /// A line, or the rest of one, that does not belong to anything above.
    case unexpectedLine
    /// A character that cannot begin a text, and the beginning of an anchor, alias, tag or directive.
    case unexpectedCharacter, refused
    /// A tab where a space is expected, and a no-break space before a key.
    case tab, noBreakSpace
    /// A quote that is not closed.
    case unclosedQuote
    /// A backslash with an unknown escape, or with digits that are missing or are not those of a character.
    case unknownEscape, invalidEscape
    /// A missing `,` or closing bracket, and `:` before `,` or a bracket.
    case missingComma, colonBeforeIndicator
    /// Collections nested too deeply.
    case nestingTooDeep
    /// A second document.
    case severalDocuments
  }

  let fact: Fact
  /// The offset in the file; for something that is not closed or has no `:`, the offset where it begins.
  let place: Int

  init(_ fact: Fact, at place: Int) {
    self.fact = fact
    self.place = place
  }
}
