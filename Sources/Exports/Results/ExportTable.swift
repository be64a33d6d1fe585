import Query
import Records

/// The columns of an exported result, preceded by the section's expression if no column shows it.
///
/// Totals are not exported: a sum among the rows would be mistaken for data.
struct ExportTable: Sendable {
  /// A column of the file.
  struct Column: Sendable {
    /// The heading.
    let header: String
    /// The expression of its cells.
    let expression: Expression
    /// Its index among the result's columns; nil for the section's column.
    let index: Int?
    /// Whether its cells may be phone numbers: single-line texts of the record itself.
    let holdsPhoneNumbers: Bool
    /// Whether records may have its values written, so that `import` reads them.
    var isWritten = false
    /// Whether the heading is a value of the records, as in a pivot, rather than a label or an expression.
    var isValue = false
  }

  /// The exported result.
  let result: FetchResult
  /// The columns, preceded by the section's column if no other shows it.
  let columns: [Column]

  init(_ result: FetchResult) {
    self.result = result
    let entity = result.graph.model.entities[result.plan.entity]
    var columns = result.plan.columns.enumerated().map { index, column in
      let attribute = column.expression.key.flatMap { entity.attribute(named: $0) }
      return Column(
        header: column.header, expression: column.expression, index: index,
        holdsPhoneNumbers: column.attributeType == .string,
        isWritten: attribute.map { $0.derived == nil } ?? false,
        isValue: column.pivot != nil)
    }
    if let section = result.plan.section, section.column == nil {
      let expression = section.expression
      columns.insert(
        Column(header: expression.text, expression: expression, index: nil, holdsPhoneNumbers: false), at: 0)
    }
    self.columns = columns
  }

  /// Writes the rows in batches, so that only one batch's values are in memory besides the output.
  /// - Parameters:
  ///   - range: the rows.
  ///   - bytes: the output; space for all rows is reserved once the size of the first ones is known.
  ///   - write: writes a row, given its index in the result, and a batch's columns with its index there.
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
  /// Appends a value's exact form: ISO dates, plain digits, the site's currency without its code, references
  /// as ids; nothing for nil.
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

  /// The quote needed for an item of a list to be read back unchanged. Items are separated by semicolons, or
  /// by commas in a list without semicolons, and surrounding spaces are ignored.
  private func quote(of item: String, isAlone: Bool) -> UInt8? {
    let quotes = [UInt8(ascii: "\""), UInt8(ascii: "'")]
    let isSeveral = item.utf8.contains(UInt8(ascii: ";")) || isAlone && item.utf8.contains(UInt8(ascii: ","))
    let blanks: [UInt8?] = [UInt8(ascii: " "), UInt8(ascii: "\t")]
    let hasBlanks = blanks.contains(item.utf8.first) || blanks.contains(item.utf8.last)
    guard isSeveral || hasBlanks || item.utf8.first.map(quotes.contains) ?? false else { return nil }
    return quotes.first { !item.utf8.contains($0) }
  }
}
