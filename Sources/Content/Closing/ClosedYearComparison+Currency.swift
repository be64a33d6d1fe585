import Diagnostics
import Query
import Records

/// Another currency of the site, or another default of a `currency` attribute, changes every amount that names none,
/// while no record changes.
extension ClosedYearComparison {
  /// What gives a currency to amounts that name none, in records that name none either.
  enum CurrencySource: Hashable {
    /// site.yml.
    case site
    /// An attribute of the record or of its owner: its default, or without one the site.
    case attribute(Expression.Dependency)
  }

  /// The currency that each source gave when the year was closed, where amounts tell that it was another.
  ///
  /// Where one of a source's amounts is as it was, the source is, too, and another amount was changed by itself.
  /// - Complexity: O(*n*) in the records of the year.
  func formerCurrencies(_ lines: [ClosedYear.Line], _ rows: [Int: [Int32]]) -> [CurrencySource: Currency] {
    var former: [CurrencySource: Currency] = [:]
    var unchanged: Set<CurrencySource> = []
    for (name, names) in year.keys {
      guard let index = graph.model.entity(named: name) else { continue }
      let names = graph.model.entities[index].presentNames(of: names)
      let entity = KeptEntity(index: index, names: names, keys: records.keys(names, of: index))
      let places = names.indices.filter {
        graph.model.entities[index].attribute(named: names[$0])?.type == .money
      }
      let old = Dictionary(grouping: lines.filter { $0.entity == name }) { $0.values.first ?? nil }
      let kept = records.kept(entity.keys, of: graph.model.entities[index].table)
      for row in places.isEmpty ? [] : rows[index] ?? [] {
        let record = Current(row: Int(row), values: kept.values(of: Int(row)))
        guard let lines = old[record.values.first ?? nil],
          let (place, source) = places.lazy.compactMap({ place in
            currencySource(at: place, record, entity, mustBeWritten: true).map { (place, $0) }
          }).first, !unchanged.contains(source)
        else { continue }
        if lines.contains(where: { isSame($0.values, record.values, entity.keys) }) {
          unchanged.insert(source)
          former[source] = nil
          continue
        }
        let now = Self.amount(record.values[place])
        let amounts = lines.lazy.map { Self.amount($0.values[place]) }
        let other = amounts.first { $0.number == now.number && $0.currency != now.currency }?.currency
        if former[source] == nil { former[source] = other }
      }
    }
    return former
  }

  /// The source of a value's currency if the value differs only because that source gave another one.
  func sourceOfOtherCurrency(
    at place: Int, _ line: ClosedYear.Line, _ record: Current, _ entity: KeptEntity
  ) -> CurrencySource? {
    let attribute = graph.model.entities[entity.index].attribute(named: entity.names[place])
    guard let attribute, let old = line.values[place],
      let source = currencySource(at: place, record, entity, mustBeWritten: false),
      let former = formerCurrencies[source], old.contains(former.code)
    else { return nil }
    // What is computed may be rounded to other digits.
    let isWritten = currencySource(at: place, record, entity, mustBeWritten: true) != nil
    let isOnlyCurrency =
      attribute.type == .currency
      || attribute.type == .money
        && (!isWritten || Self.amount(old).number == Self.amount(record.values[place]).number)
    return isOnlyCurrency ? source : nil
  }

  /// What gives a value its currency; nil if the value, its record or the owner of that names one.
  /// - Parameter mustBeWritten: whether the answer is nil for a value that is computed.
  private func currencySource(
    at place: Int, _ record: Current, _ kept: KeptEntity, mustBeWritten: Bool
  ) -> CurrencySource? {
    let entity = graph.model.entities[kept.index]
    let locator = Locator(graph.file(of: record.row, in: entity.table))
    let item = graph.fileOffset(of: record.row, in: entity.table)
    var source = CurrencySource.site
    let owner = entity.owner.map { graph.model.entities[$0.entity] }
    for (named, item) in [(entity, item), (owner, nil)] {
      guard source == .site, let named, let attribute = named.currencyAttribute else { continue }
      if locator.value(of: attribute.name.text, item: item) != nil { return nil }
      source = .attribute(named.column(attribute))
    }
    let isImplied = graph.tables[entity.table].isImplied(record.row)
    guard !isImplied, let range = locator.value(of: kept.names[place], item: item) else {
      return mustBeWritten ? nil : source
    }
    return (try? Money.parse(Array(range.text.utf8).span))?.currency == nil ? source : nil
  }

  private static func amount(_ text: String?) -> (number: Decimal?, currency: Currency?) {
    let amount = text.flatMap { try? Money.parse(Array($0.utf8).span) }
    return (amount?.number, amount?.currency)
  }

  // MARK: Diagnostics

  /// An amount whose currency is another because what gives it is.
  struct Reinterpreted {
    let value: Recomputed
    let source: CurrencySource
  }

  /// One error for each place that says the currency of amounts that name none.
  func otherCurrencies(_ amounts: [Reinterpreted]) -> [Diagnostic] {
    let groups = Dictionary(grouping: amounts) { self.origin(of: $0.source).source }
    let sources = amounts.map { self.origin(of: $0.source).source }
    return groups.sorted { sources.firstIndex(of: $0.key) ?? 0 < sources.firstIndex(of: $1.key) ?? 0 }
      .compactMap { source, group in
        guard let former = formerCurrencies[group[0].source] else { return nil }
        let (_, range, now) = origin(of: source)
        let first = group[0].value
        return Diagnostic(
          .closedRecord, at: range,
          "amounts that name no currency were in \(former) when \(year.year) was closed and are in \(now): "
            + "in \(label(first.row, first.index)) '\(first.name)' \(change(of: first, others: group.count - 1))",
          notes: [.init("as it was", at: first.place)])
      }
  }

  /// What gives a source its currency, where that is said, and which it is.
  private func origin(
    of source: CurrencySource
  ) -> (source: CurrencySource, range: SourceRange, currency: Currency) {
    let site = (CurrencySource.site, currencyRange, graph.model.currency)
    guard case .attribute(let column) = source else { return site }
    let attributes = graph.model.entities.lazy.filter { $0.table == column.table }.flatMap(\.attributes)
    guard let attribute = attributes.first(where: { $0.column == column.column }) else { return site }
    if let value = attribute.defaultValue, let currency = Currency(code: value.text) {
      return (source, value.range, currency)
    }
    // If other amounts that follow the site's currency are as they were, a default is gone.
    let isOfSite =
      formerCurrencies[.site] == formerCurrencies[source]
      || attribute.name.range.isOfBuiltInModel
    return isOfSite ? site : (source, attribute.name.range, graph.model.currency)
  }
}
