import Content
import Diagnostics
import Exports
import Formatting
import FrontMatter
import Query
import Records

/// A compiled statement block: the period, and the columns of dates and amounts.
struct StatementPlan: Sendable {
  /// The columns of dates and amounts.
  let columns: AccountColumns
  /// The first day; nil to begin with the first movement.
  let since: CivilDate?
  /// The last day; nil to end with the last movement.
  let until: CivilDate?

  /// The keys of a statement block in addition to those of all blocks.
  static let keys = ["period", "since", "until"]

  /// Reads the keys.
  /// - Parameters:
  ///   - entity: the entity whose records are charges.
  ///   - range: the place that declares the block a statement.
  ///   - instance: the value of `$each`.
  init?(
    _ reader: inout MappingReader, entity: Entity, columns: AccountColumns?, at range: SourceRange,
    instance: Page.Instance?
  ) {
    guard let columns else {
      reader.report(
        .invalidRequest, at: range,
        "a statement needs records with a required date and an amount 'total', but \(entity.name) has none")
      return nil
    }
    self.columns = columns
    var period: ClosedRange<CivilDate>?
    if let written = reader.text("period") {
      let text =
        instance.map { written.text == "$each" ? $0.literal.trimming("'") : written.text } ?? written.text
      period = AccountingPeriod(text)?.days
      if period == nil {
        reader.report(
          .invalidDate, at: written.range, "'\(text)' is not a period such as 2026, 2026-Q1 or 2026-03")
      }
      if reader.value("since") != nil || reader.value("until") != nil {
        reader.report(
          .invalidRequest, at: written.range, "a statement has a 'period', or 'since' and 'until', not both")
      }
    }
    since = period?.lowerBound ?? FetchRequestReader.day("since", &reader)
    until = period?.upperBound ?? FetchRequestReader.day("until", &reader)
    if let since, let until, until < since, let node = reader.value("until") {
      reader.report(
        .invalidRequest, at: node,
        "a statement until \(until) cannot begin on \(since), a later day")
    }
  }
}

extension String {
  fileprivate func trimming(_ quote: Character) -> String {
    hasPrefix("\(quote)") && hasSuffix("\(quote)") && count > 1 ? String(dropFirst().dropLast()) : self
  }
}

extension StatementPlan {
  /// The statement of a block's result.
  func statement(of result: FetchResult) -> AccountStatement? {
    result.records.map { AccountStatement(columns, of: $0, in: result.graph, since: since, until: until) }
  }
}

// MARK: As a table

extension AccountStatement {
  /// The columns: their names, their labels if the theme has none, and their types.
  private static let columnsShown: [(String, String, ColumnType)] = [
    ("date", "Date", .date), ("record", "", .text), ("text", "Text", .text), ("charged", "Charged", .money),
    ("received", "Received", .money), ("balance", "Balance", .money),
  ]

  /// The statement for an export.
  /// - Parameter formatter: has the theme's words.
  func table(_ formatter: ValueFormatter) -> ExportTable {
    ExportTable(
      headers: Self.columnsShown.map { $0.0 == "record" ? "id" : $0.0 },
      rows: rows(formatter, from: since, to: until), in: graph)
  }

  /// The statement as a table on a page.
  /// - Parameter formatter: has the theme's words.
  func table(of block: QueryBlockPlan, _ formatter: ValueFormatter, tree: inout ViewTree) -> TableView {
    let entities = graph.model.tables[columns.table].entities
    let shown = Self.columnsShown.map { name, fallback, type in
      let label =
        name == "record" ? graph.model.entities[entities.lowerBound].label : formatter.word(name, fallback)
      return ColumnView(
        name: name, label: label, type: type,
        isTotal: name == "charged" || name == "received", source: .computed)
    }
    return TableView(
      name: block.name, label: block.title, table: columns.table, columns: shown,
      rows: .values(
        rows(
          formatter, from: since ?? movements.first?.date ?? until,
          to: until ?? movements.last?.date ?? since)),
      totals: [.null, .null, .null, .money(charged), .money(received), .null],
      exportPath: block.exportPath, columnsNode: tree.columns(shown))
  }

  /// The rows: opening balance, movements, closing balance.
  /// - Parameters:
  ///   - first: the day of the opening balance; on a page that of the first movement if the period has no first day.
  ///   - last: the day of the closing balance, likewise.
  private func rows(
    _ formatter: ValueFormatter, from first: CivilDate?, to last: CivilDate?
  ) -> [[Value]] {
    func text(_ name: String, _ english: String) -> Value { .text(formatter.word(name, english)) }
    var rows: [[Value]] = [
      [
        first.map(Value.date) ?? .null, .null,
        text("openingBalance", "Opening balance"), .null, .null,
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
      let notes = list.notes.compactMap { graph.tables[entity.table].columns[$0][Int(receipt.row)].text }
      let text = ([entity.label] + notes).joined(separator: ", ")
      let amount = Value.money(movement.amount)
      rows.append(
        [
          day, record, .text(text), movement.isCharge ? amount : .null, movement.isCharge ? .null : amount,
          .money(movement.balance),
        ])
    }
    rows.append(
      [
        last.map(Value.date) ?? .null, .null,
        text("closingBalance", "Closing balance"), .null, .null,
        .money(closing),
      ])
    return rows
  }
}
