import Diagnostics
import Records

/// The kept values of an entity's records by column, so that writing a line needs no look-ups.
struct KeptValues: Sendable {
  /// Where the values of a key come from, by row.
  enum Column: Sendable {
    /// The records' own ids.
    case ids([String])
    /// The rows of other records, or -1, and the ids of those records.
    case links([Int32], [String])
    /// A list of other records, and their table.
    case list(Link, table: Int)
    /// The values of an attribute.
    case values(Records.Column)
    /// No value at all.
    case nothing
  }

  /// The separator of the ids or tags in a list; no id contains it.
  private static let separator = "; "

  let graph: RecordGraph
  let columns: [Column]

  /// Appends the kept values of a record as elements of a JSON array: strings, or `null` for no value.
  func append(_ row: Int, to bytes: inout [UInt8]) {
    for place in columns.indices {
      if place > 0 { bytes.append(", ") }
      switch columns[place] {
      case .ids(let ids): bytes.appendJSON(ids[row])
      case .links(let rows, let ids):
        let target = Int(rows[row])
        if target >= 0 { bytes.appendJSON(ids[target]) } else { bytes.append("null") }
      case .list(let link, let table):
        let ids = link.targets(of: row).map { graph.id(of: Int($0), in: table) }
        append(ids.isEmpty ? nil : ids.sorted().joined(separator: Self.separator), to: &bytes)
      case .values(let column): append(row, of: column, to: &bytes)
      case .nothing: bytes.append("null")
      }
    }
  }

  /// The ids in the kept value of a reference or of a list of records.
  static func ids(in text: String) -> [String] {
    text.split(separator: separator).map(String.init)
  }

  /// The kept values of a record as texts.
  func values(of row: Int) -> [String?] {
    var bytes = Array("[".utf8)
    append(row, to: &bytes)
    bytes.append(UInt8(ascii: "]"))
    return JSONLine.values(of: bytes[...]) ?? []
  }

  private func append(_ text: String?, to bytes: inout [UInt8]) {
    if let text { bytes.appendJSON(text) } else { bytes.append("null") }
  }

  private func append(_ row: Int, of column: Records.Column, to bytes: inout [UInt8]) {
    switch column {
    case .text(let values): append(values[row], to: &bytes)
    case .number(let values):
      guard let number = values[row] else { return bytes.append("null") }
      // 2.50 and 2.5 are the same number; how it is written is not part of the value.
      bytes.appendQuoted { number.withoutTrailingZeros.append(to: &$0) }
    case .money(let values):
      guard let money = values[row] else { return bytes.append("null") }
      bytes.appendQuoted { bytes in
        if let amount = money.single { return amount.withoutTrailingZeros.append(to: &bytes) }
        for (index, amount) in money.amounts.enumerated() {
          if index > 0 { bytes.append("; ") }
          amount.withoutTrailingZeros.append(to: &bytes)
        }
      }
    case .boolean(let values): bytes.append(values[row].map { $0 ? "\"true\"" : "\"false\"" } ?? "null")
    case .date(let values):
      guard let day = values[row] else { return bytes.append("null") }
      bytes.appendQuoted { day.append(to: &$0) }
    case .currency(let values):
      guard let currency = values[row] else { return bytes.append("null") }
      bytes.appendQuoted { currency.append(to: &$0) }
    case .tags(let values):
      append(values[row].isEmpty ? nil : listText(values[row], separator: Self.separator), to: &bytes)
    }
  }
}

extension Money.Amount {
  /// The amount written with as few digits as possible.
  fileprivate var withoutTrailingZeros: Self { Self(number.withoutTrailingZeros, currency) }
}

extension [UInt8] {
  /// Appends a quoted string whose characters need no escaping.
  fileprivate mutating func appendQuoted(_ write: (inout [UInt8]) -> Void) {
    append(UInt8(ascii: "\""))
    write(&self)
    append(UInt8(ascii: "\""))
  }
}
