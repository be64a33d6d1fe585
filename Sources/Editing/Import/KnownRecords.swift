import Content
import Diagnostics
import FrontMatter
import Records

/// The records of an entity by their values, to recognize those of lines without an id.
struct KnownRecords {
  let entity: Int
  /// For keys that were asked for together, the rows of the table by what the records say for them.
  private var indexes: [[String]: [[String]: [Int]]] = [:]
  /// The rows that lines have repeated: each is the record of one line.
  private var taken: Set<Int> = []

  init(of entity: Int) {
    self.entity = entity
  }

  /// The rows that say some texts for some keys.
  /// - Parameter essence: what a row says for a key, asked for once for each row.
  mutating func rows(
    saying texts: [String], for keys: [String], in rows: Range<Int>, essence: (Int, String) -> String
  ) -> [Int] {
    if indexes[keys] == nil {
      indexes[keys] = Dictionary(grouping: rows) { row in keys.map { essence(row, $0) } }
    }
    return indexes[keys]?[texts] ?? []
  }

  /// Takes the first of some rows that is not taken and meets a condition; false if there is none.
  mutating func take(_ rows: [Int], where isMeant: (Int) -> Bool) -> Bool {
    guard let row = rows.first(where: { !taken.contains($0) && isMeant($0) }) else { return false }
    return taken.insert(row).inserted
  }
}

extension ImportedRecord {
  /// The fields, and the body as one.
  fileprivate var saidFields: [RecordOperation.Field] {
    body.isEmpty ? fields : fields + [RecordOperation.Field("body", .text(body))]
  }

  /// The keys for which it says something.
  var saidKeys: Set<String> { Set(saidFields.map(\.key) + lists.map(\.name)) }

  /// How much it says: the number of fields, those of its rows among them.
  var saidCount: Int { saidFields.count + lists.flatMap(\.rows).reduce(0) { $0 + $1.count } }
}

extension Importer {
  /// The existing record that has a unique value of a line; nil if none has.
  func record(withUniqueValueOf line: [CSVFile.Field], _ columns: [Column], among known: inout KnownRecords)
    -> RecordHandle?
  {
    for column in columns {
      guard let (key, text) = uniqueValue(of: column, in: line, known.entity) else { continue }
      if let row = rows(saying: [text], for: [key], among: &known).first {
        return RecordHandle(table: editor.model.entities[known.entity].table, row: row)
      }
    }
    return nil
  }

  /// What a line says for a column of unique values: the key, and the value in one form for all spellings.
  func uniqueValue(of column: Column, in line: [CSVFile.Field], _ entity: Int) -> (key: String, text: String)?
  {
    var scratch = Edit()
    guard case .key(let key, .attribute(let attribute)) = column.target, attribute.isUnique,
      let field = field(key, value(of: column, in: line), from: column, of: entity, &scratch),
      scratch.diagnostics.isEmpty,
      let text = essence(of: field, in: entity, currency: editor.model.currency)
    else { return nil }
    return (key, text)
  }

  /// Whether a record exists that says all that a new one says, and that no other line repeats.
  ///
  /// Records without a date may be alike, and are not compared.
  /// - Parameter keys: the keys of which the record may say no others; nil if it may.
  func repeats(_ record: ImportedRecord, exactlyOf keys: Set<String>?, among known: inout KnownRecords)
    -> Bool
  {
    let (entity, table) = (known.entity, editor.model.entities[known.entity].table)
    guard record.fields.contains(where: { type(of: $0.key, in: entity) == .date }) else { return false }
    let currency = editor.currency(of: entity, with: record.fields)
    var said: [(key: String, text: String)] = []
    for field in record.saidFields.sorted(by: { $0.key < $1.key }) {
      guard let text = essence(of: field, in: entity, currency: currency) else { return false }
      said.append((field.key, text))
    }
    let candidates = rows(saying: said.map(\.text), for: said.map(\.key), among: &known)
    return known.take(candidates) { row in
      let handle = RecordHandle(table: table, row: row)
      return record.lists.allSatisfy { has($0.rows, in: $0.name, handle) }
        && keys.map { written(of: $0, in: handle) == record.saidKeys } ?? true
    }
  }

  /// Those of some keys for which the file of a record says something.
  private func written(of keys: Set<String>, in record: RecordHandle) -> Set<String> {
    let written = keys.intersection(editor.written(in: record).map(\.key))
    let hasBody = keys.contains("body") && !essence(of: "body", of: record).isEmpty
    return hasBody ? written.union(["body"]) : written
  }

  /// Whether the rows of a record in one of its lists say what given ones say.
  private func has(_ rows: [[RecordOperation.Field]], in list: String, _ record: RecordHandle) -> Bool {
    guard let list = editor.model.entities[graph.entity(of: record)].relationship(named: list) else {
      return false
    }
    let written = editor.writtenRows(of: list, in: record)
    let currency = editor.currency(of: record)
    return written.count == rows.count
      && zip(rows, written).allSatisfy { fields, row in
        fields.allSatisfy {
          essence(of: $0, in: list.destination, currency: currency) == essence(of: $0.key, of: row)
        }
      }
  }

  private func rows(
    saying texts: [String], for keys: [String], among known: inout KnownRecords
  ) -> [Int] {
    let table = editor.model.entities[known.entity].table
    return known.rows(saying: texts, for: keys, in: graph.rows(of: known.entity)) { row, key in
      essence(of: key, of: RecordHandle(table: table, row: row))
    }
  }

  // MARK: What values say

  /// What a field in the form of files says, in one form for all spellings: 24.7 is 24.70. nil for what is no value.
  private func essence(of field: RecordOperation.Field, in entity: Int, currency: Currency) -> String? {
    guard let attribute = editor.model.entities[entity].attribute(named: field.key) else {
      return switch field.value {
      case .text(let text): text
      case .list(let ids): Set(ids).sorted().joined(separator: "\n")
      case .rows: nil
      }
    }
    return switch field.value {
    case .text(let text) where attribute.type.isText: text.trimmingBlanks()
    case .text(let text): attribute.value(of: text, currency: currency).map(essence)
    case .list(let texts): texts.map { $0.trimmingBlanks() }.joined(separator: "\n")
    case .rows: nil
    }
  }

  /// What a record says for a key, in the same form; empty if nothing.
  private func essence(of key: String, of record: RecordHandle) -> String {
    let entity = editor.model.entities[graph.entity(of: record)]
    if let attribute = entity.attribute(named: key) {
      return essence(of: graph.tables[record.table].columns[attribute.column][record.row])
    }
    if let relationship = entity.relationship(named: key) {
      return graph.destinations(of: relationship, from: record).map { graph.id(of: $0) }.sorted()
        .joined(separator: "\n")
    }
    return graph.file(of: record).editableBody
  }

  private func essence(of value: Value) -> String {
    switch value {
    case .text(let text): text.trimmingBlanks()
    case .number(let number): number.withoutTrailingZeros.description
    case .money(let money):
      money.amounts.map { "\($0.number.withoutTrailingZeros) \($0.currency.code)" }.joined(separator: "\n")
    case .list(let values): values.map(essence).filter { !$0.isEmpty }.joined(separator: "\n")
    case .null, .boolean, .date, .record: graph.plainText(of: value)
    }
  }
}
