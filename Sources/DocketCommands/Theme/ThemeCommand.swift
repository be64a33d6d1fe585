import ArgumentParser
import Diagnostics
import FileSystem
import Site

/// `docket theme`
struct ThemeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "theme", abstract: "Start a theme, and list what its templates see.",
    discussion: """
      A theme is a folder in 'Themes' beside Content. What it does not have is taken from its parent, so that it holds \
      only what it changes.

        docket theme new shop                            a child of the default one
        docket theme copy entities/Order --theme shop    a file of it, to change
        docket theme names entities/Order                what the template sees

      \(Reference.themes)
      """,
    subcommands: [NewThemeCommand.self, NamesOfThemeCommand.self, CopyThemeFileCommand.self])
}

/// `docket theme new`
struct NewThemeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "new", abstract: "Start a theme: a child of the default one.",
    discussion: """
      It has the files that most themes change first: what goes into the head of each page, the logo, and the colours. \
      'theme: NAME' in site.yml selects it.
      """)

  @Argument(help: ArgumentHelp("The name of the theme, and of its folder in Themes.", valueName: "name"))
  var name: String

  @OptionGroup var options: CommonOptions

  func run() async throws {
    let settings = try Settings.recovered(options)
    guard let first = name.first, first.isLetter || first.isNumber,
      name.allSatisfy({ $0.isLetter || $0.isNumber || "-_.".contains($0) }), name.utf8.count <= 200
    else {
      throw ValidationError(
        "'\(name)' is not a theme name: letters, digits, '-', '_' and '.', and a letter or digit first")
    }
    guard name != Theme.builtInName else {
      throw ValidationError("'\(name)' is the theme inside docket; give yours another name")
    }
    let folder = settings.themes + "/" + name
    let kind = FileSystem.kind(of: folder)
    let isEmpty = kind == .folder && (try? FileSystem.entries(of: folder))?.isEmpty == true
    guard kind == nil || isEmpty || NewFiles.isUnfinished(folder) else {
      throw ValidationError("'\(folder)' exists already; 'docket theme copy FILE' adds to it")
    }
    try NewFiles.write(StarterTheme.files.map { ($0.path, Array($0.text.description.utf8)) }, to: folder)
    try settings.say(
      "\(StarterTheme.files.count) files in '\(folder)'; next: 'theme: \(name)' in \(settings.content)/site.yml, "
        + "or docket build --theme \(name)")
  }
}

/// `docket theme copy`
struct CopyThemeFileCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "copy", abstract: "Copy a file of the parent theme into the site's own, to change it.",
    discussion: """
      The site's own theme is the one that site.yml names, or --theme; the file is that of its nearest parent that has it, \
      or of the default theme. A file that is there already is never overwritten. '.mustache' may be left out: docket theme copy entities/Order
      """)

  @Argument(
    help: ArgumentHelp(
      "The file, by its path in the theme: entities/Order, assets/docket.css.", valueName: "file"),
    completion: .list(Theme.builtInPaths))
  var file: String

  @OptionGroup var options: CommonOptions

  func run() async throws {
    let settings = try Settings.recovered(options)
    let (theme, _) = try await settings.themeInForce()
    guard
      theme.name != Theme.builtInName || FileSystem.kind(of: settings.themes + "/" + theme.name) == .folder
    else {
      throw ValidationError(
        "the site uses the theme inside docket; start your own with 'docket theme new NAME' and put 'theme: NAME' "
          + "in \(settings.content)/site.yml, or name one with --theme")
    }
    let paths = Set(Theme.builtInPaths + theme.paths).sorted()
    guard let path = [file, file + ".mustache"].first(where: paths.contains),
      let bytes = try theme.file(path) ?? Theme.builtInFile(path)
    else {
      let names = paths.flatMap { $0.hasSuffix(".mustache") ? [$0, String($0.dropLast(9))] : [$0] }
      let last = file.fileName.lowercased()
      // A name without a folder, such as `Order`, means the only file with that name.
      let suggested =
        nearestName(to: file, among: names)
        ?? names.first { $0.fileName.lowercased() == last }
      throw ValidationError(
        "no parent of the theme has a file '\(file)'"
          + suggestion(suggested, else: "; they have \(paths.joined(separator: ", "))"))
    }
    let folder = settings.themes + "/" + theme.name
    guard FileSystem.kind(of: folder) == .folder else {
      let own = (try? FileSystem.entries(of: settings.themes).map(\.name)) ?? []
      throw ValidationError(
        "there is no theme '\(theme.name)' in '\(settings.themes)'\(suggestion(nearestName(to: theme.name, among: own)))"
      )
    }
    let target = folder + "/" + path
    guard FileSystem.kind(of: target) == nil else {
      throw ValidationError("'\(target)' exists already, and is not overwritten")
    }
    try NewFiles.write(path, bytes, to: folder)
    try settings.say("'\(target)' is yours to change")
  }
}

/// `docket theme names`
struct NamesOfThemeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "names", abstract: "Print every name that a template sees, with its type.",
    discussion: """
      Without a template it prints what every page sees, and lists the templates. Names come from the model in force, \
      the theme's words and the params of site.yml, as they are now.
      """)

  @Argument(
    help: ArgumentHelp(
      "The template, by its path in the theme: home, entities/Order.", valueName: "template"),
    completion: Completions.words {
      Theme.builtInPaths.filter {
        $0.hasSuffix(".mustache") && !$0.hasPrefix("partials/") && $0 != "layout.mustache"
      }
      .map { String($0.dropLast(9)) }
    })
  var template: String?

  @OptionGroup var options: CommonOptions

  func run() async throws {
    let settings = try Settings.recovered(options)
    let console = settings.console
    let names = try await settings.templateNames()
    var name = template ?? "page"
    if name.hasSuffix(".mustache") { name.removeLast(9) }
    do {
      var text = try names.text(for: name)
      if template == nil {
        text += "\n'docket theme names TEMPLATE' for one of these:\n"
        for template in names.templates { text += "  \(template)\n" }
      }
      try console.write(text, to: .output)
    } catch TemplateNames.LookupError.seesWhatItsCallerSees {
      throw ValidationError(
        "'\(name)' sees what the template that calls it sees; ask for that, as in 'docket theme names page'")
    } catch TemplateNames.LookupError.unknown(let suggestedName) {
      throw ValidationError(
        "docket looks for no template '\(name)'"
          + suggestion(
            suggestedName, else: "; it looks for \(names.templates.joined(separator: ", "))"))
    }
  }
}
