import Diagnostics
import Query
import Records
import Templates

extension ListingData {
  /// Appends a part as a script: one call with its key and its value.
  func append(_ part: Part, site: SiteView, to output: inout [UInt8]) {
    output += "docket(".utf8
    output.appendJSON("\(folder)/\(part.name)")
    output.append(UInt8(ascii: ","))
    switch part {
    case .head: appendHead(site, to: &output)
    case .rows(let chunk):
      let end = min(listing.result.count, (chunk + 1) * self.chunk)
      let range = chunk * self.chunk..<end
      appendRows(
        range.map { Int32($0) }, site, values: TableView.computedValues(of: listing, range), to: &output)
    case .top(let column, let isDescending):
      let rows = orders[column]
      appendRows(
        isDescending ? rows.suffix(listing.pageSize).reversed() : Array(rows.prefix(listing.pageSize)), site,
        to: &output)
    case .sort(let column, let shard):
      let rows = orders[column]
      output.append(UInt8(ascii: "\""))
      Self.append(
        rows[shard * Self.shard..<min(rows.count, (shard + 1) * Self.shard)], bits: max(6, bits), to: &output)
      output.append(UInt8(ascii: "\""))
    case .filter(let index): append(filters[index], to: &output)
    case .value(let index, let part):
      if let values = filters[index].parts {
        append(values.byKey[part], of: filters[index], values, to: &output)
      }
    case .names(let index, let part):
      appendValues(filters[index].parts?.byName[part].values ?? [], of: filters[index], to: &output)
    case .sum(let column): appendSums(of: column, to: &output)
    case .totals: appendTotals(to: &output)
    }
    output += ")\n".utf8
  }

  // MARK: Head

  private func appendHead(_ site: SiteView, to output: inout [UInt8]) {
    let words = site.formatter.words
    func word(_ name: String, _ fallback: String) -> String { words[name] ?? fallback }
    let plan = listing.result.plan
    output +=
      #"{"count":\#(listing.result.count),"size":\#(listing.pageSize),"chunk":\#(chunk),"hasTops":\#(hasTops)"#
      .utf8
    output += #","hasTotals":\#(hasTotals)"#.utf8
    output += #","shard":\#(Self.shard),"bits":\#(max(6, bits)),"sort":"#.utf8
    if let sort = plan.sort.first,
      let column = plan.columns.firstIndex(where: { $0.expression.syntax == sort.expression.syntax })
    {
      output.appendJSON((sort.isDescending ? "-" : "") + listing.columns[column].name)
    } else {
      output += "null".utf8
    }
    output += #","columns":["#.utf8
    for (index, column) in listing.columns.enumerated() {
      if index > 0 { output.append(UInt8(ascii: ",")) }
      output += #"{"key":"#.utf8
      output.appendJSON(column.name)
      output += #","label":"#.utf8
      output.appendJSON(column.label)
      output += #","type":"#.utf8
      output.appendJSON(column.type)
      output += #","unit":"#.utf8
      output.appendJSON(unit(of: index))
      output += #","isTotal":\#(column.isTotal),"isLabelled":\#(column.isLabelled)}"#.utf8
    }
    output += #"],"filters":["#.utf8
    for (index, filter) in filters.enumerated() {
      if index > 0 { output.append(UInt8(ascii: ",")) }
      output += #"{"key":"#.utf8
      output.appendJSON(filter.name)
      output += #","parts":\#(filter.parts?.byKey.count ?? 0),"names":["#.utf8
      for (index, names) in (filter.parts?.byName ?? []).enumerated() {
        if index > 0 { output.append(UInt8(ascii: ",")) }
        output.appendJSON(names.prefix)
      }
      output += "]}".utf8
    }
    output += #"],"texts":{"#.utf8
    let texts = [
      ("unknown", site.formatter.unknown), ("empty", word("empty", "No entries")),
      ("found", word("found", "{0} found")), ("total", word("total", "Total")),
      ("totalOf", word("totalOf", "Total of {0}")), ("previous", word("previous", "Previous")),
      ("next", word("next", "Next")),
    ]
    for (index, text) in texts.enumerated() {
      if index > 0 { output.append(UInt8(ascii: ",")) }
      output.appendJSON(text.0)
      output.append(UInt8(ascii: ":"))
      output.appendJSON(text.1)
    }
    output += #"},"number":"#.utf8
    appendPattern(site.formatter, scale: 0, currency: nil, to: &output)
    output += #","formats":{"#.utf8
    var isFirst = true
    for (unit, scale) in scales.sorted(by: { $0.key < $1.key }) {
      if !isFirst { output.append(UInt8(ascii: ",")) }
      isFirst = false
      output.appendJSON(unit)
      output.append(UInt8(ascii: ":"))
      appendPattern(site.formatter, scale: scale, currency: Currency(code: unit), to: &output)
    }
    output += "}}".utf8
  }

