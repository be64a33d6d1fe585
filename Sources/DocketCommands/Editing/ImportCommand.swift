import ArgumentParser
import Content
import Diagnostics
import Editing
import FileSystem

/// `docket import`
struct ImportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import", abstract: "Make records from a CSV file.",
    discussion: """
      A line is a record, or a row of one. Columns are known by the names and labels of keys; --map says what others \
      are, and Content/imports/NAME.yml, used with --with NAME, says it once and for all. All lines are imported, or none.

        docket import customers.csv --as Customer --map 'Firma=name'
        docket import orders.csv --as Order --decimal , --date dd.MM.yyyy
        docket query Order --format csv > orders.csv
        docket import orders.csv --as Order --update

      \(Reference.importing)
      """)

  @Argument(help: ArgumentHelp("The CSV file.", valueName: "file"), completion: .file(extensions: ["csv"]))
  var file: String

  @Option(
    name: .customLong("as"), help: ArgumentHelp("The entity.", valueName: "entity"),
    completion: Completions.entities)
  var entity: String?

  @Option(
    name: .customLong("with"), help: ArgumentHelp("The mapping Content/imports/NAME.yml.", valueName: "name"),
    completion: Completions.mappings)
  var mapping: String?

  @Option(
    name: .customLong("map"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp("What a column is; without a key it is left out.", valueName: "column=key"))
  var maps: [String] = []

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The field separator, or tab.", valueName: "character"))
  var delimiter: String?

  @Option(help: ArgumentHelp("The decimal mark: . or ,", valueName: "mark"))
  var decimal: String?

  @Option(
    help: ArgumentHelp(
      "How days are written, such as dd.MM.yyyy, 'd MMM yyyy' (3 Nov 2026) or 'M/d/yy h:mm a'.",
      valueName: "format"))
  var date: String?

  @Option(help: ArgumentHelp("utf-8, utf-16, latin-1 or windows-1252.", valueName: "name"))
  var encoding: String?

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp("Leave out lines whose column is the text, or * in part.", valueName: "column=text"))
  var skip: [String] = []

  @Flag(help: "Update existing records where cells differ.")
  var update = false

  @Flag(help: "Add new records, and leave existing ones as they are.")
  var onlyNew = false

  @OptionGroup var options: EditOptions

  func validate() throws {
    if entity == nil, mapping == nil {
      throw ValidationError("say what the lines are: --as Order, or --with NAME")
    }
    if let date, DateFormat(date) == nil {
      throw ValidationError(
        "--date is a form such as dd.MM.yyyy, M/d/yy, d MMM yyyy (3 Nov 2026) or yyyy-MM-dd HH:mm:ss, not '\(date)'"
      )
    }
    if let decimal, ![".", ","].contains(decimal) { throw ValidationError("--decimal is . or ,") }
    if let delimiter, CSVFile.delimiter(delimiter) == nil {
      throw ValidationError("--delimiter is one character, or tab")
    }
    for map in maps where !map.contains("=") {
      throw ValidationError("'\(map)' is not COLUMN=KEY")
    }
    for skip in skip where !skip.contains("=") {
      throw ValidationError("'\(skip)' is not COLUMN=TEXT")
    }
    if update, onlyNew {
      throw ValidationError("--update changes existing records, and --only-new leaves them")
    }
  }

  func run() async throws {
    // The file may be a pipe from a command that reads the book, or from a person who types.
    let input = Result { () throws(EnvironmentFailure) in
      try FileSystem.read(file, limit: Self.maximumSize, waits: true)
    }
    let session = try await RecordSession(options)
    var mapping = ImportMapping()
    if let name = self.mapping {
      mapping = try Self.mapping(name, session)
    }
    if let entity { mapping.entity = SourceText(entity, name: "--as") }
    for map in maps {
      let source = SourceText(map, name: "--map")
      let mark = map.utf8.distance(from: map.startIndex, to: map.lastIndex(of: "=") ?? map.endIndex)
      mapping.keys.append((source[mark + 1..<map.utf8.count], source[0..<mark]))
    }
    for skip in skip {
      let source = SourceText(skip, name: "--skip")
      let mark = skip.utf8.distance(from: skip.startIndex, to: skip.firstIndex(of: "=") ?? skip.endIndex)
      mapping.skips.append((source[0..<mark], source[mark + 1..<skip.utf8.count]))
    }
    // Files are assumed to be in the site's own dialect, so that docket's exports can be imported unchanged.
    try session.refuse(session.editor.book.settings.errorsOfCSV)
    let dialect = session.editor.book.settings.csv
    let sites = dialect == CSVDialect() ? (delimiter: nil, decimal: nil) : dialect.texts
    mapping.delimiter = delimiter ?? mapping.delimiter ?? sites.delimiter
    mapping.decimal = decimal ?? mapping.decimal ?? sites.decimal
    mapping.dateFormat = date ?? mapping.dateFormat
    mapping.encoding = encoding ?? mapping.encoding
    let bytes = try input.get()
    guard bytes.count <= Self.maximumSize else {
      throw ValidationError("'\(file)' has more than 256 MiB, the maximum; split it")
    }
    let csv = SourceFile(path: file, bytes: bytes)
    let published = await session.workspace.published(session.editor.book)
    let importer = Importer(
      session.editor, mapping: mapping, isUpdate: update, isOnlyNew: onlyNew, published: published)
    let result = await importer.edit(of: csv, in: session.workspace)
    let (new, changed) = result.counts
    var edit = result.edit
    let skipped = result.skippedCount > 0 ? ", \(result.skippedCount) skipped" : ""
    edit.lines = [.init(file, "\(new) new, \(changed) changed\(skipped)")]
    if edit.changes.isEmpty { edit.diagnostics += importer.differences(of: result, in: session.editor.book) }
    let root = session.settings.content
    if edit.diagnostics.hasErrors {
      let further = await session.workspace.validate(edit, of: session.editor.book, wholeSite: false)
      edit.diagnostics += Self.errors(
        result.located(further, root: root), besides: edit.diagnostics, in: csv)
    }
    try await session.make(edit, wholeSite: true, locating: { result.located($0, root: root) }) {
      importer.differences(of: result, in: $0)
    }
  }
}

