import FileSystem
import Query
import Records

extension Chart {
  /// Reads a chart out of a result.
  /// - Parameters:
  ///   - result: what was fetched.
  ///   - columns: which of its columns are what.
  ///   - title: what the chart is called; nil for what it shows.
  ///   - formatter: how categories are written.
  ///   - recordTitle: what a record is called.
  /// - Returns: the chart, or nil where there is not one figure to show.
  package init?(
    _ result: FetchResult, _ columns: ChartColumns, kind: Kind, title: String?, formatter: ValueFormatter,
    recordTitle: (_ table: Int, _ row: Int) -> String
  ) {
    let plan = result.plan
    let isYear = plan.columns[0].isYear
    func label(_ value: Value, of column: Int) -> String {
      if plan.columns[column].isYear, let year = value.number { return year.description }
      let text = formatter.text(of: value, title: recordTitle).oneLine
      return text.isEmpty ? formatter.unknown : text
    }
    let grid = ChartGrid(result, columns) { label($0, of: $1) }
    let timeline = Timeline(
      grid.categories, isYear: isYear, mostDays: kind == .line ? 1000 : 120 / columns.figures.count)
    let (filled, places) = (timeline.categories, timeline.places)
    let categories = filled.map { label($0, of: 0) }
    let names = grid.series.map { label($0, of: columns.series ?? 0) }

    /// The values of a column spread over categories and series; those of other units are left out.
    func series(of column: Int, _ number: (Value) -> Decimal?) -> [[Decimal?]] {
      var values = [[Decimal?]](
        repeating: Array(repeating: nil, count: filled.count), count: max(1, grid.series.count))
      for (cell, value) in zip(grid.cells, result.values(of: column, in: 0..<result.count)) {
        values[cell.series][places[cell.category]] = number(value)
      }
      return values
    }

    var panels: [Panel] = []
    for (index, column) in columns.figures.enumerated() {
      let figure = plan.columns[column].label
      // Only figures of one kind can share a panel: the others do not use up its colours.
      let isMoney = plan.columns[column].type == .money
      let style = columns.figures[..<index].count { (plan.columns[$0].type == .money) == isMoney }
      for unit in ChartUnit.units(of: column, in: result) {
        let values = series(of: column, unit.number)
        let total = unit.number(result.totals[column])
        if columns.series != nil {
          let series = values.indices.map { Series(name: names[$0], style: $0, values: values[$0]) }
          panels.append(
            Panel(
              categories: categories, figure: figure, currency: unit.currency, series: series, total: total))
        } else {
          let series = Series(name: figure, style: style, values: values[0], total: total)
          if let index = panels.firstIndex(where: { $0.currency == unit.currency }) {
            panels[index].series.append(series)
          } else {
            panels.append(Panel(categories: categories, currency: unit.currency, series: [series]))
          }
        }
      }
    }
    for index in panels.indices {
      panels[index].series.removeAll { $0.values.allSatisfy { $0 == nil } }
    }
    panels.removeAll(where: \.series.isEmpty)
    guard !panels.isEmpty else { return nil }
    let scale = timeline.scale
    if scale != .steps { Self.removeCategoriesOfOthers(from: &panels) }
    let figures = columns.figures.map { plan.columns[$0].label }.joined(separator: ", ")
    self.init(
      kind: kind, title: title ?? figures + " – " + plan.columns[0].label, category: plan.columns[0].label,
      scale: scale, panels: panels)
    guard scale == .steps else { return }
    joinsOverGaps = timeline.isOfDays
    timeless = Set(filled.indices.filter { filled[$0] == .null })
  }

  /// Removes from each panel the categories that have figures in other panels alone, as orders in another currency do.
  private static func removeCategoriesOfOthers(from panels: inout [Panel]) {
    let shown = panels.map { panel in
      panel.categories.indices.map { category in panel.series.contains { $0.values[category] != nil } }
    }
    for index in panels.indices {
      let kept = panels[index].categories.indices.filter { category in
        shown[index][category] || !shown.contains { $0[category] }
      }
      panels[index].categories = kept.map { panels[index].categories[$0] }
      for series in panels[index].series.indices {
        panels[index].series[series].values = kept.map { panels[index].series[series].values[$0] }
      }
    }
  }
}

