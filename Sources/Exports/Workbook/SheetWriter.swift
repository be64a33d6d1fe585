import Records

/// Writes a table as a sheet: a frozen row of headings, then the rows.
struct SheetWriter {
  /// The maximum numbers of rows, of columns, and of UTF-16 units of a text that programs accept.
  private static let limits = (rows: 1_048_576, columns: 16_384, text: 32_767)
  /// The width of the widest columns, in characters; longer texts wrap.
  private static let widest = 60
  /// The number of digits that programs keep.
  private static let exactDigits = 15
  /// The date with the number 0. From 1900-03-01 on, programs count one day too many; before, they disagree.
  private static let start = CivilDate(year: 1899, month: 12, day: 30)
  private static let firstDay = CivilDate(year: 1900, month: 3, day: 1)

  private let graph: RecordGraph
  private let name: String
  /// The decimal mark of numbers and amounts that are texts.
  private let decimalMark: UInt8
  /// The headings, and whether the values below are right-aligned.
  private let headings: [(text: String, isRight: Bool)]
  private let letters: [[UInt8]]
  /// The widest text of each column so far, in characters.
  private var widths: [Int]
  /// The number of lines in the current row.
  private var lines = 1
  /// A buffer for the cells of a row.
  private var cells: [UInt8] = []

  private init(_ table: ExportTable, name: String, decimalMark: UInt8) {
    graph = table.graph
    self.name = name
    self.decimalMark = decimalMark
    headings = table.columns.map { ($0.header, $0.isRightAligned) }
    letters = headings.indices.map(Self.letters)
    widths = headings.map(\.text.count)
  }

  /// The sheet of a table.
  static func sheet(
    _ table: ExportTable, name: String, decimalMark: UInt8, _ strings: inout SharedStrings
  ) throws(ExportFailure) -> [UInt8] {
    var writer = SheetWriter(table, name: name, decimalMark: decimalMark)
    var rows = try writer.headingRow(before: table.count, &strings)
    var failure: ExportFailure?
    table.forEachRow(of: 0..<table.count, into: &rows) { place, values, row, bytes in
      do throws(ExportFailure) {
        try writer.append(values.lazy.map { $0[row] }, row: place + 2, &strings, to: &bytes)
      } catch {
        failure = failure ?? error
      }
    }
    if let failure { throw failure }
    return writer.xml(of: rows)
  }

  private mutating func headingRow(
    before count: Int, _ strings: inout SharedStrings
  ) throws(ExportFailure) -> [UInt8] {
    guard count < Self.limits.rows, headings.count <= Self.limits.columns else {
      throw ExportFailure(
        "the sheet '\(name)' would have \(count) rows and \(headings.count) columns, and no program takes more than 1,048,575 and 16,384"
      )
    }
    var row: [UInt8] = []
    Self.open(row: 1, lines: 1, &row)
    for (column, heading) in headings.enumerated() {
      append(
        heading.text, style: heading.isRight ? CellStyle.rightHeading : CellStyle.heading, column, row: 1,
        &strings, to: &row)
    }
    return row + Array("</row>".utf8)
  }

  private mutating func append(
    _ values: some Sequence<Value>, row number: Int, _ strings: inout SharedStrings, to rows: inout [UInt8]
  ) throws(ExportFailure) {
    lines = 1
    var cells = exchange(&cells, with: [])
    cells.removeAll(keepingCapacity: true)
    for (column, value) in values.enumerated() {
      try append(value, column, row: number, &strings, to: &cells)
    }
    Self.open(row: number, lines: lines, &rows)
    rows += cells
    rows += "</row>".utf8
    self.cells = cells
  }

  private func xml(of rows: [UInt8]) -> [UInt8] {
    var xml = Array(Workbook.xmlDeclaration.utf8)
    xml += "<worksheet xmlns=\"\(Workbook.main)\"><sheetPr><pageSetUpPr fitToPage=\"1\"/></sheetPr>".utf8
    xml += "<sheetViews><sheetView workbookViewId=\"0\">".utf8
    xml += "<pane ySplit=\"1\" topLeftCell=\"A2\" activePane=\"bottomLeft\" state=\"frozen\"/>".utf8
    xml += "</sheetView></sheetViews><cols>".utf8
    for (index, width) in widths.enumerated() {
      let shown = min(max(width + 2, 8), Self.widest)
      xml += "<col min=\"\(index + 1)\" max=\"\(index + 1)\" width=\"\(shown)\" customWidth=\"1\"/>".utf8
    }
    xml += "</cols><sheetData>".utf8
    xml += rows
    // All columns fit on one page when printed.
    xml += "</sheetData><pageSetup orientation=\"landscape\" fitToHeight=\"0\"/></worksheet>".utf8
    return xml
  }

  // MARK: Cells

