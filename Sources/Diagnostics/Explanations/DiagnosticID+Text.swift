extension DiagnosticID {
  /// All ids, each with its severity and title.
  /// - Parameter lints: the warnings that may be turned off, which are called so.
  package static func list(lints: Set<DiagnosticID>) -> String {
    let width = allCases.map(\.rawValue.utf8.count).max() ?? 0
    return allCases.map { id in
      let blanks = String(repeating: " ", count: width - id.rawValue.utf8.count)
      let severity =
        lints.contains(id) ? "lint   " : id.explanation.severity == .error ? "error  " : "warning"
      return "\(id.rawValue)\(blanks)  \(severity)  \(id.explanation.title)\n"
    }.joined()
  }

  /// The explanation as printed, in lines of at most 80 columns.
  package var text: String {
    let head = "\(rawValue) (\(explanation.severity.rawValue))\n\(explanation.title)\n\n"
    return head
      + explanation.help.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.hasPrefix("    ") ? $0 + "\n" : Self.wrapped($0) }.joined()
  }

  private static func wrapped(_ paragraph: Substring) -> String {
    var text = ""
    var column = 0
    for word in paragraph.split(separator: " ") {
      if column > 0, column + 1 + word.count > 80 {
        text += "\n"
        column = 0
      } else if column > 0 {
        text += " "
        column += 1
      }
      text += word
      column += word.count
    }
    return text + "\n"
  }
}
