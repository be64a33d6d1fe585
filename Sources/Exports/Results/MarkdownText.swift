/// Escapes texts for Markdown.
package enum MarkdownText {
  /// A text that Markdown prints unchanged, on one line: markup is escaped with backslashes. Web addresses
  /// are not escaped, because GitHub treats backslashes and references in them as part of the address.
  ///
  /// Source: GitHub Flavored Markdown 0.29, 6.9 "Autolinks (extension)".
  package static func escaped(_ text: String) -> String {
    var result = ""
    var rest = text[...]
    while let character = rest.first {
      if let address = address(at: rest, after: result.last) {
        result += address.replacing("|", with: "\\|")
        rest = rest[address.endIndex...]
        continue
      }
      switch character {
      case "\\", "`", "*", "_", "[", "]", "<", ">", "|", "#", "~": result += "\\\(character)"
      case "&" where rest.dropFirst().drop(while: { $0.isLetter || $0.isNumber || $0 == "#" }).first == ";":
        // Otherwise it could be a reference such as `&lt;`.
        result += "&amp;"
      case "\n", "\r\n", "\r": result += " "
      default: result.append(character)
      }
      rest.removeFirst()
    }
    return result
  }

  /// The web address at the beginning of a text, up to the next space or `<`.
  /// - Parameter last: the preceding character; an address cannot begin within a word.
  private static func address(at text: Substring, after last: Character?) -> Substring? {
    guard last.map({ $0.isWhitespace || "*_~(".contains($0) }) ?? true,
      ["http://", "https://", "www."].contains(where: text.hasPrefix)
    else { return nil }
    return text.prefix { !$0.isWhitespace && $0 != "<" && $0 != "`" }
  }
}
