import Diagnostics
import Query
import Records

extension FetchResult {
  /// The rows as a JSON array (RFC 8259) of objects, one per line, with the headings as keys.
  ///
  ///     [
  ///       {"date": "2026-03-14", "customer": "acme", "total": 12.50, "tip": {"JPY": 700}}
  ///     ]
  ///
  /// Numbers are exact: a parser that keeps all digits gets the figures as docket has them.
  /// - Complexity: O(*n*) in the cells.
  package func json() -> [UInt8] {
    RowWriter(ExportTable(self), as: .json).bytes()
  }
}

extension [UInt8] {
  /// Appends a value of a result.
  mutating func appendJSON(_ value: Value, of graph: RecordGraph) {
    switch value {
    case .null: append(contentsOf: "null".utf8)
    case .number, .boolean: graph.appendPlain(value, to: &self)
    case .money(let money): appendJSON(money, of: graph)
    case .text(let text): appendJSON(text)
    case .record(let table, let row): appendJSON(graph.id(of: row, in: table))
    case .date:
      append(UInt8(ascii: "\""))
      graph.appendPlain(value, to: &self)
      append(UInt8(ascii: "\""))
    case .list(let values):
      append(UInt8(ascii: "["))
      for (index, value) in values.enumerated() {
        if index > 0 { append(contentsOf: ", ".utf8) }
        appendJSON(value, of: graph)
      }
      append(UInt8(ascii: "]"))
    }
  }

  /// An amount in the site's currency as a number, any other money as an object with currencies as keys.
  private mutating func appendJSON(_ money: Money, of graph: RecordGraph) {
    if let single = money.single, single.currency == graph.model.currency {
      return single.appendPlain(to: &self)
    }
    for (index, amount) in money.amounts.enumerated() {
      append(contentsOf: (index == 0 ? "{\"" : ", \"").utf8)
      amount.currency.append(to: &self)
      append(contentsOf: "\": ".utf8)
      amount.appendPlain(to: &self)
    }
    append(UInt8(ascii: "}"))
  }
}
