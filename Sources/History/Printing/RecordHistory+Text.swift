import Content

extension RecordHistory {
  /// The history as text, one paragraph per commit.
  ///
  ///     2026-11-22  3f2a91c4d0be  Ann  Paid in cash
  ///       updated order 2026-0054
  ///         paidOn: – → 2026-11-22
  /// - Parameter limit: the maximum number of commits; nil for all.
  package func text(limit: Int? = nil) -> String {
    guard !entries.isEmpty else { return "No commit changed a record.\n" }
    let paragraphs = entries.prefix(limit ?? entries.count).map { entry in
      let lines = entry.changes.flatMap { change in
        ["  \(change.kind.rawValue) \(change.name)"] + change.lines.map { "    " + $0 }
      }
      return ([entry.heading] + lines).joined(separator: "\n") + "\n"
    }
    return paragraphs.joined(separator: "\n")
  }
}

extension RecordHistory.Entry {
  /// The day, commit, author and message on one line.
  var heading: String { "\(day)  \(commit.prefix(12))  \(author)  \(summary)" }
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
