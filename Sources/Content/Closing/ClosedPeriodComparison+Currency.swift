import Diagnostics
import Query
import Records

/// A new currency of the site, or a new default of a `currency` attribute, changes every amount that names no
/// currency, although no record changes.
extension ClosedPeriodComparison {
  /// Where amounts get their currency from if neither they nor their records name one.
  enum CurrencySource: Hashable {
    /// site.yml.
    case site
    /// The default of a `currency` attribute of the record or its owner, or else the site's currency.
    case attribute(Expression.Dependency)
  }

  /// The currency that each source gave when the period was closed, where the amounts show that it has changed.
  ///
  /// If one amount of a source is unchanged, so is the source, and an amount that differs was itself changed.
  /// - Complexity: O(*n*) in the records of the period.
  func formerCurrencies(
    of entities: [(name: String, kept: KeptEntity?)], _ lines: [ClosedPeriod.Line], _ rows: [Int: [Int32]]
  ) -> [CurrencySource: Currency] {
    var former: [CurrencySource: Currency] = [:]
    var unchanged: Set<CurrencySource> = []
    for case (let name, let entity?) in entities {
      let declared = graph.model.entities[entity.index]
      let keyIndices = entity.names.indices.filter {
        declared.attribute(named: entity.names[$0])?.type == .money
      }
      let old = Dictionary(grouping: lines.filter { $0.entity == name }) { $0.values.first ?? nil }
      let kept = records.kept(entity.keys, of: declared.table)
      for row in keyIndices.isEmpty ? [] : rows[entity.index] ?? [] {
        let record = Current(row: Int(row), values: kept.values(of: Int(row)))
        guard let lines = old[record.values.first ?? nil],
          let (keyIndex, source) = keyIndices.lazy.compactMap({ keyIndex in
            currencySource(at: keyIndex, record, entity, mustBeWritten: true).map { (keyIndex, $0) }
          }).first, !unchanged.contains(source)
        else { continue }
        if lines.contains(where: { isSame($0.values, record.values, entity.keys) }) {
          unchanged.insert(source)
          former[source] = nil
          continue
        }
        let now = Self.amount(record.values[keyIndex])
        let amounts = lines.lazy.map { Self.amount($0.values[keyIndex]) }
        let other = amounts.first { $0.number == now.number && $0.currency != now.currency }?.currency
        if former[source] == nil { former[source] = other }
      }
    }
    return former
  }

  /// The source of a value's currency if the value differs only because that source gave another one.
  func sourceOfOtherCurrency(
    at keyIndex: Int, _ line: ClosedPeriod.Line, _ record: Current, _ entity: KeptEntity
  ) -> CurrencySource? {
    let attribute = graph.model.entities[entity.index].attribute(named: entity.names[keyIndex])
    guard let attribute, let old = line.values[keyIndex],
      let source = currencySource(at: keyIndex, record, entity, mustBeWritten: false),
      let former = formerCurrencies[source], old.contains(former.code)
    else { return nil }
    // A computed value may be rounded to another number of digits.
    let isWritten = currencySource(at: keyIndex, record, entity, mustBeWritten: true) != nil
    let isOnlyCurrency =
      attribute.type == .currency
      || attribute.type == .money
        && (!isWritten || Self.amount(old).number == Self.amount(record.values[keyIndex]).number)
    return isOnlyCurrency ? source : nil
  }

  /// The source of a value's currency; nil if the value, its record or the record's owner names one.
  /// - Parameter mustBeWritten: whether to return nil for a computed value.
  private func currencySource(
    at keyIndex: Int, _ record: Current, _ kept: KeptEntity, mustBeWritten: Bool
  ) -> CurrencySource? {
    let entity = graph.model.entities[kept.index]
    let locator = graph.locator(of: record.row, in: entity.table)
    var source = CurrencySource.site
    let owner = entity.owner.map { graph.model.entities[$0.entity] }
    for (named, locator) in [(entity, locator), (owner, locator.ofOwner)] {
      guard source == .site, let named, let attribute = named.currencyAttribute else { continue }
      if locator.value(of: attribute.name.text) != nil { return nil }
      source = .attribute(named.column(attribute))
    }
    let isImplied = graph.tables[entity.table].isImplied(record.row)
    guard !isImplied, let range = locator.value(of: kept.names[keyIndex]) else {
      return mustBeWritten ? nil : source
    }
    return (try? Money.parse(range.text.utf8.span))?.currency == nil ? source : nil
  }

  private static func amount(_ text: String?) -> (number: Decimal?, currency: Currency?) {
    let amount = text.flatMap { try? Money.parse($0.utf8.span) }
    return (amount?.number, amount?.currency)
  }

  // MARK: Diagnostics

  /// An amount that is in another currency because its source gives another one.
  struct Reinterpreted {
    let value: Recomputed
    let source: CurrencySource
  }

  /// One error for each place that determines the currency of amounts that name none.
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
          "amounts that name no currency were in \(former) when \(closed.period) was closed and are in \(now): "
            + "in \(label(first.row, first.index)) '\(first.name)' \(change(of: first, others: group.count - 1))",
          notes: [.init("as it was", at: first.range)])
      }
  }

  /// Where a source gets its currency from, where that is written, and which currency it is.
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
    // If other amounts that follow the site's currency are unchanged, a default was removed.
    let isOfSite =
      formerCurrencies[.site] == formerCurrencies[source]
      || attribute.name.range.isOfBuiltInModel
    return isOfSite ? site : (source, attribute.name.range, graph.model.currency)
  }
}
