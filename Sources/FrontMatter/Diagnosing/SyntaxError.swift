import Diagnostics

/// Why a text cannot be read.
struct SyntaxError: Error {
  /// What the reader found where it expected something else, with the sentence for it if a look at the line finds
  /// nothing more to say.
  enum Fact: String {
    /// A second `: ` on a line, or a key where none may begin.
    case unexpectedColon = "this key is indented deeper than the one above, which already has its value"
    case missingColon = "': ' is missing; each line is 'key: value', or is indented below its key"
    case longKey = "a key is too long; it has at most 1,024 characters"
    case questionMark = "a key that begins with '?' is not read; write 'key: value'"
    case missingKey = "a key is missing before ':'"
    case collectionAsKey = "a key is text; a list or mapping cannot be one"
    case mergeKey = "the YAML merge key '<<' is not read; write the keys out"
    case unexpectedItem = "a list begins on the line below its key; text that begins with '- ' needs quotes"
    case itemForKey = "a list item is where a key is expected; is its indentation right?"
    case missingItem = "this line is not an item ('- ') of the list above, nor a key beside it"
    /// A line, or the rest of one, that does not belong to anything above.
    case unexpectedLine =
      "the indentation of this line matches none above; the keys of one mapping are aligned"
    /// A character that cannot begin a text.
    case unexpectedCharacter = "text that begins with a special character needs quotes"
    /// The beginning of an anchor, alias, tag or directive.
    case refused = "a YAML directive is not read; delete the line"
    case tab = "there is a tab here; YAML is indented with spaces"
    case noBreakSpace = "there is a no-break space here; YAML is indented with spaces"
    case unclosedQuote = "this quote is not closed on its line; is the closing quote missing?"
    case unknownEscape = "this is not an escape; a backslash in double quotes is written '\\\\'"
    case invalidEscape =
      "this escape is no character; one is '\\x' and 2, '\\u' and 4 or '\\U' and 8 hexadecimal digits"
    case missingComma =
      "',' or the closing bracket is missing here; a text or expression that goes on here needs quotes"
    case colonBeforeIndicator = "a space is missing after ':', or quotes around the text that holds it"
    case nestingTooDeep = "lists and mappings are nested deeper than 16 levels"
    case severalDocuments = "a second YAML document begins here; there can be only one"

    var id: DiagnosticID {
      switch self {
      case .questionMark, .missingKey, .collectionAsKey: .complexKey
      case .mergeKey: .yamlMergeKey
      case .unexpectedItem: .unquotedText
      case .tab: .tabIndentation
      case .refused: .yamlDirective
      case .nestingTooDeep: .nestingTooDeep
      case .severalDocuments: .severalDocuments
      default: .yamlSyntax
      }
    }
  }

  let fact: Fact
  /// The offset in the file; for something that is not closed or has no `:`, the offset where it begins.
  let place: Int

  init(_ fact: Fact, at place: Int) {
    self.fact = fact
    self.place = place
  }
}
