import Content
import Query
import Records

extension FetchResult {
  /// The rows as CSV (RFC 4180): UTF-8, CRLF, with a header.
  ///
  ///     date,customer.name,total
  ///     2026-03-14,"Müller, Söhne",12.50
  ///
  /// A text that a spreadsheet would evaluate gets a leading apostrophe, as recommended by OWASP's "CSV
  /// Injection". A text that already begins like that gets another one, so that `docket import` restores the
  /// original.
  /// - Parameter dialect: the delimiter, the decimal mark, and whether to write a byte order mark.
  /// - Complexity: O(*n*) in the cells.
  package func csv(_ dialect: CSVDialect = CSVDialect()) -> [UInt8] {
    RowWriter(ExportTable(self), as: .csv(dialect)).bytes()
  }
}

extension String {
  /// Whether the text is `+` followed by digits, with only separators of phone numbers between them.
  fileprivate var isPhoneNumber: Bool {
    var digits = 0
    for (index, byte) in utf8.enumerated() {
      switch byte {
      case UInt8(ascii: "+"): if index > 0 { return false }
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digits += 1
      case UInt8(ascii: " "), UInt8(ascii: "-"), UInt8(ascii: "/"), UInt8(ascii: "("), UInt8(ascii: ")"),
        UInt8(ascii: "."):
        if index == 0 { return false }
      default: return false
      }
    }
    return digits > 0
  }
}

extension [UInt8] {
  /// Appends a cell.
  /// - Parameters:
  ///   - isPhoneNumber: whether a text may be a phone number, which is written unchanged.
  ///   - isForeign: whether amounts in the site's currency are written with its code.
  mutating func appendCell(
    _ value: Value, of graph: RecordGraph, _ dialect: CSVDialect, isPhoneNumber: Bool, isForeign: Bool = false
  ) {
    let delimiter = dialect.delimiter
    switch value {
    case .null, .boolean, .date: graph.appendPlain(value, to: &self)
    case .number, .money:
      let start = count
      if isForeign, case .money(let money) = value, !money.isZero {
        money.append(to: &self)
      } else {
        graph.appendPlain(value, to: &self)
      }
      finishNumber(from: start, dialect)
    case .text(let text):
      appendCSVField(text, delimiter: delimiter, isSafe: isPhoneNumber && text.isPhoneNumber)
    case .record(let table, let row):
      appendCSVField(graph.id(of: row, in: table), delimiter: delimiter, isSafe: false)
    case .list:
      appendCSVField(graph.plainText(of: value), delimiter: delimiter, isSafe: false)
    }
  }

  /// Sets the decimal mark of an appended number or amounts, and adds quotes if they contain the delimiter:
  /// amounts in several currencies are separated by `; `.
  private mutating func finishNumber(from start: Int, _ dialect: CSVDialect) {
    var needsQuotes = false
    for index in start..<count {
      if self[index] == UInt8(ascii: ".") { self[index] = dialect.decimalMark }
      if self[index] == dialect.delimiter { needsQuotes = true }
    }
    guard needsQuotes else { return }
    insert(UInt8(ascii: "\""), at: start)
    append(UInt8(ascii: "\""))
  }

  /// Appends a text, quoted if necessary.
  /// - Parameter isSafe: whether to write it unchanged even if a spreadsheet would evaluate it.
  package mutating func appendCSVField(
    _ text: String, delimiter: UInt8 = UInt8(ascii: ","), isSafe: Bool
  ) {
    let span = text.utf8.span
    var needsQuotes = false
    for index in 0..<span.count where Self.isSpecial(span[index], delimiter) {
      needsQuotes = true
      break
    }
    let apostrophe = !isSafe && span.takesApostrophe
    guard needsQuotes else {
      if apostrophe { append(UInt8(ascii: "'")) }
      append(contentsOf: text.utf8)
      return
    }
    append(UInt8(ascii: "\""))
    if apostrophe { append(UInt8(ascii: "'")) }
    for index in 0..<span.count {
      if span[index] == UInt8(ascii: "\"") { append(span[index]) }
      append(span[index])
    }
    append(UInt8(ascii: "\""))
  }

  private static func isSpecial(_ byte: UInt8, _ delimiter: UInt8) -> Bool {
    byte == delimiter || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\r")
      || byte == UInt8(ascii: "\n")
  }
}
