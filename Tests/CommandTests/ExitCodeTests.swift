import Foundation
import TestSupport
import Testing

/// What a script can tell from how a command ends.
struct ExitCodeTests {
  /// The small site, in which a pipe is where a record was.
  private static func unreadable() async throws -> TemporaryFolder {
    let folder = try SmallSite.folder(adding: ["bob.csv": "id,name\nbob,Bob\n"])
    try await folder.git("init", "-q", "-b", "main")
    try await folder.commit("2026-03-01")
    try folder.remove("Content/customers/bob.md")
    #expect(mkfifo(folder.path("Content/customers/bob.md"), 0o600) == 0)
    return folder
  }

  @Test(
    .needsGit,
    arguments: [
      "check", "diff", "diff HEAD --fail-on Order.total", "query Customer", "show ann", "fmt",
      "import bob.csv --as Customer --update", "import bob.csv --as Customer",
    ])
  func aFileThatCannotBeReadIsAFailureOfTheEnvironment(command: String) async throws {
    let folder = try await Self.unreadable()
    let run = try await Program.docket(in: folder.path).through("timeout", "60")
      .run(command.split(separator: " ").map(String.init))
    #expect(run.status == 70, "\(run.error)")
    #expect((run.output + run.error).contains("Content/customers/bob.md:1:1: error: "))
    #expect((run.output + run.error).contains("[unreadable-file]"))
    #expect(!run.error.contains("another program"), "\(run.error)")
  }

  @Test(.needsGit) func anErrorInAFileIsNotAFailureOfTheEnvironment() async throws {
    let folder = try SmallSite.folder()
    try await folder.git("init", "-q", "-b", "main")
    try await folder.commit("2026-03-01")
    try folder.put("Content/customers/bob.md", "---\nname: 'Bob\n---\n")
    let diff = try await folder.docket("diff")
    #expect(diff.status == 1 && diff.error.contains("Content/customers/bob.md:2:"), "\(diff.error)")
    try folder.put("bob.csv", "id,name\nbob,Bob\n")
    let update = try await folder.docket("import", "bob.csv", "--as", "Customer", "--update")
    #expect(update.status == 1 && update.error.contains("Content/customers/bob.md:2:"), "\(update.error)")
    #expect(!update.error.contains("another program"), "\(update.error)")
  }

  /// Whoever repeats such a command adds a second row.
  @Test(
    .enabled(if: FileManager.default.fileExists(atPath: "/dev/full")),
    arguments: [
      ("add o1 rows service=tune sum=5", "Content/orders/2025/o1.md"),
      ("set ann name=Anna", "Content/customers/ann.md"),
      ("new customer cy name=Cy", "Content/customers/cy.md"),
      ("remove o1#1", "Content/orders/2025/o1.md"),
      ("rename ann anna", "Content/customers/anna.md"),
      ("import cy.csv --as Customer", "Content/customers/cy.md"),
      ("close 2025", "Content/closed/2025.yml"),
    ])
  func anEditThatCannotBeReportedSaysThatItIsMade(command: String, path: String) async throws {
    let arguments = command.split(separator: " ").map(String.init)
    let files = ["cy.csv": "id,name\ncy,Cy\n"]
    let reported = try SmallSite.folder(adding: files)
    #expect(try await Program.docket(in: reported.path).run(arguments).status == 0)
    for stream in [">/dev/full", ">&-"] {
      let folder = try SmallSite.folder(adding: files)
      let program = Program.docket(in: folder.path).through("sh", "-c", "exec \"$@\" \(stream)", "sh")
      let run = try await program.run(arguments)
      #expect(run.status == 70, "\(command) \(stream)")
      #expect(
        run.error.contains("the change is made, do not repeat it; only the report is missing: cannot write"),
        "\(command) \(stream): \(run.error)")
      #expect(try folder.text(path) == reported.text(path))
      #expect(try FileTree(folder.path).differences(from: FileTree(reported.path)) == [])
    }
  }

  /// A completion script that was cut off would be used.
  @Test(
    .enabled(if: FileManager.default.fileExists(atPath: "/dev/full")),
    arguments: ["--help", "help set", "theme", "--version", "--generate-completion-script fish"])
  func helpThatCannotBeWrittenIsAFailure(command: String) async throws {
    let folder = try SmallSite.folder()
    let program = Program.docket(in: folder.path).through("sh", "-c", "exec \"$@\" >/dev/full", "sh")
    let run = try await program.run(command.split(separator: " ").map(String.init))
    #expect(run.status == 70 && run.error.hasPrefix("docket: cannot write"), "\(run.error)")
  }
}
