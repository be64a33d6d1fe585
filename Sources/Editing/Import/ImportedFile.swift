import Diagnostics
import FileSystem
import FrontMatter

/// What of a CSV file one file of Content is made from.
package struct ImportedFile: Sendable {
  /// A value that a line has for a key.
  struct Cell: Sendable {
    /// The row that it belongs to; nil for the record itself.
    let row: RecordOperation.RowPlace?
    let key: String
    let value: SourceText
  }

  /// The first field of the first line.
  let line: SourceRange
  /// The values, in the order of the columns.
  private(set) var cells: [Cell] = []

  /// Nothing but a line.
  init(line: [CSVFile.Field]) {
    self.line = line[0].range
  }

  /// Adds what a line says.
  mutating func add(_ key: String, _ value: SourceText, row: RecordOperation.RowPlace? = nil) {
    cells.append(Cell(row: row, key: key, value: value))
  }

  /// The cell that a diagnostic of the file, as it would be, is about: the one of its key, or of the key that it
  /// names if it is about a missing one; else one of the same row. Nil if none is.
  func cell(of diagnostic: Diagnostic) -> Cell? {
    let file = diagnostic.range.file
    var yaml = FrontMatterDocument()
    guard case .present(let keys, _) = Fences(of: file.bytes), yaml.read(file, keys).isEmpty,
      let place = yaml.keyPlace(at: diagnostic.range.bytes.lowerBound)
    else { return nil }
    let row = place.row.map { RecordOperation.RowPlace(list: place.key, index: $0.index) }
    let own = cells.filter { $0.row == row }
    let key = place.row == nil ? place.key : place.row?.key
    if !place.isName, let cell = own.first(where: { $0.key == key }) { return cell }
    return own.first { diagnostic.summary.contains("'\($0.key)'") } ?? (row == nil ? nil : own.first)
  }
}

extension Importer.Result {
  /// Diagnostics of the files as they would be, at the fields of the CSV file that they come from.
  package func located(_ diagnostics: [Diagnostic], root: String) -> [Diagnostic] {
    diagnostics.map { diagnostic in
      guard let path = diagnostic.range.file.path.path(below: root), let file = files[path] else {
        return diagnostic
      }
      let cell = file.cell(of: diagnostic)
      let written = diagnostic.range.text
      // A decimal comma, for one, is a point in the file, which the diagnostic quotes.
      let reading =
        if let text = cell?.value.text, text != written, diagnostic.summary.contains("'\(written)'") {
          ", where '\(text)' is '\(written)'"
        } else {
          ""
        }
      return Diagnostic(
        diagnostic.id, diagnostic.severity, at: cell?.value.range ?? file.line, diagnostic.summary,
        notes: diagnostic.notes + [.init("in '\(diagnostic.range.file.path)'\(reading)")])
    }
  }
}
