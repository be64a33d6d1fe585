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
    let console = Console(color: settings.color)
    let loaded = try await settings.loadedModel(console)
    guard !folder.isEmpty else { throw ValidationError("an export needs the name of a folder") }
    if FileSystem.kind(of: folder) != .folder { _ = try FileSystem.makeFolder(folder) }
    let mark = Array("\"$comment\": \"\(EntitySchema.mark)\"".utf8)
    for entity in loaded.model.entities where entity.folder != nil && !entity.isAbstract {
      let schema = EntitySchema(entity, of: loaded.model)
      let path = folder + (folder.hasSuffix("/") ? "" : "/") + schema.fileName
      let file = try ExportFile(path, outside: settings.content) { $0.firstRange(of: mark) != nil }
      try file.write(schema.bytes)
      if !settings.isQuiet { try console.write("\(path): \(entity.name)\n", to: .output) }
    }
  }
}
