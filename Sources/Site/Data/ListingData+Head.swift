import Diagnostics
import Formatting
import Query
import Records

extension ListingData {
  /// Appends what the script needs first: the columns, the filters, its words, and the number formats.
  func appendHead(_ site: SiteView, to output: inout [UInt8]) {
    let formatter = site.formatter
    let plan = listing.result.plan
    let scales = scales
    output +=
      #"{"count":\#(listing.result.count),"size":\#(listing.pageSize),"chunk":\#(chunk),"hasTops":\#(hasTops)"#
      .utf8
    output += #","hasTotals":\#(hasTotals)"#.utf8
    output += #","shard":\#(Self.shard),"bits":\#(bits),"sort":"#.utf8
    if let sort = plan.sort.first.flatMap(name) { output.appendJSON(sort) } else { output += "null".utf8 }
    output += #","sorts":["#.utf8
    output.appendList(sorts) { $1.appendJSON($0.name) }
    output += #"],"columns":["#.utf8
    output.appendList(listing.columns.enumerated()) { item, output in
      let (index, column) = item
      output += #"{"label":"#.utf8
      output.appendJSON(column.label)
      output += #","type":"#.utf8
      output.appendJSON(column.type.name)
      output += #","unit":"#.utf8
      output.appendJSON(scales.unit(unit(of: index), of: index))
      output += #","isTotal":\#(column.isTotal),"isOfOthers":\#(column.isOfOthers)"#.utf8
      output += #","isLabelled":\#(column.isLabelled)}"#.utf8
    }
    output += #"],"filters":["#.utf8
    output.appendList(filters) { filter, output in
      output += #"{"key":"#.utf8
      output.appendJSON(filter.name)
      output += #","parts":\#(filter.parts?.sharedCount ?? 0),"names":["#.utf8
      output.appendList(filter.parts?.byName ?? []) { $1.appendJSON($0.prefix) }
      output += "]}".utf8
    }
    output += #"],"texts":{"#.utf8
    let texts = [
      ("unknown", formatter.unknown), ("empty", formatter.word("empty", "No entries")),
      ("found", formatter.word("found", "{0} found")), ("total", formatter.word("total", "Total")),
      ("totalOf", formatter.word("totalOf", "Total of {0}")),
      ("previous", formatter.word("previous", "Previous")), ("next", formatter.word("next", "Next")),
    ]
    output.appendList(texts) { text, output in
      output.appendJSON(text.0)
      output.append(UInt8(ascii: ":"))
      output.appendJSON(text.1)
    }
    output += #"},"number":"#.utf8
    appendPattern(formatter, scale: 0, currency: nil, to: &output)
    output += #","formats":{"#.utf8
    let minimums = minimumDigits(scales)
    output.appendList(scales.byUnit.sorted { $0.key < $1.key }) { item, output in
      let (unit, scale) = item
      output.appendJSON(unit)
      output.append(UInt8(ascii: ":"))
      appendPattern(
        formatter, scale: scale, currency: Currency(code: String(unit.prefix { $0 != "#" })),
        isEndless: scales.endless.contains(unit), minimum: minimums[unit], to: &output)
    }
    output += "}}".utf8
  }

  /// The default unit of a column's figures: a currency, or plain numbers of the column.
  private func unit(of column: Int) -> String {
    listing.columns[column].type == .money ? listing.result.graph.model.currency.code : "#\(column)"
  }

  /// The digits after the point of the figures of each column.
  var scales: FigureScales {
    var columns: [[String: Int]] = []
    var endless: [Set<String>] = []
    for (index, column) in listing.result.plan.columns.enumerated() {
      let totals = column.isTotal ? figures(listing.result.totals[index], of: index) : []
      var scales = column.isTotal ? [unit(of: index): defaultScale(of: index)] : [:]
      for (unit, number) in totals { scales[unit] = max(scales[unit] ?? 0, number.scale, Self.digits(unit)) }
      columns.append(scales)
      endless.append(Set(totals.lazy.filter { $0.number.legible.scale < $0.number.scale }.map(\.unit)))
    }
    return FigureScales(columns, endless: endless)
  }

  /// The digits after the point that every amount of a unit has.
  private static func digits(_ unit: String) -> Int { Currency(code: unit)?.digits ?? 0 }

