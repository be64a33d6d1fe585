import Diagnostics
import FrontMatter
import Records

/// What the lines of one id say about a new record.
struct ImportedRecord {
  /// The values of its own keys, from the first line.
  private(set) var fields: [RecordOperation.Field] = []
  /// The rows of its lists, one or none of each line, and where they come from.
  private(set) var lists: [(name: String, rows: [[RecordOperation.Field]], places: [SourceRange])] = []
  /// The text below the front matter.
  private(set) var body = ""
  /// What the first line says about computed values.
  var computed: [(key: String, value: SourceText)] = []
  /// What its file is made from.
  var source: FileOrigin

  /// Begins with the first line.
  init(line: [CSVFile.Field]) {
    source = FileOrigin(line: line)
  }

  /// The number of rows of a list.
  func rowCount(of list: String) -> Int { lists.first { $0.name == list }?.rows.count ?? 0 }

  /// Takes a value of the first line, with which those of the others must agree.
  /// - Returns: the error if it does not.
  mutating func add(
    _ field: RecordOperation.Field, for key: String, at range: SourceRange, isFirst: Bool
  ) -> Diagnostic? {
    if isFirst {
      fields.append(field)
    } else if fields.first(where: { $0.key == key }) != field {
      return Diagnostic(
        .wrongShape, at: range, "'\(key)' differs from that of the first line with this id")
    }
    return nil
  }

  /// Takes the text of the first line, with which those of the others must agree unless they are empty.
  /// - Returns: the error if it does not.
  mutating func add(body text: String, at range: SourceRange, isFirst: Bool) -> Diagnostic? {
    if isFirst {
      body = text
    } else if !text.isEmpty, text != body {
      return Diagnostic(
        .wrongShape, at: range, "the text differs from that of the first line with this id")
    }
    return nil
  }

  /// A warning if lines that have rows of several lists repeat one: a file with a line for each pair of an order's rows
  /// and payments has each of them several times.
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
  /// - Parameter line: where it comes from.
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
  /// Reads the lines of a new record.
  func record(
    of lines: [[CSVFile.Field]], _ columns: [Column], of entity: Int, _ edit: inout Edit
  ) -> ImportedRecord {
    var record = ImportedRecord(line: lines[0])
    for (number, line) in lines.enumerated() {
      let isFirst = number == 0
      var rows: [String: [RecordOperation.Field]] = [:]
      for column in columns {
        let value = value(column.template, in: line)
        var error: Diagnostic?
        switch column.target {
        case .key(let key, _):
          if isFirst { record.source.add(key, value) }
          guard let field = field(key, value, of: entity, &edit) else { continue }
          error = record.add(field, for: key, at: value.range, isFirst: isFirst)
        case .row(let list, let key, _):
          record.source.add(key, value, row: .init(list: list.name, index: record.rowCount(of: list.name)))
          if let field = field(key, value, of: list.destination, &edit) {
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
