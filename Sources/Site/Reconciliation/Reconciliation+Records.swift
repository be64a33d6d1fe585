import Content
import Diagnostics
import Query
import Records

extension Reconciliation {
  // MARK: Derived sums

  /// Checks every derived attribute that adds up an attribute of related records.
  mutating func checkDerived(_ expressions: ModelExpressions) {
    for item in expressions.computed where item.attribute.derived != nil {
      if let sum = RelatedSum(item, graph.model) { check(sum, item) }
    }
  }

  private mutating func check(_ sum: RelatedSum, _ item: ModelExpressions.Computed) {
    let table = graph.tables[graph.model.entities[item.entity].table]
    let figures = table.columns[item.attribute.column]
    let parts = graph.tables[sum.destination].columns[sum.column]
    let ownDigits = item.attribute.digits
    func digits(_ currency: Currency) -> Int { ownDigits ?? currency.digits }
    for row in graph.rows(of: item.entity) {
      var total = FigureSum()
      guard total.add(table.links[sum.link].targets(of: row), of: parts) else { return }
      guard !total.matches(figures[row], roundedTo: digits, numberTo: ownDigits) else { continue }
      let tableIndex = graph.model.entities[item.entity].table
      report(
        graph.file(of: row, in: tableIndex).source.range,
        "'\(item.attribute.name.text)' of \(graph.id(of: row, in: tableIndex))", text(figures[row]),
        total.description)
    }
  }

  // MARK: Lists and what they come from

  /// Checks every computed list: it must contain each record that refers to its owner once, and no other.
  package mutating func checkLinks() {
    for entity in graph.model.entities {
      for relationship in entity.ownRelationships where relationship.isMany {
        let destination = graph.model.entities[relationship.destination]
        guard let inverse = relationship.inverse.map({ destination.relationships[$0] }), !inverse.isMany
        else {
          continue
        }
        check(entity, relationship, destination, back: inverse)
      }
    }
  }

  private mutating func check(
    _ entity: Entity, _ relationship: Relationship, _ destination: Entity, back: Relationship
  ) {
    let lists = graph.tables[entity.table].links[relationship.link]
    guard case .one(let owners) = graph.tables[destination.table].links[back.link] else { return }
    var isListed = [Bool](repeating: false, count: owners.count)
    var listed = 0
    for owner in graph.rows(of: entity.family.lowerBound) {
      for target in lists.targets(of: owner)
      where owners[Int(target)] == Int32(owner) && !isListed[Int(target)] {
        isListed[Int(target)] = true
        listed += 1
      }
    }
    let named = graph.rows(of: relationship.destination).count { owners[$0] >= 0 }
    let entries = graph.rows(of: entity.family.lowerBound).reduce(0) { $0 + lists.targets(of: $1).count }
    guard listed != named || entries != named else { return }
    report(
      entity.declaration.name.range,
      "the number of records in '\(relationship.name)' of all \(entity.pluralLabel)",
      "\(entries)", "by '\(back.name)' \(named)")
  }
}

/// A derived attribute of the form `rows.@sum.sum`.
private struct RelatedSum {
  /// The relationship's link column.
  let link: Int
  /// The table of the related records, and the column to add up.
  let destination: Int
  let column: Int

  init?(_ item: ModelExpressions.Computed, _ model: Model) {
    guard case .path(nil, let steps) = item.expression.syntax.kind, steps.count == 3, !steps[0].isOperator,
      steps[1].isOperator, steps[1].name == "sum", !steps[2].isOperator,
      let relationship = model.entities[item.entity].relationship(named: steps[0].name), relationship.isMany,
      let attribute = model.entities[relationship.destination].attribute(named: steps[2].name)
    else { return nil }
    link = relationship.link
    destination = model.entities[relationship.destination].table
    column = attribute.column
  }
}
