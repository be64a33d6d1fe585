import Query
import Records

/// Writes a result as a sheet: the headings in a row that stays in sight, then a row a row.
struct SheetWriter {
  /// The most rows, columns and UTF-16 units of a text that programs take.
  private static let limits = (rows: 1_048_576, columns: 16_384, text: 32_767)
  /// The width of the widest columns, in characters; longer texts run on in another line.
  private static let widest = 60
  /// The most digits of a number that programs keep.
  private static let exactDigits = 15
  /// The day whose number is 0. Programs count a day too many from 1900-03-01 on, and disagree before it.
  private static let start = CivilDate(year: 1899, month: 12, day: 30)
  private static let firstDay = CivilDate(year: 1900, month: 3, day: 1)

  /// The part of the workbook, once it is written.
  private(set) var xml: [UInt8] = []

  private let table: ExportTable
  private let graph: RecordGraph
  private let name: String
  private let letters: [[UInt8]]
  /// The widest text of each column so far, in characters.
  private var widths: [Int]
  /// How many lines the texts of the present row take.
  private var lines = 1

  init(_ result: FetchResult, name: String) {
    table = ExportTable(result)
    graph = result.graph
    self.name = name
    letters = table.columns.indices.map(Self.letters)
    widths = table.columns.map { $0.header.count }
  }

  /// Writes the sheet.
  mutating func write(_ strings: inout SharedStrings) throws(ExportFailure) {
    let count = table.result.count
    guard count < Self.limits.rows, table.columns.count <= Self.limits.columns else {
      throw ExportFailure(
        "the sheet '\(name)' would have \(count) rows and \(table.columns.count) columns, and no program takes more than 1,048,575 and 16,384"
      )
    }
    var rows: [UInt8] = []
    Self.open(row: 1, lines: 1, &rows)
    for (column, heading) in table.columns.enumerated() {
      let type = heading.expression.type
      let isRight = type.isNumber || [.money, .date, .boolean].contains(type)
      append(
        heading.header, style: isRight ? CellStyle.rightHeading : CellStyle.heading, column, row: 1,
        &strings, to: &rows)
    }
    rows += "</row>".utf8
    var number = 1
    var failure: ExportFailure?
    let table = table
    var cells: [UInt8] = []
    table.forEachRow(of: 0..<table.result.count, into: &rows) { _, values, row, bytes in
      number += 1
      lines = 1
      cells.removeAll(keepingCapacity: true)
      for column in table.columns.indices {
        do throws(ExportFailure) {
          try append(values[column][row], column, row: number, &strings, to: &cells)
        } catch {
          failure = failure ?? error
        }
      }
      Self.open(row: number, lines: lines, &bytes)
      bytes += cells
      bytes += "</row>".utf8
    }
    if let failure { throw failure }
    xml = Array(Workbook.xmlDeclaration.utf8)
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
    // Printed, all columns are on one page.
    xml += "</sheetData><pageSetup orientation=\"landscape\" fitToHeight=\"0\"/></worksheet>".utf8
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
    case .number(let number) where Self.isExact(number):
      append(number, style: CellStyle.general, column, row: row, to: &bytes)
    case .money(let money):
      guard let amount = money.single, amount.currency == graph.model.currency, Self.isExact(amount.number)
      else { return append(plain(value), style: CellStyle.right, column, row: row, &strings, to: &bytes) }
      let digits = max(amount.currency.digits, amount.number.withoutTrailingZeros.scale)
      let style =
        digits <= CellStyle.mostDigits ? CellStyle.amount(digits: digits) : CellStyle.general
      append(amount.number, style: style, column, row: row, to: &bytes)
    case .date(let day):
      guard let start = Self.start, let first = Self.firstDay, !(day < first) else {
        return append(plain(value), style: CellStyle.right, column, row: row, &strings, to: &bytes)
      }
      append(Decimal(day.days(since: start)), style: CellStyle.date, column, row: row, to: &bytes)
      widths[column] = max(widths[column], 10)
    case .number: append(plain(value), style: CellStyle.right, column, row: row, &strings, to: &bytes)
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

  private func plain(_ value: Value) -> String {
    var bytes: [UInt8] = []
    graph.appendPlain(value, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
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
    // The marks between groups of digits take room as well.
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

  /// Opens a row, of a height of its own where it has several lines: LibreOffice finds it only when a cell is changed.
  private static func open(row: Int, lines: Int, _ bytes: inout [UInt8]) {
    bytes += "<row r=\"\(row)\"".utf8
    if lines > 1 { bytes += " ht=\"\(min(lines * 15, 409))\" customHeight=\"1\"".utf8 }
    bytes.append(UInt8(ascii: ">"))
  }

  /// How many lines a text takes in a column that is as wide as columns get.
  private static func lines(of text: String) -> Int {
    guard text.utf8.count > widest - 2 || text.utf8.contains(UInt8(ascii: "\n")) else { return 1 }
    return text.split(separator: "\n").reduce(0) { $0 + ($1.count + widest - 3) / (widest - 2) }
  }

  /// Whether a number has no more digits than programs keep.
  private static func isExact(_ number: Decimal) -> Bool {
    let digits = number.magnitude.withoutTrailingZeros.description.filter { $0 != "." }
    return digits.drop { $0 == "0" }.count <= exactDigits
  }

  /// The letters of a column: A to Z, AA …
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
