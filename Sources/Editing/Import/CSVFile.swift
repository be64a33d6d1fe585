import Diagnostics

/// A parsed CSV file with the place of each field.
///
/// Reads RFC 4180 with any one-byte delimiter and LF, CR LF or CR as line endings; between tabs a quote that does not
/// enclose its field is a character as any other. Blank lines, a byte order
/// mark, and empty fields beyond the last named column are skipped. A first line `sep=;`, as Excel writes it,
/// sets the delimiter. Other encodings are decoded to UTF-8 first, and places refer to the decoded text. Lines about
/// the account, which banks write above the names of the columns, are skipped if it is known what columns there are.
package struct CSVFile: Sendable {
  package struct Field: Sendable {
    /// The content, with quotes resolved.
    package let text: String
    /// The place, including quotes.
    let range: SourceRange

    /// Whether there is nothing in it but blanks.
    var isBlank: Bool { text.trimmingBlanks().isEmpty }
  }

  /// The names of the columns.
  package let header: [Field]
  /// The lines after the header, each with as many fields as the header.
  package private(set) var rows: [[Field]] = []
  /// The number of lines that are left out because of what is in a column.
  package private(set) var skippedCount = 0

  /// Reads a file.
  /// - Parameters:
  ///   - file: the file in UTF-8.
  ///   - delimiter: the field separator.
  ///   - columns: names that the header has; if the first line has none, that of the next lines with the most of them
  ///     is the header.
  ///   - skips: the lines to leave out, as in ``ImportMapping/skips``.
  /// - Returns: the file, nil if it has no header or an unclosed quoted field, and every error.
  /// - Complexity: O(*n*) in the bytes.
  package static func read(
    _ file: SourceFile, delimiter: UInt8 = UInt8(ascii: ","), naming columns: [String] = [],
    skipping skips: [(column: SourceText, pattern: SourceText)] = []
  ) -> (csv: CSVFile?, diagnostics: [Diagnostic]) {
    let (named, start) = delimiterLine(of: file)
    let delimiter = named ?? delimiter
    var parser = Parser(file, delimiter: delimiter, from: start)
    guard var header = parser.nextLine() else {
      let empty = Diagnostic(
        .wrongShape, at: file[0..<0], "the file is empty; its first line names the columns")
      return (nil, parser.isWhole ? [empty] : parser.diagnostics)
    }
    var warnings: [Diagnostic] = []
    if let (named, rest) = parser.lineNaming(columns, after: header) {
      warnings.append(
        Diagnostic(
          .wrongShape, .warning, at: header[0].range,
          "this line and those up to the one with the names of the columns are left out",
          notes: [.init("the names of the columns", at: named[0].range)]))
      (header, parser) = (named, rest)
    }
    if let error = otherDelimiter(in: header, than: delimiter) { return (nil, [error]) }
    let columnCount = header.count
    // A delimiter at the end of each line makes a column without a name.
    while header.count > 1, header.last?.isBlank ?? false { header.removeLast() }
    var csv = CSVFile(header: header)
    let skipped = SkippedLines(skips, header: header, &warnings)
    guard !warnings.hasErrors else { return (nil, warnings) }
    while let row = parser.nextLine(of: columnCount) {
      // An empty line of a spreadsheet still has delimiters.
      if row.allSatisfy(\.isBlank) { continue }
      if skipped.contains(row) {
        csv.skippedCount += 1
      } else if row.count >= header.count, row.dropFirst(header.count).allSatisfy(\.isBlank) {
        csv.rows.append(Array(row.prefix(header.count)))
      } else if header.count == 1, columnCount > 1 || row.count > 2, csv.rows.isEmpty {
        return (
          nil,
          [
            Diagnostic(
              .wrongShape, at: header[0].range,
              "the first line names the columns, and this one is a single text; remove what stands above them"
            )
          ]
        )
      } else {
        parser.diagnostics.append(csv.wrongCount(of: row, columnCount))
      }
    }
    return (parser.isWhole ? csv : nil, warnings + parser.diagnostics)
  }

  /// The error if the names of the columns are separated by another delimiter.
  private static func otherDelimiter(in header: [Field], than delimiter: UInt8) -> Diagnostic? {
    guard header.count == 1, let other = delimiters.first(where: { header[0].text.utf8.contains($0.byte) }),
      other.byte != delimiter
    else { return nil }
    return Diagnostic(
      .wrongShape, at: header[0].range,
      "the columns are separated by \(other.name), not by \(name(of: delimiter)); say so with "
        + "--delimiter '\(other.option)'")
  }

  /// The error of a line with too few or too many fields.
  /// - Parameters:
  ///   - row: its fields, one or more.
  ///   - columnCount: the number of columns, those without a name included.
  private func wrongCount(of row: [Field], _ columnCount: Int) -> Diagnostic {
    let surplus = row.dropFirst(header.count).first { !$0.isBlank }
    return Diagnostic(
      .wrongShape, at: (surplus ?? row[row.count - 1]).range,
      row.count > header.count && row.count <= columnCount
        ? "the column of this field has no name; give it one in the first line, or empty it"
        : "the line has \(counted(row.count, "field", "fields")), and the header \(columnCount)")
  }

  /// The delimiter set by a first line such as `sep=;`, and the offset at which the rest begins.
  private static func delimiterLine(of file: SourceFile) -> (delimiter: UInt8?, end: Int) {
    let line = file.bytes[file.textStart...].prefix { !isLineBreak($0) }
    guard line.count == 5, line.starts(with: "sep=".utf8), let delimiter = line.last else {
      return (nil, file.textStart)
    }
    return (delimiter, line.endIndex)
  }

  /// Delimiters with their names and how the option takes them, the likeliest first.
  private static let delimiters: [(byte: UInt8, name: String, option: String)] = [
    (UInt8(ascii: ";"), "semicolons", ";"),
    (UInt8(ascii: "\t"), "tabs", "\\t"), (UInt8(ascii: ","), "commas", ","), (UInt8(ascii: "|"), "'|'", "|"),
  ]

  /// The delimiter that a text stands for, a character of one byte, `tab` or `\t`; nil for any other text.
  package static func delimiter(_ text: String) -> UInt8? {
    ["tab", "\\t"].contains(text) ? UInt8(ascii: "\t") : text.utf8.count == 1 ? text.utf8.first : nil
  }

  private static func name(of delimiter: UInt8) -> String {
    delimiters.first { $0.byte == delimiter }?.name ?? "'\(Character(Unicode.Scalar(delimiter)))'"
  }
}

