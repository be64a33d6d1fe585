import Diagnostics

/// A Markdown body whose pipe tables are rewritten for libcmark, which does not support tables.
///
/// Tables are those of GitHub Flavored Markdown (its specification, 4.10) at top level: a header row directly
/// above a delimiter row with as many cells, then rows to the end of the paragraph. The delimiter row
/// contains at least one pipe. `\|` is a pipe within a cell, including in code. Short rows are filled with
/// empty cells, and extra cells of long rows are dropped with a warning.
///
/// Each cell becomes a line with an ATX heading, the only block whose content is always inline, however it
/// begins. So the body is parsed as a whole, and reference definitions apply to cells.
///
///     | a | b |
///     | - | - |       # a #
///     | c | `|` |     # b #
///                     # c #  …
struct PipeTables {
  /// The alignment of a column.
  enum Alignment {
    /// As the colons of the delimiter row specify; without colons, the browser's default.
    case none, left, center, right
  }

  /// A cell, in the order of the rewritten text.
  struct Cell {
    /// The 1-based line of the rewritten text.
    let line: Int
    /// The alignment of its column.
    let alignment: Alignment
    /// Whether it is in the header row.
    let isHeader: Bool
    /// Whether it is the first cell of its row.
    let opensRow: Bool
    /// Whether it is the last cell of its row.
    let closesRow: Bool
    /// Whether its row is the last of its table.
    let isInLastRow: Bool
  }

  /// The body with its cells as headings.
  private(set) var text: [UInt8] = []
  /// The origin of each line of `text`: a line of the file, or the cell's part of one.
  private(set) var lines = LineTable()
  private(set) var cells: [Cell] = []
  /// Warnings about dropped cells.
  private(set) var diagnostics: [Diagnostic] = []
  /// The remaining number of empty cells for short rows, limited because they could far exceed the body.
  private var fillers = 10_000

  /// Rewrites the tables of a body; nil if there are none.
  /// - Parameters:
  ///   - tree: the body as parsed.
  ///   - body: the range of the body.
  ///   - file: the file.
  /// - Complexity: O(*n*) in the bytes.
  init?(in tree: borrowing MarkdownTree, of body: Range<Int>, in file: SourceFile) {
    let bytes = file.bytes
    guard bytes.holds(UInt8(ascii: "|"), in: body) else { return nil }
    let source = LineTable(of: body, in: bytes)
    var tables: [(header: Int, end: Int, alignments: [Alignment])] = []
    tree.forEachTopLevelBlock { block in
      // libcmark parses a table above a line of dashes as a setext heading.
      let lines = block.lines.clamped(to: 1...max(1, source.ranges.count))
      guard block.kind == .paragraph || block.kind == .heading, lines.count > 1 else { return }
      for line in lines.dropFirst() {
        guard let alignments = Self.alignments(of: source[line], in: bytes),
          Self.cells(of: source[line - 1], in: bytes).count == alignments.count
        else { continue }
        var end = line
        while end < lines.upperBound, !Self.isUnderlineOrBlank(source[end + 1], in: bytes) { end += 1 }
        tables.append((line - 1, end, alignments))
        return
      }
    }
    if tables.isEmpty { return nil }

    text.reserveCapacity(body.count * 2)
    var line = 1
    for table in tables {
      while line < table.header { copy(source[line], of: bytes, advancing: &line) }
      for row in table.header...table.end where row != table.header + 1 {
        let isHeader = row == table.header
        let isLast = row == table.end || (isHeader && table.end == row + 1)
        appendRow(source[row], of: file, table.alignments, isHeader: isHeader, isLast: isLast)
      }
      line = table.end + 1
    }
    while line <= source.ranges.count { copy(source[line], of: bytes, advancing: &line) }
  }

  private mutating func copy(_ range: Range<Int>, of bytes: [UInt8], advancing line: inout Int) {
    text += bytes[range]
    text.append(UInt8(ascii: "\n"))
    lines.append(range)
    line += 1
  }

  private mutating func appendRow(
    _ row: Range<Int>, of file: SourceFile, _ alignments: [Alignment], isHeader: Bool, isLast: Bool
  ) {
    var parts = Self.cells(of: row, in: file.bytes)
    warn(of: parts.dropFirst(alignments.count), columns: alignments.count, in: file)
    parts = Array(parts.prefix(alignments.count))
    let missing = min(alignments.count - parts.count, fillers)
    fillers -= missing
    let end = row.trimmingBlanks(in: file.bytes).upperBound
    parts += repeatElement(end..<end, count: missing)
    for (column, part) in parts.enumerated() {
      lines.append(part)
      cells.append(
        Cell(
          line: lines.ranges.count, alignment: alignments[column], isHeader: isHeader, opensRow: column == 0,
          closesRow: column == parts.count - 1, isInLastRow: isLast))
      appendHeading(file.bytes[part])
    }
  }

