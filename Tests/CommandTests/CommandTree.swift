import Foundation
import TestSupport
import Testing

/// A command and what the program itself says of its options.
struct CommandTree: Decodable {
  struct Argument: Decodable {
    struct Name: Decodable {
      let name: String
    }

    let kind: String
    let isRepeating: Bool
    let parsingStrategy: String
    let names: [Name]?
  }

  let commandName: String
  let discussion: String?
  let arguments: [Argument]?
  let subcommands: [CommandTree]?

  private struct Dump: Decodable {
    let command: CommandTree
  }

  /// The commands of the built docket.
  static func docket() async throws -> CommandTree {
    let run = try await Program.docket(in: NSTemporaryDirectory()).run("--experimental-dump-help")
    try #require(run.status == 0, "\(run.error)")
    return try JSONDecoder().decode(Dump.self, from: Data(run.output.utf8)).command
  }

  /// The command and all below it.
  var all: [CommandTree] { [self] + (subcommands ?? []).flatMap(\.all) }

  /// The commands that have none below them, each with the words that call it.
  var leaves: [(words: [String], command: CommandTree)] {
    guard let subcommands, !subcommands.isEmpty else { return [([commandName], self)] }
    return subcommands.flatMap { sub in sub.leaves.map { ([commandName] + $0.words, $0.command) } }
  }

  /// The options that take a value.
  var options: [(name: String, argument: Argument)] {
    (arguments ?? []).filter { $0.kind == "option" }.flatMap { argument in
      (argument.names ?? []).filter { $0.name.count > 1 }.map { ("--" + $0.name, argument) }
    }
  }

  /// The options and flags of the command and of all below it.
  var allNames: Set<String> {
    let own = (arguments ?? []).flatMap { $0.names ?? [] }.map { "--" + $0.name }
    return Set(own).union((subcommands ?? []).flatMap(\.allNames))
  }
}
