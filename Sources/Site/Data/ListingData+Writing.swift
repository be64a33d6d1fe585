import Diagnostics
import Formatting
import Query
import Records
import Templates

extension ListingData {
  /// Appends a file, which is a script: one call with its key and its value.
  func append(_ file: DataFile, site: SiteView, to output: inout [UInt8]) {
    output += "docket(".utf8
    output.appendJSON("\(folder)/\(file.name)")
    output.append(UInt8(ascii: ","))
    switch file {
    case .head: appendHead(site, to: &output)
    case .rows(let chunk):
      let end = min(listing.result.count, (chunk + 1) * self.chunk)
      let range = chunk * self.chunk..<end
      appendRows(
        range.map { Int32($0) }, site,
        values: TableView.computedValues(of: listing.columns, listing.result, range), to: &output)
    case .top(let order, let isDescending):
      let rows = rows(inOrder: order, isDescending: isDescending)
      appendRows(Array(rows.prefix(listing.pageSize)), site, to: &output)
    case .sort(let order, let isDescending, let shard):
      let rows = rows(inOrder: order, isDescending: isDescending)
      output.append(UInt8(ascii: "\""))
      Self.append(
        rows[shard * Self.shard..<min(rows.count, (shard + 1) * Self.shard)], bits: bits, to: &output)
      output.append(UInt8(ascii: "\""))
    case .filter(let index): append(filters[index], to: &output)
    case .value(let index, let part):
      if let values = filters[index].parts {
        append(part, of: filters[index], values, to: &output)
      }
    case .names(let index, let part):
      appendValues(filters[index].parts?.byName[part].values ?? [], of: filters[index], to: &output)
    case .sum(let column): appendSums(of: column, to: &output)
    case .totals: appendTotals(to: &output)
    }
    output += ")\n".utf8
  }

  // MARK: Rows

  /// Appends the cells of some rows, given by their positions in the list.
  /// - Parameter values: the values of columns computed for all of the rows at once.
  private func appendRows(
    _ places: [Int32], _ site: SiteView, values: [[Value]?] = [], to output: inout [UInt8]
  ) {
    let records = listing.result.records ?? []
    var tree = ViewTree()
    let table = TableView(
      name: "", label: nil, table: site.graph.model.entities[listing.entity].table, columns: listing.columns,
      rows: .records(places.map { records[Int($0)] }), values: values,
      columnsNode: tree.columns(listing.columns))
    let page = PageView(path: "", roots: [], tree: tree, tables: [table])
    let source = PageSource(site: site, page: page)
    var text = Output(escaping: false)
    output.append(UInt8(ascii: "["))
    for row in places.indices {
      if row > 0 { output += ",\n".utf8 }
      output.appendArray(table.columns.indices) { column, output in
        let cell = Handle(.cell).with(.cell, column: column).with(.cell, row: row)
        append(cell, of: table.columns[column], isFirst: column == 0, source, &text, to: &output)
      }
    }
    output.append(UInt8(ascii: "]"))
  }

  /// Appends a cell: its text, alone or with the page that it links to, or with the value that it marks.
  /// - Parameters:
  ///   - isFirst: whether it begins its row.
  ///   - text: a buffer.
  private func append(
    _ cell: Handle, of column: ColumnView, isFirst: Bool, _ source: PageSource, _ text: inout Output,
    to output: inout [UInt8]
  ) {
    guard let value = source.field(CellFields.value.rawValue, ofCell: cell) else {
      let isMissing = source.field(CellFields.isMissing.rawValue, ofCell: cell)?.minor == 1
      // As on the page, a line must not begin empty, and links to its record.
      if isMissing, column.leadsToRow, let page = linkedPage(of: source.linkTarget(ofCell: cell), source) {
        output.append(UInt8(ascii: "["))
        output.appendJSON(source.site.formatter.unknown)
        output.append(UInt8(ascii: ","))
        output.appendJSON(page.span)
        output.append(UInt8(ascii: "]"))
      } else if !isMissing, isFirst {
        output.appendJSON(source.site.formatter.none)
      } else {
        output.append(contentsOf: isMissing ? "0".utf8 : "null".utf8)
      }
      return
    }
    text.removeAll()
    source.append(value, to: &text)
    let page = linkedPage(of: source.linkTarget(ofCell: cell), source)
    let isMarked = column.isState || column.type == .boolean
    guard isMarked || page != nil else {
      if let items = source.field(CellFields.items.rawValue, ofCell: cell) {
        append(items, source, &text, to: &output)
      } else {
        output.appendJSON(text.bytes.span)
      }
      return
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
    } else if let page {
      output.append(UInt8(ascii: ","))
      output.appendJSON(page.span)
      if column.isLabelled, source.recordInstead(ofCell: cell) != nil { output += ",null,true".utf8 }
    }
    output.append(UInt8(ascii: "]"))
  }

