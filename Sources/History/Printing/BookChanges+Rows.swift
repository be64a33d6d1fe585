import Content
import Diagnostics
import Exports
import Records

extension BookChanges {
  /// A change as a row of data.
  private struct Row {
    let change: String
    let entity: String
    let id: String
    let key: String?
    let old: String?
    let new: String?
  }

  /// Every change, one row per value, former id or changed text; a record with none of these has one row.
  private var rows: [Row] {
    var rows: [Row] = []
    for record in records {
      func add(_ change: RecordChange, id: String) {
        func addRow(_ key: String?, _ old: String?, _ new: String?) {
          rows.append(
            Row(change: change.kind.rawValue, entity: change.entity, id: id, key: key, old: old, new: new))
        }
        let count = rows.count
        if let former = change.formerID { addRow("id", former, id) }
        if change.changesBody { addRow("body", nil, nil) }
        for value in change.values { addRow(value.key, value.old, value.new) }
        if rows.count == count { addRow(nil, nil, nil) }
        for row in change.rows {
          let position = row.id.drop { $0 != "#" }
          add(row, id: name(of: id + position, row.entity))
        }
      }
      add(record, id: record.id)
    }
    rows += effects.map {
      Row(
        change: "follows", entity: $0.entity, id: name(of: $0.id, $0.entity), key: $0.value.key,
        old: $0.value.old,
        new: $0.value.new)
    }
    rows += totals.map {
      Row(change: "total", entity: $0.entity, id: "", key: $0.value.key, old: $0.value.old, new: $0.value.new)
    }
    return rows
  }

  /// The changes as CSV (RFC 4180), one value per row: change, entity, id, key, old, new.
  /// - Parameters:
  ///   - dialect: the delimiter, the decimal mark, and whether to write a byte order mark.
  ///   - model: the model, which tells values that are numbers or amounts.
  package func csv(_ dialect: CSVDialect, of model: Model) -> [UInt8] {
    var bytes: [UInt8] = dialect.hasByteOrderMark ? [0xEF, 0xBB, 0xBF] : []
    func add(_ cells: [(text: String, isSafe: Bool)]) {
      for (index, cell) in cells.enumerated() {
        if index > 0 { bytes.append(dialect.delimiter) }
        bytes.appendCSVField(cell.text, delimiter: dialect.delimiter, isSafe: cell.isSafe)
      }
      bytes.append(contentsOf: "\r\n".utf8)
    }
    add(["change", "entity", "id", "key", "old", "new"].map { ($0, true) })
    for row in rows {
      let type = model.entity(named: row.entity).flatMap { entity in
        row.key.flatMap { model.entities[entity].attribute(named: $0)?.type }
      }
      let hasMark = type == .decimal || type == .money
      let mark = String(UnicodeScalar(dialect.decimalMark))
      // A spreadsheet would evaluate text that begins like a formula, as negative numbers also do.
      let values = [row.old ?? "", row.new ?? ""].map { text in
        (hasMark ? text.replacing(".", with: mark) : text, text.isPlainNumber)
      }
      add([row.change, row.entity, row.id, row.key ?? ""].map { ($0, true) } + values)
    }
    return bytes
  }

  /// The changes as JSON: `settings`, `skipped`, and `changes` with one object per value.
  package func json() -> [UInt8] {
    var json = JSONWriter()
    json.object {
      $0.array("settings") { array in for line in settings { array.string(nil, line) } }
      $0.array("skipped") { array in for path in skipped { array.string(nil, path) } }
      $0.array("changes") { array in
        for row in rows {
          array.object {
            $0.string("change", row.change)
            $0.string("entity", row.entity)
            $0.string("id", row.id)
            $0.string("key", orNull: row.key)
            $0.string("old", orNull: row.old)
            $0.string("new", orNull: row.new)
          }
        }
      }
    }
    return json.bytes
  }
}

extension String {
  /// Whether the text is a number or amounts as docket writes them, which no spreadsheet evaluates: `-3.00; -5.00 USD`.
  fileprivate var isPlainNumber: Bool {
    !isEmpty
      && split(separator: "; ").allSatisfy { amount in
        let digits = amount.hasPrefix("-") ? amount.dropFirst() : amount
        return digits.first?.isNumber ?? false
          && digits.allSatisfy { $0.isNumber || $0 == "." || $0 == " " || $0.isUppercase }
      }
  }
}
