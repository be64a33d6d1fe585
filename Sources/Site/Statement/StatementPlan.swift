import Content
import Diagnostics
import FrontMatter
import Query
import Records

/// A statement block, compiled: the period, and where days and amounts stand.
struct StatementPlan: Sendable {
  /// Where they stand.
  let columns: StatementColumns
  /// The first day; nil where the statement begins with the first movement.
  let since: CivilDate?
  /// The last day; nil where it ends with the last.
  let until: CivilDate?

  /// The keys of a statement block beside those of every block.
  static let keys = ["period", "since", "until"]

  /// Reads the keys.
  /// - Parameters:
  ///   - entity: the entity whose records are charged.
  ///   - range: where the block says that it is a statement.
  ///   - instance: the value that `$each` stands for.
  init?(
    _ reader: inout MappingReader, entity: Entity, columns: StatementColumns?, at range: SourceRange,
    instance: Page.Instance?
  ) {
    guard let columns else {
      reader.add(
        Diagnostic(
          .invalidRequest, at: range,
          "a statement needs records with a required date and an amount 'total', and \(entity.name) has none")
      )
      return nil
    }
    self.columns = columns
    var period: ClosedRange<CivilDate>?
    if let written = reader.text("period") {
      let text =
        instance.map { written.text == "$each" ? $0.literal.trimming("'") : written.text } ?? written.text
      period = ClosedRange(period: text)
      if period == nil {
        reader.add(
          Diagnostic(
            .invalidDate, at: written.range, "'\(text)' is no period such as 2026, 2026-Q1 or 2026-03"))
      }
      for key in ["since", "until"] where reader.value(key) != nil {
        reader.add(
          Diagnostic(
            .invalidRequest, at: written.range, "a statement has a 'period', or 'since' and 'until', not both"
          ))
        break
      }
    }
    since = period?.lowerBound ?? FetchRequestReader.day("since", &reader)
    until = period?.upperBound ?? FetchRequestReader.day("until", &reader)
  }
}

extension String {
  fileprivate func trimming(_ quote: Character) -> String {
    hasPrefix("\(quote)") && hasSuffix("\(quote)") && count > 1 ? String(dropFirst().dropLast()) : self
  }
}

extension ClosedRange<CivilDate> {
  /// The days of a year (`2026`), a quarter (`2026-Q1`) or a month (`2026-03`); nil for any other text.
  init?(period text: String) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard let year = parts.first.flatMap({ $0.count == 4 ? Int($0) : nil }), parts.count <= 2 else {
      return nil
    }
    var months = 1...12
    if parts.count == 2 {
      let part = parts[1]
      if part.hasPrefix("Q"), let quarter = Int(part.dropFirst()), (1...4).contains(quarter), part.count == 2
      {
        months = quarter * 3 - 2...quarter * 3
      } else if part.count == 2, let month = Int(part), (1...12).contains(month) {
        months = month...month
      } else {
        return nil
      }
    }
    let after = months.upperBound == 12 ? (year + 1, 1) : (year, months.upperBound + 1)
    guard let first = CivilDate(year: year, month: months.lowerBound, day: 1),
      let last = CivilDate(year: after.0, month: after.1, day: 1)?.adding(days: -1)
        ?? CivilDate(year: year, month: 12, day: 31)
    else { return nil }
    self = first...last
  }
}

extension Statement {
  /// The statement as a table: opening, movements, closing.
  /// - Parameter words: the theme's.
  func table(
    name: String, label: String?, columns: StatementColumns, graph: RecordGraph, words: [String: String],
    tree: inout ViewTree
  ) -> TableView {
    func column(_ name: String, _ fallback: String, _ type: String) -> ColumnView {
      ColumnView(
        name: name, label: words[name] ?? fallback, type: type, isNumber: type == "money",
        isTotal: name == "charged" || name == "received", source: .computed, linkSteps: nil)
    }
    func text(_ name: String, _ fallback: String) -> Value { .text(words[name] ?? fallback) }
    var rows: [[Value]] = [
      [
        since.map(Value.date) ?? .null, .null, text("openingBalance", "Opening balance"), .null, .null,
        .money(opening),
      ]
    ]
    for movement in movements {
      let day = movement.date.map(Value.date) ?? .null
      let record = Value.record(table: columns.table, row: Int(movement.row))
      guard let receipt = movement.receipt else {
        rows.append([day, record, .null, .money(movement.amount), .null, .money(movement.balance)])
        continue
      }
      let list = columns.receipts[receipt.list]
      let entity = graph.model.entities[list.entity]
      let note = list.note.flatMap { graph.tables[entity.table].columns[$0][Int(receipt.row)].text }
      let label = entity.label + (note.map { ", " + $0 } ?? "")
      rows.append([day, record, .text(label), .null, .money(movement.amount), .money(movement.balance)])
    }
    rows.append(
      [
        until.map(Value.date) ?? .null, .null, text("closingBalance", "Closing balance"), .null, .null,
        .money(closing),
      ])
    let entities = graph.model.tables[columns.table].entities
    return TableView(
      name: name, label: label, table: columns.table,
      columns: [
        column("date", "Date", "date"),
        ColumnView(
          name: "record", label: graph.model.entities[entities.lowerBound].label, type: "text",
          isNumber: false,
          isTotal: false, source: .computed, linkSteps: nil),
        column("text", "Text", "text"), column("charged", "Charged", "money"),
        column("received", "Received", "money"), column("balance", "Balance", "money"),
      ], rows: .values(rows),
      totals: [.null, .null, .null, .money(charged), .money(received), .null], tree: &tree)
  }
}
