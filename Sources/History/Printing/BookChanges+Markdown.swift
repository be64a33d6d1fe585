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
    if !effects.isEmpty {
      text += "### What follows\n\n| record | value | before | after |\n| --- | --- | --- | --- |\n"
      for effect in effects {
        text +=
          "| \(MarkdownText.escaped("\(effect.label.lowercasedFirst) \(name(of: effect.id, effect.entity))")) | \(Self.cells(effect.value)) |\n"
      }
      text += "\n"
    }
    if !totals.isEmpty {
      text += "### Totals\n\n| records | value | before | after |\n| --- | --- | --- | --- |\n"
      for total in totals {
        text += "| \(MarkdownText.escaped(total.label)) | \(Self.cells(total.value)) |\n"
      }
    }
    return text
  }

  private static func cells(_ value: ValueChange) -> String {
    let key = value.key == "@count" ? "number" : value.key
    return [key, value.old ?? "–", value.new ?? "–"].map(MarkdownText.escaped).joined(separator: " | ")
  }
}
