import Content
import History
import Records
import TestSupport
import Testing

/// Commits with a version of a record that cannot be read: the last readable one of the record before it counts.
@Suite(.needsGit) struct UnreadableVersionTests {
  private static func lines(_ repository: GitFixture) async throws -> [[String]] {
    try await repository.history().entries.map { $0.changes.flatMap { ["\($0.name) \($0.kind)"] + $0.lines } }
  }

  /// Two files that are broken in the same way are versions of two records.
  @Test(arguments: ["---\n", "", "name: Acme\n---\n"])
  func eachRecordHasItsOwnVersions(broken: String) async throws {
    let repository = try GitFixture()
    let other = "---\nname: Dora\nphone: '1'\n---\n"
    try repository.folder.put("firm/Content/customers/dora.md", other)
    try repository.commit("2026-01-02")
    for (number, (name, text)) in [("acme", "---\nname: Acme\n---\n"), ("dora", other)].enumerated() {
      try repository.folder.put("firm/Content/customers/\(name).md", broken)
      try repository.commit("2026-01-1\(number)")
      try repository.folder.put("firm/Content/customers/\(name).md", text)
      try repository.commit("2026-01-2\(number)")
    }
    let lines = try await Self.lines(repository)
    #expect(
      lines == [
        ["customer acme inserted", "name: Acme", "customer dora inserted", "name: Dora", "phone: 1"]
      ],
      "\(lines)")
    let blame = try await RecordBlame.read(
      of: RecordName(family: "Customer", id: "dora"), in: WorkingTree(repository.content),
      repository: try GitRepository(of: repository.content))
    #expect(blame?.lines.map { $0.entry?.day.description } == ["2026-01-02", "2026-01-02"])
  }

  /// A version that is broken twice follows another one each time.
  @Test func theSameBytesFollowOtherVersions() async throws {
    let repository = try GitFixture()
    func put(_ text: String, _ day: String) throws {
      try repository.folder.put("firm/Content/customers/acme.md", text)
      try repository.commit(day)
    }
    let broken = "---\nname: [\n---\n"
    try repository.commit("2026-01-02")
    try put(broken, "2026-01-03")
    try put("---\nname: Bcme\n---\n", "2026-01-04")
    try put(broken, "2026-01-05")
    try put("---\nname: Bcme\n---\n", "2026-01-06")
    let lines = try await Self.lines(repository)
    #expect(
      lines == [["customer acme updated", "name: Acme → Bcme"], ["customer acme inserted", "name: Acme"]],
      "\(lines)")
  }

  @Test func aRecordMayBeMovedAndBrokenAtOnce() async throws {
    let repository = try GitFixture()
    try repository.commit("2026-01-02")
    try repository.folder.remove("firm/Content/customers/acme.md")
    try repository.folder.put("firm/Content/customers/de/acme.md", "---\nname: [\n---\n")
    try repository.commit("2026-01-03")
    try repository.folder.put("firm/Content/customers/de/acme.md", "---\nname: Bcme\n---\n")
    try repository.commit("2026-01-04")
    let lines = try await Self.lines(repository)
    #expect(
      lines == [["customer acme updated", "name: Acme → Bcme"], ["customer acme inserted", "name: Acme"]],
      "\(lines)")
  }

  /// A merge whose first parent cannot be read either follows the one that can.
  @Test func aMergeFollowsTheParentThatCanBeRead() async throws {
    let repository = try GitFixture()
    let path = "firm/Content/customers/acme.md"
    func put(_ text: String, _ day: String) throws {
      try repository.folder.put(path, text)
      try repository.commit(day)
    }
    let broken = "---\nname: [\n---\n"
    try repository.commit("2026-01-02")
    try put(broken, "2026-01-03")
    try repository.git("checkout", "-qb", "side")
    try put("---\nname: Bcme\n---\n", "2026-01-04")
    try repository.git("checkout", "-q", "main")
    try repository.folder.put("firm/Content/state.txt", "1")
    try repository.commit("2026-01-05")
    try repository.git(
      "-c", "user.name=A", "-c", "user.email=a@example.org", "merge", "-q", "--no-commit", "side")
    try put(broken, "2026-01-06")
    try put("---\nname: Bcme\n---\n", "2026-01-07")
    let lines = try await Self.lines(repository)
    #expect(
      lines == [["customer acme updated", "name: Acme → Bcme"], ["customer acme inserted", "name: Acme"]],
      "\(lines)")
  }

  /// Where both branches moved a file, one of the two places is gone, and the record is there.
  @Test func aRecordThatBothBranchesMovedIsNotDeleted() async throws {
    let repository = try GitFixture()
    func move(_ folder: String, _ day: String) throws {
      try repository.folder.remove("firm/Content/customers/acme.md")
      try repository.folder.put("firm/Content/customers/\(folder)/acme.md", "---\nname: Acme\n---\n")
      try repository.commit(day)
    }
    try repository.commit("2026-01-02")
    try repository.git("checkout", "-qb", "side")
    try move("b", "2026-01-03")
    try repository.git("checkout", "-q", "main")
    try move("a", "2026-01-04")
    try repository.git(
      "-c", "user.name=A", "-c", "user.email=a@example.org", "merge", "-q", "-s", "ours", "-m", "m", "side",
      day: "2026-01-05")
    let lines = try await Self.lines(repository)
    #expect(lines == [["customer acme inserted", "name: Acme"]], "\(lines)")
  }
}