  /// Appends the records that a cell lists: the title of each and, if it has one, its page.
  /// - Parameter text: a buffer.
  private func append(
    _ items: Handle, _ source: PageSource, _ text: inout Output, to output: inout [UInt8]
  ) {
    output.appendArray(0..<(source.count(of: items) ?? 0)) { index, output in
      output.append(UInt8(ascii: "["))
      let item = source.element(index, of: items)
      text.removeAll()
      source.append(item.with(.cellItemLabel), to: &text)
      output.appendJSON(text.bytes.span)
      if let page = linkedPage(of: source.linkTarget(ofItem: item), source) {
        output.append(UInt8(ascii: ","))
        output.appendJSON(page.span)
      }
      output.append(UInt8(ascii: "]"))
    }
  }

  /// The page of a record; nil if it is not in the same part of the site.
  private func linkedPage(of record: (table: Int, row: Int)?, _ source: PageSource) -> ArraySlice<UInt8>? {
    guard let record else { return nil }
    let file = source.site.fileIndex(of: record.row, in: record.table)
    return source.site.part?.files.contains(file) ?? true ? source.site.pages[file] : nil
  }

  // MARK: Filters and sums

  private func append(_ filter: Filter, to output: inout [UInt8]) {
    let bits = Self.bits(for: filter.sets?.count ?? filter.values.count)
    output += #"{"bits":\#(bits),"values":"#.utf8
    appendValues(Array(filter.values.indices), of: filter, to: &output)
    if let sets = filter.sets { output += #","sets":\#(sets)"#.utf8 }
    output += #","codes":""#.utf8
    Self.append(filter.codes, bits: bits, to: &output)
    output += "\"}".utf8
  }

  /// Appends the labels of some values, their numbers of rows, and their keys.
  private func appendValues(_ values: [Int], of filter: Filter, to output: inout [UInt8]) {
    output.appendArray(values) { value, output in
      output.append(UInt8(ascii: "["))
      output.appendJSON(filter.values[value].label)
      output += ",\(filter.values[value].count),".utf8
      output.appendJSON(filter.values[value].key)
      output.append(UInt8(ascii: "]"))
    }
  }

  /// Appends the values in a part of a large filter by key: the label of each, its rows, their sequence in
  /// each order, and their figures for each column with a total. A value with very many rows has neither
  /// orders nor figures. If a value has its own part, other parts contain that part's number.
  private func append(
    _ part: Int, of filter: Filter, _ parts: FilterValues, to output: inout [UInt8]
  ) {
    var figures = FigureWriter(self)
    output.append(UInt8(ascii: "{"))
    for (index, value) in parts.byKey[part].enumerated() {
      let rows = parts.rows[value]
      if index > 0 { output += ",\n".utf8 }
      output.appendJSON(filter.values[value].key)
      output.append(UInt8(ascii: ":"))
      if let own = parts.ownParts[value], own != part {
        output += "\(own)".utf8
        continue
      }
      output.append(UInt8(ascii: "["))
      output.appendJSON(filter.values[value].label)
      output += ",\"".utf8
      Self.append(rows, bits: bits, to: &output)
      output.append(UInt8(ascii: "\""))
      if rows.count <= FilterValues.maximumOrdered {
        appendOrders(of: rows, to: &output)
        appendFigures(of: rows, &figures, to: &output)
      }
      output.append(UInt8(ascii: "]"))
    }
    output.append(UInt8(ascii: "}"))
  }

  /// Appends, for each order, the indices of some rows in that order.
  private func appendOrders(of rows: [Int32], to output: inout [UInt8]) {
    output += ",\"".utf8
    let places = ranks.flatMap { ranks in
      rows.indices.sorted { ranks[Int(rows[$0])] < ranks[Int(rows[$1])] }.lazy.map { Int32($0) }
    }
    Self.append(places, bits: max(3, Self.bits(for: rows.count)), to: &output)
    output.append(UInt8(ascii: "\""))
  }

  /// Appends the figures of some rows, one list for each column with a total.
  private func appendFigures(of rows: [Int32], _ figures: inout FigureWriter, to output: inout [UInt8]) {
    let result = listing.result
    let evaluator = Evaluator(graph: result.graph, today: result.today)
    let records = result.records ?? []
    for (column, plan) in result.plan.columns.enumerated() where plan.isTotal {
      output.append(UInt8(ascii: ","))
      output.appendArray(evaluator.values(of: plan.expression, rows: rows.map { records[Int($0)] })) {
        figures.append($0, of: column, to: &$1)
      }
    }
  }

  private func appendSums(of column: Int, to output: inout [UInt8]) {
    var figures = FigureWriter(self)
    let result = listing.result
    let values = FetchResult.batches(of: 0..<result.count).flatMap { result.values(of: column, in: $0) }
    output.appendArray(values) { figures.append($0, of: column, to: &$1) }
  }

  /// Appends the codes of each combination by filter, and the totals of its rows by column.
  private func appendTotals(to output: inout [UInt8]) {
    var figures = FigureWriter(self)
    let totals = listing.columns.indices.map { listing.columns[$0].isTotal ? sums(of: $0) : [] }
    output.append(UInt8(ascii: "["))
    for (place, codes) in combinations.codes.enumerated() {
      output += place > 0 ? ",\n[".utf8 : "[".utf8
      var rest = codes[...]
      output.appendArray(filters) { filter, output in
        output += filter.isLarge ? "null".utf8 : "\(rest.removeFirst())".utf8
      }
      output.append(UInt8(ascii: ","))
      output.appendArray(totals.enumerated()) { total, output in
        let sum = total.element.isEmpty ? .null : total.element[place].value
        figures.append(sum, of: total.offset, to: &output)
      }
      output.append(UInt8(ascii: "]"))
    }
    output.append(UInt8(ascii: "]"))
  }

  /// The totals of a column for each combination.
  private func sums(of column: Int) -> [RunningSum] {
    var sums = combinations.codes.map { _ in RunningSum(from: .null) }
    for batch in FetchResult.batches(of: 0..<listing.result.count) {
      for (row, value) in zip(batch, listing.result.values(of: column, in: batch)) {
        sums[Int(combinations.ofRows[row])].add(value)
      }
    }
    return sums
  }
}

extension [UInt8] {
  /// Appends items with commas between them.
  mutating func appendList<Items: Sequence>(
    _ items: Items, _ append: (Items.Element, inout [UInt8]) -> Void
  ) {
    for (index, item) in items.enumerated() {
      if index > 0 { self.append(UInt8(ascii: ",")) }
      append(item, &self)
    }
  }

