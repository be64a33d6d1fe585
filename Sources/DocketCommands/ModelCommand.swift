import ArgumentParser
import Content
import Exports

/// `docket model`
struct ModelCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "model", abstract: "Print the model in force.",
    discussion: """
      The model is the built-in one with what Content/model.yml adds, changes and removes. Only site.yml and \
      model.yml are read, so it prints also where records have errors.

        docket model                       to read
        docket model --format yaml         a model.yml that needs no other
        docket model --graph > model.svg   a diagram: a single arrow leads to one
                                           record, a double one to many

      \(Reference.model)
      """)

  /// The output format of the model.
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case text, yaml, json
  }

  @Option(help: ArgumentHelp("How to print: text, yaml or json.", valueName: "format"))
  var format: Format?

  @Flag(help: "Print a diagram of entities, attributes and relationships as SVG.")
  var graph = false

  @OptionGroup var revision: RevisionOption

  @OptionGroup var options: CommonOptions

  func validate() throws {
    if graph, format != nil { throw ValidationError("--graph and --format exclude each other") }
  }

  func run() async throws {
    let settings = try Settings.recovered(options, at: revision)
    let console = settings.console
    let loaded = try await settings.loadedModel()
    if graph {
      return try console.write(
        ModelDiagram(loaded.model).svg(title: loaded.settings.title, isStandalone: true), to: .output)
    }
    let outline = ModelOutline(loaded.model)
    switch format ?? .text {
    case .text: try console.write(outline.text, to: .output)
    case .yaml: try console.write(outline.yaml, to: .output)
    case .json: try console.write(outline.json, to: .output)
    }
  }
}
