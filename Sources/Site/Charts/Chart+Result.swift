import Query
import Records

extension Chart {
  /// Reads a chart out of a result.
  /// - Parameters:
  ///   - result: what was fetched.
  ///   - columns: which of its columns are what.
  ///   - title: what the chart is called; nil for what it shows.
  ///   - earlier: the same request a year before, to compare with; nil for none.
  ///   - formatter: how categories are written.
  ///   - recordTitle: what a record is called.
  /// - Returns: the chart, or nil where there is not one figure to show.
  package init?(
    _ result: FetchResult, _ columns: ChartColumns, kind: Kind, title: String?, earlier: FetchResult? = nil,
    formatter: ValueFormatter, recordTitle: (_ table: Int, _ row: Int) -> String
  ) {
    let plan = result.plan
    let isYear = plan.columns[0].isYear
    func label(_ value: Value, of column: Int) -> String {
      if plan.columns[column].isYear, let year = value.number { return year.description }
      if let form = plan.columns[column].dateForm, value != .null {
        return formatter.text(of: value, as: form)
      }
      if plan.columns[column].isState, let state = value.text { return formatter.state(state) }
      let text = formatter.text(of: value, title: recordTitle).oneLine
      return text.isEmpty ? formatter.unknown : text
    }
    let grid = ChartGrid(result, columns) { label($0, of: $1) }
    let before = earlier.map { EarlierFigures($0, isYear: isYear) }
    let joined = before?.joined(to: grid.categories, today: result.today) ?? grid.categories
    let given =
      result.plan.predicate?.usesToday == true
      ? Timeline.untilToday(joined, result.today, isYear: isYear) : joined
    let timeline = Timeline(
      given, isYear: isYear, maximumDays: kind == .line ? 1000 : 120 / columns.figures.count)
    let filled = timeline.categories
    var places = timeline.places
    if given.count > grid.categories.count {
      let known = Dictionary(zip(given, timeline.places)) { first, _ in first }
      places = grid.categories.map { known[$0] ?? 0 }
    }
    let categories = filled.indices.map { timeline.breaks.contains($0) ? "…" : label(filled[$0], of: 0) }
    let ticks = filled.indices.map { index in
      Timeline.tick(of: filled[index], formatter) ?? Tick(name: categories[index])
    }
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
          let states = grid.series.compactMap { $0.text.flatMap { Self.stylesOfStates[$0] } }
          let isState = columns.series.map { plan.columns[$0].isState } ?? false
          let styles = isState && states.count == values.count ? states : Array(values.indices)
          let series = values.indices.map { index in
            Series(name: names[index], style: styles[index], values: values[index])
          }
          panels.append(
            Panel(
              categories: categories, figure: figure, currency: unit.currency, series: series, total: total))
        } else {
          var added = [Series(name: figure, style: style, values: values[0], total: total)]
          if let before {
            let values = before.values(of: column, at: filled).map { $0.flatMap(unit.number) }
            let name = formatter.sentence("yearBefore", "{0}, a year before", figure)
            // What was earlier stands on the left.
            added.insert(Series(name: name, style: style, values: values, isEarlier: true), at: 0)
          }
          if let index = panels.firstIndex(where: { $0.currency == unit.currency }) {
            panels[index].series += added
          } else {
            panels.append(Panel(categories: categories, currency: unit.currency, series: added))
          }
        }
      }
    }
    for index in panels.indices {
      panels[index].series.removeAll { $0.values.allSatisfy { $0 == nil } }
    }
    panels.removeAll(where: \.series.isEmpty)
    if timeline.scale == .steps { for index in panels.indices { panels[index].ticks = ticks } }
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
    // A line ends where time is left out.
    if joinsOverGaps { timeless.formUnion(timeline.breaks) }
  }

  /// The colours that say what the states of the built-in model mean: blue, ochre, green, red and violet.
  private static let stylesOfStates = ["open": 0, "due": 1, "paid": 2, "overdue": 3, "to make": 4]

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
    let others = currencies.subtracting([home]).sorted()
    return ((currencies.contains(home) ? [home] : []) + others).map {
      ChartUnit(currency: $0, takesZeros: $0 == zeros)
    }
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

/// The figures of a request a year before, by the steps of the year after.
struct EarlierFigures {
  private let result: FetchResult
  /// The row of each step.
  private let rows: [Value: Int]
  private let isYear: Bool

  /// Moves the steps of a result by a year.
  /// - Parameter isYear: whether whole numbers of the first column are years.
  init(_ result: FetchResult, isYear: Bool) {
    self.result = result
    self.isYear = isYear
    var rows: [Value: Int] = [:]
    for (row, value) in result.values(of: 0, in: 0..<result.count).enumerated() {
      if let later = Timeline.yearLater(value, isYear: isYear) { rows[later] = row }
    }
    self.rows = rows
  }

  /// The value of a column at each step; nil where there was none.
  func values(of column: Int, at steps: [Value]) -> [Value?] {
    let values = result.values(of: column, in: 0..<result.count)
    return steps.map { step in rows[step].map { values[$0] } }
  }

  /// The steps of a result and those that the year before has beside them until today, where the days of the request
  /// move with today: of any other the steps after the first year are its own.
  /// - Parameter today: the day of the result.
  func joined(to steps: [Value], today: CivilDate) -> [Value] {
    guard result.plan.usesToday else { return steps }
    func number(_ value: Value) -> Int { Timeline.number(of: value, isYear: isYear) ?? .min }
    let numbers = steps.compactMap { Timeline.number(of: $0, isYear: isYear) }
    let known = Set(steps)
    let added = rows.keys.filter { step in
      guard !known.contains(step) else { return false }
      let last = Timeline.number(of: today, inStepsOf: step, isYear: isYear) ?? .min
      return number(step) <= max(last, numbers.max() ?? .min)
    }
    guard !added.isEmpty else { return steps }
    let isDescending = zip(numbers, numbers.dropFirst()).contains { $0 > $1 }
    return (steps + added).sorted { isDescending ? number($0) > number($1) : number($0) < number($1) }
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