/// What figures are counted in: a currency, or nothing.
private struct ChartUnit {
  /// The currency; nil for plain numbers.
  let currency: Currency?
  /// Whether amounts of 0 in a currency that has no panel stand here.
  let takesZeros: Bool

  /// The units of a column, those of money by code.
  ///
  /// Zero is zero in every currency, so amounts of 0 alone make no panel.
  static func units(of column: Int, in result: FetchResult) -> [ChartUnit] {
    guard result.plan.columns[column].type == .money else {
      return [ChartUnit(currency: nil, takesZeros: true)]
    }
    var currencies: Set<Currency> = []
    for case .money(let money) in result.values(of: column, in: 0..<result.count) where !money.isZero {
      currencies.formUnion(money.amounts.map(\.currency))
    }
    guard !currencies.isEmpty else {
      return [ChartUnit(currency: result.graph.model.currency, takesZeros: true)]
    }
    let home = result.graph.model.currency
    let zeros = currencies.contains(home) ? home : currencies.min()
    return currencies.sorted().map { ChartUnit(currency: $0, takesZeros: $0 == zeros) }
  }

  /// The part of a value that is of this unit.
  func number(_ value: Value) -> Decimal? {
    switch value {
    case .number(let number): return number
    case .money(let money):
      if money.isZero { return takesZeros ? .zero : nil }
      return money.amounts.first { $0.currency == currency }?.number
    default: return nil
    }
  }
}

/// Where each row of a result stands in a chart.
private struct ChartGrid {
  struct Cell {
    let category: Int
    let series: Int
  }

  /// The categories in the order of the result.
  let categories: [Value]
  /// The series in their own order; empty where each figure is one.
  let series: [Value]
  /// The cell of each row; no two rows share one.
  let cells: [Cell]

  init(_ result: FetchResult, _ columns: ChartColumns, label: (Value, _ column: Int) -> String) {
    let rows = 0..<result.count
    let names = result.values(of: 0, in: rows)
    guard let column = columns.series else {
      categories = names
      series = []
      cells = rows.map { Cell(category: $0, series: 0) }
      return
    }
    var categories: [Value] = []
    var places: [Value: Int] = [:]
    var found: [SeriesKey: Int] = [:]
    var keys: [SeriesKey] = []
    var taken: Set<[Int]> = []
    var cells: [Cell] = []
    for (name, value) in zip(names, result.values(of: column, in: rows)) {
      let category = places[name] ?? categories.count
      if category == categories.count {
        places[name] = category
        categories.append(name)
      }
      // Two customers of one name are two series of that name: their figures are not added up here.
      var key = SeriesKey(value: value, repetition: 0)
      while let index = found[key], taken.contains([category, index]) { key.repetition += 1 }
      let index = found[key] ?? keys.count
      if index == keys.count {
        found[key] = index
        keys.append(key)
      }
      taken.insert([category, index])
      cells.append(Cell(category: category, series: index))
    }
    let order = keys.indices.sorted { keys[$0].precedes(keys[$1]) { label($0, column) } ?? ($0 < $1) }
    var ranks = Array(repeating: 0, count: keys.count)
    for (rank, index) in order.enumerated() { ranks[index] = rank }
    self.categories = categories
    series = order.map { keys[$0].value }
    self.cells = cells.map { Cell(category: $0.category, series: ranks[$0.series]) }
  }
}

/// A series by its value, and by how often the value is in the same category already.
private struct SeriesKey: Hashable {
  let value: Value
  var repetition: Int

  /// Whether it comes before another: by value, texts and records in natural order, nil last; nil where nothing tells.
  func precedes(_ other: SeriesKey, _ label: (Value) -> String) -> Bool? {
    switch (value, other.value) {
    case (.number(let a), .number(let b)): return a == b ? nil : a < b
    case (.date(let a), .date(let b)): return a == b ? nil : a < b
    case (.null, .null): return nil
    case (.null, _): return false
    case (_, .null): return true
    default:
      let order = NaturalOrder.compare(label(value), label(other.value))
      return order == .same ? nil : order == .ascending
    }
  }
}

extension String {
  /// The text on one line, runs of blanks and line breaks as one space.
  var oneLine: String {
    split { $0 == " " || $0 == "\t" || $0.isNewline }.joined(separator: " ")
  }
}
