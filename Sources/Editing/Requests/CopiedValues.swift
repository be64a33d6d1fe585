import Content
import FrontMatter
import Query
import Records

/// What a new record copies from its original: values and rows, but not dates, state or payments.
///
/// An attribute `state` or `status` with choices is state. So is a boolean of a record with a required date, such as
/// whether an order is made, unless its `total` is computed from it, such as whether it is free of tax; one of a boat
/// or a service says what it is. A list whose records have a required date is history, and so is one with an implied
/// record that has a date, such as the payments of an order. A row keeps a state that it must have.
package struct CopiedValues {
  private let model: Model
  /// The columns that totals are computed from.
  private let ofTotals: Set<Expression.Dependency>

  /// What is copied in a book.
  package init(in book: Book) {
    model = book.graph.model
    ofTotals = book.expressions.partsOfTotals(in: model)
  }

  /// Whether the values of a key are copied, those of a list of rows without what their keys exclude.
  package func contain(_ key: String, of entity: Int) -> Bool {
    let declared = model.entities[entity]
    if let attribute = declared.attribute(named: key) {
      if declared.owner != nil, attribute.isState { return attribute.mustBeWritten }
      return attribute.type != .date && !attribute.isUnique && !isState(attribute, of: declared)
    }
    guard let relationship = declared.relationship(named: key) else { return false }
    guard relationship.origin == .owned else { return true }
    let destination = model.entities[relationship.destination]
    let impliesDate = relationship.declaration.implied?.values.contains {
      destination.attribute(named: $0.name.text)?.type == .date
    }
    return destination.requiredDate == nil && impliesDate != true
  }

  private func isState(_ attribute: Attribute, of entity: Entity) -> Bool {
    guard attribute.type == .boolean, entity.requiredDate != nil else { return attribute.isState }
    return !ofTotals.contains(.init(table: entity.table, column: attribute.column))
  }

  /// The new index of each row of a record in its copy, for each list; nil for one that is not copied.
  func places(of fields: [RecordOperation.Field], _ entity: Int) -> [String: [Int?]] {
    fields.reduce(into: [:]) { places, field in
      guard case .rows(let rows) = field.value, contain(field.key, of: entity),
        let list = model.entities[entity].relationship(named: field.key)
      else { return }
      var count = 0
      places[field.key] = rows.map { row in
        guard !among(row, of: list.destination).isEmpty else { return nil }
        count += 1
        return count - 1
      }
    }
  }

  /// The copied ones of the fields of a record.
  package func among(_ fields: [RecordOperation.Field], of entity: Int) -> [RecordOperation.Field] {
    fields.compactMap { field in
      guard contain(field.key, of: entity) else { return nil }
      guard case .rows(let rows) = field.value,
        let list = model.entities[entity].relationship(named: field.key)
      else { return field }
      let copies = rows.map { among($0, of: list.destination) }.filter { !$0.isEmpty }
      return copies.isEmpty ? nil : RecordOperation.Field(field.key, .rows(copies))
    }
  }
}
