import Diagnostics
import Query
import Records
import Templates

extension ListingData {
  /// Appends a part as a script: one call with its key and its value.
  func append(_ part: Part, site: SiteView, to output: inout [UInt8]) {
    output += "docket(".utf8
    JSONText.append("\(folder)/\(part.name)", to: &output)
    output.append(UInt8(ascii: ","))
    switch part {
    case .head: appendHead(site, to: &output)
    case .rows(let chunk): appendRows(chunk, site, to: &output)
    case .sort(let column, let shard):
      let rows = orders[column]
      output.append(UInt8(ascii: "\""))
      Self.append(
        rows[shard * Self.shard..<min(rows.count, (shard + 1) * Self.shard)], bits: max(6, bits), to: &output)
      output.append(UInt8(ascii: "\""))
    case .filter(let index): append(filters[index], to: &output)
    case .sum(let column): appendSums(of: column, to: &output)
    }
    output += ")\n".utf8
  }

  // MARK: Head

  private func appendHead(_ site: SiteView, to output: inout [UInt8]) {
    let words = site.formatter.words
    func word(_ name: String, _ fallback: String) -> String { words[name] ?? fallback }
    let plan = listing.result.plan
    output += #"{"count":\#(listing.result.count),"size":\#(listing.pageSize),"chunk":\#(Self.chunk)"#.utf8
    output += #","shard":\#(Self.shard),"bits":\#(max(6, bits)),"sort":"#.utf8
    if let sort = plan.sort.first,
      let column = plan.columns.firstIndex(where: { $0.expression.syntax == sort.expression.syntax })
    {
      JSONText.append((sort.isDescending ? "-" : "") + listing.columns[column].name, to: &output)
    } else {
      output += "null".utf8
    }
    output += #","columns":["#.utf8
    for (index, column) in listing.columns.enumerated() {
      if index > 0 { output.append(UInt8(ascii: ",")) }
      output += #"{"key":"#.utf8
      JSONText.append(column.name, to: &output)
      output += #","label":"#.utf8
      JSONText.append(column.label, to: &output)
      output += #","type":"#.utf8
      JSONText.append(column.type, to: &output)
      output += #","unit":"#.utf8
      JSONText.append(unit(of: index), to: &output)
      output += #","isTotal":\#(column.isTotal),"isLabelled":\#(column.isLabelled)}"#.utf8
    }
    output += #"],"filters":["#.utf8
    for (index, filter) in filters.enumerated() {
      if index > 0 { output.append(UInt8(ascii: ",")) }
      output += #"{"key":"#.utf8
      JSONText.append(filter.name, to: &output)
      output += #","isLarge":\#(filter.values.count > Self.mostCounted)}"#.utf8
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
      JSONText.append(text.0, to: &output)
      output.append(UInt8(ascii: ":"))
      JSONText.append(text.1, to: &output)
    }
    output += #"},"number":"#.utf8
    appendPattern(site.formatter, scale: 0, currency: nil, to: &output)
    output += #","formats":{"#.utf8
    var isFirst = true
    for (unit, scale) in scales.sorted(by: { $0.key < $1.key }) {
      if !isFirst { output.append(UInt8(ascii: ",")) }
      isFirst = false
      JSONText.append(unit, to: &output)
      output.append(UInt8(ascii: ":"))
      appendPattern(site.formatter, scale: scale, currency: Currency(code: unit), to: &output)
    }
    output += "}}".utf8
  }

  /// What a column's figures are of where they do not say it: a currency, or plain numbers of the column.
  private func unit(of column: Int) -> String {
    listing.columns[column].type == "money" ? listing.result.graph.model.currency.code : "#\(column)"
  }