/// Splits a file line by line.
private struct Parser {
  var diagnostics: [Diagnostic] = []
  /// Whether every quoted field ended.
  private(set) var isWhole = true
  private let file: SourceFile
  private let bytes: [UInt8]
  private let delimiter: UInt8
  private var index: Int
  /// Whether quotes may enclose a field.
  private var hasQuotes = true

  init(_ file: SourceFile, delimiter: UInt8, from start: Int) {
    self.file = file
    bytes = file.bytes
    self.delimiter = delimiter
    index = start
  }

  /// The fields of the next line that is not blank.
  /// - Parameter count: the number of fields that it should have; between tabs, quotes that leave another number are read as
  ///   characters, if there are as many then.
  mutating func nextLine(of count: Int? = nil) -> [CSVFile.Field]? {
    let start = index
    let fields = readLine()
    guard delimiter == UInt8(ascii: "\t"), let count, let fields, fields.count != count else { return fields }
    let end = index
    index = start
    hasQuotes = false
    defer { hasQuotes = true }
    if let literal = readLine(), literal.count == count { return literal }
    index = end
    return fields
  }

  private mutating func readLine() -> [CSVFile.Field]? {
    while index < bytes.count, isLineBreak(bytes[index]) { index += 1 }
    guard index < bytes.count else { return nil }
    var fields: [CSVFile.Field] = []
    while true {
      guard let field = field() else { return nil }
      fields.append(field)
      guard index < bytes.count, bytes[index] == delimiter else { break }
      index += 1
    }
    if index < bytes.count {
      index += bytes[index] == 0x0D && index + 1 < bytes.count && bytes[index + 1] == 0x0A ? 2 : 1
    }
    return fields
  }

  /// The number of lines in which the header is looked for.
  private static let maximumLinesAboveHeader = 50

  /// The line with the most of the columns, and the parser after it; nil if the first line has one, or none has any.
  func lineNaming(_ columns: [String], after first: [CSVFile.Field]) -> ([CSVFile.Field], Parser)? {
    func count(_ line: [CSVFile.Field]) -> Int {
      let names = Set(line.map { $0.text.trimmingBlanks() })
      return Set(columns).count(where: names.contains)
    }
    guard !columns.isEmpty, count(first) == 0 else { return nil }
    var best: (line: [CSVFile.Field], parser: Parser, count: Int)?
    var parser = self
    for _ in 0..<Self.maximumLinesAboveHeader {
      guard let line = parser.nextLine() else { break }
      let count = count(line)
      if count > best?.count ?? 0 { best = (line, parser, count) }
    }
    return best.map { ($0.line, $0.parser) }
  }

  /// Whether a quote begins a quoted field. Between tabs it may be a character as any other, as marketplaces write it: a
  /// field is quoted there if the next quote that is not doubled is its end.
  private func isQuoted(at start: Int) -> Bool {
    guard delimiter == UInt8(ascii: "\t") else { return true }
    guard hasQuotes else { return false }
    var index = start + 1
    while let quote = bytes[index...].firstIndex(of: UInt8(ascii: "\"")) {
      guard quote + 1 < bytes.count, bytes[quote + 1] == UInt8(ascii: "\"") else {
        return quote + 1 == bytes.count || bytes[quote + 1] == delimiter || isLineBreak(bytes[quote + 1])
      }
      index = quote + 2
    }
    return false
  }

  private mutating func field() -> CSVFile.Field? {
    guard index < bytes.count, bytes[index] == UInt8(ascii: "\""), isQuoted(at: index) else {
      let start = index
      while index < bytes.count, bytes[index] != delimiter, !isLineBreak(bytes[index]) { index += 1 }
      return CSVFile.Field(text: file.text(start..<index), range: file[start..<index])
    }
    let start = index
    index += 1
    var text: [UInt8] = []
    while true {
      guard index < bytes.count else {
        isWhole = false
        diagnostics.append(Diagnostic(.wrongShape, at: file[start..<start + 1], "the quote has no end"))
        return nil
      }
      if bytes[index] == UInt8(ascii: "\"") {
        guard index + 1 < bytes.count, bytes[index + 1] == UInt8(ascii: "\"") else { break }
        index += 1
      }
      if bytes[index] == 0x0D {
        // Lines of a text end in LF in Content, whatever ends the lines of the file.
        text.append(0x0A)
        index += index + 1 < bytes.count && bytes[index + 1] == 0x0A ? 2 : 1
        continue
      }
      text.append(bytes[index])
      index += 1
    }
    index += 1
    let end = index
    while index < bytes.count, bytes[index] != delimiter, !isLineBreak(bytes[index]) { index += 1 }
    if index > end {
      diagnostics.append(
        Diagnostic(
          .wrongShape, at: file[end..<index],
          "text follows the end of a quoted field; a quote inside one is doubled"))
    }
    return CSVFile.Field(text: String(decoding: text, as: UTF8.self), range: file[start..<end])
  }
}
