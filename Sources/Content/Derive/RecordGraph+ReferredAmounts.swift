import Diagnostics
import Records

extension RecordGraph {
  /// The amounts that a record copies from one it refers to, such as a row's price from its service.
  ///
  /// If a record lacks a required amount that its formula needs, it gets a copy of each amount of the same name
  /// in the record it refers to, as it is today. So last year's order does not follow this year's price list. An amount
  /// for which the model has a formula of another kind, such as a customer's own price, is left to that.
  /// - Parameters:
  ///   - entity: the record's entity, an index into the model's entities.
  ///   - table: the table of the record it refers to.
  ///   - row: that record's row.
  ///   - currency: the currency of the record's amounts that name none.
  ///   - isWritten: returns whether the record has a key.
  /// - Returns: the amounts that it lacks, by name, formatted as for its file.
  package func referredAmounts(
    for entity: Int, from table: Int, _ row: Int, currency: Currency, isWritten: (String) -> Bool
  ) -> [(name: String, amount: String)] {
    let declared = model.entities[entity]
    return model.entities[self.entity(of: row, in: table)].attributes.compactMap { attribute in
      let name = attribute.name.text
      guard attribute.type == .money, let own = declared.attribute(named: name), own.type == .money,
        own.derived == nil, own.formula == nil || own.isCopiedFromReference, !isWritten(name),
        declared.needs(name, isWritten),
        !tables[table].marks.contains(row, column: attribute.column),
        case .money(let values) = tables[table].columns[attribute.column],
        let amount = values[row]?.single
      else { return nil }
      return (name, Money(amount).text(home: currency))
    }
  }
}

extension Attribute {
  /// Whether its formula is nothing but the value of the same name of a record referred to (`service.price`).
  package var isCopiedFromReference: Bool {
    guard let keys = formula?.text.split(separator: "."), keys.count == 2 else { return false }
    return keys[1] == name.text && keys[0].allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
  }
}

extension Entity {
  /// Whether an amount would help to compute a required value that is not written.
  fileprivate func needs(_ name: String, _ isWritten: (String) -> Bool) -> Bool {
    attributes.contains { attribute in
      guard attribute.isRequired, let formula = attribute.formula, !isWritten(attribute.name.text) else {
        return false
      }
      return ModelResolution.names(in: formula.text).contains { $0 == name }
    }
  }
}
