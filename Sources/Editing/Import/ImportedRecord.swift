import Diagnostics
import FrontMatter
import Records

/// A new record, made from all lines with the same id.
struct ImportedRecord {
  /// The fields of the record itself, from the first line.
  private(set) var fields: [RecordOperation.Field] = []
  /// The rows of its lists, at most one from each line, and the places of these lines.
  private(set) var lists: [(name: String, rows: [[RecordOperation.Field]], places: [SourceRange])] = []
  /// The text below the front matter.
  private(set) var body = ""
  /// The values in the first line for keys that are computed.
  var computed: [(key: String, value: SourceText)] = []
  /// The origin of the record's file.
  var source: FileOrigin

  /// Makes a record from its first line.
  init(line: [CSVFile.Field]) {
    source = FileOrigin(line: line)
  }

  /// The number of rows of a list.
  func rowCount(of list: String) -> Int { lists.first { $0.name == list }?.rows.count ?? 0 }

  /// Adds a value of the first line, or checks that another line has the same value.
  /// - Parameter isSame: returns whether the value of the first line is the same.
  /// - Returns: the error if it differs.
  mutating func add(
    _ field: RecordOperation.Field, for key: String, at range: SourceRange, isFirst: Bool,
    isSame: (RecordOperation.Field?) -> Bool
  ) -> Diagnostic? {
    if isFirst {
      fields.append(field)
    } else if !isSame(fields.first { $0.key == key }) {
      return Diagnostic(
        .wrongShape, at: range, "'\(key)' differs from that of the first line with this id")
    }
    return nil
  }

  /// Sets the text of the first line, or checks that another line has the same text or none.
  /// - Returns: the error if it differs.
  mutating func add(body text: String, at range: SourceRange, isFirst: Bool) -> Diagnostic? {
    if isFirst {
      body = text
    } else if !text.isEmpty, text != body {
      return Diagnostic(
        .wrongShape, at: range, "the text differs from that of the first line with this id")
    }
    return nil
  }

  /// A warning if a row occurs twice and several lists have rows, as in a file with a line for each pair of
  /// an order's rows and payments.
  /// - Complexity: O(*n*) in the rows.
  var joined: Diagnostic? {
    guard lists.count > 1 else { return nil }
    for (list, rows, places) in lists {
      var seen: Set<String> = []
      let repeated = rows.firstIndex { row in
        !seen.insert(row.map(\.plainText).joined(separator: "\n")).inserted
      }
      guard let repeated else { continue }
      let others = lists.map(\.name).filter { $0 != list }.joined(separator: ", ")
      return Diagnostic(
        .sameRecord, .warning, at: places[repeated],
        "this line repeats one of the \(list) beside other \(others), and each line is taken as one more",
        notes: [.init("if the file joins them, import \(list) and \(others) from a file each")])
    }
    return nil
  }

  /// Adds a row to a list.
  /// - Parameter line: the line of the row.
  mutating func add(row: [RecordOperation.Field], to list: String, from line: SourceRange) {
    if let place = lists.firstIndex(where: { $0.name == list }) {
      lists[place].rows.append(row)
      lists[place].places.append(line)
    } else {
      lists.append((list, [row], [line]))
    }
  }
}

extension Importer {
  /// Whether two lines say the same for a key: 24.7 is 24.70.
  func isSame(_ first: RecordOperation.Field?, _ second: RecordOperation.Field?, of entity: Int) -> Bool {
    guard let first, let second, case .text(let one) = first.value, case .text(let other) = second.value
    else { return first == second }
    return editor.isSameFigure(one, other, second.key, of: entity, nil)
  }

  /// Reads the lines of a new record.
  func record(
    of lines: [[CSVFile.Field]], _ columns: [Column], of entity: Int, _ edit: inout Edit
  ) -> ImportedRecord {
    var record = ImportedRecord(line: lines[0])
    // The keys whose values cannot be read on the first line, so that those of other lines are not compared with them.
    var unreadable: Set<String> = []
    for (number, line) in lines.enumerated() {
      let isFirst = number == 0
      var rows: [String: [RecordOperation.Field]] = [:]
      for column in columns {
        var value = value(of: column, in: line)
        if column.template.isCondition, case .key = column.target {
          // It is said once, by whichever line has a value.
          guard isFirst else { continue }
          value = lines.lazy.map { self.value(of: column, in: $0) }.first { $0.text == "true" } ?? value
        }
        var error: Diagnostic?
        switch column.target {
        case .key(let key, _):
          if isFirst { record.source.add(key, value) }
          let count = edit.diagnostics.count
          guard let field = field(key, value, from: column, of: entity, &edit) else { continue }
          let isUnreadable = edit.diagnostics.count > count
          if isFirst, isUnreadable { unreadable.insert(key) }
          guard isFirst || !isUnreadable && !unreadable.contains(key) else { continue }
          error = record.add(field, for: key, at: value.range, isFirst: isFirst) {
            isSame($0, field, of: entity)
          }
        case .row(let list, let key, _):
          record.source.add(key, value, row: .init(list: list.name, index: record.rowCount(of: list.name)))
          if let field = field(key, value, from: column, of: list.destination, &edit) {
            rows[list.name, default: []].append(field)
          }
        case .body:
          if isFirst { record.source.add("body", value) }
          error = record.add(body: value.text.withoutWhitespaceAround, at: value.range, isFirst: isFirst)
        case .computed(let key): if isFirst, !value.text.isEmpty { record.computed.append((key, value)) }
        case .id, .owner: continue
        }
        if let error { edit.diagnostics.append(error) }
      }
      for (name, row) in rows.sorted(by: { $0.key < $1.key }) {
        guard let list = editor.model.entities[entity].relationship(named: name) else { continue }
        let row = editor.completed(
          editor.ordered(row, of: list.destination), of: list.destination,
          currency: editor.currency(of: entity, with: record.fields))
        record.add(row: row, to: name, from: line[0].range)
      }
    }
    if let joined = record.joined { edit.diagnostics.append(joined) }
    return record
  }
}
