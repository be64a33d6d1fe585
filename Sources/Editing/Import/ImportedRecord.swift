import Diagnostics
import FrontMatter
import Records

/// A new record, made from all lines with the same id.
struct ImportedRecord {
  /// The fields of the record itself.
  var fields: [RecordOperation.Field] = []
  /// The rows of its lists, at most one from each line, and the places of these lines.
  private(set) var lists: [(name: String, rows: [[RecordOperation.Field]], places: [SourceRange])] = []
  /// The text below the front matter.
  var body = ""
  /// The values for keys that are computed.
  var computed: [(key: String, value: SourceText)] = []
  var source: FileOrigin

  /// Makes a record from its first line.
  init(line: [CSVFile.Field]) {
    source = FileOrigin(line: line)
  }

  /// The number of rows of a list.
  func rowCount(of list: String) -> Int { lists.first { $0.name == list }?.rows.count ?? 0 }

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
    let merged = merged(lines, columns, of: entity, &edit)
    for column in columns {
      let value = value(of: column, in: merged)
      switch column.target {
      case .key(let key, _):
        record.source.add(key, value)
        if let field = field(key, value, from: column, of: entity, &edit) { record.fields.append(field) }
      case .body:
        record.source.add("body", value)
        record.body = value.text.withoutWhitespaceAround
      case .computed(let key): if !value.text.isEmpty { record.computed.append((key, value)) }
      case .row, .id, .owner: continue
      }
    }
    for line in lines {
      var rows: [String: [RecordOperation.Field]] = [:]
      for column in columns {
        guard case .row(let list, let key, _) = column.target else { continue }
        let value = value(of: column, in: line)
        record.source.add(key, value, row: .init(list: list.name, index: record.rowCount(of: list.name)))
        if let field = field(key, value, from: column, of: list.destination, &edit) {
          rows[list.name, default: []].append(field)
        }
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
