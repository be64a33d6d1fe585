import Formatting
import Query
import Records

/// Makes the panels of a chart from a result: the first column has the categories, another the series.
struct ChartReader {
  /// The categories, including the steps of time between them that have no rows.
  let timeline: Timeline
  private let result: FetchResult
  private let kind: Chart.Kind
  private let columns: ChartColumns
  private let earlier: EarlierFigures?
  private let formatter: ValueFormatter
  private let recordTitle: (_ table: Int, _ row: Int) -> String
  private let grid: ChartGrid
  /// The index in the timeline of each of the grid's categories.
  private let places: [Int]

  init(
    _ result: FetchResult, _ columns: ChartColumns, kind: Chart.Kind, earlier: FetchResult?,
    formatter: ValueFormatter, recordTitle: @escaping (_ table: Int, _ row: Int) -> String
  ) {
    let column = result.plan.columns[0]
    let grid = ChartGrid(result, columns) {
      formatter.label(of: $0, in: result.plan.columns[$1], recordTitle: recordTitle)
    }
    self.earlier = earlier.map { EarlierFigures($0, for: result) }
    let joined =
      self.earlier?.joined(to: grid.categories, of: result.plan) ?? grid.categories
    let categories =
      result.plan.predicate?.reads.today == true
      ? Timeline.untilToday(joined, steps: joined.map(column.step), result.today) : joined
    timeline = Timeline(
      categories, steps: categories.map(column.step),
      maximumDays: kind == .line ? 1000 : 120 / columns.figures.count)
    if categories.count > grid.categories.count {
      let known = Dictionary(zip(categories, timeline.places)) { first, _ in first }
      places = grid.categories.map { known[$0] ?? 0 }
    } else {
      places = timeline.places
    }
    self.result = result
    self.kind = kind
    self.columns = columns
    self.formatter = formatter
    self.recordTitle = recordTitle
    self.grid = grid
  }

  /// A panel for each unit, without series that have no figures.
  var panels: [Chart.Panel] {
    var panels: [Chart.Panel] = []
    let categories = categories
    for (index, column) in columns.figures.enumerated() {
      for unit in units(of: column) {
        let values = values(of: column, unit.number)
        let total = unit.number(result.totals[column])
        if let key = columns.series {
          var panel = Chart.Panel(
            categories: categories, figure: result.plan.columns[column].label, currency: unit.currency,
            percent: unit.percent, series: series(values, of: key), total: total)
          panel.overlaps = result.plan.columns[key].expression.isOfElement
          panels.append(panel)
          continue
        }
        let added = series(values[0], total, of: column, style: style(ofFigure: index), unit)
        if let index = panels.firstIndex(where: {
          $0.currency == unit.currency && $0.percent == unit.percent
        }) {
          panels[index].series += added
        } else {
          panels.append(
            .init(
              categories: categories, currency: unit.currency, percent: unit.percent, series: added))
        }
      }
    }
    for index in panels.indices {
      panels[index].series.removeAll { $0.values.allSatisfy { $0 == nil } }
    }
    panels.removeAll(where: \.series.isEmpty)
    if timeline.scale == .steps { for index in panels.indices { panels[index].ticks = ticks } }
    return panels
  }

  /// The units of a column, including the previous year's if that is shown.
  private func units(of column: Int) -> [ChartUnit] {
    let before = earlier?.values(of: column, at: timeline.categories).compactMap(\.self) ?? []
    return ChartUnit.units(
      of: result.values(of: column, in: 0..<result.count) + before, in: result.plan.columns[column],
      home: result.graph.model.currency)
  }

  // MARK: Categories

  private var categories: [String] {
    timeline.categories.indices.map {
      timeline.breaks.contains($0) ? "…" : label(timeline.categories[$0], of: 0)
    }
  }

  private var ticks: [Chart.Tick] {
    zip(timeline.categories, categories).map { TimeStep.tick(of: $0, formatter) ?? Chart.Tick(name: $1) }
  }

  private func label(_ value: Value, of column: Int) -> String {
    formatter.label(of: value, in: result.plan.columns[column], recordTitle: recordTitle)
  }

  // MARK: Series

  /// The values of a column by series and category; values of other units are left out.
  private func values(of column: Int, _ number: (Value) -> Decimal?) -> [[Decimal?]] {
    var values = [[Decimal?]](
      repeating: Array(repeating: nil, count: timeline.categories.count), count: max(1, grid.series.count))
    for (cell, value) in zip(grid.cells, result.values(of: column, in: 0..<result.count)) {
      values[cell.series][places[cell.category]] = number(value)
    }
    // A running total stays what it is through the steps of time that have no rows.
    if columns.series == nil, result.plan.columns[column].rowFunction == .cumulative {
      var last: Decimal?
      for index in values[0].indices where !timeline.breaks.contains(index) {
        last = values[0][index] ?? last
        values[0][index] = last
      }
    }
    if let first = places.min(), let last = places.max() {
      // What depends on today covers all steps that are shown.
      let steps =
        result.plan.predicate?.reads.today == true ? 0..<timeline.categories.count : first..<last + 1
      for series in values.indices { addZeros(to: &values[series], in: steps, of: column) }
    }
    return values
  }

  /// Adds what a count or a sum is in the steps of time without rows, in which bars show nothing and a line would end.
  private func addZeros(to values: inout [Decimal?], in steps: Range<Int>, of column: Int) {
    let figure = result.plan.columns[column]
    guard kind == .line, timeline.scale == .steps, result.plan.showsAllGroups,
      figure.rowFunction == nil, figure.expression.isCountOrSum, values.contains(where: { $0 != nil })
    else { return }
    for index in steps where values[index] == nil && timeline.categories[index] != .null {
      values[index] = .zero
    }
  }

