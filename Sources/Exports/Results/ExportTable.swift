import Query
import Records

/// A result as exports hold it: its columns, and before them the section's expression if no column shows it.
///
/// Totals are not part of it: an export is plain data, and a sum among the rows would be counted with them.
struct ExportTable: Sendable {
  /// A column of the file.
  struct Column: Sendable {
    /// The heading.
    let header: String
    /// What its cells show.
    let expression: Expression
    /// Its place among the result's columns; nil for the section's.
    let index: Int?
    /// Whether its cells may be phone numbers: texts of one line, as they are in the record.
    let holdsPhoneNumbers: Bool
    /// Whether the heading is a value of the records, as those of a pivot are; any other is a label or an expression.
    var isValue = false
  }

  /// What is exported.
  let result: FetchResult
  /// The columns; before them that of the section, if no other shows it.
  let columns: [Column]

  init(_ result: FetchResult) {
    self.result = result
    var columns = result.plan.columns.enumerated().map { index, column in
      Column(
        header: column.header, expression: column.expression, index: index,
        holdsPhoneNumbers: column.attributeType == .string, isValue: column.pivot != nil)
    }
    if let section = result.plan.section, section.column == nil {
      let expression = section.expression
      columns.insert(
        Column(header: expression.text, expression: expression, index: nil, holdsPhoneNumbers: false), at: 0)
    }
    self.columns = columns
  }

  /// Writes the rows, a batch at a time, so that only one batch's values are held besides the output.
  /// - Parameters:
  ///   - range: the rows.
  ///   - bytes: what is written to; space for all rows is reserved once the size of the first ones is known.
  ///   - write: writes a row, given its place in the result, the values of a batch by column and its place in the
  ///     batch.
  func forEachRow(
    of range: Range<Int>, into bytes: inout [UInt8],
    _ write: (_ place: Int, _ values: [[Value]], _ row: Int, _ bytes: inout [UInt8]) -> Void
  ) {
    for batch in FetchResult.batches(of: range) {
      let values = columns.map { column in
        column.index.map { result.values(of: $0, in: batch) }
          ?? result.values(of: column.expression, in: batch)
      }
      for row in 0..<batch.count { write(batch.lowerBound + row, values, row, &bytes) }
      if batch.lowerBound == range.lowerBound, batch.upperBound < range.upperBound {
        let perRow = bytes.count / batch.count + 1
        bytes.reserveCapacity(bytes.count + perRow * (range.count - batch.count) * 9 / 8)
      }
    }
  }
}

extension RecordGraph {
  /// Appends a value's exact form: ISO dates, plain digits, the site's currency without its code, references as ids;
  /// nothing for nil.
  package func appendPlain(_ value: Value, to bytes: inout [UInt8]) {
    switch value {
    case .null: break
    case .text(let text): bytes.append(contentsOf: text.utf8)
    case .number(let number): number.append(to: &bytes)
    case .money(let money): money.append(to: &bytes, home: model.currency)
    case .boolean(let boolean): bytes.append(contentsOf: (boolean ? "true" : "false").utf8)
    case .date(let date): date.append(to: &bytes)
    case .record(let table, let row): bytes.append(contentsOf: id(of: row, in: table).utf8)
    case .list(let values):
      let values = values.filter { $0 != .null }
      for (index, value) in values.enumerated() {
        if index > 0 { bytes.append(contentsOf: "; ".utf8) }
        guard case .text(let text) = value, let quote = quote(of: text, isAlone: values.count == 1) else {
          appendPlain(value, to: &bytes)
          continue
        }
        bytes.append(quote)
        bytes.append(contentsOf: text.utf8)
        bytes.append(quote)
      }
    }
  }

  /// The quote that keeps an item of a list whole when the list is read again: what separates items is a semicolon, or
  /// a comma in a list without one, and blanks at its ends are not part of it.
  private func quote(of item: String, isAlone: Bool) -> UInt8? {
    let quotes = [UInt8(ascii: "\""), UInt8(ascii: "'")]
    let isSeveral = item.utf8.contains(UInt8(ascii: ";")) || isAlone && item.utf8.contains(UInt8(ascii: ","))
    let blanks: [UInt8?] = [UInt8(ascii: " "), UInt8(ascii: "\t")]
    let hasBlanks = blanks.contains(item.utf8.first) || blanks.contains(item.utf8.last)
    guard isSeveral || hasBlanks || item.utf8.first.map(quotes.contains) ?? false else { return nil }
    return quotes.first { !item.utf8.contains($0) }
  }
}
