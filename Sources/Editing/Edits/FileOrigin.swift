import Diagnostics
import FileSystem
import FrontMatter

/// What one file of Content is made from: fields of a CSV file, or arguments of a command.
///
/// A diagnostic in a file that was never written helps nobody; it is reported where the value was typed.
package struct FileOrigin: Sendable {
  /// A value that was written for a key.
  struct Cell: Sendable {
    /// The row that it belongs to; nil for the record itself.
    let row: RecordOperation.RowIndex?
    let key: String
    let value: SourceText
  }

  /// What stands for the whole file: the first field of its line.
  let start: SourceRange
  /// The values, in the order in which they are written.
  private(set) var cells: [Cell] = []

  /// Nothing but what stands for the whole file.
  init(at start: SourceRange) {
    self.start = start
  }

  /// Nothing but a line.
  init(line: [CSVFile.Field]) {
    self.init(at: line[0].range)
  }

  /// Adds what a line or an argument says.
  mutating func add(_ key: String, _ value: SourceText, row: RecordOperation.RowIndex? = nil) {
    cells.append(Cell(row: row, key: key, value: value))
  }

  /// A diagnostic of the file, as it would be, at the value that it comes from.
  func located(_ diagnostic: Diagnostic) -> Diagnostic {
    if let place = place(ofControl: diagnostic) {
      return Diagnostic(
        diagnostic.id, diagnostic.severity, at: place, diagnostic.summary,
        notes: diagnostic.notes + [.init("in '\(diagnostic.range.file.path)'")])
    }
    let cell = cell(of: diagnostic)
    let written = diagnostic.range.text
    // A decimal comma, for one, is a point in the file, which the diagnostic quotes.
    let reading =
      if let text = cell?.value.text, text != written, diagnostic.summary.contains("'\(written)'") {
        ", where '\(text)' is '\(written)'"
      } else {
        ""
      }
    return Diagnostic(
      diagnostic.id, diagnostic.severity, at: cell?.value.range ?? start, diagnostic.summary,
      notes: diagnostic.notes + [.init("in '\(diagnostic.range.file.path)'\(reading)")])
  }

  /// The invisible character that a diagnostic of the file, as it would be, is about: the file cannot be read because of
  /// it, so the character is looked for in the cells. Nil if it is about something else.
  private func place(ofControl diagnostic: Diagnostic) -> SourceRange? {
    guard [.controlCharacter, .lineSeparator].contains(diagnostic.id) else { return nil }
    return cells.lazy.compactMap { cell in
      refusedCharacters(in: cell.value.range).first { diagnostic.summary.contains("(\($0.name))") }?.range
    }.first
  }

  /// The cell that a diagnostic of the file, as it would be, is about: the one of its key, else one of the same row. Nil
  /// if none is.
  private func cell(of diagnostic: Diagnostic) -> Cell? {
    let file = diagnostic.range.file
    var yaml = FrontMatterDocument()
    guard case .present(let keys, _) = Fences(of: file.bytes), yaml.read(file, keys).isEmpty,
      let place = yaml.keyPlace(at: diagnostic.range.bytes.lowerBound)
    else { return nil }
    let row = place.row.map { RecordOperation.RowIndex(list: place.key, index: $0.index) }
    let own = cells.filter { $0.row == row }
    let key = place.row == nil ? place.key : place.row?.key
    if !place.isName, let cell = own.first(where: { $0.key == key }) { return cell }
    let cell = diagnostic.keys.lazy.compactMap { key in own.first { $0.key == key } }.first
    return cell ?? (row == nil ? nil : own.first)
  }
}