  /// The most digits behind the mark of each unit.
  private var scales: [String: Int] {
    var scales: [String: Int] = [:]
    for (index, column) in listing.result.plan.columns.enumerated() where column.isTotal {
      for (unit, number) in figures(listing.result.totals[index], of: index) {
        scales[unit] = max(scales[unit] ?? 0, number.scale)
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
      JSONText.append(text, to: &output)
    }
    output += "}".utf8
  }

  // MARK: Rows

  private func appendRows(_ chunk: Int, _ site: SiteView, to output: inout [UInt8]) {
    let range = chunk * Self.chunk..<min(listing.result.count, (chunk + 1) * Self.chunk)
    var tree = ViewTree()
    let table = TableView(listing, range, site.graph.model, sorts: [], tree: &tree)
    let page = PageView(path: "", roots: [], tree: tree, tables: [table])
    let source = PageSource(site: site, page: page)
    var text = Output(escaping: false)
    output.append(UInt8(ascii: "["))
    for row in range.indices {
      output += row > range.startIndex ? ",\n[".utf8 : "[".utf8
      for (column, view) in table.columns.enumerated() {
        if column > 0 { output.append(UInt8(ascii: ",")) }
        let cell = Handle(.cell, column << 16, row - range.startIndex)
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
          JSONText.append(text.bytes, to: &output)
          continue
        }
        output.append(UInt8(ascii: "["))
        JSONText.append(text.bytes, to: &output)
        if isMarked {
          output += ",null,".utf8
          let plain = source.value(ofCell: cell)
          if case .boolean(let flag) = plain {
            output += "\(flag)".utf8
          } else {
            JSONText.append(plain.text ?? "", to: &output)
          }
        } else if let target {
          output.append(UInt8(ascii: ","))
          JSONText.append(Array(site.pages[site.document(of: target.row, in: target.table)]), to: &output)
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
    output += #"{"bits":\#(bits),"values":["#.utf8
    for (index, value) in filter.values.enumerated() {
      if index > 0 { output.append(UInt8(ascii: ",")) }
      output.append(UInt8(ascii: "["))
      JSONText.append(value.label, to: &output)
      output += ",\(value.count),".utf8
      JSONText.append(value.key, to: &output)
      output.append(UInt8(ascii: "]"))
    }
    output += #"],"codes":""#.utf8
    Self.append(filter.codes, bits: bits, to: &output)
    output += "\"}".utf8
  }

  private func appendSums(of column: Int, to output: inout [UInt8]) {
    let scales = scales
    let unit = unit(of: column)
    output.append(UInt8(ascii: "["))
    for batch in FetchResult.batches(of: 0..<listing.result.count) {
      for (row, value) in zip(batch, listing.result.values(of: column, in: batch)) {
        if row > 0 { output.append(UInt8(ascii: ",")) }
        let figures = figures(value, of: column)
        if figures.isEmpty {
          output.append(UInt8(ascii: "0"))
        } else if figures.count == 1, figures[0].unit == unit {
          output += figures[0].number.scaled(by: scales[unit] ?? 0).utf8
        } else {
          let texts = figures.map { "\"\($0.unit)\":\($0.number.scaled(by: scales[$0.unit] ?? 0))" }
          output += "{\(texts.joined(separator: ","))}".utf8
        }
      }
    }
    output.append(UInt8(ascii: "]"))
  }
}

extension Decimal {
  /// The number times a power of ten, as an integer's digits; quoted where a binary number would lose some of them.
  fileprivate func scaled(by scale: Int) -> String {
    let parts = description.split(separator: ".", omittingEmptySubsequences: false)
    let fraction = parts.count > 1 ? parts[1] : ""
    let digits =
      parts[0].drop { $0 == "-" } + fraction.prefix(scale)
      + String(repeating: "0", count: max(0, scale - fraction.count))
    let significant = digits.drop { $0 == "0" }
    let text = (isNegative && !significant.isEmpty ? "-" : "") + (significant.isEmpty ? "0" : significant)
    return significant.count > 15 ? "\"\(text)\"" : text
  }
}

/// A text as JSON.
enum JSONText {
  /// Appends a text in quotes.
  static func append(_ text: String, to output: inout [UInt8]) { output.appendJSON(text) }

  /// Appends a text's bytes in quotes.
  static func append(_ bytes: [UInt8], to output: inout [UInt8]) {
    output.appendJSON(String(decoding: bytes, as: UTF8.self))
  }
}
