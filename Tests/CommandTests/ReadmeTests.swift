import Foundation
import TestSupport
import Testing

/// The README's examples, so that none of them rots: every fenced block says in a comment before it what it is.
///
///     <!-- file PATH -->      a file to write into the workspace
///     <!-- sample PATH -->    a file of the sample, to the letter
///     <!-- shows PATH -->     lines of a page of the sample's site, as a reader sees them
///     <!-- run STATUS -->     shell to run in the workspace; 0 where no exit code is named
///     <!-- prints -->         what the run before printed last
///     <!-- where ENTITY -->   predicates about the sample's records, one a line
///     <!-- commands -->       what .ci/run runs
///     <!-- not run: WHY -->   what cannot be run here
///
/// The workspace is one folder with a copy of the sample; the blocks are taken in their order.
@Suite(.needs("bash"))
struct ReadmeTests {
  /// A fenced block.
  private struct Block: Sendable {
    /// The words of the comment before the fence; empty where there is none.
    let words: [String]
    /// The text between the fences.
    let text: String
    /// The 1-based line of the opening fence.
    let line: Int

    var argument: String { words.dropFirst().joined(separator: " ") }
    var lines: [Substring] { text.split(separator: "\n") }
    var place: String { "README.md:\(line)" }
  }

  @Test func everyExampleIsWhatItSays() async throws {
    let workspace = try Self.workspace()
    let build = try await Program.docket(in: workspace.path).run("build")
    try #require(build.status == 0, "\(build.error)")
    var printed = ""
    for block in try Self.blocks() {
      switch block.words.first {
      case "file": try workspace.put(block.argument, block.text)
      case "sample": #expect(try workspace.text(block.argument) == block.text, "\(block.place)")
      case "shows":
        let page = Self.words(of: try workspace.text("Site/" + block.argument))
        for line in block.lines {
          #expect(page.contains(Self.words(of: String(line))), "\(block.place): \(line)")
        }
      case "run":
        // One stream, as on a terminal.
        let run = try await Self.shell(in: workspace).run("exec 2>&1\n" + block.text)
        printed = run.output
        let status = block.argument.isEmpty ? 0 : Int(block.argument)
        #expect(run.status == status, "\(block.place): \(printed)")
      case "prints": #expect(printed.hasSuffix(block.text), "\(block.place): \(printed)")
      case "where":
        for line in block.lines {
          let query = Program.docket(in: workspace.path)
          let run = try await query.run("query", block.argument, "--count", "--where", String(line))
          #expect(run.status == 0, "\(block.place): \(run.error)")
          #expect(run.output != "0\n", "\(block.place): nothing in the sample meets \(line)")
        }
      case "commands": #expect(block.lines.count == 2, "\(block.place)")
      case "not": continue
      default: Issue.record("\(block.place): the block has no comment that says what it is")
      }
    }
  }

  @Test func whatWasOpenAtADayLacksPaymentsWithoutADay() async throws {
    let block = try #require(try Self.blocks().first { $0.text.contains("SUBQUERY(payments") })
    let folder = try TemporaryFolder([
      "shop/Content/customers/ann.md": "---\nname: Ann\n---\n",
      "shop/Content/orders/1.md":
        "---\ndate: 2026-01-02\ncustomer: ann\npaid: true\nrows: [{text: Tea, sum: 100}]\n---\n",
      "shop/Content/orders/2.md":
        "---\ndate: 2026-01-03\ncustomer: ann\npaidOn: 2026-04-01\nrows: [{text: Tea, sum: 7}]\n---\n",
    ])
    let run = try await Self.shell(in: folder).run(block.text)
    let line = try #require(run.output.split(separator: "\n").first { $0.contains("Ann") }, "\(run.error)")
    #expect(line.contains("7.00") && !line.contains("107.00"), "\(block.place): \(line)")
  }

  @Test func everyOptionIsThere() async throws {
    let commands = Dictionary(
      uniqueKeysWithValues: try await CommandTree.docket().subcommands?.map { ($0.commandName, $0.allNames) }
        ?? [])
    var named: Set<String> = []
    for line in try Self.readme().split(separator: "\n") {
      for call in line.split(separator: "docket ", omittingEmptySubsequences: false).dropFirst() {
        let name = String(call.prefix { $0.isLowercase })
        guard let options = commands[name] else { continue }
        named.insert(name)
        for option in call.prefix(while: { $0 != "`" }).matches(of: /(?:^|\s)(--[a-z][a-z-]*)/) {
          #expect(options.contains(String(option.1)), "docket \(name) has no \(option.1): \(line)")
        }
      }
    }
    let readme = try Self.readme()
    for command in Set(commands.keys).subtracting(named) where command != "help" {
      #expect(readme.contains("`\(command)`"), "the README does not say what 'docket \(command)' does")
    }
  }

  // MARK: The README

  private static func readme() throws -> String {
    try String(contentsOf: Repository.root.appending(path: "README.md"), encoding: .utf8)
  }

  /// The fenced blocks; a block in a longer fence is a part of it.
  private static func blocks() throws -> [Block] {
    var blocks: [Block] = []
    var comment: [String] = []
    var open: (fence: Substring, line: Int, text: String)?
    for (index, line) in try readme().split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      if let block = open {
        if line == block.fence {
          blocks.append(Block(words: comment, text: block.text, line: block.line))
          open = nil
          comment = []
        } else {
          open?.text += line + "\n"
        }
      } else if line.hasPrefix("```") {
        open = (line.prefix { $0 == "`" }, index + 1, "")
      } else if line.hasPrefix("<!-- "), line.hasSuffix(" -->") {
        comment = line.dropFirst(5).dropLast(4).split(separator: " ").map(String.init)
      } else if !line.isEmpty {
        comment = []
      }
    }
    return blocks
  }

  /// A page's words as a reader sees them, one blank between them.
  private static func words(of text: String) -> String {
    text.replacing(/<[^>]*>/, with: " ").replacing("&amp;", with: "&")
      .split { $0.isWhitespace }.joined(separator: " ").replacing(" ,", with: ",")
  }

  // MARK: The workspace

  /// A folder with a copy of the sample.
  private static func workspace() throws -> TemporaryFolder {
    let workspace = try TemporaryFolder()
    try workspace.copy(Repository.content, to: "Content")
    try workspace.copy(Repository.root.appending(path: "Themes").path, to: "Themes")
    return workspace
  }

  /// A shell that finds docket, on the day of the other tests.
  private static func shell(in workspace: TemporaryFolder) -> Program {
    var shell = Program("bash", "-euo", "pipefail", "-c", in: workspace.path)
    shell.environment = Program.docket(in: workspace.path).environment
    let folder = URL(filePath: Program.docketPath).deletingLastPathComponent().path
    shell.environment["PATH"] = folder + ":" + (ProcessInfo.processInfo.environment["PATH"] ?? "")
    return shell
  }
}
