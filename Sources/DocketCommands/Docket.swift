import ArgumentParser
import Diagnostics
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
      they stand.

      Exit codes: 0 done; 1 the content, the theme, the model or the query has errors; 64 wrong usage; 70 the \
      environment failed, such as a full disk.
      """,
    version: "docket \(versionNumber)",
    subcommands: [
      InitCommand.self, BuildCommand.self, ServeCommand.self, CheckCommand.self, QueryCommand.self,
      DiffCommand.self, LogCommand.self,
      ModelCommand.self,
      NewCommand.self, SetCommand.self, AddCommand.self, RemoveCommand.self,
    ])
}

/// Runs the command line of this process and ends it with the command's exit code.
package func runDocket() async {
  do {
    let arguments = Array(CommandLine.arguments.dropFirst())
    if let name = repeatedOption(arguments) {
      throw ValidationError(
        "\(name) is given twice, and only one would count"
          + (name == "--where" ? "; join the conditions with AND" : ""))
    }
    var command = try Docket.parseAsRoot(arguments)
    if var command = command as? any AsyncParsableCommand {
      try await command.run()
    } else {
      try command.run()
    }
  } catch let failure as EnvironmentFailure {
    try? Console(color: .auto).write("docket: \(failure)\n", to: .error)
    Docket.exit(withError: ExitCode(70))
  } catch {
    Docket.exit(withError: error)
  }
}

/// An option that stands twice among the arguments, of which the parser would take the last without a word; some
/// may be given again.
private func repeatedOption(_ arguments: [String]) -> String? {
  var seen: Set<Substring> = []
  for argument in arguments.prefix(while: { $0 != "--" }) where argument.hasPrefix("--") {
    let name = argument.prefix { $0 != "=" }
    if ["--row", "--map"].contains(name) { continue }
    guard seen.insert(name).inserted else { return String(name) }
  }
  return nil
}
