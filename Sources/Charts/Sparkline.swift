import Formatting
import Query
import Records
import Templates

/// A chart line as small as a word, without an axis. It shows how a figure changed; screen readers get the
/// first and the last figure.
package enum Sparkline {
  /// The maximum number of steps drawn, the latest ones.
  private static let maximumSteps = 60
  /// The size of the picture in pixels.
  private static let (width, height) = (96, 20)

  /// A picture for each row of a result.
  /// - Parameter parts: the same groups divided by steps of time: first the step, then the figure.
  /// - Returns: markup for each row, one line per currency of amounts; empty if a group has no figure.
  package static func pictures(
    of parts: FetchResult, for result: FetchResult, formatter: ValueFormatter
  ) -> [[UInt8]] {
    let column = parts.plan.columns[0]
    let steps = parts.values(of: 0, in: 0..<parts.count)
    let values = parts.values(of: 1, in: 0..<parts.count)
    // All rows share one time axis, so that points above each other are in the same month.
    let known = Set(steps).compactMap { value in column.step(of: value).map { (value: value, step: $0) } }
      .sorted { $0.step.number < $1.step.number }
    let axis = Timeline(known.map(\.value), steps: known.map(\.step), maximumDays: 1000)
    let shown = axis.categories.suffix(maximumSteps)
    let places = Dictionary(zip(shown, 0...).filter { $0.0 != .null }) { first, _ in first }
    var figures: [[Value]: [Value]] = [:]
    let keys = keys(of: parts, count: result.plan.keys.count)
    for row in 0..<parts.count {
      guard let place = places[steps[row]], values[row] != .null else { continue }
      figures[keys[row], default: Array(repeating: .null, count: shown.count)][place] = values[row]
    }
    let labels = shown.map { formatter.text(of: $0, as: ValueStyle(column)) }
    return self.keys(of: result, count: result.plan.keys.count).map { key in
      let figures = figures[key] ?? []
      let found = units(of: figures, home: formatter.home)
      return found.flatMap { currency in
        picture(
          of: figures.map { $0.number(in: currency) }, in: currency, isOneOfSeveral: found.count > 1,
          isSum: parts.plan.columns[1].expression.isCountOrSum, labels: labels, formatter: formatter)
      }
    }
  }

  /// The units of figures, drawn separately: nil for plain numbers, and the currencies of amounts, the site's
  /// first. A zero belongs to any currency.
  private static func units(of figures: [Value], home: Currency) -> [Currency?] {
    let amounts = figures.compactMap(\.money).flatMap(\.amounts)
    guard let first = amounts.first else { return figures.contains { $0 != .null } ? [nil] : [] }
    let currencies = Set(amounts.filter { !$0.number.isZero }.map(\.currency)).sorted()
    guard !currencies.isEmpty else { return [first.currency] }
    return currencies.filter { $0 == home } + currencies.filter { $0 != home }
  }

  /// The values of the first keys of each row.
  private static func keys(of result: FetchResult, count: Int) -> [[Value]] {
    let columns = (0..<count).map { result.values(ofKey: $0) }
    return (0..<result.count).map { row in columns.map { $0[row] } }
  }

  private static func picture(
    of figures: [Decimal?], in currency: Currency?, isOneOfSeveral: Bool, isSum: Bool, labels: [String],
    formatter: ValueFormatter
  ) -> [UInt8] {
    // The sum of a month without rows is zero; an average has none, and the line leads on to the next.
    let points = figures.enumerated().compactMap { place, figure in
      (figure?.double ?? (isSum ? 0 : nil)).map { (place: place, number: $0) }
    }
    let low = min(0, points.map(\.number).min() ?? 0)
    let high = max(0, points.map(\.number).max() ?? 0)
    let length = high > low ? high - low : 1
    var output = Output(capacity: 256)
    output.appendVerbatim {
      $0 += "<svg class=\"spark\" role=\"img\" viewBox=\"0 0 \(width) \(height)\"".utf8
      $0 += " width=\"\(width)\" height=\"\(height)\"><title>".utf8
    }
    if isOneOfSeveral, let currency { output.append(currency.code + ", ") }
    let known = figures.indices.filter { figures[$0] != nil }
    for (index, place) in [known.first, known.last].compactMap(\.self).enumerated()
    where index == 0 || known.count > 1 {
      if index > 0 { output.append(verbatim: " – ") }
      output.append(labels[place] + ": ")
      let value = figures[place].map { number in
        currency.map { Value.money(Money(number, $0)) } ?? .number(number)
      }
      formatter.append(value ?? .null, as: .plain, to: &output) { _, _ in "" }
    }
    output.append(verbatim: "</title><path fill=\"none\" stroke=\"currentColor\" stroke-width=\"1.5\" d=\"")
    for (index, point) in points.enumerated() {
      let x = figures.count < 2 ? width / 2 : 2 + point.place * (width - 4) / (figures.count - 1)
      let y = height - 2 - Int(((point.number - low) / length * Double(height - 4)).rounded())
      output.appendVerbatim { $0 += "\(index == 0 ? "M" : "L")\(x) \(y)".utf8 }
    }
    if points.count == 1 { output.append(verbatim: "h1") }
    output.append(verbatim: "\"/></svg>")
    return output.bytes
  }
}

extension Value {
  /// The number to draw in a unit: for amounts, the amount in a currency; nil if there are only others.
  fileprivate func number(in currency: Currency?) -> Decimal? {
    guard let currency, case .money(let money) = self else { return number }
    return money.isZero ? .zero : money.amounts.first { $0.currency == currency }?.number
  }
}
