import Diagnostics
import Records

/// The columns of a file as they are found.
struct ColumnTable {
  let importer: Importer
  let entity: Int
  /// The columns of the file; nil if there is no file yet.
  let header: [CSVFile.Field]?
  private(set) var columns: [Importer.Column] = []
  private(set) var diagnostics: [Diagnostic] = []
  /// The columns of the file that the mapping reads, or leaves out.
  private var used: Set<Int> = []
  /// Those among them that are only a part of an id, and are values as well.
  private var parts: Set<Int> = []
  /// Where each key has its column.
  private var places: [String: SourceRange] = [:]
  private var leftOut: [CSVFile.Field] = []
  /// The columns that the mapping leaves out: `--map COLUMN=`.
  private var leftOutColumns: Set<Int> = []

  init(importer: Importer, entity: Int, header: [CSVFile.Field]?) {
    (self.importer, self.entity, self.header) = (importer, entity, header)
  }

  private mutating func add(_ column: Importer.Column, at place: SourceRange) {
    if let key = column.target.key, let first = places.updateValue(place, forKey: key) {
      diagnostics.append(
        Diagnostic(
          .duplicateKey, at: place, "the key '\(key)' has a second column",
          notes: [.init("it has one here", at: first)]))
    }
    columns.append(column)
  }

  /// What a key of the mapping refers to; reports an unknown one.
  private mutating func target(_ key: SourceText) -> Importer.Target? {
    let target = importer.target(key.text, of: entity)
    if target == nil { diagnostics.append(importer.unknown(key, entity, isMapped: true)) }
    return target
  }

  /// Adds a key of the mapping, or leaves out the columns that it gives to no key.
  mutating func add(template source: SourceText, for key: SourceText) {
    guard
      let template = ImportTemplate(source, columns: header?.map { $0.text.trimmingBlanks() }, &diagnostics)
    else { return }
    guard !key.text.isEmpty else {
      leftOutColumns.formUnion(template.columns)
      return used.formUnion(template.columns)
    }
    guard let target = target(key) else { return }
    used.formUnion(template.columns)
    if case .id = target, !template.isColumn { parts.formUnion(template.columns) }
    var finder: IDFinder?
    if template.finds ?? true {
      guard let made = idFinder(for: target, template, source) else { return }
      finder = made
    }
    add(.init(target: target, template: template, finder: finder), at: key.range)
  }

  /// The finder of a template with `|find`; nil if there is an error.
  private mutating func idFinder(
    for target: Importer.Target, _ template: ImportTemplate, _ source: SourceText
  ) -> IDFinder? {
    func refuse(_ summary: String) -> IDFinder? {
      diagnostics.append(Diagnostic(.wrongShape, at: source.range, summary))
      return nil
    }
    guard case .owner = target, let owner = importer.editor.model.entities[entity].owner else {
      return refuse("|find is for the record that a row or payment belongs to, such as 'order'")
    }
    guard template.finds != nil else { return refuse("a column with |find stands alone: '{Reference|find}'") }
    let declared = importer.editor.model.entities[owner.entity]
    let finder = IDFinder(of: declared.table, in: importer.graph)
    guard finder.hasFindableIDs || importer.graph.tables[declared.table].count == 0 else {
      return refuse(
        "no id of \(declared.name) can be told from other words; |find takes those of 4 characters or more with a digit"
      )
    }
    return finder
  }

  /// Adds a key that has the same value in every line.
  mutating func add(constant value: SourceText, for key: SourceText) {
    guard let target = target(key) else { return }
    let column = Importer.Column(target: target, constant: value)
    if let error = importer.reader(of: column).error(in: value, of: target, entity),
      header != nil || !importer.isHidden(value.text)
    {
      diagnostics.append(error)
    }
    add(column, at: key.range)
  }

  /// Adds a column by its name, unless the mapping reads it as a whole.
  mutating func add(header index: Int) {
    let isPart = parts.contains(index) && !leftOutColumns.contains(index)
    guard let header, !used.contains(index) || isPart else { return }
    let field = header[index]
    let name = field.text.trimmingBlanks()
    let target = importer.target(name, of: entity)
    if isPart, target?.key.map({ places[$0] != nil }) ?? true { return }
    // The mapping makes this key from other columns, so a column with the key's name is ignored.
    let isMade = importer.mapping.isWritten && target?.key.map { places[$0] != nil } ?? false
    if let target, !isMade {
      add(.init(target: target, template: ImportTemplate(column: index)), at: field.range)
    } else if isSkipped(name) {
      // It says which lines are left out.
      return
    } else if importer.mapping.keys.isEmpty {
      refuse(field)
    } else {
      leftOut.append(field)
    }
  }

  private mutating func refuse(_ field: CSVFile.Field) {
    let name = SourceText(
      text: field.text.trimmingBlanks(), file: field.range.file, start: field.range.bytes.lowerBound)
    diagnostics.append(importer.unknown(name, entity))
  }

  /// Reports columns that are left out and have the names of rows' keys, if no other column is of rows: orders would
  /// have none.
  mutating func refuseColumnsOfRows() {
    let hasRows = columns.contains { if case .row = $0.target { true } else { false } }
    guard !hasRows, !importer.mapping.isWritten else { return }
    let ofRows = leftOut.filter { importer.rowKey($0.text.trimmingBlanks(), of: entity) != nil }
    for field in ofRows { refuse(field) }
    if !ofRows.isEmpty { leftOut = [] }
  }

  /// Whether a column, or one of several with its name, says which lines are left out.
  private func isSkipped(_ name: String) -> Bool {
    importer.mapping.skips.contains { $0.column.text == name || $0.column.text.hasPrefix(name + "#") }
  }

  /// The warning of columns that become no key. A mapping in a file leaves out other columns on purpose.
  var leftOutWarning: Diagnostic? {
    guard let first = leftOut.first, !importer.mapping.isWritten else { return nil }
    let names = leftOut.map { "'\($0.text.trimmingBlanks())'" }.joined(separator: ", ")
    return Diagnostic(
      .unknownKey, .warning, at: first.range,
      "left out, because no key has that name and no '--map COLUMN=KEY' maps it: \(names)")
  }
}