  mutating func appendArray<Items: Sequence>(
    _ items: Items, _ append: (Items.Element, inout [UInt8]) -> Void
  ) {
    self.append(UInt8(ascii: "["))
    appendList(items, append)
    self.append(UInt8(ascii: "]"))
  }
}

/// Writes figures of a list.
private struct FigureWriter {
  private let data: ListingData
  private let scales: FigureScales
  private let siteCurrency: Currency
  /// A buffer.
  private var digits: [UInt8] = []

  init(_ data: ListingData) {
    (self.data, scales) = (data, data.scales)
    siteCurrency = data.listing.result.graph.model.currency
  }

  /// Appends a figure: an integer if it is in its column's unit, else one for each of its units.
  mutating func append(_ value: Value, of column: Int, to output: inout [UInt8]) {
    if case .number(let number) = value {
      return append(number, in: "#\(column)", of: column, to: &output)
    }
    if case .money(let money) = value, let single = money.single, single.currency == siteCurrency {
      return append(single.number, in: single.currency.code, of: column, to: &output)
    }
    let figures = data.figures(value, of: column)
    guard !figures.isEmpty else { return output.append(UInt8(ascii: "0")) }
    output.append(UInt8(ascii: "{"))
    output.appendList(figures) { figure, output in
      output.appendJSON(scales.unit(figure.unit, of: column))
      output.append(UInt8(ascii: ":"))
      append(figure.number, in: figure.unit, of: column, to: &output)
    }
    output.append(UInt8(ascii: "}"))
  }

  /// Appends a number of a unit multiplied by a power of ten as the digits of an integer, quoted if a binary
  /// floating-point number would lose digits.
  private mutating func append(
    _ number: Decimal, in unit: String, of column: Int, to output: inout [UInt8]
  ) {
    let scale = scales.digits(of: unit, in: column)
    digits.removeAll(keepingCapacity: true)
    number.append(to: &digits, minimumDigits: scale)
    let zero = UInt8(ascii: "0")
    let mark = digits.firstIndex(of: UInt8(ascii: ".")) ?? digits.count
    let end = scale == 0 ? mark : mark + 1 + scale
    let significant = digits[..<end].lazy.filter { $0 >= zero }.drop { $0 == zero }
    let count = significant.count
    if count > 15 { output.append(UInt8(ascii: "\"")) }
    if number.isNegative, count > 0 { output.append(UInt8(ascii: "-")) }
    if count == 0 { output.append(zero) } else { output.append(contentsOf: significant) }
    if count > 15 { output.append(UInt8(ascii: "\"")) }
  }
}
