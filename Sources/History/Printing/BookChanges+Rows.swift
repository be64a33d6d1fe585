import Content
import Diagnostics
import Exports

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

  /// Every change, one row per value, former id or changed text; a record without these has one row.
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

  /// The changes as CSV (RFC 4180), a value a row: change, entity, id, key, old, new.
  package func csv() -> [UInt8] {
    var bytes = Array("change,entity,id,key,old,new\r\n".utf8)
    for row in rows {
      for (index, text) in [row.change, row.entity, row.id, row.key ?? "", row.old ?? "", row.new ?? ""]
        .enumerated()
      {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        // A spreadsheet would run what begins like a formula, and so does a number below zero.
        bytes.appendCSVField(text, isSafe: index < 4 || text.isPlainNumber)
      }
      bytes.append(contentsOf: "\r\n".utf8)
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
  /// Whether it is a number or an amount as docket writes them, so that no spreadsheet runs it.
  fileprivate var isPlainNumber: Bool {
    let digits = hasPrefix("-") ? dropFirst() : self[...]
    return !digits.isEmpty && digits.first?.isNumber ?? false
      && digits.allSatisfy { $0.isNumber || $0 == "." || $0 == " " || $0.isUppercase || $0 == ";" }
  }
}
