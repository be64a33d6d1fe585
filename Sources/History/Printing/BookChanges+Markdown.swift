import Content
import Exports

extension BookChanges {
  /// The changes as Markdown, for a pull request's comment: a list of records, then tables.
  package func markdown() -> String {
    guard !isEmpty else { return "No record changed.\n" }
    var text = ""
    func list(_ heading: String, _ lines: [String]) {
      guard !lines.isEmpty else { return }
      text += "### \(heading)\n\n" + lines.map { "- \($0)\n" }.joined() + "\n"
    }
    list("Model and settings", settings.map(MarkdownText.escaped))
    list("Not compared, because they have errors", skipped.map(MarkdownText.escaped))
    list(
      "Records",
      records.map { record in
        "**\(record.kind.rawValue)** \(MarkdownText.escaped(record.name))"
          + record.lines.map { "\n  - \(MarkdownText.escaped($0))" }.joined()
      })
    for (heading, rows) in tables {
      let records = heading == "Totals" ? "records" : "record"
      text += "### \(heading)\n\n| \(records) | value | before | after |\n| --- | --- | --- | --- |\n"
      text += rows.map { "| \($0.map(MarkdownText.escaped).joined(separator: " | ")) |\n" }.joined() + "\n"
    }
    // Nothing follows the totals.
    if !totals.isEmpty { text.removeLast() }
    return text
  }
}
