import Content
import FrontMatter
import Query
import Records

// A record with a day stores figures of those it refers to, such as a row its service's price, as they were on that
// day.

extension Editor {
  /// The fields of a record, with the current figures of those that it refers to, such as prices, added.
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
      let figures = graph.copiedFigures(
        for: entity, by: field.key, from: target.table, target.row, currency: currency
      ) { key in fields.contains { $0.key == key } }
      fields += figures.map { .init($0.name, .text($0.text)) }
    }
    return ordered(fields, of: entity)
  }

  /// Fields whose amounts name their currency.
  /// - Parameter home: the currency of amounts that name none, except in rows with a currency of their own.
  func named(
    _ home: Currency, in fields: [RecordOperation.Field], of entity: Int
  ) -> [RecordOperation.Field] {
    fields.map { field in
      switch field.value {
      case .text(let text):
        guard model.entities[entity].attribute(named: field.key)?.type == .money,
          let amount = try? Money.parse(text.utf8.span), amount.currency == nil
        else { return field }
        return .init(field.key, .text("\(text) \(home.code)"))
      case .rows(let rows):
        guard let list = model.entities[entity].relationship(named: field.key) else { return field }
        let isHome = { model.entities[list.destination].currency(of: $0) == nil }
        return .init(
          field.key, .rows(rows.map { isHome($0) ? named(home, in: $0, of: list.destination) : $0 }))
      case .list: return field
      }
    }
  }

  /// The figures of a record that were copied from one that it referred to before its reference changed, and those
  /// that it lacks because that one has none.
  /// - Parameters:
  ///   - old: the current fields.
  ///   - new: the fields after the change.
  ///   - currency: the currency of the record's amounts that name none.
  /// - Returns: the keys of these figures, which are outdated.
  package func outdatedFigures(
    from old: [RecordOperation.Field], to new: [RecordOperation.Field], of entity: Int, currency: Currency
  ) -> [String] {
    func text(_ key: String, in fields: [RecordOperation.Field]) -> String? {
      fields.last { $0.key == key }?.value.plainText
    }
    let outdated = old.flatMap { field -> [String] in
      guard let relationship = model.entities[entity].relationship(named: field.key), !relationship.isMany,
        case let reference = text(field.key, in: new) ?? "", reference != field.value.plainText,
        // An unknown one has no figures to make place for.
        reference.isEmpty || isFound(reference, of: relationship.destination),
        case .record(let former) = lookup.record(field.value.plainText, of: relationship.destination)
      else { return [] }
      let kept = old.map(\.key).filter { text($0, in: new) == text($0, in: old) }
      return kept.filter { key in
        // Without a service, a row still needs a price.
        if reference.isEmpty, model.entities[entity].needs(key, { text($0, in: new) != nil }) { return false }
        let figures = graph.copiedFigures(
          for: entity, by: field.key, from: former.table, former.row, currency: currency
        ) { $0 != key && text($0, in: old) != nil && text($0, in: new) != nil }
        return figures.contains {
          $0.name == key && isSameFigure($0.text, text(key, in: old), key, of: entity, currency)
        }
      }
    }
    let changesReference = model.entities[entity].relationships.contains { relationship in
      !relationship.isMany && text(relationship.name, in: new) != text(relationship.name, in: old)
    }
    guard changesReference else { return outdated }
    // What is missing although the former record has it was left out on purpose.
    let possible = Set(completed(old, of: entity, currency: currency).map(\.key))
    let keys = completed(new, of: entity, currency: currency).map(\.key)
    return outdated + keys.filter { text($0, in: new) == nil && !possible.contains($0) }
  }

  private func isFound(_ id: String, of entity: Int) -> Bool {
    if case .record = lookup.record(id, of: entity) { true } else { false }
  }

  /// Whether two texts of a key are the same number or amount, however many zeros end it, whether or not it is a
  /// percentage, and whether or not it names its currency.
  /// - Parameter currency: the currency of amounts that name none; nil if it is unknown, but the same for both.
  func isSameFigure(
    _ first: String, _ second: String?, _ key: String, of entity: Int, _ currency: Currency?
  ) -> Bool {
    guard let second, first != second else { return second != nil }
    if model.entities[entity].attribute(named: key)?.type == .decimal {
      func number(_ text: String) -> Decimal? { try? Decimal(parsing: text.utf8.span, percent: true) }
      return number(first).map { $0 == number(second) } ?? false
    }
    func money(_ text: String) -> (Decimal, Currency?)? {
      (try? Money.parse(text.utf8.span)).map { ($0.number, $0.currency ?? currency) }
    }
    guard let first = money(first), let second = money(second) else { return false }
    return first == second
  }

  /// The copied figures of a record after its reference changes.
  struct FollowingFigures {
    /// The figures to replace or to add, with those of the new record; nil removes a figure.
    var replaced: [Setting] = []
    /// The figures that stay, because they are not the former record's of today, with those of the new record.
    var kept: [(key: String, text: String, other: String)] = []
  }

  /// The figures that were copied from records that the changed ones no longer refer to.
  /// - Parameters:
  ///   - changes: the changed records of one file, with their settings.
  ///   - owner: the record that has the file.
  ///   - decided: further keys whose values are decided.
  /// - Returns: the figures of each record; none at all if no reference changes.
  func figuresFollowing(
    _ changes: [(record: RecordHandle, settings: [Setting])], inFileOf owner: RecordHandle,
    decided: Set<String>
  ) -> [FollowingFigures] {
    // They depend only on references, so the file is not read for other changes.
    guard changes.contains(where: { changesReference($0.settings, of: $0.record) }) else { return [] }
    let written = written(in: owner)
    return changes.map { row, settings in
      changesReference(settings, of: row)
        ? figuresFollowing(settings, in: row, fields(of: row, in: written), decided) : FollowingFigures()
    }
  }

  private func changesReference(_ settings: [Setting], of row: RecordHandle) -> Bool {
    let entity = model.entities[graph.entity(of: row)]
    return settings.contains { entity.relationship(named: $0.key).map { !$0.isMany } ?? false }
  }

  private func figuresFollowing(
    _ settings: [Setting], in row: RecordHandle, _ old: [RecordOperation.Field], _ decided: Set<String>
  ) -> FollowingFigures {
    var new = old
    let changed = Set(settings.map(\.key))
    new.removeAll { changed.contains($0.key) }
    new += settings.compactMap(\.field)
    let (entity, currency) = (graph.entity(of: row), currency(of: row))
    let declared = model.entities[entity]
    let outdated = outdatedFigures(from: old, to: new, of: entity, currency: currency)
      .filter { !changed.contains($0) && !decided.contains($0) }
    new.removeAll { outdated.contains($0.key) }
    let completed = completed(new, of: entity, currency: currency)
    let kept = new.filter { !changed.contains($0.key) && declared.attribute(named: $0.key) != nil }
    // A reference that stays has nothing to do with the change.
    let sources = new.filter { declared.relationship(named: $0.key) == nil || !old.contains($0) }
    return FollowingFigures(
      replaced: outdated.map { key in (key, completed.last { $0.key == key }) },
      kept: kept.compactMap { field in
        let others = sources.filter { $0.key != field.key }
        let (key, text) = (field.key, field.value.plainText)
        guard
          let other = self.completed(others, of: entity, currency: currency).last(where: { $0.key == key }),
          !isSameFigure(text, other.value.plainText, key, of: entity, currency)
        else { return nil }
        return (key, text, other.value.plainText)
      })
  }

  /// The former and the new currency of a record's amounts that name none; nil if it stays, or if there are none.
  func currencies(of record: RecordHandle, setting settings: [Setting]) -> (old: Currency, new: Currency)? {
    let (entity, old) = (graph.entity(of: record), currency(of: record))
    let declared = model.entities[entity]
    guard settings.contains(where: { declared.attribute(named: $0.key)?.type == .currency }) else {
      return nil
    }
    let changed = Set(settings.map(\.key))
    let kept = written(in: record).filter { !changed.contains($0.key) }
    let new = currency(of: entity, with: kept + settings.compactMap(\.field))
    return new != old && haveAmountsWithoutCurrency(kept, of: entity) ? (old, new) : nil
  }

  private func haveAmountsWithoutCurrency(_ fields: [RecordOperation.Field], of entity: Int) -> Bool {
    let declared = model.entities[entity]
    return fields.contains { field in
      switch field.value {
      case .text(let text):
        guard declared.attribute(named: field.key)?.type == .money,
          let money = try? Money.parse(text.utf8.span)
        else { return false }
        return money.currency == nil
      case .rows(let rows):
        guard let list = declared.relationship(named: field.key) else { return false }
        return rows.contains { haveAmountsWithoutCurrency($0, of: list.destination) }
      case .list: return false
      }
    }
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
      let readsOther = attribute.copiedValue == nil && !reads.links.isDisjoint(with: inputs.links)
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

  /// The inputs that changes give a record. From another reference follow the figures that are copied from its record.
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
        add(target, referredToBy: key, of: record, butFor: changes, to: &inputs)
      }
    }
    return inputs
  }

  /// Adds the values of a record that another one refers to now, and the figures that it copies from them.
  private func add(
    _ target: RecordHandle, referredToBy reference: String, of record: RecordHandle,
    butFor changes: [String: String?], to inputs: inout Inputs
  ) {
    let source = graph.entity(of: target)
    func isThere(_ attribute: Attribute) -> Bool {
      graph.tables[target.table].columns[attribute.column][target.row] != .null
    }
    for attribute in model.entities[source].attributes where !isThere(attribute) {
      inputs.removed.insert(.init(table: target.table, column: attribute.column))
    }
    for (own, source) in model.copiedAttributes(of: graph.entity(of: record), by: reference, from: source) {
      let column = Expression.Dependency(table: record.table, column: own.column)
      if isThere(source) {
        inputs.columns.insert(column)
      } else if changes[own.name.text] == nil {
        inputs.removed.insert(column)
      }
    }
  }
}
