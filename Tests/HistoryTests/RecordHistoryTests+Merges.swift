import Content
import History
import TestSupport
import Testing

extension RecordHistoryTests {
  /// A branch that is merged twice has diverged from the first merge since, not from where it began.
  @Test func aBranchMayBeMergedTwice() async throws {
    let repository = try GitFixture()
    let path = "firm/Content/orders/o1.md"
    func put(_ date: String, _ rows: String) throws {
      try repository.folder.put(path, "---\ndate: \(date)\nrows:\n  - {text: A, sum: 1}\n\(rows)---\n")
    }
    func merge(_ day: String) throws {
      try repository.git(
        "-c", "user.name=A", "-c", "user.email=a@example.org", "merge", "-q", "--no-ff", "-m", "m", "b",
        day: day)
    }
    try put("2026-02-02", "")
    try repository.commit("2026-03-01")
    try repository.git("checkout", "-qb", "b")
    try put("2026-02-02", "  - {text: B, sum: 9.00}\n")
    try repository.commit("2026-03-02")
    try repository.git("checkout", "-q", "main")
    try put("2026-02-03", "")
    try repository.commit("2026-03-03")
    try merge("2026-03-04")
    try repository.git("checkout", "-q", "b")
    try put("2026-02-02", "  - {text: B, sum: 9.90}\n")
    try repository.commit("2026-03-05")
    try repository.git("checkout", "-q", "main")
    try merge("2026-03-06")
    let lines = try await repository.history().entries.map { $0.changes.flatMap(\.lines) }
    #expect(
      lines == [
        ["rows#2 updated: sum: 9.00 → 9.90"], ["date: 2026-02-02 → 2026-02-03"],
        ["rows#2 inserted: text: B, sum: 9.00"],
        ["name: Acme", "date: 2026-02-02", "rows#1 inserted: text: A, sum: 1.00"],
      ], "\(lines)")
  }
}
