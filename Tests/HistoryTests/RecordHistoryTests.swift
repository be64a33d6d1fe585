import Content
import Diagnostics
import Foundation
import History
import Records
import TestSupport
import Testing

@Suite(.needsGit) struct RecordHistoryTests {
  /// Settings of the user's git that change what its log prints.
  @Test(arguments: ["diff.relative=true", "log.showRoot=false", "log.diffMerges=combined"])
  func settingsOfGitHideNothing(setting: String) async throws {
    let repository = try GitFixture()
    try repository.commit()
    let parts = setting.split(separator: "=").map(String.init)
    try repository.git("config", parts[0], parts[1])
    #expect(try await repository.history().entries.first?.changes.map(\.id) == ["acme"])
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
    let history = try await repository.history()
    #expect(history.entries.map(\.day.description) == ["2026-01-05", "2026-01-02"])
    #expect(history.entries.flatMap(\.changes).map(\.name) == ["customer acme", "customer acme"])
    #expect(history.entries.first?.changes.first?.lines == ["phone: – → 12 34"])
    #expect(history.entries.first?.author == "A")
    #expect(try await repository.history(author: "nobody").entries.isEmpty)
  }

  @Test func theCurrencyOfARecordIsWhatItsModelCallsSo() async throws {
    let repository = try GitFixture()
    try repository.folder.put(
      "firm/Content/model.yml",
      """
      entities:
        Order:
          attributes:
            currency: null
            paidIn: {type: currency, default: JPY}
      """)
    func put(_ more: String, _ sum: String) throws {
      try repository.folder.put(
        "firm/Content/orders/o1.md", "---\ndate: 2026-01-02\n\(more)rows:\n  - {text: A, sum: \(sum)}\n---\n")
    }
    try put("paidIn: USD\n", "10")
    try repository.commit("2026-01-02")
    try put("paidIn: USD\n", "12")
    try repository.commit("2026-01-03")
    try put("", "12")
    try repository.commit("2026-01-04")
    let lines = try await repository.history().entries.prefix(2).map { $0.changes.map { $0.lines } }
    #expect(
      lines == [
        [["paidIn: USD → JPY", "rows#1 updated: sum: 12.00 USD → 12 JPY"]],
        [["rows#1 updated: sum: 10.00 USD → 12.00 USD"]],
      ])
  }

  @Test func referencesFollowARecordToItsNewID() async throws {
    let repository = try GitFixture()
    func put(_ customer: String, _ more: String = "") throws {
      try repository.folder.put(
        "firm/Content/orders/o1.md",
        "---\ndate: 2026-01-02\ncustomer: \(customer)\nrows:\n  - {text: A, sum: 10}\n---\n\(more)")
    }
    func rename(_ old: String, _ new: String, _ day: String) throws {
      try repository.folder.remove("firm/Content/customers/\(old).md")
      try repository.folder.put("firm/Content/customers/\(new).md", "---\nname: Acme\nwas: [\(old)]\n---\n")
      try repository.commit(day)
    }
    try put("acme")
    try repository.commit("2026-01-02")
    try put("acme-ltd")
    try rename("acme", "acme-ltd", "2026-01-03")
    try put("acme-gmbh", "Text.\n")
    try rename("acme-ltd", "acme-gmbh", "2026-01-04")
    let entries = try await repository.history().entries
    #expect(
      entries.map { $0.changes.map { "\($0.kind) \($0.id)" } } == [
        ["renamed acme-gmbh", "updated o1"], ["renamed acme-ltd"], ["inserted acme", "inserted o1"],
      ])
    #expect(entries[0].changes[1].values.isEmpty && entries[0].changes[1].changesBody)
  }

  @Test func tellsWhatAMergeItselfChanged() async throws {
    let repository = try GitFixture()
    let path = "firm/Content/customers/acme.md"
    func put(_ name: String, _ phone: String, _ more: String = "") throws {
      try repository.folder.put(path, "---\nname: \(name)\nphone: \(phone)\n\(more)---\n")
    }
    try put("Acme", "1")
    try repository.commit("2026-01-02")
    try repository.git("checkout", "-qb", "side")
    try put("Acme Ltd", "1")
    try repository.commit("2026-01-03")
    try repository.git("checkout", "-q", "main")
    try put("Acme", "2")
    try repository.commit("2026-01-04")
    // Both sides are taken, which is no change of the merge's, and something is added that neither had.
    try repository.git("merge", "-q", "--no-commit", "-s", "ours", "side", day: "2026-01-05")
    try put("Acme Ltd", "2", "info: Met in person\n")
    try repository.folder.put("firm/Content/customers/zoe.md", "---\nname: Zoe\n---\n")
    try repository.commit("2026-01-05")
    let history = try await repository.history()
    #expect(
      history.entries.map(\.day.description) == ["2026-01-05", "2026-01-04", "2026-01-03", "2026-01-02"])
    #expect(history.entries[0].changes.map { "\($0.kind) \($0.id)" } == ["updated acme", "inserted zoe"])
    #expect(history.entries[0].changes[0].lines == ["info: – → Met in person"])
    #expect(history.entries[1].changes[0].lines == ["phone: 1 → 2"])
    #expect(history.entries[2].changes[0].lines == ["name: Acme → Acme Ltd"])
  }

  /// A record that two branches change, and their merge.
  /// - Returns: what is told of each commit, by its day.
  private func merged(
    _ record: String = "customers/zoe.md", base: String?, side: String?, main: String?,
    thenMain: String? = nil, sideDay: String = "2026-01-03", merge: String?
  ) async throws -> [String: [String]] {
    let repository = try GitFixture()
    let path = "firm/Content/" + record
    func put(_ text: String?, _ day: String) throws {
      if let text { try repository.folder.put(path, text) } else { try? repository.folder.remove(path) }
      try repository.commit(day)
    }
    try put(base, "2026-01-02")
    try repository.git("checkout", "-qb", "side")
    // What the merge takes of the branch in any case.
    try repository.folder.put("firm/Content/customers/other.md", "---\nname: Other\n---\n")
    try put(side, sideDay)
    try repository.git("checkout", "-q", "main")
    try repository.folder.put("firm/Content/customers/more.md", "---\nname: More\n---\n")
    try put(main, "2026-01-04")
    if let thenMain { try put(thenMain, "2026-01-05") }
    try repository.git("merge", "-q", "--no-commit", "-s", "ours", "side", day: "2026-01-06")
    try repository.folder.put("firm/Content/customers/other.md", "---\nname: Other\n---\n")
    try put(merge, "2026-01-06")
    var told: [String: [String]] = [:]
    for entry in try await repository.history().entries {
      told["\(entry.day)"] = entry.changes.filter { !["other", "more"].contains($0.id) }.flatMap { change in
        change.kind == .updated ? change.lines : ["\(change.kind)"] + change.lines
      }
    }
    return told
  }

  private static func zoe(_ name: String, _ phone: String = "", rows: String = "") -> String {
    "---\nname: \(name)\n\(phone.isEmpty ? "" : "phone: \(phone)\n")---\n"
  }

  @Test func tellsWhatAMergeDropped() async throws {
    let (old, new) = (Self.zoe("Zoe", "1"), Self.zoe("Zoe Ltd", "2"))
    // The branch's change is there, or is not; or only a part of it.
    #expect(try await merged(base: old, side: new, main: old, merge: new)["2026-01-06"] == nil)
    #expect(
      try await merged(base: old, side: new, main: old, merge: old)["2026-01-06"]
        == ["name: Zoe Ltd → Zoe", "phone: 2 → 1"])
    #expect(
      try await merged(base: old, side: new, main: old, merge: Self.zoe("Zoe", "2"))["2026-01-06"]
        == ["name: Zoe Ltd → Zoe"])
    // Those of the main branch are dropped alike.
    #expect(
      try await merged(base: old, side: old, main: new, merge: old)["2026-01-06"]
        == ["name: Zoe Ltd → Zoe", "phone: 2 → 1"])
    // Records that the branch inserted, deleted, or both.
    #expect(try await merged(base: nil, side: new, main: nil, merge: nil)["2026-01-06"]?.first == "deleted")
    #expect(
      try await merged(base: old, side: nil, main: old, merge: old)["2026-01-06"]
        == ["inserted", "name: Zoe", "phone: 1"])
    #expect(try await merged(base: old, side: nil, main: old, merge: nil)["2026-01-06"] == nil)
  }

  @Test func tellsWhatAMergeMadeOfTwoChangesOfAValue() async throws {
    let old = Self.zoe("Zoe", "1")
    let (side, main) = (Self.zoe("Zoe A", "1"), Self.zoe("Zoe B", "2"))
    // Told last was the main branch's name, or the other's: what is listed last is what is there.
    #expect(try await merged(base: old, side: side, main: main, merge: main)["2026-01-06"] == nil)
    #expect(
      try await merged(base: old, side: side, main: main, merge: Self.zoe("Zoe A", "2"))["2026-01-06"]
        == ["name: Zoe B → Zoe A"])
    #expect(
      try await merged(base: old, side: side, main: main, sideDay: "2026-01-05", merge: main)["2026-01-06"]
        == ["name: Zoe A → Zoe B"])
    #expect(
      try await merged(
        base: old, side: side, main: main, sideDay: "2026-01-05", merge: Self.zoe("Zoe C", "2"))["2026-01-06"]
        == ["name: Zoe A → Zoe C"])
    // One that a branch took back was told last.
    #expect(
      try await merged(base: old, side: side, main: main, thenMain: old, merge: side)["2026-01-06"]
        == ["name: Zoe → Zoe A"])
    #expect(
      try await merged(base: old, side: side, main: main, thenMain: old, merge: old)["2026-01-06"] == nil)
    // Both made the same change.
    #expect(try await merged(base: old, side: side, main: side, merge: side)["2026-01-06"] == nil)
  }

  @Test func tellsWhatAMergeMadeOfTwoChangesOfARow() async throws {
    func order(_ first: String, _ second: String) -> String {
      "---\ndate: 2026-01-02\nrows:\n  - {text: A, \(first)}\n  - {text: B, \(second)}\n---\n"
    }
    let path = "orders/o1.md"
    let (base, side, main) = (
      order("sum: 1", "sum: 12.90"), order("sum: 1", "sum: 1.00"), order("sum: 1", "sum: 2.00")
    )
    // What was told last was the main branch's amount.
    #expect(
      try await merged(path, base: base, side: side, main: main, merge: side)["2026-01-06"]
        == ["rows#2 updated: sum: 2.00 → 1.00"])
    #expect(try await merged(path, base: base, side: side, main: main, merge: main)["2026-01-06"] == nil)
    // Each changed another key of the row.
    let (quantity, amount) = (order("sum: 1", "quantity: 2, sum: 12.90"), order("sum: 1", "sum: 2.00"))
    #expect(
      try await merged(
        path, base: base, side: quantity, main: amount, merge: order("sum: 1", "quantity: 2, sum: 2.00"))[
          "2026-01-06"] == nil)
  }

  @Test func joinsTheRowsOfBranches() async throws {
    func put(_ rows: [String], in repository: GitFixture) throws {
      let lines = rows.map { "  - {text: \($0), sum: 10}\n" }.joined()
      try repository.folder.put(
        "firm/Content/orders/o1.md", "---\ndate: 2026-01-02\ncustomer: acme\nrows:\n\(lines)---\n")
    }
    for (merge, told) in [
      (["A", "B", "S", "S", "M"], nil), (["A", "B", "S", "M"], ["rows#5 deleted: text: S, sum: 10.00"]),
      (["A", "M"], ["rows#2", "rows#4", "rows#5"]), (["A", "C", "B", "S", "S", "M"], ["rows#2 inserted"]),
    ] as [([String], [String]?)] {
      let repository = try GitFixture()
      try put(["A", "B", "C"], in: repository)
      try repository.commit("2026-01-02")
      try repository.git("checkout", "-qB", "side")
      try put(["A", "B", "C", "S", "S"], in: repository)
      try repository.commit("2026-01-03")
      try repository.git("checkout", "-q", "main")
      try put(["A", "B", "M"], in: repository)
      try repository.commit("2026-01-04")
      try repository.git("merge", "-q", "--no-commit", "-s", "ours", "side", day: "2026-01-05")
      try put(merge, in: repository)
      try repository.commit("2026-01-05")
      let entry = try await repository.history().entries.first { $0.day.description == "2026-01-05" }
      let lines = entry?.changes.flatMap(\.lines)
      #expect(lines?.count == told?.count, "\(lines ?? [])")
      for (line, told) in zip(lines ?? [], told ?? []) { #expect(line.hasPrefix(told), "\(lines ?? [])") }
    }
  }

  /// One branch moves the file, and the other writes it anew with the same values.
  @Test(arguments: ["zoe.md", "de/zoe.md"])
  func tellsNothingOfAMoveThatAMergeTookOrDropped(path: String) async throws {
    let repository = try GitFixture()
    func put(_ text: String, at path: String, _ day: String) throws {
      for path in ["zoe.md", "de/zoe.md"] { try? repository.folder.remove("firm/Content/customers/\(path)") }
      try repository.folder.put("firm/Content/customers/\(path)", text)
      try repository.commit(day)
    }
    try put(Self.zoe("Zoe", "1"), at: "zoe.md", "2026-01-02")
    try repository.git("checkout", "-qb", "side")
    try put(Self.zoe("Zoe", "1"), at: "de/zoe.md", "2026-01-03")
    try repository.git("checkout", "-q", "main")
    try put(Self.zoe("'Zoe'", "1"), at: "zoe.md", "2026-01-04")
    try repository.git("merge", "-q", "--no-commit", "-s", "ours", "side", day: "2026-01-05")
    try put(Self.zoe("\"Zoe\"", "1"), at: path, "2026-01-05")
    #expect(try await repository.history().entries.map(\.day.description) == ["2026-01-02"])
  }

  /// A branch is part of the past even if the merge took the whole folder from the other parent.
  @Test func tellsWhatAMergeThatTookNothingOfABranchDropped() async throws {
    let repository = try GitFixture()
    try repository.commit("2026-01-02")
    try repository.git("checkout", "-qb", "side")
    try repository.folder.put("firm/Content/customers/acme.md", "---\nname: Never\n---\n")
    try repository.commit("2026-01-03")
    try repository.git("checkout", "-q", "main")
    try repository.folder.put("firm/other.txt", "x")
    try repository.commit("2026-01-04")
    try repository.git(
      "-c", "user.name=A", "-c", "user.email=a@example.org", "merge", "-q", "-s", "ours", "-m", "x", "side",
      day: "2026-01-05")
    #expect(
      try await repository.history().entries.map { "\($0.day) \($0.changes.flatMap(\.lines))" } == [
        "2026-01-05 [\"name: Never → Acme\"]", "2026-01-03 [\"name: Acme → Never\"]",
        "2026-01-02 [\"name: Acme\"]",
      ])
    #expect(
      try await repository.history(firstParent: true).entries.map(\.day.description) == ["2026-01-02"])
    // The value that is there was set on the other branch.
    let name = RecordName(family: "Customer", id: "acme")
    let blame = try await RecordBlame.read(
      of: name, in: WorkingTree(repository.content), repository: try GitRepository(of: repository.content))
    #expect(blame?.lines.map { $0.entry?.day.description } == ["2026-01-02"])
  }

  /// After a rebase, a commit's day is still its author's.
  @Test func leavesOutWhatIsBeforeADayByTheDayThatIsTold() async throws {
    let repository = try GitFixture()
    try repository.commit("2026-01-02")
    for (phone, day) in [(1, "2026-01-10"), (2, "2026-01-20")] {
      try repository.folder.put("firm/Content/customers/acme.md", "---\nname: Acme\nphone: \(phone)\n---\n")
      try repository.git(
        "-c", "user.name=A", "-c", "user.email=a@example.org", "commit", "-qam", "x",
        "--date=\(day)T12:00:00", day: "2026-02-01")
    }
    let since = try #require(CivilDate("2026-01-15"))
    #expect(try await repository.history(since: since).entries.map(\.day.description) == ["2026-01-20"])
    #expect(repository.failure("2026-01-20") == "none")
    #expect(try repository.source("2026-01-20").commit == repository.source("HEAD~2").commit)
  }

  @Test func namesTheSubmodulesWithRecords() async throws {
    let repository = try GitFixture()
    try repository.folder.put("firm/Content/orders/o1.md", "---\ndate: 2026-01-02\n---\n")
    try repository.commit("2026-01-02")
    try repository.folder.remove("firm/Content/orders")
    try repository.commit("2026-01-03")
    // One with nothing but pictures lacks no records.
    try repository.addSubmodule("firm/Content/pictures")
    let git = try GitRepository(of: repository.content)
    let tree = WorkingTree(repository.content)
    func submodules() async throws -> [String] {
      try await RecordHistory.submodules(of: git, at: try git.commit(named: "HEAD"), model: tree).map {
        "\($0.range.file.path) \($0.summary)"
      }
    }
    #expect(try await submodules() == [])
    try repository.addSubmodule("firm/Content/orders")
    let reason = "it is a submodule, whose files are not in this repository"
    #expect(
      try await submodules() == ["\(repository.content)/orders cannot read the folder: \(reason)"])
    // The clone in it has its orders deeper; this one is where the folder's records are.
    try repository.folder.put("firm/Content/orders/o2.md", "---\ndate: 2026-01-02\n---\n")
    do {
      _ = try await RecordBlame.read(of: RecordName(family: "Order", id: "o2"), in: tree, repository: git)
      Issue.record("the history of a submodule is known")
    } catch let HistoryFailure.unavailable(words) {
      #expect(words == "cannot read '\(repository.content)/orders': \(reason)")
    }
  }

  @Test func passesOverVersionsThatCannotBeRead() async throws {
    let repository = try GitFixture()
    try repository.commit("2026-01-02")
    try repository.folder.put("firm/Content/customers/acme.md", "---\nname: [Acme\n---\n")
    try repository.commit("2026-01-03")
    try repository.folder.put("firm/Content/customers/acme.md", "---\nname: Acme\nphone: 12\n---\n")
    try repository.commit("2026-01-04")
    let entries = try await repository.history().entries
    #expect(
      entries.map { "\($0.day) \($0.changes.flatMap(\.lines))" } == [
        "2026-01-04 [\"phone: – → 12\"]", "2026-01-02 [\"name: Acme\"]",
      ])
  }

  @Test func doesNotGuessTheDaysThatAShallowCloneLacks() async throws {
    let repository = try GitFixture()
    try repository.commit("2026-01-02")
    try repository.folder.put("firm/Content/customers/zoe.md", "---\nname: Zoe\n---\n")
    try repository.commit("2026-01-03")
    try repository.folder.put("firm/Content/customers/acme.md", "---\nname: Acme Ltd\n---\n")
    try repository.commit("2026-01-04")
    try repository.git("clone", "-q", "--depth", "2", "file://" + repository.folder.path, "copy")
    let content = repository.folder.path("copy/firm/Content")
    let tree = WorkingTree(content)
    let history = try await RecordHistory.read(of: try GitRepository(of: content), model: tree)
    #expect(history.isCut)
    #expect(history.entries.map(\.day.description) == ["2026-01-04"])
    let today = try #require(CivilDate("2026-11-22"))
    let book = await ContentLoader(source: tree, includesDrafts: false, today: today).load()
    let pasts = RecordPasts(history, of: book.graph).tables[0]
    let rows = ["acme", "zoe"].compactMap { book.graph.tables[0].rowsByID[$0].map(Int.init) }
    #expect(rows.map { pasts[$0].changed?.description } == ["2026-01-04", nil])
    #expect(rows.map { pasts[$0].created?.description } == [nil, nil])
  }
}
