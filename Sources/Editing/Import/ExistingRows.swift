import Content
import Diagnostics
import FrontMatter
import Records

/// The rows that a record has in a list, indexed for lines that may repeat one of them.
struct ExistingRows {
  /// The rows, in the order of the list.
  let rows: [RecordHandle]
  /// The rows by their values of a key, for each key that was asked for.
  private var indexes: [String: [String: [RecordHandle]]] = [:]

  init(_ rows: [RecordHandle]) {
    self.rows = rows
  }

  /// The rows with a value of a key.
  /// - Parameter current: the value of a row, asked for once for each row.
  mutating func rows(with value: String, of key: String, current: (RecordHandle) -> String) -> [RecordHandle]
  {
    if indexes[key] == nil { indexes[key] = Dictionary(grouping: rows, by: current) }
    return indexes[key]?[value] ?? []
  }
}

/// A line that makes a row of an existing record.
struct NewRow {
  let line: [CSVFile.Field]
  /// The record.
  let owner: RecordHandle
  /// The fields, completed with values that follow from them.
  let fields: [RecordOperation.Field]
  /// The cells as written.
  let cells: [(key: String, value: SourceText)]
  /// The place in the list that the line gives; nil if none.
  let position: SourceText?
}

extension Importer {
  /// The existing row that a line may repeat.
  enum RowMatch {
    /// It has the same values.
    case equal(RecordHandle)
    /// It has the same day, amounts and other values, but other texts, such as a note.
    case similar(RecordHandle)
  }

  /// The existing row that each of some lines repeats or may repeat; nil for lines without one.
  ///
  /// Each row matches one line. An empty cell equals any value, so that lines with more values choose first: a
  /// payment with a note is what a line with this note repeats, and not one without.
  func matches(
    of lines: [NewRow], in entity: Int, among written: inout [RecordHandle: ExistingRows]
  ) -> [RowMatch?] {
    var matches: [RowMatch?] = Array(repeating: nil, count: lines.count)
    var taken: Set<RecordHandle> = []
    // A line that lacks a required value is invalid and repeats no row.
    let needed = editor.model.entities[entity].attributes.filter(\.mustBeWritten)
    func match(_ line: NewRow, _ fields: [RecordOperation.Field]) -> RecordHandle? {
      guard needed.allSatisfy({ attribute in line.fields.contains { $0.key == attribute.name.text } }) else {
        return nil
      }
      let row = same(as: fields, among: &written[line.owner, default: ExistingRows([])], besides: taken)
      if let row { taken.insert(row) }
      return row
    }
    // Lines with as many values keep their order.
    let order = lines.indices.sorted { (-lines[$0].fields.count, $0) < (-lines[$1].fields.count, $1) }
    for index in order {
      matches[index] = match(lines[index], lines[index].fields).map(RowMatch.equal)
    }
    for index in order where matches[index] == nil {
      let fields = lines[index].fields.filter { type(of: $0.key, in: entity)?.isText != true }
      let types = fields.map { type(of: $0.key, in: entity) }
      guard types.contains(.date), types.contains(.money) else { continue }
      matches[index] = match(lines[index], fields).map(RowMatch.similar)
    }
    return matches
  }

  /// The type of an attribute; nil for a relationship.
  func type(of key: String, in entity: Int) -> AttributeType? {
    editor.model.entities[entity].attribute(named: key)?.type
  }

  /// An existing row with the same values as a line, if there is one.
  private func same(
    as fields: [RecordOperation.Field], among written: inout ExistingRows, besides repeated: Set<RecordHandle>
  ) -> RecordHandle? {
    guard let first = written.rows.first, !fields.isEmpty else { return nil }
    let entity = graph.entity(of: first)
    var candidates = written.rows
    for field in fields {
      guard let value = indexed(field.value.plainText, field.key, of: entity) else { continue }
      let rows = written.rows(with: value, of: field.key) { row in
        let value = current(field.key, of: row) ?? ""
        return indexed(value, field.key, of: entity) ?? value
      }
      if rows.count < candidates.count { candidates = rows }
    }
    return candidates.first { row in
      !repeated.contains(row) && fields.allSatisfy { isSame($0.value.plainText, $0.key, of: row) }
    }
  }

  /// A text that is equal for all cells that `isSame(_:_:of:)` finds equal to one value of a key; nil for keys
  /// without such a text, such as amounts, whose digits may be written in several ways.
  private func indexed(_ cell: String, _ key: String, of entity: Int) -> String? {
    let entity = editor.model.entities[entity]
    if entity.relationship(named: key) != nil { return cell.trimmingBlanks() }
    guard let attribute = entity.attribute(named: key), attribute.type == .date else { return nil }
    let written = editor.values.written(cell, as: .date)
    return attribute.value(of: written, currency: editor.model.currency).map(graph.plainText) ?? written
  }
}
