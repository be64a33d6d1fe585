import Content
import Diagnostics
import Query
import Records

/// Writes a table as text row by row: the whole table, or single rows to combine later.
package struct RowWriter: Sendable {
  package enum Format: Sendable {
    /// CSV (RFC 4180): UTF-8, CRLF, with a header; delimiter, decimal mark and byte order mark as requested.
    case csv(CSVDialect)
    /// A JSON array (RFC 8259) of objects, one per line, with the headings as keys.
    case json
  }

  private let table: ExportTable
  private let format: Format
  /// The bytes before each value of an object, starting with `{` or `,`; empty for CSV.
  private let keys: [[UInt8]]
  /// The records whose written amounts in the site's currency need its code; nil if there are none.
  private let foreign: ForeignRecords?

  package init(_ table: ExportTable, as format: Format) {
    self.table = table
    self.format = format
    switch format {
    case .csv:
      keys = []
      foreign = table.foreignRecords
    case .json:
      foreign = nil
      keys = uniqueNames(table.columns.map(\.header)).enumerated().map { index, key in
        var bytes = Array((index == 0 ? "{" : ", ").utf8)
        bytes.appendJSON(key)
        bytes.append(contentsOf: ": ".utf8)
        return bytes
      }
    }
  }

  /// The whole table.
  package func bytes() -> [UInt8] {
    var bytes: [UInt8] = []
    append(to: &bytes)
    return bytes
  }

  /// Appends the whole table.
  /// - Complexity: O(*n*) in the cells.
  package func append(to bytes: inout [UInt8]) {
    // Read once, because accessing the graph through the table would retain each of its parts once per cell.
    let graph = table.graph
    bytes += head
    table.forEachRow(of: 0..<table.count, into: &bytes) { place, values, row, bytes in
      appendSeparator(isFirst: place == 0, to: &bytes)
      append(place, row, of: values, graph, to: &bytes)
    }
    bytes += tail
  }

  /// Some of the rows, each separately.
  package func rows(_ range: Range<Int>) -> WrittenRows {
    let graph = table.graph
    var rows = WrittenRows()
    table.forEachRow(of: range, into: &rows.bytes) { place, values, row, bytes in
      append(place, row, of: values, graph, to: &bytes)
      rows.ends.append(Int32(bytes.count))
    }
    // Copied, because too much capacity was reserved.
    rows.bytes = Array(rows.bytes[...])
    return rows
  }

  /// Appends the whole table from previously written rows.
  /// - Parameter written: returns the bytes of a record's row.
  package func append(
    _ records: [Int32], to bytes: inout [UInt8], _ written: (_ record: Int) -> ArraySlice<UInt8>
  ) {
    bytes += head
    for (row, record) in records.enumerated() {
      appendSeparator(isFirst: row == 0, to: &bytes)
      bytes += written(Int(record))
    }
    bytes += tail
  }

  // MARK: Parts

  private var head: [UInt8] {
    guard case .csv(let dialect) = format else { return Array("[".utf8) }
    var bytes: [UInt8] = dialect.hasByteOrderMark ? [0xEF, 0xBB, 0xBF] : []
    for (index, column) in table.columns.enumerated() {
      if index > 0 { bytes.append(dialect.delimiter) }
      // Labels and expressions come from the authors of pages and models; values may come from anyone.
      bytes.appendCSVField(column.header, delimiter: dialect.delimiter, isSafe: !column.isValue)
    }
    bytes.append(contentsOf: "\r\n".utf8)
    return bytes
  }

  private var tail: [UInt8] {
    guard case .json = format else { return [] }
    return Array((table.count == 0 ? "]\n" : "\n]\n").utf8)
  }

  private func appendSeparator(isFirst: Bool, to bytes: inout [UInt8]) {
    if case .json = format { bytes.append(contentsOf: (isFirst ? "\n  " : ",\n  ").utf8) }
  }

  private func append(
    _ place: Int, _ row: Int, of values: [[Value]], _ graph: RecordGraph, to bytes: inout [UInt8]
  ) {
    switch format {
    case .csv(let dialect):
      let start = bytes.count
      let isForeign = foreign?.contains(place) ?? false
      for index in table.columns.indices {
        if index > 0 { bytes.append(dialect.delimiter) }
        bytes.appendCell(
          values[index][row], of: graph, dialect, isPhoneNumber: table.columns[index].holdsPhoneNumbers,
          isForeign: isForeign && table.columns[index].isWritten)
      }
      // Many parsers skip empty lines, which would lose the row.
      if bytes.count == start { bytes.append(contentsOf: "\"\"".utf8) }
      bytes.append(UInt8(ascii: "\r"))
      bytes.append(UInt8(ascii: "\n"))
    case .json:
      for index in keys.indices {
        bytes.append(contentsOf: keys[index])
        bytes.appendJSON(values[index][row], of: graph)
      }
      bytes.append(UInt8(ascii: "}"))
    }
  }
}

/// Previously written rows, one after another.
package struct WrittenRows: Sendable {
  fileprivate(set) var bytes: [UInt8] = []
  /// The end of each row's bytes.
  fileprivate(set) var ends: [Int32] = []

  /// The bytes of a row.
  package subscript(row: Int) -> ArraySlice<UInt8> {
    bytes[(row == 0 ? 0 : Int(ends[row - 1]))..<Int(ends[row])]
  }
}
