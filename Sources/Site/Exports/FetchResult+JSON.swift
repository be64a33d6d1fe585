import Diagnostics
import Query
import Records

extension FetchResult {
  /// The rows as a JSON array (RFC 8259) of objects, one a line, whose keys are the headings.
  ///
  ///     [
  ///       {"date": "2026-03-14", "customer": "acme", "total": 12.50, "tip": {"JPY": 700}}
  ///     ]
  ///
  /// Numbers are exact: a reader that keeps their digits gets the figures as docket has them.
  /// - Complexity: O(*n*) in the cells.
  package func json() -> [UInt8] {
    let table = ExportTable(self)
    let keys = Self.unique(table.columns.map(\.header)).map { key in
      var bytes: [UInt8] = []
      bytes.appendJSON(key)
      bytes.append(contentsOf: ": ".utf8)
      return bytes
    }
    var bytes = Array("[".utf8)
    var separator = "\n  {"
    table.forEachRow(into: &bytes) { values, row, bytes in
      bytes.append(contentsOf: separator.utf8)
      separator = ",\n  {"
      for index in keys.indices {
        if index > 0 { bytes.append(contentsOf: ", ".utf8) }
        bytes.append(contentsOf: keys[index])
        append(values[index][row], to: &bytes)
      }
      bytes.append(UInt8(ascii: "}"))
    }
    bytes.append(contentsOf: (count == 0 ? "]\n" : "\n]\n").utf8)
    return bytes
  }

  /// The headings, each that was there before with a number behind it: `total`, `total 2`.
  private static func unique(_ headers: [String]) -> [String] {
    var taken = Set(headers)
    var seen: Set<String> = []
    return headers.map { header in
      guard !seen.insert(header).inserted else { return header }
      var number = 2
      while !taken.insert("\(header) \(number)").inserted { number += 1 }
      return "\(header) \(number)"
    }
  }

  private func append(_ value: Value, to bytes: inout [UInt8]) {
    switch value {
    case .null: bytes.append(contentsOf: "null".utf8)
    case .number, .boolean: graph.appendPlain(value, to: &bytes)
    case .money(let money): append(money, to: &bytes)
    case .text(let text): bytes.appendJSON(text)
    case .record(let table, let row): bytes.appendJSON(graph.id(of: row, in: table))
    case .date:
      bytes.append(UInt8(ascii: "\""))
      graph.appendPlain(value, to: &bytes)
      bytes.append(UInt8(ascii: "\""))
    case .list(let values):
      bytes.append(UInt8(ascii: "["))
      for (index, value) in values.enumerated() {
        if index > 0 { bytes.append(contentsOf: ", ".utf8) }
        append(value, to: &bytes)
      }
      bytes.append(UInt8(ascii: "]"))
    }
  }

  /// An amount in the site's currency as a number, any other money as an object of its currencies.
  private func append(_ money: Money, to bytes: inout [UInt8]) {
    if let single = money.single, single.currency == graph.model.currency {
      return single.appendPlain(to: &bytes)
    }
    for (index, amount) in money.amounts.enumerated() {
      bytes.append(contentsOf: (index == 0 ? "{\"" : ", \"").utf8)
      amount.currency.append(to: &bytes)
      bytes.append(contentsOf: "\": ".utf8)
      amount.appendPlain(to: &bytes)
    }
    bytes.append(UInt8(ascii: "}"))
  }
}
