import Query
import Records

/// A table to export: the rows of a result, or values made from one, such as a statement of account.
///
/// Totals are not exported: a sum among the rows would be mistaken for data.
package struct ExportTable: Sendable {
  /// A column of the file.
  struct Column: Sendable {
    var header: String
    /// Whether its cells are right-aligned.
    let isRightAligned: Bool
    /// Whether its cells may be phone numbers: single-line texts of the record itself.
    var holdsPhoneNumbers = false
    /// Whether records may have its values written, so that `import` reads them.
    var isWritten = false
    /// Whether the heading is a value of the records, as in a pivot, rather than a label or an expression.
    var isValue = false
  }

  /// The cells.
  private enum Rows: Sendable {
    /// Those of a result, read in batches, with the source of each column.
    case result(FetchResult, [Source])
    /// Values by column.
    case values([[Value]])
  }

  /// Where the cells of a result's column come from.
  private enum Source: Sendable {
    /// A column of the result, by its index.
    case column(Int)
    /// The expression of its sections.
    case section(Expression)

    func values(of result: FetchResult, in range: Range<Int>) -> [Value] {
      switch self {
      case .column(let index): result.values(of: index, in: range)
      case .section(let expression): result.values(of: expression, in: range)
      }
    }
  }

  /// The columns; those of a result are preceded by the section's if no other shows it.
  private(set) var columns: [Column]
  private let rows: Rows
  /// The values by column of a result with few rows, once they are read; nil otherwise.
  private var known: [[Value]]?
  /// The number of rows.
  let count: Int
  /// The graph of the values.
  let graph: RecordGraph

  package init(_ result: FetchResult) {
    let parts = Self.columns(of: result)
    columns = parts.map(\.column)
    rows = .result(result, parts.map(\.source))
    (count, graph) = (result.count, result.graph)
  }

  /// Makes a table of values.
  /// - Parameters:
  ///   - headers: the distinct headings of the columns.
  ///   - rows: the values of each row, one per column.
  package init(headers: [String], rows: [[Value]], in graph: RecordGraph) {
    let values = headers.indices.map { column in rows.map { $0[column] } }
    columns = zip(headers, values).map { Column(header: $0, isRightAligned: $1.isRightAligned) }
    self.rows = .values(values)
    (count, self.graph) = (rows.count, graph)
  }

  /// Makes a table of a result's columns and additional ones.
  /// - Parameter values: the values of the result's columns in the rows of the table, which may have more rows.
  package init(_ result: FetchResult, values: [[Value]], adding more: [(header: String, values: [Value])]) {
    let own = Self.columns(of: result)
    let count = values.first?.count ?? 0
    let cells = own.map { _, source in
      if case .column(let index) = source { return values[index] }
      let cells = source.values(of: result, in: 0..<result.count)
      return cells + Array(repeating: .null, count: count - cells.count)
    }
    columns =
      own.map(\.column)
      + more.map { Column(header: $0.header, isRightAligned: $0.values.isRightAligned) }
    for (index, header) in uniqueNames(columns.map(\.header)).enumerated() {
      columns[index].header = header
    }
    rows = .values(cells + more.map(\.values))
    (self.count, graph) = (count, result.graph)
  }

  private static func columns(of result: FetchResult) -> [(column: Column, source: Source)] {
    let entity = result.graph.model.entities[result.plan.entity]
    var columns = result.plan.columns.enumerated().map { index, column in
      let attribute = column.expression.key.flatMap { entity.attribute(named: $0) }
      let made = Column(
        header: column.header, isRightAligned: column.expression.type.isRightAligned,
        holdsPhoneNumbers: column.attributeType == .string,
        isWritten: attribute.map { $0.derived == nil } ?? false,
        isValue: column.pivot != nil)
      return (column: made, source: Source.column(index))
    }
    if let section = result.plan.section, section.column == nil {
      let expression = section.expression
      let column = Column(header: expression.text, isRightAligned: expression.type.isRightAligned)
      columns.insert((column, .section(expression)), at: 0)
    }
    return columns
  }

  /// The records whose written amounts in the site's currency need its code; nil if there are none.
  var foreignRecords: ForeignRecords? {
    if case .result(let result, _) = rows { ForeignRecords(result) } else { nil }
  }

  /// The table with the values of its rows, to write it several times, if one batch contains them all.
  package var withFewValues: ExportTable {
    guard FetchResult.batches(of: 0..<count).elementsEqual([0..<count]) else { return self }
    var table = self
    table.known = values(in: 0..<count)
    return table
  }

  private func values(in range: Range<Int>) -> [[Value]] {
    if let known, range == 0..<count { return known }
    return switch rows {
    case .result(let result, let sources): sources.map { $0.values(of: result, in: range) }
    case .values(let columns): columns.map { Array($0[range]) }
    }
  }

  /// Writes the rows in batches, so that only one batch of a result's values is in memory besides the output.
  /// - Parameters:
  ///   - bytes: the output; space for all rows is reserved once the size of the first ones is known.
  ///   - write: writes a row, given its index in the table, and a batch's columns with its index there.
  func forEachRow(
    of range: Range<Int>, into bytes: inout [UInt8],
    _ write: (_ place: Int, _ values: [[Value]], _ row: Int, _ bytes: inout [UInt8]) -> Void
  ) {
    for batch in FetchResult.batches(of: range) {
      let values = values(in: batch)
      for row in 0..<batch.count { write(batch.lowerBound + row, values, row, &bytes) }
      if batch.lowerBound == range.lowerBound, batch.upperBound < range.upperBound {
        let perRow = bytes.count / batch.count + 1
        bytes.reserveCapacity(bytes.count + perRow * (range.count - batch.count) * 9 / 8)
      }
    }
  }
}

extension StaticType {
  /// Whether columns of the type are right-aligned.
  fileprivate var isRightAligned: Bool { isNumeric || self == .date || self == .boolean }
}

extension [Value] {
  /// Whether a column of the values is right-aligned, judging by the first that is not nil.
  fileprivate var isRightAligned: Bool {
    switch first(where: { $0 != .null }) {
    case nil, .null, .text, .record, .list: false
    case .number, .money, .boolean, .date: true
    }
  }
}