  /// The digits after the point that remain in a total of each unit: those that the model gives numbers, and of amounts
  /// the fewest of a figure, where some have more than their currency.
  private func minimumDigits(_ scales: FigureScales) -> [String: Int] {
    var minimums: [String: Int] = [:]
    for (column, view) in listing.columns.enumerated() where view.isTotal {
      guard view.type == .money else {
        minimums[unit(of: column)] = view.digits
        continue
      }
      let units = figures(listing.result.totals[column], of: column).map(\.unit)
      guard units.contains(where: { scales.digits(of: $0, in: column) > Self.digits($0) }) else { continue }
      for batch in FetchResult.batches(of: 0..<listing.result.count) {
        for (unit, number) in listing.result.values(of: column, in: batch).flatMap({ figures($0, of: column) }
        ) {
          let name = scales.unit(unit, of: column)
          let digits = scales.endless.contains(name) ? 0 : number.scale
          minimums[name] = min(minimums[name] ?? .max, max(digits, Self.digits(unit)))
        }
      }
    }
    return minimums
  }

  private func defaultScale(of column: Int) -> Int {
    let view = listing.columns[column]
    return view.type == .money ? listing.result.graph.model.currency.digits : view.digits
  }

  /// The figures of a value, each with its unit.
  func figures(_ value: Value, of column: Int) -> [(unit: String, number: Decimal)] {
    switch value {
    case .number(let number): [("#\(column)", number)]
    case .money(let money): money.amounts.map { ($0.currency.code, $0.number) }
    case .null, .text, .boolean, .date, .record, .list: []
    }
  }

  /// Appends a number format, derived from a formatted number: prefix, suffix, grouping and decimal mark.
  /// - Parameters:
  ///   - scale: the digits after the point of the integers that the script formats.
  ///   - isEndless: whether the script rounds them as ``Decimal/legible`` does.
  ///   - minimum: the digits that remain where the others are zeros; nil keeps all.
  private func appendPattern(
    _ formatter: ValueFormatter, scale: Int, currency: Currency?, isEndless: Bool = false,
    minimum: Int? = nil, to output: inout [UInt8]
  ) {
    // An example with more digits would be rounded.
    let digits = min(scale, 6)
    func written(_ sign: String, _ whole: String = "1234567") -> String {
      let plain = sign + whole + (digits > 0 ? "." + String(repeating: "8", count: digits) : "")
      let number = Decimal(plain) ?? Decimal(0)
      let value = currency.map { Value.money(Money(number, $0)) } ?? .number(number)
      return formatter.text(of: value)
    }
    func isDigit(_ character: Character) -> Bool { ("0"..."9").contains(character) }
    func parts(_ text: String) -> (before: String, middle: Substring, after: String) {
      guard let first = text.firstIndex(where: isDigit), let last = text.lastIndex(where: isDigit) else {
        return ("", "", "")
      }
      return (String(text[..<first]), text[first...last], String(text[text.index(after: last)...]))
    }
    let (before, middle, after) = parts(written(""))
    let negative = parts(written("-"))
    var whole = middle
    var mark = ""
    if digits > 0 {
      whole = middle.dropLast(digits)
      mark = whole.last.map { isDigit($0) ? "" : String($0) } ?? ""
      whole = whole.dropLast(mark.count)
    }
    let groups = whole.split(whereSeparator: { !isDigit($0) }).map(\.count)
    let separator = whole.first { !isDigit($0) }.map { String($0) } ?? ""
    let least = minimum.map { "\($0)" } ?? "null"
    // Some languages write 1234 and 12 345.
    let short = parts(written("", "1234")).middle
    let fewest = separator.isEmpty || short.hasPrefix("1" + separator) ? 4 : 5
    output += #"{"scale":\#(scale),"isEndless":\#(isEndless),"least":\#(least)"#.utf8
    output += #","fewest":\#(fewest),"groups":["#.utf8
    // The leftmost group of seven digits is the remainder; the next group repeats.
    let sizes = groups.count > 1 ? groups.dropFirst().reversed().map { String($0) } : ["99"]
    output += sizes.joined(separator: ",").utf8
    output += "]".utf8
    for (name, text) in [
      ("separator", separator), ("mark", mark), ("before", before), ("after", after),
      ("lessBefore", negative.before), ("lessAfter", negative.after),
    ] {
      output += #","\#(name)":"#.utf8
      output.appendJSON(text)
    }
    output += "}".utf8
  }
}
