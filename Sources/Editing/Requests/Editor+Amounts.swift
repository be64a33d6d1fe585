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
      let amounts = graph.referredAmounts(
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
        let amounts = graph.referredAmounts(
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
  ///   - changes: the changed rows of one record, with their settings.
  ///   - home: the record.
  /// - Returns: for each row the keys, with the amounts of the new records; nil removes an amount.
  func amountsFollowing(
    _ changes: [(record: RecordHandle, settings: [Setting])], inFileOf home: RecordHandle
  ) -> [[Setting]] {
    // Amounts depend only on references, so the file is not read for other changes.
    guard changes.contains(where: { changesReference($0.settings, of: $0.record) }) else { return [] }
    let written = written(in: home)
    return changes.map { row, settings in
      changesReference(settings, of: row)
        ? amountsFollowing(settings, in: row, fields(of: row, in: written)) : []
    }
  }

  private func changesReference(_ settings: [Setting], of row: RecordHandle) -> Bool {
    let entity = model.entities[graph.entity(of: row)]
    return settings.contains { entity.relationship(named: $0.key).map { !$0.isMany } ?? false }
  }

  private func amountsFollowing(
    _ settings: [Setting], in row: RecordHandle, _ old: [RecordOperation.Field]
  ) -> [Setting] {
    var new = old
    let changed = Set(settings.map(\.key))
    new.removeAll { changed.contains($0.key) }
    new += settings.compactMap(\.field)
    let (entity, currency) = (graph.entity(of: row), currency(of: row))
    let outdated = outdatedAmounts(from: old, to: new, of: entity, currency: currency)
      .filter { !changed.contains($0) }
    guard !outdated.isEmpty else { return [] }
    new.removeAll { outdated.contains($0.key) }
    let completed = completed(new, of: entity, currency: currency)
    return outdated.map { key in (key, completed.last { $0.key == key }) }
  }

  /// The written amounts of a record that equal their formulas and follow from a key that changes, such as the sum
  /// of a row whose quantity changes. A spreadsheet has such sums; written, they would contradict the change.
  ///
  /// Formulas that read another file are left out, unless they read it by a reference that changes: a record keeps its
  /// own figures. So are those that would give nothing, because what they read is removed, or not there in a record
  /// that is referred to instead.
  /// - Parameters:
  ///   - changes: the keys that are set, with their new texts; nil removes a key.
  ///   - last: the places in the last file, which are found once for all of its rows.
  /// - Returns: their keys, without those that are set themselves.
  package func amountsByFormula(
    following changes: [String: String?], of record: RecordHandle, _ last: inout Locator?
  ) -> [String] {
    let index = graph.entity(of: record)
    var inputs = inputs(changedBy: changes, of: record)
    guard !inputs.columns.isEmpty || !inputs.links.isEmpty else { return [] }
    let table = graph.tables[record.table]
    let row = [Int32(truncatingIfNeeded: record.row)]
    var keys: [String] = []
    // What is computed stands after what it reads.
    for item in book.expressions.computed where item.entity == index {
      let (attribute, reads) = (item.attribute, item.expression.reads)
      let (key, column) = (attribute.name.text, item.column(in: model))
      let readsOther = !attribute.isCopiedFromReference && !reads.links.isDisjoint(with: inputs.links)
      guard readsOther || !reads.columns.isDisjoint(with: inputs.columns), !changes.keys.contains(key) else {
        continue
      }
      guard reads.columns.isDisjoint(with: inputs.removed) else {
        inputs.removed.insert(column)
        continue
      }
      let places = graph.locator(of: record.row, in: record.table, reusing: &last)
      let isWritten = attribute.derived == nil && places.value(of: key) != nil
      if isWritten {
        guard attribute.type == .money, readsOther || reads.foreign.isEmpty,
          !table.marks.contains(record.row, column: attribute.column),
          let amount = table.columns[attribute.column][record.row].money,
          attribute.values(of: item.expression, rows: row, in: index, of: graph, today: today)
            == [.money(amount)]
        else { continue }
        keys.append(key)
      }
      inputs.columns.insert(column)
    }
    return keys
  }

  /// What changes give to the formulas of a record.
  private struct Inputs {
    /// The columns with other values.
    var columns: Set<Expression.Dependency> = []
    /// The columns without a value from now on, of the record and of those it refers to instead.
    var removed: Set<Expression.Dependency> = []
    /// The references that lead to other records.
    var links: Set<Expression.LinkDependency> = []
  }

  /// The inputs that changes give a record. From another reference follow the amounts that are copied from its record.
  private func inputs(changedBy changes: [String: String?], of record: RecordHandle) -> Inputs {
    let entity = model.entities[graph.entity(of: record)]
    let currency = currency(of: record)
    var inputs = Inputs()
    for (key, text) in changes {
      if let attribute = entity.attribute(named: key) {
        let column = Expression.Dependency(table: record.table, column: attribute.column)
        guard let text, !text.isEmpty else {
          if attribute.defaultValue == nil, attribute.formula == nil { inputs.removed.insert(column) }
          inputs.columns.insert(column)
          continue
        }
        let value = attribute.value(of: values.written(text, as: attribute.type), currency: currency)
        let former = graph.tables[record.table].columns[attribute.column][record.row]
        if value != former { inputs.columns.insert(column) }
      } else if let relationship = entity.relationship(named: key), !relationship.isMany, let text,
        case .record(let target) = lookup.record(text, of: relationship.destination),
        target != graph.destinations(of: relationship, from: record).first
      {
        inputs.links.insert(.init(table: record.table, link: relationship.link))
        add(target, of: entity, at: record.table, butFor: changes, to: &inputs)
      }
    }
    return inputs
  }

  /// Adds the values of a record that another one refers to now, and the amounts that it copies from them.
  private func add(
    _ target: RecordHandle, of entity: Entity, at table: Int, butFor changes: [String: String?],
    to inputs: inout Inputs
  ) {
    for attribute in model.entities[graph.entity(of: target)].attributes {
      let isThere = graph.tables[target.table].columns[attribute.column][target.row] != .null
      if !isThere { inputs.removed.insert(.init(table: target.table, column: attribute.column)) }
      guard attribute.type == .money, let own = entity.attribute(named: attribute.name.text),
        own.type == .money
      else { continue }
      let column = Expression.Dependency(table: table, column: own.column)
      if isThere {
        inputs.columns.insert(column)
      } else if changes[own.name.text] == nil {
        inputs.removed.insert(column)
      }
    }
  }
}
