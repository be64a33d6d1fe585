import Diagnostics
import Query
import Records

/// A new default or formula in model.yml changes values that records leave out, although no record changes. The file
/// of a closed period does not say what was written, so a record may also have lost the value that it wrote.
extension ClosedPeriodComparison {
  /// A value that differs although nothing written in its record does.
  struct Recomputed {
    let id: String
    let index: Int
    let row: Int
    let name: String
    let old: String?
    let new: String?
    /// Where the line of the closed period has the old value.
    let range: SourceRange
  }

  /// Whether a record leaves out a value that may be written.
  func isLeftOut(_ name: String, _ record: Current, _ entity: KeptEntity, _ last: inout Locator?) -> Bool {
    let table = graph.model.entities[entity.index].table
    if graph.tables[table].isImplied(record.row) {
      return !(records.implied(entity.index)?.values.contains { $0.attribute.name.text == name } ?? false)
    }
    return graph.locator(of: record.row, in: table, reusing: &last).value(of: name) == nil
  }

  /// The declaration of an attribute that has another type than when the period was closed: the value that it had then is
  /// none of the present type. Nil if it may be one.
  func otherType(of keyIndex: Int, _ line: ClosedPeriod.Line, _ entity: KeptEntity) -> ClosedRecords.Origin? {
    let declared = graph.model.entities[entity.index]
    guard let old = line.values[keyIndex],
      let attribute = declared.attribute(named: entity.names[keyIndex]), attribute.derived == nil,
      attribute.type.isNumeric
    else { return nil }
    // A computed amount of several currencies is written as `59.50 CHF; 119.00 EUR`.
    let parts = attribute.type == .money ? old.split(separator: ";") : [old[...]]
    let areValues = parts.allSatisfy { part in
      attribute.value(of: String(part).trimmingBlanks(), currency: graph.model.currency) != nil
    }
    guard !areValues else { return nil }
    return .otherType(attribute.name.range)
  }

  private func column(named name: String, of index: Int) -> Expression.Dependency? {
    let entity = graph.model.entities[index]
    return entity.attribute(named: name).map(entity.column)
  }

  // MARK: Diagnostics

  /// One error for each attribute whose values the model changed although no attribute that it reads changed;
  /// the attributes that read it are in the notes.
  func changedByModel(_ values: [(value: Recomputed, origin: ClosedRecords.Origin)]) -> [Diagnostic] {
    struct Name: Hashable { let index: Int, name: String }
    let groups = Dictionary(grouping: values) { Name(index: $0.value.index, name: $0.value.name) }
      .sorted { ($0.key.index, $0.key.name) < ($1.key.index, $1.key.name) }.map(\.value)
    let columns = groups.map { column(named: $0[0].value.name, of: $0[0].value.index) }
    /// Whether the first attribute reads the second.
    func reads(_ reader: Int, _ read: Int) -> Bool {
      guard let column = columns[read], column != columns[reader] else { return false }
      return groups[reader][0].origin.expression?.reads.columns.contains(column) ?? false
    }
    var isTold = groups.map { _ in false }
    return groups.indices.filter { reader in !groups.indices.contains { reads(reader, $0) } }.map { first in
      var told = [first]
      var next = 0
      while next < told.count {
        let followers = groups.indices.filter { reads($0, told[next]) && !isTold[$0] }
        for follower in followers { isTold[follower] = true }
        told += followers
        next += 1
      }
      return diagnostic(groups[first], followers: told.dropFirst().map { groups[$0] })
    }
  }

  /// - Parameter followers: the attributes that differ because they read this one.
  private func diagnostic(
    _ group: [(value: Recomputed, origin: ClosedRecords.Origin)],
    followers: [[(value: Recomputed, origin: ClosedRecords.Origin)]]
  ) -> Diagnostic {
    func range(_ first: (value: Recomputed, origin: ClosedRecords.Origin)) -> SourceRange {
      // The built-in model is not in a file of the book.
      first.origin.isBuiltIn ? recordRange(first.value.row, first.value.index) : first.origin.range
    }
    func name(_ value: Recomputed) -> String { "\(graph.model.entities[value.index].name).\(value.name)" }
    func change(_ group: [(value: Recomputed, origin: ClosedRecords.Origin)]) -> String {
      let first = group[0].value
      return "in \(label(first.row, first.index)) it \(self.change(of: first, others: group.count - 1))"
    }
    let (first, origin) = group[0]
    let (isLeftOut, what) =
      switch origin {
      case .derived: (false, " is computed differently")
      case .formula, .defaultValue: (true, ", where it is left out, has another value")
      case .otherType: (false, " has another type")
      }
    var place = range(group[0])
    var notes = group.prefix(3).map { value, _ in
      Diagnostic.Note("\(label(value.row, value.index)) as it was", at: value.range)
    }
    if isLeftOut, group.count == 1 {
      notes.append(.init("it is declared here", at: place))
      place = recordRange(first.row, first.index, first.name)
    }
    return Diagnostic(
      .closedRecord, at: place,
      "\(name(first))\(what) than when \(closed.period) was closed: \(change(group))",
      notes: notes
        + followers.map { .init("\(name($0[0].value)) follows from it: \(change($0))", at: range($0[0])) })
  }
}
