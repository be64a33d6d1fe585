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

  /// What the two branches leave at the record's two paths in the merge; nil for git's own merge.
  private static let merges: [(merged: (old: String?, new: String?)?, told: [[String]])] = [
    (nil, []),
    // The moved file as the branch had it, without what the main branch changed.
    ((nil, text(phone: "1", email: "b@x.de")), [["phone: 2 → 1"]]),
    // The main branch's file, without what the side changed.
    ((text(phone: "2", email: "a@x.de"), nil), [["email: b@x.de → a@x.de"]]),
  ]

  private static func text(phone: String, email: String) -> String {
    "---\nname: S\nphone: '\(phone)'\n# 1\n# 2\n# 3\n# 4\n# 5\nemail: \(email)\n---\n"
  }

  /// One branch moves a file, another one changes it.
  @Test(arguments: merges.indices) func aMovedRecordIsOneRecordInAMerge(index: Int) async throws {
    let (merged, told) = Self.merges[index]
    let repository = try GitFixture()
    let (old, new) = ("firm/Content/customers/old/s.md", "firm/Content/customers/new/s.md")
    try repository.folder.put(old, Self.text(phone: "1", email: "a@x.de"))
    try repository.commit("2026-03-01")
    try repository.git("checkout", "-qb", "side")
    try repository.folder.remove(old)
    try repository.folder.put(new, Self.text(phone: "1", email: "b@x.de"))
    try repository.commit("2026-03-02")
    try repository.git("checkout", "-q", "main")
    try repository.folder.put(old, Self.text(phone: "2", email: "a@x.de"))
    try repository.commit("2026-03-03")
    let options = merged == nil ? ["-m", "m"] : ["--no-commit", "-s", "ours"]
    try repository.git(
      ["-c", "user.name=A", "-c", "user.email=a@example.org", "merge", "-q"] + options + ["side"],
      day: "2026-03-04")
    if let merged {
      for (path, text) in [(old, merged.old), (new, merged.new)] {
        if let text {
          try repository.folder.put(path, text)
        } else if repository.folder.has(path) {
          try repository.folder.remove(path)
        }
      }
      try repository.commit("2026-03-04")
    }
    let lines = try await repository.history().entries.map { $0.changes.flatMap(\.lines) }
    let first = ["name: Acme", "name: S", "email: a@x.de", "phone: 1"]
    #expect(lines == told + [["phone: 1 → 2"], ["email: a@x.de → b@x.de"], first], "\(lines)")
  }
}
