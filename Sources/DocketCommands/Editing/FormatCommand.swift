import ArgumentParser
import Content
import Diagnostics
import Editing
import FileSystem
import FrontMatter
import Records

/// `docket fmt`
struct FormatCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fmt", abstract: "Write front matter in one form.",
    discussion: """
      Keys go in the model's order, lists are indented by two spaces, and text is quoted where needed. Values, \
      comments and bodies stay. A file that cannot be read is reported as 'docket check' does, and the others are \
      formatted; the exit code is 1.

        docket fmt
        docket fmt Content/orders --check
      """)

  @Argument(
    help: ArgumentHelp("Files and folders; all records if none is given.", valueName: "path"),
    completion: .file())
  var paths: [String] = []

  @Flag(help: "Write nothing; the exit code is 1 if a file is not in that form.")
  var check = false

  @OptionGroup var options: EditOptions

  func run() async throws {
    let session = try await RecordSession(options)
    let (edit, errors) = try session.editor.format(paths)
    try session.settings.console.report(session.settings.ordered(errors), to: .error)
    if check {
      for change in edit.changes {
        try session.settings.console.write("\(session.settings.content)/\(change.path)\n", to: .output)
      }
    } else {
      try await session.make(edit, wholeSite: false)
    }
    if errors.hasErrors { throw ExitCode(of: errors) }
    if check, !edit.changes.isEmpty { throw ExitCode(1) }
  }
}

extension Editor {
  /// Formats the front matter of records.
  /// - Parameter paths: files and folders, as typed or relative to Content; empty for all records.
  /// - Returns: the edit, and the errors of the files that cannot be formatted, which stay unchanged.
  fileprivate func format(_ paths: [String]) throws -> (edit: Edit, errors: [Diagnostic]) {
    var edit = Edit()
    edit.namesFiles = true
    var selection = PathSelection(paths, below: book.root)
    let graph = book.graph
    var unformatted: Set<String> = []
    for (index, entity) in graph.model.entities.enumerated() where entity.owner == nil {
      var rows: [String: [String]] = [:]
      for list in entity.ownedLists {
        rows[list.name] = EntityKeys(graph.model.entities[list.destination]).names
      }
      let formatter = FrontMatterFormatter(order: EntityKeys(entity).names, rows: rows)
      for row in graph.rows(of: index, includingSubentities: false) {
        let file = graph.file(of: row, in: entity.table)
        guard selection.contains(file.source.path) else { continue }
        guard let bytes = formatter.formatted(file.source) else {
          unformatted.insert(file.source.path)
          continue
        }
        guard bytes != file.source.bytes else { continue }
        edit.put(bytes, at: String(file.path), before: file.source.bytes)
        edit.lines.append(.init(file.source.path, "formatted"))
      }
    }
    let errors =
      errorsOfSkipped.filter { selection.contains($0) }
      + book.diagnostics.filter { $0.severity == .error && unformatted.contains($0.range.file.path) }
    if let path = selection.missing { throw ValidationError("there is no record at '\(path)'") }
    return (edit, errors)
  }
}

/// The selected files and folders, and those among them that exist.
private struct PathSelection {
  private let paths: [String]
  private let root: String
  private let named: Set<String>
  private var found: Set<String> = []
  private static let places = ReportPaths(folder: FileSystem.resolved(".") ?? "/", root: "/")

  /// Selects paths, as typed or relative to Content; empty for all.
  /// - Parameter root: the path of Content.
  init(_ paths: [String], below root: String) {
    (self.paths, self.root) = (paths, root)
    named = Set(paths.flatMap { Self.names(of: $0, below: root) })
  }

  /// The first path without any file.
  var missing: String? { paths.first { found.isDisjoint(with: Self.names(of: $0, below: root)) } }

  /// Whether a file or folder is selected.
  mutating func contains(_ path: String) -> Bool {
    guard !paths.isEmpty else { return true }
    let place = Self.places.path(path)
    let matching = ([place] + place.foldersAbove).filter(named.contains)
    found.formUnion(matching)
    return !matching.isEmpty
  }

  /// Whether an error is in a selected file or folder, or in an unreadable folder that contains one.
  mutating func contains(_ error: Diagnostic) -> Bool {
    let path = error.range.file.path
    if contains(path) { return true }
    guard error.id == .unreadableFolder else { return false }
    let hidden = named.filter { $0.path(below: Self.places.path(path)) != nil }
    found.formUnion(hidden)
    return !hidden.isEmpty
  }

  /// The absolute paths, without the first `/`, that a typed path may mean.
  private static func names(of path: String, below root: String) -> [String] {
    guard !path.isEmpty else { return [] }
    return [path, FileSystem.resolved(path), path.hasPrefix("/") ? nil : root + "/" + path]
      .compactMap { $0.map(places.path) }
  }
}