  /// What a column's figures are of where they do not say it: a currency, or plain numbers of the column.
  private func unit(of column: Int) -> String {
    listing.columns[column].type == "money" ? listing.result.graph.model.currency.code : "#\(column)"
  }

  /// The most digits after the mark of each unit.
  private var scales: [String: Int] {
    var scales: [String: Int] = [:]
    for (index, column) in listing.result.plan.columns.enumerated() where column.isTotal {
      for (unit, number) in figures(listing.result.totals[index], of: index) {
        scales[unit] = max(scales[unit] ?? 0, number.scale, Currency(code: unit)?.digits ?? 0)
      }
      scales[unit(of: index)] = max(scales[unit(of: index)] ?? 0, defaultScale(of: index))
    }
    return scales
  }

  private func defaultScale(of column: Int) -> Int {
    listing.columns[column].type == "money" ? listing.result.graph.model.currency.digits : 0
  }

  private func figures(_ value: Value, of column: Int) -> [(unit: String, number: Decimal)] {
    switch value {
    case .number(let number): [("#\(column)", number)]
    case .money(let money): money.amounts.map { ($0.currency.code, $0.number) }
    case .null, .text, .boolean, .date, .record, .list: []
    }
  }

  /// How a number is written: what stands before and after it, its groups and its mark, read off a number that is.
  private func appendPattern(
    _ formatter: ValueFormatter, scale: Int, currency: Currency?, to output: inout [UInt8]
  ) {
    func written(_ sign: String) -> String {
      let plain = sign + "1234567" + (scale > 0 ? "." + String(repeating: "8", count: scale) : "")
      let number = Decimal(plain) ?? Decimal(0)
      let value = currency.map { Value.money(Money(number, $0)) } ?? .number(number)
      return formatter.text(of: value) { _, _ in "" }
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
    if scale > 0 {
      whole = middle.dropLast(scale)
      mark = whole.last.map { isDigit($0) ? "" : String($0) } ?? ""
      whole = whole.dropLast(mark.count)
    }
    let groups = whole.split(whereSeparator: { !isDigit($0) }).map(\.count)
    let separator = whole.first { !isDigit($0) }.map { String($0) } ?? ""
    output += #"{"scale":\#(scale),"groups":["#.utf8
    // The leftmost group of seven digits is what is left over; the one before it repeats.
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

  // MARK: Rows

  /// Appends the cells of some rows, by their places in the list.
  /// - Parameter values: the values of columns that were computed for all of them at once.
  private func appendRows(
    _ places: [Int32], _ site: SiteView, values: [[Value]?] = [], to output: inout [UInt8]
  ) {
    let records = listing.result.records ?? []
    var tree = ViewTree()
    let table = TableView(
      name: "", label: nil, table: site.graph.model.entities[listing.entity].table, columns: listing.columns,
      rows: .records(places.map { records[Int($0)] }), values: values, tree: &tree)
    let page = PageView(path: "", roots: [], tree: tree, tables: [table])
    let source = PageSource(site: site, page: page)
    var text = Output(escaping: false)
    output.append(UInt8(ascii: "["))
    for row in places.indices {
      output += row > 0 ? ",\n[".utf8 : "[".utf8
      for (column, view) in table.columns.enumerated() {
        if column > 0 { output.append(UInt8(ascii: ",")) }
        let cell = Handle(.cell).with(.cell, column: column).with(.cell, row: row)
        guard let value = source.field(CellFields.value.rawValue, ofCell: cell) else {
          let isMissing = source.field(CellFields.isMissing.rawValue, ofCell: cell)?.minor == 1
          output.append(contentsOf: isMissing ? "0".utf8 : "null".utf8)
          continue
        }
        text.removeAll()
        source.append(value, to: &text)
        let target = source.linkTarget(ofCell: cell)
        let isMarked = view.isState || view.isBoolean
        guard isMarked || target != nil else {
          output.appendJSON(text.bytes.span)
          continue
        }
        output.append(UInt8(ascii: "["))
        output.appendJSON(text.bytes.span)
        if isMarked {
          output += ",null,".utf8
          let plain = source.value(ofCell: cell)
          if case .boolean(let flag) = plain {
            output.append(contentsOf: flag ? "true".utf8 : "false".utf8)
          } else {
            output.appendJSON(plain.text ?? "")
          }
        } else if let target {
          output.append(UInt8(ascii: ","))
          output.appendJSON(site.pages[site.document(of: target.row, in: target.table)].span)
        }
        output.append(UInt8(ascii: "]"))
      }
      output.append(UInt8(ascii: "]"))
    }
    output.append(UInt8(ascii: "]"))
  }

  // MARK: Filters and sums

  private func append(_ filter: Filter, to output: inout [UInt8]) {
    let bits = Self.bits(for: filter.values.count)
    output += #"{"bits":\#(bits),"values":"#.utf8
    appendValues(Array(filter.values.indices), of: filter, to: &output)
    output += #","codes":""#.utf8
    Self.append(filter.codes, bits: bits, to: &output)
    output += "\"}".utf8
  }

  /// Appends what some values are called, how many rows have each, and their keys.
  private func appendValues(_ values: [Int], of filter: Filter, to output: inout [UInt8]) {
    output.append(UInt8(ascii: "["))
    for (index, value) in values.enumerated() {
      output += index > 0 ? ",[".utf8 : "[".utf8
      output.appendJSON(filter.values[value].label)
      output += ",\(filter.values[value].count),".utf8
      output.appendJSON(filter.values[value].key)
      output.append(UInt8(ascii: "]"))
    }
    output.append(UInt8(ascii: "]"))
  }

  /// Appends some values of a filter with very many, by their keys: what each is called, the rows that have it, and the
  /// figures of these for each column that is added up.
  private func append(_ values: [Int], of filter: Filter, _ parts: FilterValues, to output: inout [UInt8]) {
    let (result, scales) = (listing.result, scales)
    let evaluator = Evaluator(graph: result.graph, today: result.today)
    let records = result.records ?? []
    var digits: [UInt8] = []
    output.append(UInt8(ascii: "{"))
    for (index, value) in values.enumerated() {
      let rows = parts.rows[value]
      if index > 0 { output += ",\n".utf8 }
      output.appendJSON(filter.values[value].key)
      output += ":[".utf8
      output.appendJSON(filter.values[value].label)
      output += ",[\(rows.map(\.description).joined(separator: ","))]".utf8
      for (column, plan) in result.plan.columns.enumerated() where plan.isTotal {
        output += ",[".utf8
        let figures = evaluator.values(of: plan.expression, rows: rows.map { records[Int($0)] })
        for (place, figure) in figures.enumerated() {
          if place > 0 { output.append(UInt8(ascii: ",")) }
          append(figure, of: column, scales, &digits, to: &output)
        }
        output.append(UInt8(ascii: "]"))
      }
      output.append(UInt8(ascii: "]"))
    }
    output.append(UInt8(ascii: "}"))
  }

  private func appendSums(of column: Int, to output: inout [UInt8]) {
    let scales = scales
    var digits: [UInt8] = []
    output.append(UInt8(ascii: "["))
    for batch in FetchResult.batches(of: 0..<listing.result.count) {
      for (row, value) in zip(batch, listing.result.values(of: column, in: batch)) {
        if row > 0 { output.append(UInt8(ascii: ",")) }
        append(value, of: column, scales, &digits, to: &output)
      }
    }
    output.append(UInt8(ascii: "]"))
  }

  /// Appends the codes of each combination by filter, and by column what its rows add up to.
  private func appendTotals(to output: inout [UInt8]) {
    let scales = scales
    var digits: [UInt8] = []
    let totals = listing.columns.indices.map { listing.columns[$0].isTotal ? sums(of: $0) : [] }
    output.append(UInt8(ascii: "["))
    for (place, codes) in combinations.codes.enumerated() {
      output += place > 0 ? ",\n[[".utf8 : "[[".utf8
      var rest = codes[...]
      for (index, filter) in filters.enumerated() {
        if index > 0 { output.append(UInt8(ascii: ",")) }
        output += filter.isLarge ? "null".utf8 : "\(rest.removeFirst())".utf8
      }
      output += "],[".utf8
      for (column, sums) in totals.enumerated() {
        if column > 0 { output.append(UInt8(ascii: ",")) }
        append(sums.isEmpty ? .null : sums[place].value, of: column, scales, &digits, to: &output)
      }
      output += "]]".utf8
    }
    output.append(UInt8(ascii: "]"))
  }

  /// What a column adds up to for each combination.
  private func sums(of column: Int) -> [RunningSum] {
    var sums = combinations.codes.map { _ in RunningSum(from: .null) }
    for batch in FetchResult.batches(of: 0..<listing.result.count) {
      for (row, value) in zip(batch, listing.result.values(of: column, in: batch)) {
        sums[Int(combinations.ofRows[row])].add(value)
      }
    }
    return sums
  }

  /// Appends a figure: an integer where it is of its column's unit.
  private func append(
    _ value: Value, of column: Int, _ scales: [String: Int], _ digits: inout [UInt8], to output: inout [UInt8]
  ) {
    if case .number(let number) = value {
      output.append(number, scaledBy: scales["#\(column)"] ?? 0, &digits)
    } else if case .money(let money) = value, let single = money.single,
      single.currency == listing.result.graph.model.currency
    {
      output.append(single.number, scaledBy: scales[single.currency.code] ?? 0, &digits)
    } else {
      append(figures(value, of: column), scales, &digits, to: &output)
    }
  }

  /// Appends figures of other units than their column's, or of several.
  private func append(
    _ figures: [(unit: String, number: Decimal)], _ scales: [String: Int], _ digits: inout [UInt8],
    to output: inout [UInt8]
  ) {
    guard !figures.isEmpty else { return output.append(UInt8(ascii: "0")) }
    for (index, figure) in figures.enumerated() {
      output.append(UInt8(ascii: index == 0 ? "{" : ","))
      output.appendJSON(figure.unit)
      output.append(UInt8(ascii: ":"))
      output.append(figure.number, scaledBy: scales[figure.unit] ?? 0, &digits)
    }
    output.append(UInt8(ascii: "}"))
  }
}

extension [UInt8] {
  /// Appends a number times a power of ten, as an integer's digits; quoted where a binary number would lose some of
  /// them.
  /// - Parameter digits: memory to write in.
  fileprivate mutating func append(_ number: Decimal, scaledBy scale: Int, _ digits: inout [UInt8]) {
    digits.removeAll(keepingCapacity: true)
    number.append(to: &digits, minimumDigits: scale)
    let zero = UInt8(ascii: "0")
    let mark = digits.firstIndex(of: UInt8(ascii: ".")) ?? digits.count
    let end = scale == 0 ? mark : mark + 1 + scale
    let significant = digits[..<end].lazy.filter { $0 >= zero }.drop { $0 == zero }
    let count = significant.count
    if count > 15 { append(UInt8(ascii: "\"")) }
    if number.isNegative, count > 0 { append(UInt8(ascii: "-")) }
    if count == 0 { append(zero) } else { append(contentsOf: significant) }
    if count > 15 { append(UInt8(ascii: "\"")) }
  }
}
