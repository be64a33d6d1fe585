import Diagnostics

extension PrintedTable {
  /// The number of spaces between two columns.
  private static let gap = 2
  /// The minimum width of a text column: in a first pass, and in a second pass if that is not enough.
  private static let minimumWidths = [6, 2]

  /// The table in aligned columns, for a terminal.
  ///
  ///     Date        Customer   Total
  ///     ──────────  ────────  ──────
  ///     2026-03-14  acme       12.50
  ///     2026-03-15  zoe         7.00
  ///                           ──────
  ///                            19.50
  ///
  /// - Parameter width: the terminal's columns; wide texts are truncated, figures never. Nil if unlimited.
  func text(width: Int?) -> String {
    let widths = widths(within: width)
    var text = ""
    addLine(columns.map(\.label), widths, to: &text)
    addLine(widths.map { String(repeating: "─", count: $0) }, widths, to: &text)
    for (index, section) in sections.enumerated() {
      if let heading = section.heading { text += (index > 0 ? "\n" : "") + heading + "\n" }
      for row in section.rows { addLine(cells.map { $0[row] }, widths, to: &text) }
      add(totals: section.totals, widths, to: &text)
    }
    if sections.contains(where: { $0.heading != nil }), totals != nil { text += "\n" }
    add(totals: totals, widths, to: &text)
    if let day { text += "\n\(day)\n" }
    return text
  }

  private func add(totals: [String]?, _ widths: [Int], to text: inout String) {
    guard let totals else { return }
    let rules = zip(totals, widths).map { $0.isEmpty ? "" : String(repeating: "─", count: $1) }
    addLine(rules, widths, to: &text)
    addLine(totals, widths, to: &text)
  }

  private func addLine(_ cells: [String], _ widths: [Int], to text: inout String) {
    var blanks = 0
    for (index, cell) in cells.enumerated() {
      let (shown, width) = Self.cut(cell, to: widths[index])
      let padding = widths[index] - width
      if !shown.isEmpty {
        text += String(repeating: " ", count: blanks + (columns[index].isNumber ? padding : 0)) + shown
        blanks = columns[index].isNumber ? 0 : padding
      } else {
        blanks += widths[index]
      }
      blanks += Self.gap
    }
    text += "\n"
  }

  // MARK: Widths

  private func widths(within limit: Int?) -> [Int] {
    var widths = columns.indices.map { index in
      let texts = [columns[index].label, totals?[index] ?? ""] + sections.compactMap { $0.totals?[index] }
      return (texts + cells[index]).reduce(0) { max($0, Self.width(of: $1)) }
    }
    guard let limit else { return widths }
    for minimum in Self.minimumWidths { cut(&widths, to: limit, minimum: minimum) }
    return widths
  }

  /// Truncates the widest columns to the next widest, until the line fits or all are at the minimum.
  private func cut(_ widths: inout [Int], to limit: Int, minimum: Int) {
    var excess = widths.reduce(0, +) + Self.gap * (widths.count - 1) - limit
    while excess > 0 {
      let candidates = widths.indices.filter { columns[$0].mayBeCut && widths[$0] > minimum }
      guard let widest = candidates.max(by: { widths[$0] < widths[$1] }) else { break }
      let next = candidates.map { widths[$0] }.filter { $0 < widths[widest] }.max() ?? minimum
      // Columns of equal width are reduced in turn.
      let isAlone = candidates.count { widths[$0] == widths[widest] } == 1
      let cut = isAlone ? min(excess, widths[widest] - next) : 1
      widths[widest] -= cut
      excess -= cut
    }
  }

  private static func width(of text: String) -> Int {
    text.utf8.allSatisfy { $0 < 0x80 } ? text.utf8.count : displayWidth(of: text)
  }

  private static func cut(_ text: String, to width: Int) -> (text: String, width: Int) {
    let whole = self.width(of: text)
    guard whole > width else { return (text, whole) }
    var shown = ""
    var used = 0
    for character in text {
      let next = displayWidth(of: String(character))
      guard used + next < width else { break }
      shown.append(character)
      used += next
    }
    return (shown + "…", used + 1)
  }
}
