import Content
import FileSystem
import Foundation
import History
import Records
import TestSupport
import Testing

@Suite(.needsGit) struct RecordBlameTests {
  @Test func namesTheCommitThatSetEachValue() async throws {
    let repository = try GitFixture()
    let path = "firm/Content/orders/o1.md"
    func put(_ rows: String, _ more: String = "") throws {
      try repository.folder.put(path, "---\ndate: 2026-01-02\ncustomer: acme\n\(more)rows:\n\(rows)---\n")
    }
    try put("  - {text: A, sum: 10}\n")
    try repository.commit("2026-01-02")
    try put("  - {text: B, sum: 10}\n  - {text: A, sum: 10}\n")
    try repository.commit("2026-01-03")
    try repository.folder.remove(path)
    try repository.folder.put(
      "firm/Content/orders/2026/o1.md",
      "---\ndate: 2026-01-02\ncustomer: acme\nrows:\n  - {text: B, sum: 10.00}\n  - {text: A, sum: 12}\n---\n"
    )
    try repository.commit("2026-01-04")
    try repository.folder.put(
      "firm/Content/orders/2026/o1.md",
      "---\ndate: 2026-01-02\ncustomer: acme\nmade: yes\nrows:\n  - {text: B, sum: 10}\n  - {text: A, sum: 12}\n---\n"
    )
    let git = try GitRepository(of: repository.content)
    func lines(_ id: String) async throws -> [String]? {
      let name = RecordName(family: "Order", id: id)
      let blame = try await RecordBlame.read(of: name, in: WorkingTree(repository.content), repository: git)
      return blame?.lines.map { line in
        "\(line.key) \(line.value) \(line.isUncommitted ? "now" : line.entry?.day.description ?? "?")"
      }
    }
    #expect(
      try await lines("o1") == [
        "date 2026-01-02 2026-01-02", "made true now", "customer acme 2026-01-02",
        "rows#1.sum 10.00 2026-01-03",
        "rows#1.text B 2026-01-03", "rows#2.sum 12.00 2026-01-04", "rows#2.text A 2026-01-02",
      ])
    #expect(try await lines("nobody") == nil)
  }

  /// Of equal rows each has the commit that added it, such as a payment that was entered twice.
  @Test func equalRowsHaveCommitsOfTheirOwn() async throws {
    let repository = try GitFixture()
    for (day, count) in [("2026-01-02", 1), ("2026-01-03", 2), ("2026-01-04", 3)] {
      let rows = String(repeating: "  - {text: A, sum: 10}\n", count: count)
      try repository.folder.put("firm/Content/orders/o1.md", "---\ndate: 2026-01-02\nrows:\n\(rows)---\n")
      try repository.commit(day)
    }
    let blame = try await RecordBlame.read(
      of: RecordName(family: "Order", id: "o1"), in: WorkingTree(repository.content),
      repository: GitRepository(of: repository.content))
    let sums = blame?.lines.filter { $0.key.hasSuffix(".sum") }.map {
      "\($0.key) \($0.entry?.day.description ?? "")"
    }
    #expect(sums == ["rows#1.sum 2026-01-02", "rows#2.sum 2026-01-03", "rows#3.sum 2026-01-04"])
  }

  /// What the clone lacks would be told of a later commit.
  @Test func aMissingVersionIsAFailure() async throws {
    let repository = try GitFixture()
    let path = "firm/Content/orders/o1.md"
    for (day, sum) in [("2026-01-02", 1), ("2026-01-03", 2), ("2026-01-04", 3)] {
      try repository.folder.put(path, "---\ndate: 2026-01-02\nrows: [{text: A, sum: \(sum)}]\n---\n")
      try repository.commit(day)
    }
    let git = try GitRepository(of: repository.content)
    let name = RecordName(family: "Order", id: "o1")
    let source = WorkingTree(repository.content)
    #expect(try await RecordBlame.read(of: name, in: source, repository: git) != nil)
    let blob = try ChildProcess.run(
      "git", ["-C", repository.folder.path, "rev-parse", "HEAD~1:\(path)"]
    ).output
    let digits = String(decoding: blob, as: UTF8.self).trimmingCharacters(in: .newlines)
    try repository.folder.remove(".git/objects/\(digits.prefix(2))/\(digits.dropFirst(2))")
    await #expect(throws: HistoryFailure.self) {
      try await RecordBlame.read(of: name, in: source, repository: git)
    }
  }

  @Test func namesTheCommitsOfValuesSetUnderAFormerID() async throws {
    let repository = try GitFixture()
    try repository.commit("2026-01-02")
    try repository.folder.put("firm/Content/customers/acme.md", "---\nname: Acme\nphone: 12\n---\n")
    try repository.commit("2026-01-03")
    // With other bytes at once, so that only `was` tells.
    try repository.folder.remove("firm/Content/customers/acme.md")
    try repository.folder.put(
      "firm/Content/customers/acme-ltd.md", "---\nname: Acme Ltd\nphone: 12\nwas: [acme]\n---\n")
    try repository.commit("2026-01-04")
    // As it is, with the bytes it had.
    try repository.folder.remove("firm/Content/customers/acme-ltd.md")
    try repository.folder.put(
      "firm/Content/customers/de/acme-gmbh.md", "---\nname: Acme Ltd\nphone: 12\nwas: [acme]\n---\n")
    try repository.commit("2026-01-05")
    let git = try GitRepository(of: repository.content)
    func lines(_ id: String) async throws -> [String]? {
      try await RecordBlame.read(
        of: RecordName(family: "Customer", id: id), in: WorkingTree(repository.content), repository: git
      )?.lines.map {
        "\($0.key) \($0.value) \($0.entry?.day.description ?? "?")"
      }
    }
    #expect(try await lines("acme-gmbh") == ["name Acme Ltd 2026-01-04", "phone 12 2026-01-03"])
    #expect(try await lines("acme") == nil)
  }

  /// Of two branches that made one record each may have a part of it.
  @Test(arguments: ["2026-01-03", "2026-01-05"])
  func namesTheCommitsOfBothBranchesThatMadeARecord(day: String) async throws {
    let repository = try GitFixture()
    try repository.commit("2026-01-02")
    func put(_ name: String, _ phone: String) throws {
      try repository.folder.put("firm/Content/customers/new.md", "---\nname: \(name)\nphone: \(phone)\n---\n")
    }
    try repository.git("checkout", "-qb", "side")
    try put("Side", "1")
    try repository.commit(day)
    try repository.git("checkout", "-q", "main")
    try put("Main", "2")
    try repository.commit("2026-01-04")
    try repository.git("merge", "-q", "--no-commit", "-s", "ours", "side", day: "2026-01-06")
    try put("Main", "1")
    try repository.commit("2026-01-06")
    let git = try GitRepository(of: repository.content)
    let blame = try await RecordBlame.read(
      of: RecordName(family: "Customer", id: "new"), in: WorkingTree(repository.content), repository: git)
    let lines = blame?.lines.map { "\($0.key) \($0.value) \($0.entry?.day.description ?? "?")" }
    #expect(lines == ["name Main 2026-01-04", "phone 1 \(day)"])
  }
}
