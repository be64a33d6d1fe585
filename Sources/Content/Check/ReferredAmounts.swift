import Diagnostics
import Records

/// The amounts that a record copies from the records it refers to, such as a row's price from its service.
///
/// If a record lacks a required amount that its formula needs, it gets a copy of each amount of the same name
/// in the record it refers to, as it is today. So last year's order does not follow this year's price list.
package struct ReferredAmounts: Sendable {
  private let graph: RecordGraph

  /// Looks amounts up in a graph.
  package init(_ graph: RecordGraph) {
    self.graph = graph
  }

  /// The amounts that a record of an entity lacks, by name, formatted as for its file.
  /// - Parameters:
  ///   - entity: the record's entity, an index into the model's entities.
  ///   - table: the table of the record it refers to.
  ///   - row: that record's row.
  ///   - currency: the currency of the record's amounts that name none.
  ///   - isWritten: returns whether the record has a key.
  package func amounts(
    for entity: Int, from table: Int, _ row: Int, currency: Currency, isWritten: (String) -> Bool
  ) -> [(name: String, amount: String)] {
    let declared = graph.model.entities[entity]
    return graph.model.entities[graph.entity(of: row, in: table)].attributes.compactMap { attribute in
      let name = attribute.name.text
      guard attribute.type == .money, let own = declared.attribute(named: name), own.type == .money,
        own.derived == nil, !isWritten(name), isWanted(name, by: declared, isWritten),
        !graph.tables[table].marks.contains(row, column: attribute.column),
        case .money(let values) = graph.tables[table].columns[attribute.column],
        let amount = values[row]?.single
      else { return nil }
      return (name, Money(amount).text(home: currency))
    }
  }

  /// Whether an amount would help to compute a required value that is not written.
  private func isWanted(_ name: String, by entity: Entity, _ isWritten: (String) -> Bool) -> Bool {
    entity.attributes.contains { attribute in
      guard attribute.isRequired, let formula = attribute.formula, !isWritten(attribute.name.text) else {
        return false
      }
      return formula.text.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.contains { $0 == name }
    }
  }
}
