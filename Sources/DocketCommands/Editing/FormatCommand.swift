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
      comments and bodies stay.

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
    let session = try await EditSession(options)
    let edit = try session.editor.format(paths)
    guard check else {
      try await session.make(edit, wholeSite: false)
      return
    }
    for change in edit.changes {
      try session.console.write("\(session.settings.content)/\(change.path)\n", to: .output)
    }
    if !edit.changes.isEmpty { throw ExitCode(1) }
  }
}

extension Editor {
  /// Writes the front matter of records in its one form.
  /// - Parameter paths: files and folders, as they are typed or below Content; all records if there are none.
  fileprivate func format(_ paths: [String]) throws -> Edit {
    var edit = Edit()
    let wanted = Set(paths.map(Self.plain))
    var found = Set<String>()
    let graph = book.graph
    for (index, entity) in graph.model.entities.enumerated() where entity.owner == nil {
      var rows: [String: [String]] = [:]
      for list in entity.relationships where list.origin == .owned {
        rows[list.name] = EntityKeys(graph.model.entities[list.destination]).names
      }
      let formatter = FrontMatterFormatter(order: EntityKeys(entity).names, rows: rows)
      for row in graph.rows(of: index, includingSubentities: false) {
        let file = graph.file(of: row, in: entity.table)
        if !wanted.isEmpty {
          let matching = [file.source.path, String(file.path)].flatMap(Self.folders).filter(wanted.contains)
          guard !matching.isEmpty else { continue }
          found.formUnion(matching)
        }
        guard let bytes = formatter.formatted(file.source), bytes != file.source.bytes else { continue }
        edit.put(bytes, at: String(file.path), before: file.source.bytes)
        edit.lines.append(.init(file.source.path, "formatted"))
      }
    }
    if let path = paths.first(where: { !found.contains(Self.plain($0)) }) {
      throw ValidationError("there is no record at '\(path)'")
    }
    return edit
  }

  /// A path without a `./` before it or a `/` after it.
  private static func plain(_ path: String) -> String {
    let path = path.hasSuffix("/") ? String(path.dropLast()) : path
    return path.path(below: ".") ?? path
  }

  /// A path and the folders above it.
  private static func folders(_ path: String) -> [String] {
    Array(sequence(first: plain(path)) { $0.parentFolder.isEmpty ? nil : String($0.parentFolder) })
  }
}
