import Content
import History
import Records
import TestSupport
import Testing

@Suite(.needsGit) struct RecordNameTests {
  @Test func followsARecordThroughItsFormerIDs() async throws {
    let repository = try GitFixture()
    try repository.commit("2026-01-02")
    try repository.folder.remove("firm/Content/customers/acme.md")
    try repository.folder.put("firm/Content/customers/acme-ltd.md", "---\nname: Acme Ltd\nwas: [acme]\n---\n")
    try repository.commit("2026-01-05")
    func told(_ id: String) async throws -> [String] {
      let history = try await repository.history()
      let name = try #require(history.records(formerly: id).first)
      return history.about(.record(name)).entries.flatMap(\.changes)
        .map { "\($0.kind) \($0.name)" }
    }
    let whole = ["renamed customer acme → acme-ltd", "inserted customer acme"]
    #expect(try await told("acme-ltd") == whole)
    #expect(try await told("acme") == whole)
    // Another record that takes the id since is meant by it.
    try repository.folder.put("firm/Content/customers/acme.md", "---\nname: Acme Two\n---\n")
    try repository.commit("2026-01-06")
    #expect(try await told("acme") == ["inserted customer acme"])
    #expect(try await told("acme-ltd") == whole)
  }

  /// An undone rename is another rename, of the same record.
  @Test func anUndoneRenameIsARename() async throws {
    let repository = try GitFixture()
    let (old, new) = ("firm/Content/customers/acme.md", "firm/Content/customers/acme-ltd.md")
    let files = [old: "---\nname: Acme\n---\n", new: "---\nname: Acme Ltd\nwas: [acme]\n---\n"]
    try repository.commit("2026-01-02")
    for (from, to, day) in [(old, new, "2026-01-05"), (new, old, "2026-01-06")] {
      try repository.folder.remove(from)
      try repository.folder.put(to, try #require(files[to]))
      try repository.commit(day)
    }
    let history = try await repository.history()
    let name = RecordName(family: "Customer", id: "acme")
    #expect(
      history.about(.record(name)).entries.flatMap(\.changes).map { "\($0.kind) \($0.name)" } == [
        "renamed customer acme-ltd → acme", "renamed customer acme → acme-ltd", "inserted customer acme",
      ])
    let before = ["customers/acme-ltd.md": try #require(files[new])]
    let changes = try await HistoryFixture.changes(
      ["customers/acme-ltd.md": nil, "customers/acme.md": files[old]], in: before)
    #expect(changes.records.map { "\($0.kind) \($0.name)" } == ["renamed customer acme-ltd → acme"])
  }

  /// A record that takes another name names its former one, which is then no undone rename of another record.
  @Test func aRenamedRecordIsNotTheFormerHolderOfItsID() async throws {
    let repository = try GitFixture()
    func put(_ name: String, _ text: String) throws {
      try repository.folder.put("firm/Content/customers/\(name).md", "---\n\(text)---\n")
    }
    try repository.commit("2026-01-02")
    try repository.folder.remove("firm/Content/customers/acme.md")
    try put("kz", "name: Acme\nwas: [acme]\n")
    try repository.commit("2026-01-03")
    try repository.folder.remove("firm/Content/customers/kz.md")
    try put("kq", "name: Acme\nwas: [kz]\n")
    try put("acme", "name: Other\n")
    try repository.commit("2026-01-04")
    let told = ["inserted customer acme", "renamed customer kz → kq"]
    let history = try await repository.history()
    #expect(history.entries.first?.changes.map { "\($0.kind) \($0.name)" } == told)
    let changes = try await HistoryFixture.changes(
      [
        "customers/kz.md": nil, "customers/kq.md": "---\nname: Acme\nwas: [kz]\n---\n",
        "customers/acme.md": "---\nname: Other\n---\n",
      ],
      in: ["customers/kz.md": "---\nname: Acme\nwas: [acme]\n---\n"])
    #expect(changes.records.map { "\($0.kind) \($0.name)" }.sorted() == told)
  }

  /// An id is unique only within a family of entities.
  @Test func recordsOfOneIDInTwoFamiliesAreKeptApart() async throws {
    let repository = try GitFixture()
    let (customer, service) = ("firm/Content/customers/parts.md", "firm/Content/services/parts.md")
    try repository.folder.put(customer, "---\nname: Parts\n---\n")
    try repository.folder.put("firm/Content/customers/xx.md", "---\nname: Same\n---\n")
    try repository.commit("2026-01-02")
    try repository.folder.remove(customer)
    try repository.folder.put(service, "---\nname: Parts of bikes\n---\n")
    // The same bytes are no rename either.
    try repository.folder.remove("firm/Content/customers/xx.md")
    try repository.folder.put("firm/Content/services/yy.md", "---\nname: Same\n---\n")
    try repository.commit("2026-01-03")
    let history = try await repository.history()
    func told(_ history: RecordHistory) -> [[String]] {
      history.entries.map { $0.changes.map { "\($0.kind) \($0.name)" } }
    }
    #expect(
      told(history).first == [
        "deleted customer parts", "deleted customer xx", "inserted service parts", "inserted service yy",
      ])
    #expect(history.records(formerly: "parts").map(\.family) == ["Customer", "Service"])
    #expect(
      told(history.about(.record(RecordName(family: "Service", id: "parts")))) == [
        ["inserted service parts"]
      ])
    let gone = RecordName(family: "Customer", id: "parts")
    #expect(
      told(history.about(.record(gone))) == [
        ["deleted customer parts"], ["inserted customer parts"],
      ])
  }

  /// A revert brings a record back, with all that was before.
  @Test func followsARecordBeyondItsDeletion() async throws {
    let repository = try GitFixture()
    try repository.commit("2026-01-02")
    try repository.folder.remove("firm/Content/customers/acme.md")
    try repository.folder.put("firm/Content/customers/acme-ltd.md", "---\nname: Acme Ltd\nwas: [acme]\n---\n")
    try repository.commit("2026-01-03")
    try repository.folder.remove("firm/Content/customers/acme-ltd.md")
    try repository.commit("2026-01-04")
    try repository.git(
      "-c", "user.name=A", "-c", "user.email=a@example.org", "revert", "--no-edit", "HEAD", day: "2026-01-05")
    let history = try await repository.history()
    let name = RecordName(family: "Customer", id: "acme-ltd")
    #expect(
      history.about(.record(name)).entries.flatMap(\.changes).map { "\($0.kind) \($0.name)" } == [
        "inserted customer acme-ltd", "deleted customer acme-ltd", "renamed customer acme → acme-ltd",
        "inserted customer acme",
      ])
  }

  /// A record that one branch renames and another changes, and their merge.
  private static func merged(
    renameDay: String, was: Bool = true, phone: String = "1", name: String = "Acme Ltd"
  ) async throws -> GitFixture {
    let repository = try GitFixture()
    let (old, new) = ("firm/Content/customers/acme.md", "firm/Content/customers/acme-ltd.md")
    func text(_ name: String, _ phone: String = "1", was: Bool = false) -> String {
      "---\nname: \(name)\nphone: \(phone)\n\(was ? "was: [acme]\n" : "")---\n"
    }
    func order(_ customer: String) throws {
      try repository.folder.put(
        "firm/Content/orders/o1.md", "---\ndate: 2026-01-02\ncustomer: \(customer)\n---\n")
    }
    try repository.folder.put(old, text("Acme"))
    try order("acme")
    try repository.commit("2026-01-02")
    try repository.git("checkout", "-qb", "side")
    try repository.git("mv", old, new)
    try repository.folder.put(new, text("Acme", was: was))
    try order("acme-ltd")
    try repository.commit(renameDay)
    try repository.git("checkout", "-q", "main")
    try repository.folder.put(old, text("Acme Ltd"))
    try repository.commit("2026-01-04")
    try repository.git("merge", "-q", "--no-commit", "-s", "ours", "side", day: "2026-01-06")
    try repository.folder.remove(old)
    try repository.folder.put(new, text(name, phone, was: was))
    try order("acme-ltd")
    try repository.commit("2026-01-06")
    return repository
  }

  private static func told(_ history: RecordHistory) -> [String] {
    history.entries.flatMap { entry in
      entry.changes.map { "\(entry.day.description.suffix(2)) \($0.kind) \($0.id) \($0.lines)" }
    }
  }

  @Test(arguments: ["2026-01-03", "2026-01-05"], [true, false])
  func followsARecordThatOneBranchRenamedAndAnotherChanged(renameDay: String, was: Bool) async throws {
    let repository = try await Self.merged(renameDay: renameDay, was: was)
    let history = try await repository.history()
    let (rename, edit) = (
      "\(renameDay.suffix(2)) renamed acme-ltd []", "04 updated acme [\"name: Acme → Acme Ltd\"]"
    )
    let branches = renameDay < "2026-01-04" ? [edit, rename] : [rename, edit]
    let whole = branches + ["02 inserted acme [\"name: Acme\", \"phone: 1\"]"]
    #expect(Self.told(history).filter { !$0.contains(" o1 ") } == whole)
    #expect(history.entries.allSatisfy { $0.day.description != "2026-01-06" || $0.changes.isEmpty })
    let name = RecordName(family: "Customer", id: "acme-ltd")
    #expect(Self.told(history.about(.record(name))) == whole)
    #expect(history.records(formerly: "acme") == [name])
    let blame = try await RecordBlame.read(
      of: name, in: WorkingTree(repository.content), repository: try GitRepository(of: repository.content))
    #expect(
      blame?.lines.map { "\($0.key) \($0.entry?.day.description ?? "?")" } == [
        "name 2026-01-04", "phone 2026-01-02",
      ])
    let first = try await repository.history(firstParent: true)
    #expect(Self.told(first).filter { !$0.contains(" o1 ") }.first == "06 renamed acme-ltd []")
    // The pages of a book.
    let today = try #require(CivilDate("2026-11-22"))
    let book = await ContentLoader(
      source: WorkingTree(repository.content), includesDrafts: false, today: today
    ).load()
    let table = try #require(book.graph.tables.firstIndex { $0.rowsByID["acme-ltd"] != nil })
    let row = try #require(book.graph.tables[table].rowsByID["acme-ltd"])
    let past = RecordPasts(history, of: book.graph).tables[table][Int(row)]
    #expect(past.changes.count == 3)
    #expect(
      past.created?.description == "2026-01-02" && past.changed?.description == max(renameDay, "2026-01-04"))
  }

  /// A later record with the former id has no past of the renamed one.
  @Test func aRecordThatTakesAnIDAfterAMergeBeginsThere() async throws {
    let repository = try await Self.merged(renameDay: "2026-01-03")
    try repository.folder.put("firm/Content/customers/acme-ltd.md", "---\nname: Acme Ltd\nphone: 1\n---\n")
    try repository.folder.put("firm/Content/customers/acme.md", "---\nname: New\n---\n")
    try repository.commit("2026-01-08")
    let history = try await repository.history()
    let told = Self.told(history.about(.record(RecordName(family: "Customer", id: "acme"))))
    #expect(told == ["08 inserted acme [\"name: New\"]"], "\(told)")
  }

  @Test func tellsWhatAMergeItselfChangedInARenamedRecord() async throws {
    for day in ["2026-01-03", "2026-01-05"] {
      func first(_ name: String, _ phone: String) async throws -> String? {
        let repository = try await Self.merged(renameDay: day, phone: phone, name: name)
        return Self.told(try await repository.history()).first
      }
      #expect(try await first("Acme Ltd", "2") == "06 updated acme-ltd [\"phone: 1 → 2\"]")
      #expect(try await first("Acme", "1") == "06 updated acme-ltd [\"name: Acme Ltd → Acme\"]")
      #expect(try await first("Acme Inc", "1") == "06 updated acme-ltd [\"name: Acme Ltd → Acme Inc\"]")
    }
  }
}
