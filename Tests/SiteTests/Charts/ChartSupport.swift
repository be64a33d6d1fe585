import Diagnostics
import Locale
import Query
import Records
import ResultFixtures
import Site
import Testing

/// Charts of a few records made for the purpose.
enum ChartFixture {
  static let english = ValueFormatter(locale: SiteLocale(language: "en"), words: [:])

  /// The chart of a request for items; nil where there is nothing to draw.
  /// - Parameters:
  ///   - columns: the columns, with commas between them.
  ///   - group: the keys, with commas between them.
  static func chart(
    _ items: [ExportedItem], columns: String, group: String? = nil, kind: Chart.Kind = .bar,
    title: String? = nil, formatter: ValueFormatter = english
  ) throws -> Chart? {
    let result = try ExportFixture.result(items, columns: columns) { request in
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

extension ChartDrawing {
  /// The bars of the plots, samples of the legend left out.
  var bars: [(box: Box, style: Int, title: String)] {
    shapes.compactMap { shape in
      if case .bar(let box, let style, let title?) = shape { (box, style, title) } else { nil }
    }
  }

  /// The markers of the plots.
  var markers: [(point: Point, isShown: Bool, title: String)] {
    shapes.compactMap { shape in
      if case .marker(let point, _, let isShown, let title?) = shape { (point, isShown, title) } else { nil }
    }
  }

  /// The texts of one role.
  func texts(_ role: Label.Role) -> [String] { labels.filter { $0.role == role }.map(\.text) }
}
