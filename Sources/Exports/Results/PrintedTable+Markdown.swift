extension PrintedTable {
  /// The table as Markdown pipe tables, one for each section, with totals in bold.
  ///
  ///     | Date | Customer | Total |
  ///     | --- | --- | ---: |
  ///     | 2026-03-14 | acme | 12.50 |
  ///     |  |  | **12.50** |
  func markdown() -> String {
    var text = ""
    for (index, section) in sections.enumerated() {
      if let heading = section.heading {
        text += (index > 0 ? "\n" : "") + "### \(MarkdownText.escaped(heading))\n\n"
      }
      addHead(to: &text)
      for row in section.rows { Self.addLine(cells.map { MarkdownText.escaped($0[row]) }, to: &text) }
      if let totals = section.totals { Self.addTotals(totals, to: &text) }
    }
    if let totals {
      if sections.contains(where: { $0.heading != nil }) || sections.isEmpty {
        text += sections.isEmpty ? "" : "\n### Total\n\n"
        addHead(to: &text)
      }
      Self.addTotals(totals, to: &text)
    } else if sections.isEmpty {
      addHead(to: &text)
    }
    if let day { text += "\n\(day)\n" }
    return text
  }

  private func addHead(to text: inout String) {
    Self.addLine(columns.map { MarkdownText.escaped($0.label) }, to: &text)
    Self.addLine(columns.map { $0.isNumber ? "---:" : "---" }, to: &text)
  }

  private static func addTotals(_ totals: [String], to text: inout String) {
    addLine(totals.map { $0.isEmpty ? "" : "**\($0)**" }, to: &text)
  }

  private static func addLine(_ cells: [String], to text: inout String) {
    text += "| " + cells.joined(separator: " | ") + " |\n"
  }
}
