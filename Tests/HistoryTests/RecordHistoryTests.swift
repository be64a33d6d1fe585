import Content
import Foundation
import History
import TestSupport
import Testing

@Suite(.enabled(if: Program.exists("git"))) struct RecordHistoryTests {
  private func history(_ repository: GitFixture, author: String? = nil) async throws -> RecordHistory {
    try await RecordHistory.read(
      of: try GitRepository(of: repository.content), model: WorkingTree(repository.content), author: author)
  }

  @Test func tellsTheChangesOfEachCommit() async throws {
    let repository = try GitFixture()
    try repository.commit("2026-01-02")
    try repository.folder.put("firm/Content/customers/acme.md", "---\nname: Acme\nphone: 12 34\n---\n")
    try repository.commit("2026-01-05")
    // A comment and a move are no changes.
    try repository.folder.put(
      "firm/Content/customers/de/acme.md", "---\nphone: '12 34'\n# Big.\nname: Acme\n---\n")
    try repository.folder.remove("firm/Content/customers/acme.md")
    try repository.commit("2026-01-06")
    let history = try await history(repository)
    #expect(history.entries.map(\.day) == ["2026-01-05", "2026-01-02"])
    #expect(history.entries.flatMap(\.changes).map(\.name) == ["customer acme", "customer acme"])
    #expect(history.entries.first?.changes.first?.lines == ["phone: – → 12 34"])
    #expect(history.entries.first?.author == "A")
    #expect(
      history.about("acme", isEntity: false).blame.map { "\($0.key) \($0.entry.day)" } == [
        "phone 2026-01-05", "name 2026-01-02",
      ])
    #expect(try await self.history(repository, author: "nobody").entries.isEmpty)
  }

  @Test func followsARecordThroughItsFormerIDs() async throws {
    let repository = try GitFixture()
    try repository.commit("2026-01-02")
    try repository.folder.remove("firm/Content/customers/acme.md")
    try repository.folder.put("firm/Content/customers/acme-ltd.md", "---\nname: Acme Ltd\nwas: [acme]\n---\n")
    try repository.commit("2026-01-05")
    let history = try await history(repository).about("acme-ltd", isEntity: false)
    #expect(
      history.entries.flatMap(\.changes).map { "\($0.kind) \($0.name)" } == [
        "renamed customer acme → acme-ltd", "inserted customer acme",
      ])
  }

  /// Set DOCKET_REPOSITORIES for more of them than in a usual run.
  @Test func tellsEveryChangeOfRandomHistories() async throws {
    let count = ProcessInfo.processInfo.environment["DOCKET_REPOSITORIES"].flatMap { Int($0) } ?? 4
    var told = 0
    for seed in 0..<count {
      var random = SeededGenerator(seed: UInt64(seed) + 10_000)
      let repository = try GitFixture()
      var states = [RandomBook(&random)]
      for number in 0..<Int.random(in: 5...15, using: &random) {
        var next = states[states.count - 1]
        next.former = [:]
        for part in 0..<Int.random(in: 1...3, using: &random) {
          next.change(&random, number: number * 10 + part)
        }
        states.append(next)
      }
      for (number, state) in states.enumerated() {
        try? repository.folder.remove("firm/Content")
        for (path, text) in state.files(&random) { try repository.folder.put("firm/Content/" + path, text) }
        // Its bytes may be the same as before; a commit for each state keeps them in step.
        try repository.folder.put("firm/state.txt", "\(number)")
        try repository.folder.put("firm/Content/state.txt", "\(number)")
        try repository.commit("2026-02-\(number + 10)")
      }
      let history = try await history(repository)
      let byDay = Dictionary(history.entries.map { ($0.day, $0) }) { first, _ in first }
      for (number, state) in states.enumerated().dropFirst() {
        let expected = state.changes(since: states[number - 1])
        let found = RandomChangesTests.lines(of: byDay["2026-02-\(number + 10)"]?.changes ?? [])
        // References to a renamed customer are the customer's change in a book, and the order's in a file.
        let renamed = Set(state.former.keys)
        let ofReferences = Set(
          state.orders.filter { renamed.contains($0.value.customer) }.map { "\($0.key) customer" })
        #expect(
          found.subtracting(ofReferences) == expected.subtracting(ofReferences),
          "seed \(seed), commit \(number)")
        told += found.count
      }
    }
    #expect(told > count * 5)
  }
}