  /// The series of a panel for each value of a key.
  private func series(_ values: [[Decimal?]], of key: Int) -> [Chart.Series] {
    let states = grid.series.compactMap { $0.text.flatMap { Self.stylesOfStates[$0] } }
    let isState = result.plan.columns[key].isState && states.count == grid.series.count
    return grid.series.indices.map { index in
      .init(
        name: label(grid.series[index], of: key), style: isState ? states[index] : index,
        values: values[index])
    }
  }

  /// The series of a figure, preceded by the previous year's.
  private func series(
    _ values: [Decimal?], _ total: Decimal?, of column: Int, style: Int, _ unit: ChartUnit
  ) -> [Chart.Series] {
    let figure = result.plan.columns[column].label
    let own = Chart.Series(name: figure, style: style, values: values, total: total)
    guard let earlier else { return [own] }
    var before = earlier.values(of: column, at: timeline.categories).map { $0.flatMap(unit.number) }
    if let first = before.firstIndex(where: { $0 != nil }), let last = before.lastIndex(where: { $0 != nil })
    {
      addZeros(to: &before, in: first..<last, of: column)
    }
    let name = formatter.sentence("yearBefore", "{0}, a year before", figure)
    return [Chart.Series(name: name, style: style, values: before, isEarlier: true), own]
  }

  /// Figures of different kinds are in different panels, so each kind numbers its colours separately.
  private func style(ofFigure index: Int) -> Int {
    func isMoney(_ column: Int) -> Bool { result.plan.columns[column].type == .money }
    return columns.figures[..<index].count { isMoney($0) == isMoney(columns.figures[index]) }
  }

  /// The colours of the built-in model's states: blue, ochre, green, red and violet.
  private static let stylesOfStates = ["open": 0, "due": 1, "paid": 2, "overdue": 3, "to make": 4]
}

extension ValueFormatter {
  /// The label of a column's value in a chart.
  fileprivate func label(
    of value: Value, in column: FetchColumn, recordTitle: (_ table: Int, _ row: Int) -> String
  ) -> String {
    let text = text(of: value, as: ValueStyle(column), title: recordTitle).oneLine
    return text.isEmpty ? missing(column.relationship) : text
  }
}

/// The unit of figures: a currency, per cent, or none.
private struct ChartUnit {
  /// The currency; nil for plain numbers.
  let currency: Currency?
  /// The kind of the percentages that are drawn; nil for other figures.
  var percent: Chart.Percent?
  /// Whether it includes zero amounts in a currency that has no panel.
  let takesZeros: Bool

  /// The units of a column's values; currencies are sorted by code.
  ///
  /// Zero is the same in every currency, so zero amounts alone make no panel.
  static func units(of values: [Value], in column: FetchColumn, home: Currency) -> [ChartUnit] {
    guard column.type == .money else {
      let percent: Chart.Percent? = column.isShare ? .share : column.isPercent ? .rate : nil
      return [ChartUnit(currency: nil, percent: percent, takesZeros: true)]
    }
    var currencies: Set<Currency> = []
    for case .money(let money) in values where !money.isZero {
      currencies.formUnion(money.amounts.map(\.currency))
    }
    guard !currencies.isEmpty else { return [ChartUnit(currency: home, takesZeros: true)] }
    let zeros = currencies.contains(home) ? home : currencies.min()
    let others = currencies.subtracting([home]).sorted()
    return ((currencies.contains(home) ? [home] : []) + others).map {
      ChartUnit(currency: $0, takesZeros: $0 == zeros)
    }
  }

  /// The part of a value in this unit.
  func number(_ value: Value) -> Decimal? {
    switch value {
    case .number(let number):
      return percent == nil ? number : number.multiplied(by: Decimal(100))
    case .money(let money):
      if money.isZero { return takesZeros ? .zero : nil }
      return money.amounts.first { $0.currency == currency }?.number
    default: return nil
    }
  }
}

/// The cell of each row of a result in a chart.
private struct ChartGrid {
  struct Cell {
    let category: Int
    let series: Int
  }

  /// The categories in the order of the result.
  let categories: [Value]
  /// The series in their own order; empty if each figure is a series.
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
    var categories = NumberedValues<Value>()
    var keys = NumberedValues<SeriesKey>()
    var taken: Set<[Int]> = []
    var cells: [Cell] = []
    for (name, value) in zip(names, result.values(of: column, in: rows)) {
      let category = categories.number(of: name)
      // Two customers with the same name are two series; their figures are not added up.
      var key = SeriesKey(value: value, repetition: 0)
      while !taken.insert([category, keys.number(of: key)]).inserted { key.repetition += 1 }
      cells.append(Cell(category: category, series: keys.number(of: key)))
    }
    let found = keys.values
    let order = found.indices.sorted { found[$0].precedes(found[$1]) { label($0, column) } ?? ($0 < $1) }
    var ranks = Array(repeating: 0, count: found.count)
    for (rank, index) in order.enumerated() { ranks[index] = rank }
    self.categories = categories.values
    series = order.map { found[$0].value }
    self.cells = cells.map { Cell(category: $0.category, series: ranks[$0.series]) }
  }
}

/// A series, identified by its value and the number of previous occurrences in the same category.
private struct SeriesKey: Hashable {
  let value: Value
  var repetition: Int

  /// Whether it precedes another: by value, texts and records in natural order, nil last; nil if equal.
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
