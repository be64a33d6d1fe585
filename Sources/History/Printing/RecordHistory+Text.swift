extension RecordHistory {
  /// The history as text, a commit a paragraph.
  ///
  ///     2026-11-22  3f2a91c4d0be  Ann  Paid in cash
  ///       updated order 2026-0054
  ///         paidOn: – → 2026-11-22
  /// - Parameter limit: the most commits; nil for all.
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

  /// Each value of a record with the commit that set it, a line each.
  package var blameText: String {
    let values = blame
    let width = values.map(\.key.count).max() ?? 0
    return values.map { "\($0.key.padded(to: width))  \($0.value)  (\($0.entry.heading))\n" }.joined()
  }
}

extension RecordHistory.Entry {
  /// Day, commit, author and message on one line.
  var heading: String { "\(day)  \(commit.name.prefix(12))  \(author)  \(summary)" }
}
