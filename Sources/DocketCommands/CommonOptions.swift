import ArgumentParser

/// The options of every command, as typed.
struct CommonOptions: ParsableArguments {
  /// When to colour.
  enum Color: String, ExpressibleByArgument, CaseIterable {
    /// On terminals that support colours, always, or never.
    case auto, always, never
  }

  @Option(help: ArgumentHelp("The folder with the records.", valueName: "dir"), completion: .directory)
  var content: String?

  @Option(
    help: ArgumentHelp("The folder with the site's own themes.", valueName: "dir"), completion: .directory)
  var themes: String?

  @Option(help: ArgumentHelp("The theme, instead of the one that site.yml names.", valueName: "name"))
  var theme: String?

  @Option(help: ArgumentHelp("The language of pages, instead of the one in site.yml.", valueName: "tag"))
  var language: String?

  @Option(
    help: ArgumentHelp("The day that today() is, as YYYY-MM-DD.", valueName: "date"))
  var today: String?

  @Flag(help: "Include drafts everywhere, in totals too.")
  var drafts = false

  @Flag(help: "Make warnings errors.")
  var strict = false

  @Option(help: ArgumentHelp("When to colour: auto, always or never.", valueName: "when"))
  var color: Color = .auto

  @Flag(name: .shortAndLong, help: "Print nothing but diagnostics and what was asked for.")
  var quiet = false

  @Flag(name: .shortAndLong, help: "Report each stage and the time it takes.")
  var verbose = false

  func validate() throws {
    for (option, value) in [
      ("content", content), ("themes", themes), ("theme", theme), ("language", language),
    ] where value?.isEmpty ?? false {
      throw ValidationError("--\(option) has an empty name")
    }
  }
}