  private mutating func append(
    _ value: Value, _ column: Int, row: Int, _ strings: inout SharedStrings, to bytes: inout [UInt8]
  ) throws(ExportFailure) {
    switch value {
    case .null: return
    case .boolean(let flag):
      open(column, row: row, style: CellStyle.boolean, type: "b", &bytes)
      bytes += flag ? "1".utf8 : "0".utf8
      bytes += "</v></c>".utf8
    case .number(let number):
      guard let number = Self.storable(number) else {
        return append(figure(value), style: CellStyle.right, column, row: row, &strings, to: &bytes)
      }
      append(number, style: CellStyle.general, column, row: row, to: &bytes)
    case .money(let money):
      guard let amount = money.single, amount.currency == graph.model.currency, Self.isExact(amount.number)
      else { return append(figure(value), style: CellStyle.right, column, row: row, &strings, to: &bytes) }
      let digits = max(amount.currency.digits, amount.number.withoutTrailingZeros.scale)
      let style =
        digits <= CellStyle.maximumDigits ? CellStyle.amount(digits: digits) : CellStyle.general
      append(amount.number, style: style, column, row: row, to: &bytes)
    case .date(let day):
      guard let start = Self.start, let first = Self.firstDay, !(day < first) else {
        return append(plain(value), style: CellStyle.right, column, row: row, &strings, to: &bytes)
      }
      append(Decimal(day.days(since: start)), style: CellStyle.date, column, row: row, to: &bytes)
      widths[column] = max(widths[column], 10)
    case .text, .record, .list:
      let text = plain(value)
      guard text.utf16.count <= Self.limits.text else {
        throw ExportFailure(
          "the sheet '\(name)' would have a text of \(text.utf16.count) characters in row \(row), and no program takes more than 32,767"
        )
      }
      let count = Self.lines(of: text)
      lines = max(lines, count)
      append(
        text, style: count > 1 ? CellStyle.wrapped : CellStyle.general, column, row: row, &strings,
        to: &bytes)
    }
  }

  private func plain(_ value: Value) -> String { graph.plainText(of: value) }

  /// A number or an amount as text.
  private func figure(_ value: Value) -> String {
    String(decoding: plain(value).utf8.map { $0 == UInt8(ascii: ".") ? decimalMark : $0 }, as: UTF8.self)
  }

  private mutating func append(
    _ text: String, style: Int, _ column: Int, row: Int, _ strings: inout SharedStrings,
    to bytes: inout [UInt8]
  ) {
    widths[column] = max(widths[column], text.utf8.count < Self.widest ? text.count : Self.widest)
    open(column, row: row, style: style, type: "s", &bytes)
    bytes += "\(strings.index(of: text))</v></c>".utf8
  }

  private mutating func append(
    _ number: Decimal, style: Int, _ column: Int, row: Int, to bytes: inout [UInt8]
  ) {
    open(column, row: row, style: style, type: nil, &bytes)
    let start = bytes.count
    number.append(to: &bytes)
    // Digit grouping takes space as well.
    widths[column] = max(widths[column], (bytes.count - start) * 4 / 3)
    bytes += "</v></c>".utf8
  }

  private func open(_ column: Int, row: Int, style: Int, type: String?, _ bytes: inout [UInt8]) {
    bytes += "<c r=\"".utf8
    bytes += letters[column]
    bytes += "\(row)\"".utf8
    if style > 0 { bytes += " s=\"\(style)\"".utf8 }
    if let type { bytes += " t=\"\(type)\"".utf8 }
    bytes += "><v>".utf8
  }

  /// Opens a row, with a height if it has several lines: LibreOffice computes it only when a cell changes.
  private static func open(row: Int, lines: Int, _ bytes: inout [UInt8]) {
    bytes += "<row r=\"\(row)\"".utf8
    if lines > 1 { bytes += " ht=\"\(min(lines * 15, 409))\" customHeight=\"1\"".utf8 }
    bytes.append(UInt8(ascii: ">"))
  }

  /// The number of lines of a text in a column of maximum width.
  private static func lines(of text: String) -> Int {
    guard text.utf8.count > widest - 2 || text.utf8.contains(UInt8(ascii: "\n")) else { return 1 }
    return text.split(separator: "\n").reduce(0) { $0 + ($1.count + widest - 3) / (widest - 2) }
  }

  /// Whether a number has at most as many digits as programs keep.
  private static func isExact(_ number: Decimal) -> Bool {
    let digits = number.magnitude.withoutTrailingZeros.description.filter { $0 != "." }
    return digits.drop { $0 == "0" }.count <= exactDigits
  }

  /// A number with the digits that programs keep: an average may have no end. Nil for a longer whole number, which may be
  /// that of an account.
  private static func storable(_ number: Decimal) -> Decimal? {
    guard !isExact(number) else { return number }
    let text = number.magnitude.description
    let whole = text.prefix { $0 != "." }
    guard whole.count < text.count, whole.count <= exactDigits else { return nil }
    guard whole == "0" else { return number.rounded(toDigits: exactDigits - whole.count) }
    let zeros = text.dropFirst(whole.count + 1).prefix { $0 == "0" }
    return number.rounded(toDigits: exactDigits + zeros.count)
  }

  /// The letters of a column: A to Z, AA, …
  private static func letters(of column: Int) -> [UInt8] {
    var letters: [UInt8] = []
    var rest = column + 1
    while rest > 0 {
      letters.insert(UInt8(ascii: "A") + UInt8((rest - 1) % 26), at: 0)
      rest = (rest - 1) / 26
    }
    return letters
  }
}
