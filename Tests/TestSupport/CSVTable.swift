/// A table as RFC 4180 has it, read strictly.
package struct CSVTable: Sendable {
  /// The first row.
  package let header: [String]
  /// The other rows.
  package let rows: [[String]]

  /// Reads a table.
  /// - Throws: where a quote is out of place, a line does not end with CR and LF, or rows differ in length.
  package init(_ text: String) throws {
    var rows: [[String]] = []
    var row: [String] = []
    // Unicode scalars, for CR and LF are one character to Swift.
    var rest = Array(text.unicodeScalars)[...]
    while !rest.isEmpty {
      var cell = String.UnicodeScalarView()
      if rest.first == "\"" {
        rest.removeFirst()
        while true {
          guard let next = rest.popFirst() else { throw Unexpected("a quote does not end") }
          if next == "\"" {
            guard rest.first == "\"" else { break }
            rest.removeFirst()
          }
          cell.append(next)
        }
      } else {
        while let next = rest.first, next != ",", next != "\r" {
          guard next != "\"", next != "\n" else {
            throw Unexpected("'\(next)' stands in a cell without quotes")
          }
          cell.append(next)
          rest.removeFirst()
        }
      }
      row.append(String(cell))
      if rest.first == "," {
        rest.removeFirst()
      } else {
        guard rest.starts(with: ["\r", "\n"]) else { throw Unexpected("a line does not end") }
        rest.removeFirst(2)
        rows.append(row)
        row = []
      }
    }
    guard let header = rows.first, rows.allSatisfy({ $0.count == header.count }) else {
      throw Unexpected("rows differ in length, or there are none")
    }
    self.header = header
    self.rows = Array(rows.dropFirst())
  }

  /// The cells of a column.
  /// - Throws: where there is no such column.
  package func column(_ name: String) throws -> [String] {
    guard let index = header.firstIndex(of: name) else {
      throw Unexpected("no column '\(name)' in \(header)")
    }
    return rows.map { $0[index] }
  }
}
