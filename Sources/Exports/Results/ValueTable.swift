import Content
import Diagnostics
import Query
import Records

/// A table that is not a fetch request's result, such as a statement of account, in the same formats.
package struct ValueTable: Sendable {
  let headers: [String]
  let rows: [[Value]]
  let graph: RecordGraph

  /// Makes a table.
  /// - Parameters:
  ///   - headers: the distinct headings of the columns.
  ///   - rows: the values of each row, one per column.
  ///   - graph: the graph of the values.
  package init(headers: [String], rows: [[Value]], in graph: RecordGraph) {
    self.headers = headers
    self.rows = rows
    self.graph = graph
  }

  /// Makes a table of a result with its headings and additional columns.
  /// - Parameters:
  ///   - result: the result.
  ///   - values: the values of the result's columns in the rows of the table, which may have more rows.
  ///   - more: the additional columns.
  package init(_ result: FetchResult, values: [[Value]], adding more: [(header: String, values: [Value])]) {
    let columns = ExportTable(result).columns
    let count = values.first?.count ?? 0
    let cells = columns.map { column in
      if let index = column.index { return values[index] }
      let own = result.values(of: column.expression, in: 0..<result.count)
      return own + Array(repeating: .null, count: count - own.count)
    }
    let all = cells + more.map(\.values)
    self.init(
      headers: uniqueNames(columns.map(\.header) + more.map(\.header)),
      rows: (0..<count).map { row in all.map { $0[row] } }, in: result.graph)
  }

  /// The rows in the format of `FetchResult.csv`.
  package func csv(_ dialect: CSVDialect = CSVDialect()) -> [UInt8] {
    var bytes: [UInt8] = dialect.hasByteOrderMark ? [0xEF, 0xBB, 0xBF] : []
    for (index, header) in headers.enumerated() {
      if index > 0 { bytes.append(dialect.delimiter) }
      bytes.appendCSVField(header, delimiter: dialect.delimiter, isSafe: true)
    }
    bytes += "\r\n".utf8
    for row in rows {
      for (index, value) in row.enumerated() {
        if index > 0 { bytes.append(dialect.delimiter) }
        bytes.appendCell(value, of: graph, dialect, isPhoneNumber: false)
      }
      bytes += "\r\n".utf8
    }
    return bytes
  }

  /// The rows in the format of `FetchResult.json`.
  package func json() -> [UInt8] {
    var bytes = Array("[".utf8)
    for (number, row) in rows.enumerated() {
      bytes += (number == 0 ? "\n  {" : ",\n  {").utf8
      for (index, value) in row.enumerated() {
        if index > 0 { bytes += ", ".utf8 }
        bytes.appendJSON(headers[index])
        bytes += ": ".utf8
        bytes.appendJSON(value, of: graph)
      }
      bytes.append(UInt8(ascii: "}"))
    }
    return bytes + (rows.isEmpty ? "]\n" : "\n]\n").utf8
  }
}
