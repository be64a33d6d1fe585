import Content
import Foundation
import History
import Records
import TestSupport
import Testing

/// The history of a book whose folder was elsewhere in the repository before.
@Suite(.needsGit) struct MovedContentTests {
  private static let acme = "customers/acme.md"

  /// Content was at `start/Content` on the first two days, and is at `firm/Content` since the third.
  private static func moved(_ from: String = "start/Content") throws -> GitFixture {
    let repository = try GitFixture()
    let files = FileManager.default
    let former = URL(filePath: repository.folder.path(from))
    try files.createDirectory(at: former.deletingLastPathComponent(), withIntermediateDirectories: true)
    try files.moveItem(atPath: repository.content, toPath: former.path)
    try repository.folder.put("\(from)/customers/zoe.md", "---\nname: Zoe\n---\n")
    try repository.folder.put("\(from)/site.yml", "title: Firm\n")
    try repository.folder.put("notes/customers/acme.md", "Another file of this name.\n")
    try repository.commit("2026-01-02")
    try repository.folder.replace("Acme", with: "Acme Ltd", in: "\(from)/\(acme)")
    try repository.commit("2026-01-03")
    try repository.git("mv", from, "firm/Content")
    return repository
  }

  private static func told(_ history: RecordHistory) -> [String] {
    history.entries.map { entry in
      "\(entry.day): "
        + entry.changes.map { "\($0.kind) \($0.name) \($0.lines.joined(separator: ", "))" }.joined(
          separator: "; ")
    }
  }

  private static let before = [
    "2026-01-03: updated customer acme name: Acme → Acme Ltd",
    "2026-01-02: inserted customer acme name: Acme; inserted customer zoe name: Zoe",
  ]

  @Test(arguments: ["start/Content", "firm/old/Content", "Content", "books/2026/Content"])
  func isThatOfTheFormerFolderToo(from: String) async throws {
    let repository = try Self.moved(from)
    try repository.commit("2026-01-04")
    #expect(try await Self.told(repository.history()) == Self.before)
    let tree = WorkingTree(repository.content)
    let blame = try await RecordBlame.read(
      of: RecordName(family: "Customer", id: "acme"), in: tree,
      repository: GitRepository(of: repository.content))
    #expect(try #require(blame).lines.map { $0.entry?.day.description } == ["2026-01-03"])
  }

  @Test func saysWhatTheMoveChangedBesides() async throws {
    let repository = try Self.moved()
    try repository.folder.replace("Ltd", with: "SE", in: "firm/Content/\(Self.acme)")
    try repository.folder.remove("firm/Content/customers/zoe.md")
    try repository.folder.put("firm/Content/customers/bob.md", "---\nname: Bob\n---\n")
    try repository.commit("2026-01-04")
    let told = try await Self.told(repository.history())
    #expect(
      told == [
        "2026-01-04: updated customer acme name: Acme Ltd → Acme SE; inserted customer bob name: Bob; "
          + "deleted customer zoe "
      ] + Self.before)
  }

  /// What the branch did below the former folder came with the merge.
  @Test func followsTheMoveOnOneBranchOfAMerge() async throws {
    let repository = try Self.moved()
    try repository.commit("2026-01-04")
    try repository.git("checkout", "-q", "-b", "side", "HEAD^")
    try repository.folder.put("notes/today.md", "Nothing of Content.\n")
    try repository.commit("2026-01-05")
    try repository.git("checkout", "-q", "main")
    try repository.git(
      "-c", "user.name=A", "-c", "user.email=a@example.org", "merge", "-q", "--no-ff", "-m", "m", "side",
      day: "2026-01-06")
    #expect(try await Self.told(repository.history()) == Self.before)
  }

  @Test func theBookAsItWasIsThatOfTheFormerFolder() async throws {
    let repository = try Self.moved()
    try repository.commit("2026-01-04")
    let source = try repository.source("HEAD~1")
    #expect(
      source.list(withStamps: false).map(\.path) == ["customers/acme.md", "customers/zoe.md", "site.yml"])
    #expect(source.place(of: "firm/Themes/") == "start/Themes/")
    #expect(try repository.source("HEAD").place(of: "firm/Themes/") == "firm/Themes/")
  }

  /// Another book that begins with copies of records has no past.
  @Test func aCopyHasNoPast() async throws {
    let repository = try GitFixture()
    try FileManager.default.createDirectory(
      atPath: repository.folder.path("other"), withIntermediateDirectories: true)
    try FileManager.default.moveItem(
      atPath: repository.content, toPath: repository.folder.path("other/Content"))
    try repository.commit("2026-01-02")
    try repository.folder.put("firm/Content/\(Self.acme)", "---\nname: Acme\n---\n")
    try repository.commit("2026-01-03")
    #expect(try await Self.told(repository.history()) == ["2026-01-03: inserted customer acme name: Acme"])
  }
}
