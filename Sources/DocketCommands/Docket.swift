import ArgumentParser
import Dispatch
import Exports
import FileSystem
import History

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
    end("docket: \(error)\n", 70)
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
    try ArgumentChecks.check(arguments)
    // The synchronous variant cannot compute completions that need to read files.
    try await run(Docket.asyncParseAsRoot(arguments))
  } catch let failure as EnvironmentFailure {
    end("docket: \(failure)\n", 70)
  } catch HistoryFailure.environment(let failure) {
    end("docket: \(failure)\n", 70)
  } catch HistoryFailure.unavailable(let words) {
    end("docket: \(words)\n", 64)
  } catch let failure as ExportFailure {
    end("docket: \(failure.summary); nothing was written\n", 1)
  } catch let change as UnreportedChange {
    end("docket: \(change.text)\n", 70)
  } catch let conflict as EditConflict {
    end(conflict.text, 1)
  } catch {
    let message = Docket.fullMessage(for: error)
    guard Docket.exitCode(for: error) == .success, !message.isEmpty else { Docket.exit(withError: error) }
    // Help and completions: ArgumentParser itself does not notice if they cannot be written.
    do {
      try Console(color: .auto).write(message + "\n", to: .output)
    } catch {
      end("docket: \(error)\n", 70)
    }
    Docket.exit()
  }
}

/// Runs a command. What it finds wrong in its arguments is told with its own usage: ArgumentParser would print
/// that of the whole program.
private func run(_ command: any ParsableCommand) async throws {
  var command = command
  do {
    if var command = command as? any AsyncParsableCommand {
      try await command.run()
    } else {
      try command.run()
    }
  } catch let error as ValidationError {
    let usage = Docket.usageString(for: type(of: command))
    let name = usage.split(separator: " ").prefix { $0.allSatisfy(\.isLetter) }.joined(separator: " ")
    end("Error: \(error)\nUsage: \(usage)\n  See '\(name) --help' for more information.\n", 64)
  }
}

/// Prints what went wrong and ends the program.
private func end(_ text: String, _ code: Int32) -> Never {
  try? Console(color: .auto).write(text, to: .error)
  Docket.exit(withError: ExitCode(code))
}
