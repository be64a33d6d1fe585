import Content
import Diagnostics
import FrontMatter
import Query
import Records

// Sets keys of many records with one request, as Core Data's NSBatchUpdateRequest does: a predicate selects
// the records, and values may be computed from each. The result is validated like any other edit.

extension Editor {
  /// Sets keys of an entity's records.
  /// - Parameters:
  ///   - entity: the name of the entity, or its folder; records of its subentities are included.
  ///   - predicate: selects the records to change; of drafts only if ``published`` has them.
  ///   - assignments: the keys with the same value for each record; an empty value removes the key.
  ///   - computed: the keys with computed values. If the result is nil, the record keeps its value.
  ///   - keepsWritten: whether a record keeps a value that it has already.
  package func set(
    _ entity: SourceText, where predicate: SourceText, _ assignments: [Assignment],
    _ computed: [ComputedAssignment], keepsWritten: Bool = false
  ) -> Edit {
    var edit = Edit()
    let index = model.entity(called: entity.text)
    let graph = (published ?? book).graph
    var request = FetchRequest(columns: [.init("id")])
    request.from = index == nil ? entity : nil
    request.predicate = predicate
    let (plan, diagnostics) = FetchPlan.compile(request, entity: index, graph: graph)
    edit.diagnostics += diagnostics
    guard let plan else { return edit }
    let table = model.entities[plan.entity].table
    let keys = assignments.map(\.key.text) + computed.map(\.key.text)
    if let predicate = plan.predicate,
      readsMissing(predicate, of: plan.entity, except: keys)
    {
      edit.diagnostics += missingValues
      return edit
    }
    let found = (plan.run(graph: graph, today: today).records ?? []).map {
      RecordHandle(table: table, row: Int($0))
    }
    let implied = found.filter(graph.isImplied)
    if let first = implied.first {
      let more = counted(implied.count - 1, "more record", "more records")
      edit.unchanged.append(
        .init(
          graph.id(of: first),
          "follows from its record and is in no file"
            + (implied.count > 1 ? "; and so it is with \(more)" : "")))
    }
    let records = found.filter { !graph.isImplied($0) }.compactMap { record in
      published == nil ? record : self.graph.record(record, of: graph)
    }
    set(records, of: plan.entity, assignments, computed, keepsWritten: keepsWritten, in: &edit)
    return edit
  }

  /// Sets keys of records; see ``set(_:where:_:_:keepsWritten:)``.
  func set(
    _ records: [RecordHandle], of entity: Int, _ assignments: [Assignment], _ computed: [ComputedAssignment],
    keepsWritten: Bool = false, in edit: inout Edit
  ) {
    let constant = settings(assignments, of: entity, &edit)
    var columns: [(key: String, values: [RecordOperation.FieldValue?])] = []
    for item in computed {
      if (assignments.map(\.key.text) + columns.map(\.key)).contains(item.key.text) {
        edit.diagnostics.append(.givenTwice(item.key))
      }
      let keys = assignments.map(\.key.text) + computed.map(\.key.text)
      columns.append((item.key.text, values(of: item, for: records, of: entity, setting: keys, &edit)))
    }
    guard !edit.diagnostics.hasErrors else { return }
    let owners = Dictionary(grouping: records.enumerated()) { graph.owner(of: $0.element) ?? $0.element }
    for (owner, records) in owners.sorted(by: { $0.key < $1.key }) {
      let written = written(in: owner)
      let changes = records.map { index, record in
        let computed = columns.compactMap { key, values in
          values[index].map { (key: key, field: Optional(RecordOperation.Field(key, $0))) }
        }
        let old = fields(of: record, in: written)
        let changed = (constant + computed).filter { setting in
          let value = old.last { $0.key == setting.key }?.value
          if keepsWritten, value != nil { return false }
          // What is computed as it is stays as it is written: `10` and not `10.00`.
          if let value, let new = setting.field?.value.plainText,
            columns.contains(where: { $0.key == setting.key }),
            isSameFigure(new, value.plainText, setting.key, of: entity, currency(of: record))
          {
            return false
          }
          return setting.field?.value != value || hasOtherLinks(than: setting, record)
        }
        return (record, changed)
      }
      set(changes, inFileOf: owner, in: &edit)
    }
  }

  /// Whether a record has links that a setting of its list would not leave, because the other side lists them.
  private func hasOtherLinks(than setting: Setting, _ record: RecordHandle) -> Bool {
    guard let relationship = graph.relationships(of: record).first(where: { $0.name == setting.key }),
      relationship.isMany
    else { return false }
    let ids =
      switch setting.field?.value {
      case .list(let ids): ids
      case let value: [value?.plainText].compactMap(\.self)
      }
    return graph.destinations(of: relationship, from: record).contains { !ids.contains(graph.id(of: $0)) }
  }

