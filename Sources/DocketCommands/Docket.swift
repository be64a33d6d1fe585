import ArgumentParser
import Diagnostics
import Dispatch
import FileSystem

/// The `docket` command.
struct Docket: AsyncParsableCommand {
  /// The version of the program.
  static let versionNumber = "0.1.0"

  static let configuration = CommandConfiguration(
    commandName: "docket",
    abstract: "Makes a browsable site of order records kept as text.",
    discussion: """
      Customers, services and orders are Markdown files with YAML front matter in a folder 'Content'. docket checks \
      and links them and renders a site to 'Site' beside it. Commands use the nearest Content upwards from where \
      they run.

      Exit codes: 0 done; 1 the content, the theme, the model or the query has errors; 64 wrong usage; 70 the \
      environment failed, such as a full disk or a file that cannot be read. An edit that ends with 70 has \
      changed nothing, unless it says that the change is made and only the report is missing.
      """,
    version: "docket \(versionNumber)",
    subcommands: [
      InitCommand.self, BuildCommand.self, ServeCommand.self, CheckCommand.self, QueryCommand.self,
      DiffCommand.self, LogCommand.self, BlameCommand.self, ExportCommand.self,
      CloseCommand.self, ReopenCommand.self,
      ModelCommand.self, ThemeCommand.self,
      NewCommand.self, SetCommand.self, AddCommand.self, RemoveCommand.self,
      RenameCommand.self, DeleteCommand.self, ImportCommand.self, FormatCommand.self, ShowCommand.self,
    ])
}

/// Runs the command line of this process and ends it with the command's exit code.
///
/// This is not an asynchronous main function: the runtime's threads open files, and silently end the process
/// if they cannot, so the check must come before the first of them.
package func startDocket() -> Never {
  AddressSpaceLimit.reportWhenReached()
  do {
    try DescriptorLimit.checkAreFree()
  } catch {
    try? Console(color: .auto).write("docket: \(error)\n", to: .error)
    Docket.exit(withError: ExitCode(70))
  }
  Task {
    await runDocket()
    Docket.exit()
  }
  dispatchMain()
}

private func runDocket() async {
  do {
    let arguments = Array(CommandLine.arguments.dropFirst())
    if let name = repeatedOption(arguments) {
      throw ValidationError(
        "\(name) is given twice, and only one would count"
          + (name == "--where" ? "; join the conditions with AND" : ""))
    }
    if let text = textWithDash(arguments) {
      throw ValidationError("'\(text)' begins with a dash; write '--' before it")
    }
    if let name = unknownCommand(arguments) { throw ValidationError(name) }
    // The synchronous variant cannot compute completions that need to read files.
    var command = try await Docket.asyncParseAsRoot(arguments)
    if var command = command as? any AsyncParsableCommand {
      try await command.run()
    } else {
      try command.run()
    }
  } catch let failure as EnvironmentFailure {
    try? Console(color: .auto).write("docket: \(failure)\n", to: .error)
    Docket.exit(withError: ExitCode(70))
  } catch let change as UnreportedChange {
    try? Console(color: .auto).write("docket: \(change.text)\n", to: .error)
    Docket.exit(withError: ExitCode(70))
  } catch let conflict as EditConflict {
    try? Console(color: .auto).write(conflict.text, to: .error)
    Docket.exit(withError: ExitCode(1))
  } catch {
    Docket.exit(withError: error)
  }
}

/// The options whose value may begin with a dash.
private let optionsWithAnyValue: Set = [
  "--where", "--sort", "--limit", "--offset", "--columns", "--section", "--group", "--pivot", "--having",
  "--row", "--map", "--delimiter",
]

/// The options that may be repeated.
private let repeatableOptions: Set<Substring> = ["--row", "--map", "--only", "--fail-on"]

/// The arguments that the parser may read as options: those before `--` that are not the value of an option.
private func withoutValues(_ arguments: [String]) -> [String] {
  var isValue = false
  return arguments.prefix { $0 != "--" }.filter { argument in
    // The argument after such an option is its value, even if it begins with a dash: --sort '--total'.
    defer { isValue = !isValue && optionsWithAnyValue.contains(argument) }
    return !isValue
  }
}

/// A text that begins with a dash, whose letters the parser would read as options: `- help`.
private func textWithDash(_ arguments: [String]) -> String? {
  withoutValues(arguments).first { $0.hasPrefix("- ") }
}

/// An option given twice, of which the parser would silently use the last. Some options may be repeated.
private func repeatedOption(_ arguments: [String]) -> String? {
  var seen: Set<Substring> = []
  for argument in withoutValues(arguments) where argument.hasPrefix("--") {
    let name = argument.prefix { $0 != "=" }
    if repeatableOptions.contains(name) { continue }
    guard seen.insert(name).inserted else { return String(name) }
  }
  return nil
}

/// The message for a first word that is a misspelled command. The parser would report an unexpected argument.
private func unknownCommand(_ arguments: [String]) -> String? {
  var parent = "docket"
  var commands = Docket.configuration.subcommands
  for word in arguments {
    guard !word.hasPrefix("-"), !commands.isEmpty else { return nil }
    let names = commands.map { $0._commandName } + ["help"]
    guard names.contains(word) else {
      return "there is no command '\(word)'"
        + suggestion(nearestName(to: word, among: names), else: "; '\(parent) --help' lists them")
    }
    parent += " " + word
    commands = commands.first { $0._commandName == word }?.configuration.subcommands ?? []
  }
  return nil
}
