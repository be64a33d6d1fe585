import Charts
import Diagnostics
import Formatting
import Locale
import Query
import Records
import ResultFixtures
import Testing

/// Charts of a few records made for the purpose.
enum ChartFixture {
  static let english = ValueFormatter(locale: SiteLocale(language: "en"), home: .euro, words: [:])

  /// The chart of a request for items; nil where there is nothing to draw.
  /// - Parameters:
  ///   - columns: the columns, with commas between them.
  ///   - group: the keys, with commas between them.
  static func chart(
    _ items: [ExportedItem], columns: String, group: String? = nil, kind: Chart.Kind = .bar,
    title: String? = nil, formatter: ValueFormatter = english
  ) throws -> Chart? {
    let result = try ExportFixture.result(items, columns: columns) { request in
      request.mayCompareRows = true
      if let group { request.group = SourceText(group, name: "group").splitAtCommas() }
    }
    return Chart(
      result, try ChartColumns(result.plan), kind: kind, title: title, formatter: formatter
    ) { table, row in "record \(table).\(row)" }
  }

  static func draw(_ chart: Chart) -> ChartDrawing { ChartLayout.draw(chart, formatter: english) }

  static func svg(_ chart: Chart) -> String {
    String(decoding: draw(chart).svg(name: "sums"), as: UTF8.self)
  }

  /// An item of a day with an amount.
  static func item(_ day: String?, _ money: String?..., text: String? = nil, number: String? = nil)
    -> ExportedItem
  {
    var item = ExportedItem()
    item.date = day.flatMap { CivilDate($0) }
    item.text = text
    item.number = number.flatMap { decimal($0) }
    for part in money.compactMap({ $0.flatMap { ExportFixture.money($0) } }) {
      item.money = item.money.map { $0.adding(part) } ?? part
    }
    return item
  }

  static func decimal(_ text: String) -> Decimal? { try? Decimal(parsing: text.utf8.span) }

  /// A chart of one panel without a currency.
  static func chart(
    _ kind: Chart.Kind, _ categories: [String], scale: Chart.Scale = .names, figure: String? = nil,
    _ series: [[Int?]]
  ) -> Chart {
    let series = series.enumerated().map { index, values in
      Chart.Series(name: "Series \(index + 1)", style: index, values: values.map { $0.map { Decimal($0) } })
    }
    return Chart(
      kind: kind, title: "Title", category: "Category", scale: scale,
      panels: [Chart.Panel(categories: categories, figure: figure, series: series)])
  }
}

extension ChartDrawing.Box {
  /// Whether two boxes intersect.
  func overlaps(_ other: Self) -> Bool {
    x < other.x + other.width && other.x < x + width && y < other.y + other.height && other.y < y + height
  }
}

extension ChartDrawing {
  /// The bars of all plots, each with the title of its category.
  var bars: [(box: Box, style: Style, title: String)] {
    panels.flatMap(\.groups).flatMap { group in
      group.marks.compactMap { mark in
        if case .bar(let box, let style) = mark { (box, style, group.title) } else { nil }
      }
    }
  }

  /// The points of all plots, each with the title of its category.
  var points: [(point: Point, isShown: Bool, title: String)] {
    panels.flatMap(\.groups).flatMap { group in
      group.marks.compactMap { mark in
        if case .point(let point, _, let isShown) = mark { (point, isShown, group.title) } else { nil }
      }
    }
  }

  /// The names of the categories that a width has room for.
  func names(_ room: Room = .wide) -> [String] {
    panels.flatMap(\.labels).filter { $0.room == room || $0.room == .any }.map(\.text)
  }
}
