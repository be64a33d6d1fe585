import Content
import Diagnostics
import FileSystem
import Records

/// Makes records from the lines of a CSV file.
///
/// A line is a record, or, for an entity whose records are written inside others, a row whose owner's id is
/// in the column named after the owner. Lines with the same id are one record, whose rows are in
/// columns such as `rows.service`. Columns are matched by the names, labels and folders of keys, in English
/// and in the languages of ``LanguageWords``.
package struct Importer: Sendable {
  var editor: Editor
  let mapping: ImportMapping
  /// Whether existing records are updated rather than refused.
  let isUpdate: Bool
  /// Whether lines of existing records are left out rather than refused.
  let isOnlyNew: Bool
  /// The book without drafts, which exports were made of; nil if nothing is compared with it.
  private let published: Editor?
  /// The titles of the records whose ids follow from computed titles, in the order of their lines; nil while they are
  /// unknown.
  var computedTitles: [String?]?

  package init(
    _ editor: Editor, mapping: ImportMapping, isUpdate: Bool, isOnlyNew: Bool = false, published: Book? = nil
  ) {
    var editor = editor
    editor.values.dateFormat = mapping.dateFormat.flatMap {
      DateFormat($0, language: editor.book.settings.language)
    }
    editor.values.hasDecimalComma = mapping.decimal.map { $0 == "," }
    editor.allowsPartsOfTitles = false
    self.editor = editor
    self.published = published.map { book in
      var published = Editor(book, today: editor.today)
      published.values = editor.values
      return published
    }
    self.mapping = mapping
    self.isUpdate = isUpdate
    self.isOnlyNew = isOnlyNew
  }

  var graph: RecordGraph { editor.graph }

  /// The importer that reads a column's values: a constant is written as values are in Content, not as the
  /// file writes days and numbers.
  func reader(of column: Column) -> Importer {
    guard column.constant != nil else { return self }
    var reader = self
    reader.editor = editor.readingAsInContent
    return reader
  }

  /// The meaning of a column.
  enum Target {
    case id
    case key(String, EntityKeys.Kind)
    case row(list: Relationship, key: String, EntityKeys.Kind)
    case owner
    case body
    case computed(String)

    /// The identity that no two columns may share; nil if the column sets nothing.
    var key: String? {
      switch self {
      case .id: "id"
      case .key(let key, _): key
      case .row(let list, let key, _): "\(list.name).\(key)"
      case .owner: "the owner"
      case .body: "body"
      case .computed: nil
      }
    }
  }

  /// A column: the key that it sets, and where its values come from.
  struct Column {
    var target: Target
    /// The template of its values; empty for a constant.
    var template = ImportTemplate()
    /// The value of every line, where the mapping states it; nil to read the line.
    var constant: SourceText?
    /// The records one of which is to be found in the text of a column; nil if the text is the value.
    var finder: IDFinder?

    /// Whether it is a key of the rows of a record on the same line.
    var isOfRow: Bool { if case .row = target { true } else { false } }

    /// Whether its values are unique among the records, so that one says which record is meant.
    var isUnique: Bool {
      if case .key(_, .attribute(let attribute)) = target { attribute.isUnique } else { false }
    }

    /// Whether its values are days.
    var isDate: Bool {
      if case .key(_, .attribute(let attribute)) = target { attribute.type == .date } else { false }
    }

    /// Whether its values determine the currency of a record.
    var isOfCurrencies: Bool {
      switch target {
      case .key(_, .attribute(let attribute)), .row(_, _, .attribute(let attribute)):
        attribute.type == .currency
      default: false
      }
    }
  }

  package struct Result: Sendable {
    package var edit = Edit()
    /// The origin of each changed file.
    var files: [String: FileOrigin] = [:]
    /// The numbers of new and of changed records.
    package var counts = (new: 0, changed: 0)
    /// The number of lines that are left out: by what is in a column, or because their records are there.
    package var skippedCount = 0
    /// The values in the file that are not written because they are computed.
    var computed: [ComputedCell] = []
    /// The ids that were given to records before their computed titles were known.
    var provisionalIDs: [String] = []

    /// Makes a change of one line, which errors of other lines do not prevent: an edit changes nothing more once it
    /// has an error, and every line is to be tried.
    mutating func separately(_ change: (inout Result) -> Void) {
      var diagnostics = edit.diagnostics
      edit.diagnostics = []
      change(&self)
      diagnostics += edit.diagnostics
      edit.diagnostics = diagnostics
    }

    /// Moves diagnostics of the edited files to the fields of the CSV file that they come from.
    package func located(_ diagnostics: [Diagnostic], root: String) -> [Diagnostic] {
      diagnostics.map { diagnostic in
        guard let origin = diagnostic.range.file.path.path(below: root).flatMap({ files[$0] }) else {
          return diagnostic
        }
        let located = origin.located(diagnostic)
        guard located.id == .invalidDate, located.range.file.path != diagnostic.range.file.path,
          let note = Importer.noteOfDay(diagnostic.range.text)
        else { return located }
        return Diagnostic(
          located.id, located.severity, at: located.range, located.summary,
          notes: [.init(note)] + located.notes)
      }
    }
  }

  /// How a text is a day although it has not the form of one; nil if it is none.
  private static func noteOfDay(_ text: String) -> String? {
    let forms = DateFormat.forms(of: text)
    guard forms.isEmpty else {
      return forms.map { $0.contains(" ") ? "--date '\($0)'" : "--date \($0)" }.joined(separator: " or ")
        + " says how the file writes days"
    }
    return noteOfSerialDay(text)
  }

  /// The day that a number means which a spreadsheet wrote for one; nil if it is none.
  static func noteOfSerialDay(_ text: String) -> String? {
    // Spreadsheets count days from 1899-12-30; these are of the years 1954 to 2119.
    guard text.utf8.count == 5, let days = Int(text), (20_000..<80_000).contains(days),
      let day = CivilDate(year: 1899, month: 12, day: 30)?.adding(days: days)
    else { return nil }
    return "a spreadsheet counts \(day) so; give the column the format of a date before you save it as CSV"
  }

  /// A value in a line that is not written because it follows from others.
  struct ComputedCell: Sendable {
    /// The record, by its table and id.
    let table: Int
    let id: String
    let key: String
    let value: SourceText
    /// Whether it was left out because it equals the current value.
    let isSame: Bool
  }

  /// The computed values that will differ from the file: an error for each value that was left out because it
  /// was equal and that other changes then affect; one warning for each key that is always computed, because
  /// a file may contain only some of the records.
  /// - Parameters:
  ///   - result: the result of the import.
  ///   - book: the book after the import.
  package func differences(of result: Result, in book: Book) -> [Diagnostic] {
    var after = self
    after.editor = Editor(book, today: editor.today)
    after.editor.values = editor.values
    // What follows from a value with an error is unknown.
    let invalid = Set(book.diagnostics.lazy.filter { $0.severity == .error }.map(\.range.file.path))
    var errors: [Diagnostic] = []
    var first: [String: (diagnostic: Diagnostic, count: Int)] = [:]
    for cell in result.computed {
      guard let row = book.graph.row(withID: cell.id, in: cell.table) else { continue }
      let record = RecordHandle(table: cell.table, row: row)
      guard invalid.isEmpty || !invalid.contains(book.graph.file(of: record).source.path) else { continue }
      // `$5` of a new order in dollars is certain, whatever other currencies the book has.
      after.editor.values.currencies = [after.editor.currency(of: record)]
      guard let current = after.current(cell.key, of: record),
        !after.isSame(cell.value.text, cell.key, of: record)
      else { continue }
      if cell.isSame {
        errors.append(
          Diagnostic(
            .computedValue, at: cell.value.range,
            "'\(cell.key)' follows from what changes and will be '\(current)', not '\(cell.value.text)'; "
              + "leave the field empty, or say what it is to be"))
        continue
      }
      let diagnostic = Diagnostic(
        .computedValue, .warning, at: cell.value.range,
        "'\(cell.key)' is computed and not taken from the file; it is '\(current)', not '\(cell.value.text)'"
      )
      first[cell.key, default: (diagnostic, 0)].count += 1
    }
    return errors
      + first.sorted { $0.key < $1.key }.map { _, found in
        let more = found.count > 1 ? [Diagnostic.Note("so it is in \(found.count) records")] : []
        return Diagnostic(
          found.diagnostic.id, .warning, at: found.diagnostic.range, found.diagnostic.summary, notes: more)
      }
  }

  /// Whether a text equals a key's value when drafts are excluded, as in exports.
  func isPublished(_ text: String, _ key: String, of record: RecordHandle) -> Bool {
    var other = self
    guard let published, let row = published.graph.row(withID: graph.id(of: record), in: record.table) else {
      return false
    }
    other.editor = published
    return other.isSame(text, key, of: RecordHandle(table: record.table, row: row))
  }

  /// Makes the edit for the lines of a file. If ids follow from computed titles (`last + ', ' + first`), the book is
  /// first read with the records under provisional ids, to learn these titles.
  /// - Parameters:
  ///   - file: the file with its original bytes.
  ///   - workspace: reads the book.
  package func edit(of file: SourceFile, in workspace: some EditReader) async -> Result {
    let result = edit(of: file)
    guard !result.provisionalIDs.isEmpty, !result.edit.diagnostics.hasErrors,
      let entity = mapping.entity.flatMap({ editor.model.entity(called: $0.text) })
    else { return result }
    let lookup = RecordLookup(await workspace.book(after: result.edit), today: editor.today)
    var importer = self
    importer.computedTitles = result.provisionalIDs.map { lookup.title(ofRecordWithID: $0, of: entity) }
    return importer.edit(of: file)
  }

  /// Makes the edit for the lines of a file.
  /// - Parameter file: the file with its original bytes.
  package func edit(of file: SourceFile) -> Result {
    var result = Result()
    // A ZIP archive.
    guard !file.bytes.starts(with: [0x50, 0x4B, 0x03, 0x04]) else {
      result.edit.refuse(.wrongShape, at: file[0..<0], "the file is a workbook; save it as CSV")
      return result
    }
    guard let encoding = mapping.encoding.map({ TextEncoding(named: $0) }) ?? .utf8 else {
      result.edit.refuse(
        .notUTF8, at: file[0..<0],
        "unknown encoding '\(mapping.encoding ?? "")'; known are "
          + TextEncoding.allCases.map(\.rawValue).joined(separator: ", "))
      return result
    }
    guard let decoded = result.edit.take(encoding.decoded(file)) else { return result }
    let delimiter = mapping.delimiter.flatMap(CSVFile.delimiter) ?? UInt8(ascii: ",")
    let named = mapping.keys.filter { !$0.key.text.isEmpty }.flatMap {
      ImportTemplate.columnNames(in: $0.template.text)
    }
    let (csv, diagnostics) = CSVFile.read(
      decoded, delimiter: delimiter, naming: named + mapping.skips.map(\.column.text), skipping: mapping.skips
    )
    result.edit.diagnostics += diagnostics
    let source = mapping.entity ?? SourceText("", name: "--as")
    result.skippedCount = csv?.skippedCount ?? 0
    guard let csv, let entity = entity(source, &result.edit),
      let columns = columns(of: csv, entity, &result.edit)
    else { return result }
    result.edit.diagnostics += roundedNumbers(in: csv, columns)
    guard !result.edit.diagnostics.hasErrors else { return result }
    var importer = self
    // A row with a currency of its own determines the currency of its amounts.
    let isOfRows = editor.model.entities[entity].owner != nil
    if columns.contains(where: { $0.isOfCurrencies && (isOfRows || $0.isOfRow) }) {
      importer.editor.values.currencies = []
    }
    if editor.model.entities[entity].owner != nil {
      importer.addRows(csv, columns, of: entity, &result)
    } else {
      importer.addRecords(csv, columns, of: entity, &result)
    }
    return result
  }

  func entity(_ source: SourceText, _ edit: inout Edit) -> Int? {
    if let inside = editor.model.entity(called: source.text), editor.model.entities[inside].owner != nil {
      return inside
    }
    return editor.entity(named: source, &edit)
  }
}

extension [Importer.Column] {
  /// The keys of the records that the columns give.
  var keyNames: Set<String> {
    Set(compactMap { if case .key(let key, _) = $0.target { key } else { nil } })
  }

  /// The keys of the rows on the same lines.
  var rowKeyNames: Set<String> {
    Set(compactMap { if case .row(_, let key, _) = $0.target { key } else { nil } })
  }

  /// The column of ids.
  var id: Importer.Column? { first { if case .id = $0.target { true } else { false } } }

  /// The column of the ids of rows' owners.
  var owner: Importer.Column? { first { if case .owner = $0.target { true } else { false } } }

  /// The column of rows' places in their lists.
  var position: Importer.Column? {
    first { if case .computed("position") = $0.target { true } else { false } }
  }

  /// The column of bodies; the last one wins.
  var body: Importer.Column? { last { if case .body = $0.target { true } else { false } } }
}
