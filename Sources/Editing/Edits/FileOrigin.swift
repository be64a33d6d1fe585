import Diagnostics
import FrontMatter

/// The origin of a file in Content: fields of a CSV file, or arguments of a command.
///
/// A diagnostic in a file that is never written helps nobody, so it is reported where the value was typed.
struct FileOrigin: Sendable {
  /// A value that was written for a key.
  struct Cell: Sendable {
    /// The row of the value; nil for a value of the record itself.
    let row: RecordOperation.RowIndex?
    let key: String
    let value: SourceText
  }

  /// The place that stands for the whole file: the first field of its line.
  let start: SourceRange
  /// The values, in the order in which they are written.
  private(set) var cells: [Cell] = []

  /// An origin without values.
  init(at start: SourceRange) {
    self.start = start
  }

  /// An origin without values, at a line of a CSV file.
  init(line: [CSVFile.Field]) {
    self.init(at: line[0].range)
  }

  /// Adds a value given by a line or an argument.
  mutating func add(_ key: String, _ value: SourceText, row: RecordOperation.RowIndex? = nil) {
    cells.append(Cell(row: row, key: key, value: value))
  }

  /// Moves a diagnostic of the unwritten file to the place where its value was typed.
  func located(_ diagnostic: Diagnostic) -> Diagnostic {
    // A file with an invisible character cannot be parsed, so the cells are searched for it.
    if let place = cells.lazy.compactMap({ character(of: diagnostic, in: $0.value.range) }).first {
      // In the file it would be an escape.
      let summary = CharacterSurvey.diagnostic(at: place).summary
      let isControl = place.text.unicodeScalars.allSatisfy { (0x80..<0xA0).contains($0.value) }
      return Diagnostic(
        diagnostic.id, diagnostic.severity, at: place, summary,
        notes: diagnostic.notes
          + [.init("in '\(diagnostic.range.file.path)'")]
          + (isControl
            ? [.init("a file with such a character is mostly windows-1252: --encoding windows-1252")] : []))
    }
    let cell = cell(of: diagnostic)
    let written = diagnostic.range.text
    // The diagnostic quotes the value as written: for example, a decimal comma became a point.
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

  /// The place in a text of the invisible character that a diagnostic names; nil if it is not there.
  private func character(of diagnostic: Diagnostic, in range: SourceRange) -> SourceRange? {
    guard [.controlCharacter, .lineSeparator].contains(diagnostic.id) else { return nil }
    var end = range.bytes.lowerBound
    for scalar in range.text.unicodeScalars {
      let start = end
      end += UTF8.width(scalar)
      if diagnostic.summary.contains(CharacterSurvey.name(of: scalar)) { return range.file[start..<end] }
    }
    return nil
  }

  /// The cell that a diagnostic of the unwritten file refers to: the cell of its key, else one of the same
  /// row; nil if there is none.
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
