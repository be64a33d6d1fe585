import Diagnostics
import Records

/// Another currency of the site changes every amount that names none, while no record changes.
extension ClosedYearComparison {
  /// The site's currency when the year was closed, if amounts that name none tell that it was another.
  ///
  /// Where one of them is as it was, the site's currency is, too, and another amount was changed by itself.
  /// - Complexity: O(*n*) in the records of the year.
  func formerCurrency(_ lines: [ClosedYear.Line], _ rows: [Int: [Int32]]) -> Currency? {
    var former: Currency?
    for (name, names) in year.keys {
      guard let index = graph.model.entity(named: name) else { continue }
      let entity = KeptEntity(index: index, names: names, keys: records.keys(names, of: index))
      let places = names.indices.filter {
        graph.model.entities[index].attribute(named: names[$0])?.type == .money
      }
      let old = Dictionary(grouping: lines.filter { $0.entity == name }) { $0.values.first ?? nil }
      let kept = records.kept(entity.keys, of: graph.model.entities[index].table)
      for row in places.isEmpty ? [] : rows[index] ?? [] {
        let record = Current(row: Int(row), values: kept.values(of: Int(row)))
        guard let lines = old[record.values.first ?? nil],
          let place = places.first(where: { hasSiteCurrency(at: $0, record, entity, mustBeWritten: true) })
        else { continue }
        if lines.contains(where: { isSame($0.values, record.values, entity.keys) }) { return nil }
        let now = Self.amount(record.values[place])
        let amounts = lines.lazy.map { Self.amount($0.values[place]) }
        former = former ?? amounts.first { $0.number == now.number && $0.currency != now.currency }?.currency
      }
    }
    return former
  }

  /// Whether a value differs only because amounts that name no currency had a former one.
  func isOnlyCurrency(
    _ former: Currency, at place: Int, _ line: ClosedYear.Line, _ record: Current, _ entity: KeptEntity
  ) -> Bool {
    let attribute = graph.model.entities[entity.index].attribute(named: entity.names[place])
    guard let attribute, let old = line.values[place], old.contains(former.code),
      hasSiteCurrency(at: place, record, entity, mustBeWritten: false)
    else { return false }
    // What is computed may be rounded to other digits.
    let isWritten = hasSiteCurrency(at: place, record, entity, mustBeWritten: true)
    return attribute.type == .currency
      || attribute.type == .money
        && (!isWritten || Self.amount(old).number == Self.amount(record.values[place]).number)
  }

  /// Whether a value is in the site's currency because neither it nor its record nor the owner of that names another.
  /// - Parameter mustBeWritten: whether the answer is no for a value that is computed.
  private func hasSiteCurrency(
    at place: Int, _ record: Current, _ kept: KeptEntity, mustBeWritten: Bool
  ) -> Bool {
    let entity = graph.model.entities[kept.index]
    let locator = Locator(graph.file(of: record.row, in: entity.table))
    let item = graph.fileOffset(of: record.row, in: entity.table)
    let owner = entity.owner.map { graph.model.entities[$0.entity] }
    let currency =
      entity.currencyAttribute.map { ($0, item) } ?? owner?.currencyAttribute.map { ($0, nil) }
    if let (attribute, item) = currency,
      attribute.defaultValue != nil || locator.value(of: attribute.name.text, item: item) != nil
    {
      return false
    }
    let isImplied = graph.tables[entity.table].isImplied(record.row)
    guard !isImplied, let range = locator.value(of: kept.names[place], item: item) else {
      return !mustBeWritten
    }
    return (try? Money.parse(Array(range.text.utf8).span))?.currency == nil
  }

  private static func amount(_ text: String?) -> (number: Decimal?, currency: Currency?) {
    let amount = text.flatMap { try? Money.parse(Array($0.utf8).span) }
    return (amount?.number, amount?.currency)
  }
}
