import ArgumentParser
import Diagnostics

/// Finds arguments that the parser would misread in silence, or report as something else.
///
/// A command's declarations cannot be asked for their options, so these are named here once more; the tests
/// compare them with what the program says of its options.
enum ArgumentChecks {
  /// Checks the arguments of the command line.
  static func check(_ arguments: [String]) throws(ValidationError) {
    if let name = repeatedOption(arguments) {
      throw ValidationError(
        "\(name) is given twice, and only one would count"
          + (name == "--where" ? "; join the conditions with AND" : ""))
    }
    if let text = textWithDash(arguments) {
      throw ValidationError("'\(text)' begins with a dash; write '--' before it")
    }
    if let name = unknownCommand(arguments) { throw ValidationError(name) }
  }

  /// The options whose value may begin with a dash: those declared as `unconditional`.
  private static let optionsWithAnyValue: Set = [
    "--where", "--sort", "--limit", "--offset", "--columns", "--section", "--group", "--pivot", "--having",
    "--row", "--map", "--skip", "--account", "--payments-by", "--delimiter",
  ]

  /// The options that may be repeated: those declared as lists.
  private static let repeatableOptions: Set<Substring> = [
    "--row", "--map", "--skip", "--account", "--only", "--fail-on", "--entity",
  ]

  /// The arguments that the parser may read as options: those before `--` that are not the value of an option.
  private static func withoutValues(_ arguments: [String]) -> [String] {
    var isValue = false
    return arguments.prefix { $0 != "--" }.filter { argument in
      // The argument after such an option is its value, even if it begins with a dash: --sort '--total'.
      defer { isValue = !isValue && optionsWithAnyValue.contains(argument) }
      return !isValue
    }
  }

  /// A text that begins with a dash, whose letters the parser would read as options: `- help`.
  private static func textWithDash(_ arguments: [String]) -> String? {
    withoutValues(arguments).first { $0.hasPrefix("- ") }
  }

  /// An option given twice, of which the parser would silently use the last. Some options may be repeated.
  private static func repeatedOption(_ arguments: [String]) -> String? {
    var seen: Set<Substring> = []
    for argument in withoutValues(arguments) where argument.hasPrefix("--") {
      let name = argument.prefix { $0 != "=" }
      if repeatableOptions.contains(name) { continue }
      guard seen.insert(name).inserted else { return String(name) }
    }
    return nil
  }

  /// The message for a first word that is a misspelled command. The parser would report an unexpected argument.
  private static func unknownCommand(_ arguments: [String]) -> String? {
    var parent = "docket"
    var commands = Docket.configuration.subcommands
    // 'docket help theme new' names a command, too.
    for word in arguments.drop(while: { $0 == "help" }) {
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
}
