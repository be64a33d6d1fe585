import Content
import FrontMatter
import Query
import Records

// A row stores amounts of the record it refers to, such as a service's price, as they were on the day.

extension Editor {
  /// The fields of a row, with the current amounts that its computed values need, such as prices, added.
  /// - Parameter home: the currency of the record that has the row, used unless the row has its own.
  package func completed(
    _ fields: [RecordOperation.Field], of entity: Int, currency home: Currency
  ) -> [RecordOperation.Field] {
    let currency = model.entities[entity].currency(of: fields) ?? home
    var fields = fields
    for field in fields {
      guard case .text(let id) = field.value,
        let relationship = model.entities[entity].relationship(named: field.key), !relationship.isMany,
        case .record(let target) = lookup.record(id, of: relationship.destination)
      else { continue }
      let amounts = ReferredAmounts(graph).amounts(
        for: entity, from: target.table, target.row, currency: currency
      ) { key in fields.contains { $0.key == key } }
      fields += amounts.map { .init($0.name, .text($0.amount)) }
    }
    return ordered(fields, of: entity)
  }

  /// The amounts of a row that were copied from the record that it referred to before its reference changed.
  /// - Parameters:
  ///   - old: the current fields of the row.
  ///   - new: the fields after the change.
  ///   - currency: the currency of the row's amounts that name none.
  /// - Returns: the keys of these amounts, which are outdated.
  package func outdatedAmounts(
    from old: [RecordOperation.Field], to new: [RecordOperation.Field], of entity: Int, currency: Currency
  ) -> [String] {
    func text(_ key: String, in fields: [RecordOperation.Field]) -> String? {
      fields.last { $0.key == key }?.value.plainText
    }
    return old.flatMap { field -> [String] in
      guard let relationship = model.entities[entity].relationship(named: field.key), !relationship.isMany,
        let reference = text(field.key, in: new), reference != field.value.plainText,
        case .record(let former) = lookup.record(field.value.plainText, of: relationship.destination)
      else { return [] }
      let kept = old.map(\.key).filter { text($0, in: new) == text($0, in: old) }
      return kept.filter { key in
        let amounts = ReferredAmounts(graph).amounts(
          for: entity, from: former.table, former.row, currency: currency
        ) { $0 != key && text($0, in: old) != nil && text($0, in: new) != nil }
        return amounts.contains { $0.name == key && isSameAmount($0.amount, text(key, in: old), currency) }
      }
    }
  }

  /// Whether two texts are the same amount, however many zeros end it and whether or not it names its currency.
  private func isSameAmount(_ first: String, _ second: String?, _ currency: Currency) -> Bool {
    guard let second, first != second else { return second != nil }
    func money(_ text: String) -> Money? {
      (try? Money.parse(text.utf8.span)).map { Money($0.number, $0.currency ?? currency) }
    }
    return money(first).map { $0 == money(second) } ?? false
  }

  /// The amounts to replace after changes to rows: those copied from records that they no longer refer to.
  /// - Parameters:
  ///   - changes: the changed rows of one record, with their operations.
  ///   - home: the record.
  /// - Returns: for each row the keys, with the amounts of the new records; nil removes an amount.
  func amountsFollowing(
    _ changes: [(row: RecordHandle, operations: [RecordOperation])], inFileOf home: RecordHandle
  ) -> [[(key: String, field: RecordOperation.Field?)]] {
    // Amounts depend only on references, so the file is not read for other changes.
    guard changes.contains(where: { changesReference($0.operations, of: $0.row) }) else { return [] }
    let written = written(in: home)
    return changes.map { row, operations in
      guard changesReference(operations, of: row), let place = rowIndex(of: row),
        case .rows(let rows)? = written.last(where: { $0.key == place.list })?.value,
        rows.indices.contains(place.index)
      else { return [] }
      return amountsFollowing(operations, in: row, rows[place.index])
    }
  }

  private func changesReference(_ operations: [RecordOperation], of row: RecordHandle) -> Bool {
    let entity = model.entities[graph.entity(of: row)]
    return operations.contains { operation in
      switch operation {
      case .set(let field, _): entity.relationship(named: field.key).map { !$0.isMany } ?? false
      case .clear(let key, _): entity.relationship(named: key).map { !$0.isMany } ?? false
      default: false
      }
    }
  }

  private func amountsFollowing(
    _ operations: [RecordOperation], in row: RecordHandle, _ old: [RecordOperation.Field]
  ) -> [(key: String, field: RecordOperation.Field?)] {
    var new = old
    var changed: Set<String> = []
    for operation in operations {
      switch operation {
      case .set(let field, _):
        changed.insert(field.key)
        new.removeAll { $0.key == field.key }
        new.append(field)
      case .clear(let key, _):
        changed.insert(key)
        new.removeAll { $0.key == key }
      default: break
      }
    }
    let (entity, currency) = (graph.entity(of: row), currency(of: row))
    let outdated = outdatedAmounts(from: old, to: new, of: entity, currency: currency)
      .filter { !changed.contains($0) }
    guard !outdated.isEmpty else { return [] }
    new.removeAll { outdated.contains($0.key) }
    let completed = completed(new, of: entity, currency: currency)
    return outdated.map { key in (key, completed.last { $0.key == key }) }
  }

  /// The written amounts of a record that equal their formulas and follow from a key that changes, such as the sum
  /// of a row whose quantity changes. A spreadsheet has such sums; written, they would contradict the change. From
  /// another reference the amounts follow that are copied from its record.
  ///
  /// Formulas that read another file are left out: a record keeps its own figures.
  /// - Parameters:
  ///   - changed: the keys that change.
  ///   - cleared: those among them that are removed, without which a formula may give nothing.
  ///   - last: the places in the last file, which are found once for all of its rows.
  /// - Returns: their keys, without those that change themselves.
  package func amountsByFormula(
    following changed: Set<String>, clearing cleared: Set<String>, of record: RecordHandle,
    _ last: inout Locator?
  ) -> [String] {
    let index = graph.entity(of: record)
    let entity = model.entities[index]
    func columns(of keys: Set<String>) -> Set<Expression.Dependency> {
      Set(
        entity.attributes.filter { keys.contains($0.name.text) }
          .map { Expression.Dependency(table: record.table, column: $0.column) })
    }
    let copied = entity.relationships.filter { !$0.isMany && changed.contains($0.name) }.flatMap {
      model.entities[$0.destination].attributes.filter { $0.type == .money }.map(\.name.text)
    }
    let (read, lost) = (columns(of: changed.union(copied)), columns(of: cleared))
    guard !read.isEmpty else { return [] }
    let table = graph.tables[record.table]
    return book.expressions.computed.compactMap { item in
      let (attribute, expression) = (item.attribute, item.expression)
      let key = attribute.name.text
      guard item.entity == index, attribute.type == .money, attribute.formula != nil,
        attribute.derived == nil,
        expression.reads.foreign.isEmpty, !expression.reads.columns.isDisjoint(with: read),
        expression.reads.columns.isDisjoint(with: lost),
        !changed.contains(key), !table.marks.contains(record.row, column: attribute.column),
        let amount = table.columns[attribute.column][record.row].money,
        attribute.values(
          of: expression, rows: [Int32(truncatingIfNeeded: record.row)], in: index, of: graph, today: today
        ).first == .money(amount)
      else { return nil }
      let places = Locator.of(graph.file(of: record), reusing: &last)
      let place = places.value(of: key, item: graph.fileOffset(of: record))
      return place == nil ? nil : key
    }
  }
}
