import ArgumentParser
import Content
import Exports
import FileSystem
import Records

/// `docket export schema`
struct ExportSchemaCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema", abstract: "Write the JSON Schema of each entity's front matter.",
    discussion: """
      Editors that support JSON Schema complete keys and choices with it, and underline what is not allowed. The folder \
      gets a file for each entity with a folder of its own: Order.schema.json. Only site.yml and model.yml are read.

        docket export schema .schemas
      """)

  @Argument(
    help: ArgumentHelp("The folder to write to; it is created if it does not exist.", valueName: "dir"),
    completion: .directory)
  var folder: String

  @OptionGroup var revision: RevisionOption

  @OptionGroup var options: CommonOptions

  func run() async throws {
    let settings = try Settings.recovered(options, at: revision)
    let loaded = try await settings.loadedModel()
    guard !folder.isEmpty else { throw ValidationError("an export needs the name of a folder") }
    let isMade = try FileSystem.kind(of: folder) != .folder && FileSystem.makeFolder(folder)
    let mark = Array("\"$comment\": \"\(EntitySchema.mark)\"".utf8)
    let schemas = loaded.model.entities.filter { $0.folder != nil && !$0.isAbstract }.map { entity in
      EntitySchema(entity, of: loaded.model)
    }
    let paths = schemas.map { folder + (folder.hasSuffix("/") ? "" : "/") + $0.fileName }
    let files = try paths.map { path in
      try ExportFile(path, outside: settings.content) { $0.firstRange(of: mark) != nil }
    }
    do {
      try ExportFile.write(zip(files, schemas).map { ($0, $1.bytes) })
    } catch {
      if isMade { FileSystem.removeFolderIfEmpty(folder) }
      throw error
    }
    for (path, schema) in zip(paths, schemas) {
      try settings.say("\(path): \(schema.entity.name)", to: .output)
    }
  }
}