extension ImportCommand {
  /// The maximum size of a CSV file, in bytes.
  private static let maximumSize = 256 << 20

  /// The errors at places of a file of which none is reported yet. A record may be missing to which others refer, because
  /// its line has an error; if the mapping or the header has one, all may be missing.
  private static func errors(
    _ found: [Diagnostic], besides reported: [Diagnostic], in csv: SourceFile
  ) -> [Diagnostic] {
    func line(of range: SourceRange) -> Int { range.file.lineRange(at: range.bytes.lowerBound).lowerBound }
    let errors = reported.filter { $0.severity == .error }.map(\.range)
    guard errors.allSatisfy({ $0.file.path == csv.path && line(of: $0) != csv.textStart }) else { return [] }
    // A price may be missing because its service is unknown.
    let lines = Set(errors.map(line))
    return found.filter { new in
      new.severity == .error && new.id != .unknownReference && new.range.file.path == csv.path
        && !(new.id == .missingValue && lines.contains(line(of: new.range)))
        && !errors.contains {
          $0.bytes.overlaps(new.range.bytes) || $0.bytes.lowerBound == new.range.bytes.lowerBound
        }
    }
  }

  /// The names of the mappings in a Content folder.
  static func mappings(of content: String) -> [String] {
    let names = ((try? FileSystem.entries(of: content + "/imports")) ?? []).map(\.name)
    return names.filter { $0.hasSuffix(".yml") }.map { String($0.dropLast(4)) }.sorted()
  }

  private static func mapping(_ name: String, _ session: RecordSession) throws -> ImportMapping {
    let content = session.settings.content
    let name = name.hasSuffix(".yml") ? String(name.dropLast(4)) : name
    let path = "\(content)/imports/\(name).yml"
    guard FileSystem.kind(of: path) != nil else {
      let nearest = nearestName(to: name, among: mappings(of: content))
      let source = SourceText(name, name: "--with")
      try session.refuse([
        Diagnostic(
          .unknownReference, at: source.range, "there is no mapping '\(path)'\(suggestion(nearest))")
      ])
      return ImportMapping()
    }
    let (mapping, diagnostics) = ImportMapping.read(SourceFile(path: path, bytes: try FileSystem.read(path)))
    try session.refuse(diagnostics)
    return mapping
  }
}

extension CSVDialect {
  /// The delimiter and the decimal mark in the form of the options.
  fileprivate var texts: (delimiter: String?, decimal: String?) {
    (String(Unicode.Scalar(delimiter)), String(Unicode.Scalar(decimalMark)))
  }
}