  /// Appends a heading line. The closing mark preserves a `#` at the end of a cell.
  private mutating func appendHeading(_ cell: ArraySlice<UInt8>) {
    text += [UInt8(ascii: "#"), UInt8(ascii: " ")]
    for (index, byte) in zip(cell.indices, cell) {
      let isEscape =
        byte == UInt8(ascii: "\\") && index + 1 < cell.endIndex && cell[index + 1] == UInt8(ascii: "|")
      if !isEscape { text.append(byte) }
    }
    text += [UInt8(ascii: " "), UInt8(ascii: "#"), UInt8(ascii: "\n")]
  }

  private mutating func warn(of dropped: ArraySlice<Range<Int>>, columns: Int, in file: SourceFile) {
    guard let first = dropped.first(where: { !$0.isEmpty }), let last = dropped.last else { return }
    let range = file[first.lowerBound..<max(first.upperBound, last.upperBound)]
    diagnostics.append(
      Diagnostic(
        .droppedCell, .warning, at: range,
        "cell '\(file.text(first))' is dropped: the table has \(counted(columns, "column", "columns"))"))
  }

  /// Whether two lines within a list or a quotation would start a table at top level.
  static func opens(_ header: Range<Int>, _ delimiters: Range<Int>, in bytes: [UInt8]) -> Bool {
    /// A line without the marks of quotations and list items before it.
    func content(_ line: Range<Int>, _ marks: String) -> Range<Int> {
      let first = line.first { !marks.utf8.contains(bytes[$0]) && bytes[$0] > 0x20 }
      return (first ?? line.upperBound)..<line.upperBound
    }
    guard let alignments = alignments(of: content(delimiters, ">"), in: bytes) else { return false }
    return cells(of: content(header, ">-*+"), in: bytes).count == alignments.count
  }

  /// The cells of a row, without surrounding spaces.
  private static func cells(of row: Range<Int>, in bytes: [UInt8]) -> [Range<Int>] {
    let row = row.trimmingBlanks(in: bytes)
    var cells: [Range<Int>] = []
    var start = row.lowerBound
    if !row.isEmpty, bytes[start] == UInt8(ascii: "|") { start += 1 }
    for index in start..<row.upperBound where bytes[index] == UInt8(ascii: "|") {
      if index > row.lowerBound, bytes[index - 1] == UInt8(ascii: "\\") { continue }
      cells.append((start..<index).trimmingBlanks(in: bytes))
      start = index + 1
    }
    if start < row.upperBound || cells.isEmpty {
      cells.append((start..<row.upperBound).trimmingBlanks(in: bytes))
    }
    return cells
  }

  /// The alignments in a delimiter row; nil if the line is not one.
  private static func alignments(of line: Range<Int>, in bytes: [UInt8]) -> [Alignment]? {
    let line = line.trimmingBlanks(in: bytes)
    let first = bytes[line].first
    guard first == UInt8(ascii: "|") || first == UInt8(ascii: "-") || first == UInt8(ascii: ":"),
      bytes[line].contains(UInt8(ascii: "|"))
    else { return nil }
    var alignments: [Alignment] = []
    for cell in cells(of: line, in: bytes) {
      let isLeft = bytes[cell].first == UInt8(ascii: ":")
      let isRight = bytes[cell].last == UInt8(ascii: ":")
      let dashes = bytes[cell].dropFirst(isLeft ? 1 : 0).dropLast(isRight ? 1 : 0)
      guard !dashes.isEmpty, dashes.allSatisfy({ $0 == UInt8(ascii: "-") }) else { return nil }
      alignments.append(isLeft ? (isRight ? .center : .left) : (isRight ? .right : .none))
    }
    return alignments.isEmpty ? nil : alignments
  }

  private static func isUnderlineOrBlank(_ line: Range<Int>, in bytes: [UInt8]) -> Bool {
    let text = bytes[line.trimmingBlanks(in: bytes)]
    return text.allSatisfy { $0 == UInt8(ascii: "-") } || text.allSatisfy { $0 == UInt8(ascii: "=") }
  }
}
