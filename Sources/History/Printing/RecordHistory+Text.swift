import Content
import Diagnostics

extension RecordHistory.Entry {
  /// The commit and its changes as a paragraph.
  ///
  ///     2026-11-22  3f2a91c4d0be  Ann  Paid in cash
  ///       updated order 2026-0054
  ///         paidOn: – → 2026-11-22
  package var text: String {
    let lines = changes.flatMap { change in
      ["  \(change.kind.rawValue) \(change.name)"] + change.lines.map { "    " + $0 }
    }
    return ([heading] + lines).joined(separator: "\n") + "\n"
  }

  /// The day, commit, author and message on one line. What others wrote must not control the terminal.
  var heading: String { DiagnosticPrinter.visible("\(day)  \(commit.prefix(12))  \(author)  \(summary)") }
}

extension RecordBlame {
  /// One line per value, with the commit that set it.
  package var text: String {
    let keys = lines.map(\.key.count).max() ?? 0
    let values = min(40, lines.map(\.value.onOneLine.count).max() ?? 0)
    return lines.map { line in
      let origin = line.entry?.heading ?? (line.isUncommitted ? "not committed" : "unknown")
      return "\(line.key.padded(to: keys))  \(line.value.onOneLine.padded(to: values))  \(origin)\n"
    }.joined()
  }
}