  /// The errors about missing values.
  private var missingValues: [Diagnostic] {
    book.diagnostics.filter { $0.severity == .error && $0.id == .missingValue }
  }

  /// Whether an expression reads a required value that a record lacks, or one that is computed from such a value.
  /// - Parameter keys: the keys that are to be set: if they are missing, they are nil.
  private func readsMissing(_ expression: Expression, of entity: Int, except keys: [String]) -> Bool {
    guard !missingValues.isEmpty else { return false }
    var missing = missingColumns
    let declared = model.entities[entity]
    let set = keys.compactMap { declared.attribute(named: $0)?.column }.map {
      Expression.Dependency(table: declared.table, column: $0)
    }
    let own = missing.intersection(set)
    // Each comes after those that it reads.
    for item in book.expressions.computed where !item.expression.reads.columns.isDisjoint(with: missing) {
      missing.insert(item.column(in: model))
    }
    return !expression.reads.columns.isDisjoint(with: missing.subtracting(own))
  }

  /// The columns of required values that a record lacks; one that is implied may lack its day.
  private var missingColumns: Set<Expression.Dependency> {
    var missing: Set<Expression.Dependency> = []
    for (index, entity) in model.entities.enumerated() {
      for attribute in entity.attributes where attribute.isRequired {
        let table = graph.tables[entity.table]
        let column = table.columns[attribute.column]
        if graph.rows(of: index).contains(where: { column[$0] == .null && !table.isImplied($0) }) {
          missing.insert(.init(table: entity.table, column: attribute.column))
        }
      }
    }
    return missing
  }

  /// Computes the new value for each record; nil if the expression is nil.
  /// - Parameter keys: all keys that are to be set.
  private func values(
    of item: ComputedAssignment, for records: [RecordHandle], of entity: Int, setting keys: [String],
    _ edit: inout Edit
  ) -> [RecordOperation.FieldValue?] {
    guard let (_, kind) = edit.take(key(item.key, of: entity)) else { return [] }
    // A draft itself is computed from all records.
    let shown = published.flatMap { published in
      let shown = records.compactMap { published.graph.record($0, of: self.graph) }
      return shown.count == records.count ? (published.graph, shown) : nil
    }
    let (graph, read) = shown ?? (graph, records)
    let (expression, diagnostics) = QueryCompiler(graph: graph).expression(item.expression, entity: entity)
    edit.diagnostics += diagnostics
    guard let expression else { return [] }
    guard !readsMissing(expression, of: entity, except: keys) else {
      edit.diagnostics += missingValues
      return []
    }
    let rows = read.map { Int32(truncatingIfNeeded: $0.row) }
    var values: [Value] = []
    var mismatch: String?
    switch kind {
    case .attribute(let attribute):
      mismatch = attribute.mismatch(with: expression, in: model.entities[entity], of: model)
      values = attribute.values(of: expression, rows: rows, in: entity, of: graph, today: today)
    case .reference(let relationship) where !relationship.isMany:
      let destination = relationship.destination
      if case .record(let found) = expression.type,
        model.entities[found].table == model.entities[destination].table
      {
        values = Evaluator(graph: graph, today: today).values(of: expression, rows: rows)
      } else {
        let name = model.entities[destination].name
        mismatch = "'\(item.key.text)' refers to a record of \(name), and the expression gives none"
      }
    default:
      mismatch = "'\(item.key.text)' cannot be computed; attributes and references to one record can"
    }
    if let mismatch {
      edit.refuse(.typeMismatch, at: expression.range, mismatch)
      return []
    }
    return zip(records, values).map { fieldValue($1, of: graph, currency: currency(of: $0)) }
  }

  /// A value as written in a record's file; nil for null.
  /// - Parameters:
  ///   - graph: the graph of a value that is a record.
  ///   - currency: the currency of the record's amounts that name none.
  private func fieldValue(
    _ value: Value, of graph: RecordGraph, currency: Currency
  ) -> RecordOperation.FieldValue? {
    switch value {
    case .record(let table, let row): .text(graph.id(of: row, in: table))
    case .list(let values): .list(values.compactMap(\.text))
    default: value.plainText(home: currency).map { .text($0) }
    }
  }
}

extension RecordGraph {
  /// The record with the id that a record of another graph of the same model has; nil if there is none.
  fileprivate func record(_ record: RecordHandle, of other: RecordGraph) -> RecordHandle? {
    row(withID: other.id(of: record), in: record.table).map { RecordHandle(table: record.table, row: $0) }
  }
}
