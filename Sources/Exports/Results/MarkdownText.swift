/// Texts as Markdown prints them.
package enum MarkdownText {
  /// A text that Markdown prints as it is, on one line: with a backslash before what would be markup, and a web address
  /// as it stands, for in it GitHub takes backslashes and references for a part of the address.
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
        // Else it would be a reference such as `&lt;`.
        result += "&amp;"
      case "\n", "\r\n", "\r": result += " "
      default: result.append(character)
      }
      rest.removeFirst()
    }
    return result
  }

  /// The web address that a text begins with: what is before the next blank or `<`.
  /// - Parameter last: the character before it; within a word no address begins.
  private static func address(at text: Substring, after last: Character?) -> Substring? {
    guard last.map({ $0.isWhitespace || "*_~(".contains($0) }) ?? true,
      ["http://", "https://", "www."].contains(where: text.hasPrefix)
    else { return nil }
    return text.prefix { !$0.isWhitespace && $0 != "<" && $0 != "`" }
  }
}
