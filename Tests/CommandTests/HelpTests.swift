import Foundation
import TestSupport
import Testing

/// What `docket COMMAND --help` says.
struct HelpTests {
  /// ArgumentParser breaks longer lines at the width of a terminal of 80 columns, in the middle of examples and tables.
  @Test func linesThatAreKeptFitATerminal() async throws {
    let commands = try await CommandTree.docket().all
    #expect(commands.count > 25)
    for command in commands {
      for line in (command.discussion ?? "").split(separator: "\n") where line.hasPrefix("  ") {
        #expect(line.count < 80, "docket … \(command.commandName): \(line)")
      }
    }
  }

  @Test func everyKeyOfAFetchRequestIsDescribed() async throws {
    let tree = try await CommandTree.docket()
    let query = try #require(tree.subcommands?.first { $0.commandName == "query" })
    let check = try #require(tree.subcommands?.first { $0.commandName == "check" })
    let text = try #require(query.discussion)
    let own = query.allNames.subtracting(check.allNames).subtracting(["--count", "--ids"])
    #expect(own.isSuperset(of: ["--where", "--pivot", "--as-of"]))
    for name in own {
      let key = name == "--no-subentities" ? "subentities" : String(name.dropFirst(2))
      #expect(text.contains(try Regex("(?m)^  (\\S+, )?\(key)\\b")), "'docket query --help' lacks \(key)")
    }
  }

  /// What scripts look for in a page is what another theme has to write.
  @Test func everyMarkForScriptsIsDescribed() async throws {
    let tree = try await CommandTree.docket()
    let text = try #require(tree.subcommands?.first { $0.commandName == "theme" }?.discussion)
    let scripts = try ["docket.js", "list.js", "search.js"].map {
      try String(contentsOf: Repository.root.appending(path: "Themes/default/assets/\($0)"), encoding: .utf8)
    }.joined()
    let marks = Set(scripts.matches(of: /data-([a-z]+)|dataset\.([a-z]+)/).map { $0.1 ?? $0.2 ?? "" })
    // What scripts keep on parts that they write, for themselves, for styles and for the browser tests.
    let own: Set<Substring> = ["asked", "found", "whole"]
    #expect(marks.isSuperset(of: ["list", "key", "filter", "value", "sort", "more"]))
    for mark in marks.subtracting(own) { #expect(text.contains("data-\(mark)"), "data-\(mark)") }
  }
}
