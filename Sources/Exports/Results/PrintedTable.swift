import Diagnostics
import Query
import Records

/// A result as text for readers: the cells of all rows, sections with their totals, and the overall totals.
///
/// Values are in their exact form except for repeating decimals, and references are ids. Line breaks and
/// control characters are replaced by visible ones.
struct PrintedTable {
  struct Column {
    /// The heading.
    let label: String
    /// Whether its cells are right-aligned.
    let isNumber: Bool
    /// Whether its cells may be truncated; figures and ids never are.
    let mayBeCut: Bool
  }

  /// Rows with one heading, or with none if the result has no sections.
  struct Section {
    /// The section's value and its number of rows: `2026-03 (12)`; nil if the result has no sections.
    let heading: String?
    /// The range of its rows in the columns of `cells`.
    let rows: Range<Int>
    /// A text for each column; nil if there are no totals.
    let totals: [String]?
  }

  /// The columns in the order of the request.
  let columns: [Column]
  /// The cells by column, then by row.
  let cells: [[String]]
  /// The sections, in order; a single one without a heading if the result has none.
  let sections: [Section]
  /// A text for each column; nil if there are no totals.
  let totals: [String]?
  /// The day for which the result is valid, as a separate line.
  let day: String?

  init(_ result: FetchResult) {
    columns = result.plan.columns.map { column in
      // A truncated id is useless, because it cannot be pasted anywhere.
      let isID = column.path?.leaf == .id || column.path?.leaf == .record
      let isFixed = column.type.isNumeric || isID || column.type == .date || column.type == .boolean
      return Column(label: Self.visible(column.label), isNumber: column.type.isNumeric, mayBeCut: !isFixed)
    }
    cells = columns.indices.map { column in
      FetchResult.batches(of: 0..<result.count).flatMap { batch in
        result.values(of: column, in: batch).map { Self.text(of: $0, result) }
      }
    }
    func texts(_ totals: [Value]) -> [String]? {
      totals.contains { $0 != .null } ? totals.map { Self.text(of: $0, result) } : nil
    }
    totals = texts(result.totals)
    let parts = result.sections.map { section in
      let title = section.title == .null ? "none" : Self.text(of: section.title, result)
      return Section(
        heading: "\(title) (\(section.rows.count))", rows: section.rows, totals: texts(section.totals))
    }
    sections =
      result.plan.section == nil ? [Section(heading: nil, rows: 0..<result.count, totals: nil)] : parts
    day = result.day.map { "as of \($0)" }
  }

  private static func text(of value: Value, _ result: FetchResult) -> String {
    let value: Value =
      switch value {
      case .number(let number): .number(number.legible)
      case .money(let money): .money(money.legible)
      default: value
      }
    return visible(result.graph.plainText(of: value))
  }

  /// A text on one line: spaces for tabs and line endings, U+FFFD for other control characters.
  private static func visible(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F || $0 == 0xC2 || $0 == 0xE2 }) else {
      return text
    }
    // CR LF is a single `Character`, so it becomes a single space.
    return String(
      text.map { character -> Character in
        if character.isNewline || character == "\t" { return " " }
        return character.unicodeScalars.contains {
          $0.properties.generalCategory == .control || $0.setsDirection
        }
          ? "\u{FFFD}" : character
      })
  }
}
