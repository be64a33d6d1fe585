import Content
import Foundation
import History
import Records
import TestSupport
import Testing

/// What a history says of records that another model described at the time.
@Suite(.needsGit) struct FormerModelTests {
  private static let customer = "firm/Content/customers/acme.md"
  private static let jobs = """
    extends: none
    entities:
      Job:
        folder: jobs
        title: id
        attributes: {price: {type: money, total: true}}
        relationships: {steps: {to: Step, many: true, inverse: job}}
      Step:
        inside: Job.steps
        attributes: {sum: money}
        relationships: {job: {to: Job, inverse: steps}}
    """

  private static func told(_ history: RecordHistory) -> [[String]] {
    history.entries.map { $0.changes.flatMap { ["\($0.kind) \($0.name)"] + $0.lines } }
  }

  private static func blamed(_ id: String, of family: String, in repository: GitFixture) async throws
    -> [String]
  {
    let blame = try await RecordBlame.read(
      of: RecordName(family: family, id: id), in: WorkingTree(repository.content),
      repository: GitRepository(of: repository.content))
    return try #require(blame).lines.map { "\($0.key) \($0.value) \($0.entry?.day.description ?? "–")" }
  }

  // MARK: Currencies

  @Test func anAmountIsInTheCurrencyOfItsTime() async throws {
    let repository = try GitFixture()
    let (hour, half) = ("firm/Content/services/hour.md", "firm/Content/services/half.md")
    try repository.folder.put("firm/Content/site.yml", "title: Firm\n")
    try repository.folder.put(hour, "---\nname: Hour\nprice: 50.00\n---\n")
    try repository.folder.put(half, "---\nname: Half\nprice: 5.00\n---\n")
    try repository.commit("2026-01-02")
    try repository.folder.replace("50.00", with: "60.00", in: hour)
    try repository.commit("2026-01-03")
    // One price is written as it was, the other is now in francs: the file is the same, the price is another.
    try repository.folder.put("firm/Content/site.yml", "title: Firm\ncurrency: CHF\n")
    try repository.folder.replace("60.00", with: "60.00 EUR", in: hour)
    try repository.commit("2026-01-04")
    #expect(
      try await Self.told(repository.history()) == [
        ["updated service half", "price: 5.00 EUR → 5.00 CHF"],
        ["updated service hour", "price: 50.00 EUR → 60.00 EUR"],
        [
          "inserted customer acme", "name: Acme", "inserted service half", "name: Half", "price: 5.00 EUR",
          "inserted service hour", "name: Hour", "price: 50.00 EUR",
        ],
      ])
    #expect(try await Self.blamed("hour", of: "Service", in: repository)[1] == "price 60.00 EUR 2026-01-03")
    #expect(try await Self.blamed("half", of: "Service", in: repository)[1] == "price 5.00 2026-01-04")
  }

  // MARK: Folders and types

  @Test func recordsAreFollowedToAnotherFolderOfTheirEntity() async throws {
    let repository = try GitFixture()
    try repository.folder.put("firm/Content/customers/bob.md", "---\nname: Bob\n---\n")
    try repository.commit("2026-01-02")
    try repository.folder.put(Self.customer, "---\nname: Acme\nphone: 1\n---\n")
    try repository.folder.remove("firm/Content/customers/bob.md")
    try repository.commit("2026-01-03")
    let before = try await Self.told(repository.history())
    try repository.folder.put("firm/Content/model.yml", "entities:\n  Customer: {folder: clients}\n")
    try repository.git("mv", "firm/Content/customers", "firm/Content/clients")
    try repository.commit("2026-01-04")
    let history = try await repository.history()
    #expect(Self.told(history) == before)
    #expect(before.first == ["updated customer acme", "phone: – → 1", "deleted customer bob"])
    #expect(history.records(formerly: "bob").map(\.family) == ["Customer"])
    #expect(
      try await Self.blamed("acme", of: "Customer", in: repository) == [
        "name Acme 2026-01-02", "phone 1 2026-01-03",
      ])
  }

  /// The model as it is in the folder is the present one, although no commit has it.
  @Test func aModelThatIsNotCommittedChangesNothingOfThePast() async throws {
    let repository = try GitFixture()
    try repository.folder.put("firm/Content/site.yml", "title: Firm\n")
    try repository.commit("2026-01-02")
    let before = try await Self.told(repository.history())
    try repository.folder.put("firm/Content/site.yml", "title: Firm\ncurrency: CHF\n")
    #expect(try await Self.told(repository.history()) == before)
    try repository.folder.put("firm/Content/services/hour.md", "---\nname: Hour\nprice: 50\n---\n")
    try repository.git("add", "firm/Content/services")
    try repository.git(
      "-c", "user.name=A", "-c", "user.email=a@example.org", "commit", "-qm", "x", day: "2026-01-03")
    let since = CivilDate("2026-01-03")
    #expect(
      try await Self.told(repository.history(since: since)) == [
        ["inserted service hour", "name: Hour", "price: 50.00 EUR"]
      ])
    // Settings that git never had are those of all commits.
    try repository.folder.put(
      "firm/Content/model.yml", "entities:\n  Client: {folder: customers}\n  Customer: null\n")
    try repository.folder.put(".gitignore", "model.yml\n")
    #expect(try await Self.told(repository.history()).last?.first == "inserted client acme")
  }

  @Test func aTextThatBecameANumberWasAText() async throws {
    let repository = try GitFixture()
    try repository.folder.put("firm/Content/model.yml", "entities:\n  Customer: {attributes: {n: string}}\n")
    try repository.folder.put(Self.customer, "---\nname: Acme\nn: 0012\n---\n")
    try repository.commit("2026-01-02")
    try repository.folder.put("firm/Content/model.yml", "entities:\n  Customer: {attributes: {n: integer}}\n")
    try repository.commit("2026-01-03")
    #expect(
      try await Self.told(repository.history()) == [
        ["updated customer acme", "n: 0012 → 12"], ["inserted customer acme", "name: Acme", "n: 0012"],
      ])
  }

  /// A model with errors describes nothing: the present one is taken.
  @Test func aBrokenModelOfThePastIsPassedOver() async throws {
    let repository = try GitFixture()
    try repository.folder.put("firm/Content/model.yml", "entities: [\n")
    try repository.commit("2026-01-02")
    try repository.folder.put("firm/Content/model.yml", "entities:\n  Customer: {attributes: {n: integer}}\n")
    try repository.folder.put(Self.customer, "---\nname: Acme\nn: 1\n---\n")
    try repository.commit("2026-01-03")
    #expect(
      try await Self.told(repository.history()) == [
        ["updated customer acme", "n: – → 1"], ["inserted customer acme", "name: Acme"],
      ])
  }

  // MARK: Other names

  @Test func listsAndEntitiesHaveTheNamesOfTheirTime() async throws {
    let repository = try GitFixture()
    try repository.folder.remove(Self.customer)
    let (model, job) = ("firm/Content/model.yml", "firm/Content/jobs/J1.md")
    try repository.folder.put(model, Self.jobs)
    try repository.folder.put(job, "---\nprice: 100\nsteps:\n  - {sum: 5}\n---\n")
    try repository.commit("2026-01-02")
    try repository.folder.replace("sum: 5", with: "sum: 7", in: job)
    try repository.commit("2026-01-03")
    for path in [model, job] {
      try repository.folder.save(path, repository.folder.text(path).replacing("steps", with: "phases"))
    }
    try repository.commit("2026-01-04")
    try repository.folder.save(
      model, repository.folder.text(model).replacing("Job", with: "Case").replacing("jobs", with: "cases"))
    try repository.git("mv", "firm/Content/jobs", "firm/Content/cases")
    try repository.folder.replace("100", with: "150", in: "firm/Content/cases/J1.md")
    try repository.commit("2026-01-05")
    let history = try await repository.history()
    let past = [
      ["updated job J1", "phases#1 inserted: sum: 7.00", "steps#1 deleted: sum: 7.00"],
      ["updated job J1", "steps#1 updated: sum: 5.00 → 7.00"],
      ["inserted job J1", "price: 100.00", "steps#1 inserted: sum: 5.00"],
    ]
    #expect(
      Self.told(history) == [["updated case J1", "entity: Job → Case", "price: 100.00 → 150.00"]] + past)
    #expect(Self.told(history.about(.record(RecordName(family: "Case", id: "J1")))) == Self.told(history))
    #expect(Self.told(history.about(.entities(["Job"]))) == past)
    #expect(
      try await Self.blamed("J1", of: "Case", in: repository) == [
        "price 150.00 2026-01-05", "phases#1.sum 7.00 2026-01-04",
      ])
  }

  /// The records' files are the same, in the same folder.
  @Test func anEntityWithAnotherNameKeepsTheRecordsOfItsFolder() async throws {
    let repository = try GitFixture()
    try repository.folder.remove(Self.customer)
    let (model, folder) = ("firm/Content/model.yml", "firm/Content/jobs/")
    try repository.folder.put(model, Self.jobs)
    for id in ["J1", "J2"] { try repository.folder.put(folder + "\(id).md", "---\nprice: 100\n---\n") }
    try repository.commit("2026-01-02")
    try repository.folder.save(model, repository.folder.text(model).replacing("Job", with: "Case"))
    // One file is changed in the same commit.
    try repository.folder.replace("100", with: "150", in: folder + "J2.md")
    try repository.commit("2026-01-03")
    try repository.folder.replace("100", with: "120", in: folder + "J1.md")
    try repository.commit("2026-01-04")
    let history = try await repository.history()
    func told(_ id: String) -> [[String]] {
      Self.told(history.about(.record(RecordName(family: "Case", id: id))))
    }
    let past = ["inserted job J1", "price: 100.00"]
    #expect(
      told("J1") == [
        ["updated case J1", "price: 100.00 → 120.00"], ["updated case J1", "entity: Job → Case"], past,
      ])
    #expect(
      told("J2") == [
        ["updated case J2", "entity: Job → Case", "price: 100.00 → 150.00"],
        ["inserted job J2", "price: 100.00"],
      ])
    #expect(try await Self.blamed("J1", of: "Case", in: repository) == ["price 120.00 2026-01-04"])
    #expect(try await Self.blamed("J2", of: "Case", in: repository) == ["price 150.00 2026-01-03"])
    #expect(history.records(formerly: "J1").map(\.family) == ["Case"])
    let today = try #require(CivilDate("2026-11-22"))
    let book = await ContentLoader(
      source: WorkingTree(repository.content), includesDrafts: false, today: today
    ).load()
    let table = try #require(book.graph.tables.firstIndex { $0.rowsByID["J1"] != nil })
    #expect(
      RecordPasts(history, of: book.graph).tables[table].allSatisfy {
        $0.created?.description == "2026-01-02"
      })
  }

  @Test(arguments: ["2026-01-03", "2026-01-05"], [true, false])
  func anEntityThatABranchRenamedKeepsTheChangesOfAnother(renameDay: String, moves: Bool) async throws {
    let repository = try GitFixture()
    try repository.folder.remove(Self.customer)
    let (model, job) = ("firm/Content/model.yml", "firm/Content/jobs/J1.md")
    try repository.folder.put(model, Self.jobs)
    try repository.folder.put(job, "---\nprice: 100\n---\n")
    try repository.commit("2026-01-02")
    try repository.git("checkout", "-qb", "side")
    try repository.folder.save(model, repository.folder.text(model).replacing("Job", with: "Case"))
    if moves {
      try repository.folder.replace("folder: jobs", with: "folder: cases", in: model)
      try repository.git("mv", "firm/Content/jobs", "firm/Content/cases")
    }
    try repository.commit(renameDay)
    try repository.git("checkout", "-q", "main")
    try repository.folder.replace("100", with: "150", in: job)
    try repository.commit("2026-01-04")
    try repository.git("merge", "-q", "--no-commit", "-s", "ours", "side", day: "2026-01-06")
    try repository.git("checkout", "-q", "side", "--", "firm/Content/model.yml")
    if moves { try repository.git("mv", "firm/Content/jobs", "firm/Content/cases") }
    try repository.commit("2026-01-06")
    let history = try await repository.history()
    let (rename, edit) = (
      ["updated case J1", "entity: Job → Case"], ["updated job J1", "price: 100.00 → 150.00"]
    )
    let told = Self.told(history.about(.record(RecordName(family: "Case", id: "J1"))))
    let branches = renameDay < "2026-01-04" ? [edit, rename] : [rename, edit]
    #expect(told == branches + [["inserted job J1", "price: 100.00"]])
    #expect(Self.told(history).filter { !$0.isEmpty } == told)
    #expect(history.records(formerly: "J1").map(\.family) == ["Case"])
    #expect(try await Self.blamed("J1", of: "Case", in: repository) == ["price 150.00 2026-01-04"])
    let today = try #require(CivilDate("2026-11-22"))
    let book = await ContentLoader(
      source: WorkingTree(repository.content), includesDrafts: false, today: today
    ).load()
    let table = try #require(book.graph.tables.firstIndex { $0.rowsByID["J1"] != nil })
    #expect(RecordPasts(history, of: book.graph).tables[table].map(\.changes.count) == [3])
  }

  /// A record of another entity of its family was not deleted when the entity got another name.
  @Test func aSubentityWithAnotherNameKeepsItsRecords() async throws {
    let repository = try GitFixture()
    try repository.folder.put(
      "firm/Content/model.yml",
      "entities:\n  Firm: {parent: Customer, folder: firms, attributes: {vat: string}}\n")
    try repository.commit("2026-01-02")
    try repository.folder.remove(Self.customer)
    try repository.folder.put("firm/Content/firms/acme.md", "---\nname: Acme\nvat: DE1\n---\n")
    try repository.commit("2026-01-03")
    try repository.folder.put(
      "firm/Content/model.yml",
      "entities:\n  Company: {parent: Customer, folder: companies, attributes: {vat: string}}\n")
    try repository.git("mv", "firm/Content/firms", "firm/Content/companies")
    try repository.commit("2026-01-04")
    #expect(
      try await Self.told(repository.history()) == [
        ["updated company acme", "entity: Firm → Company"],
        ["updated firm acme", "entity: Customer → Firm", "vat: – → DE1"],
        ["inserted customer acme", "name: Acme"],
      ])
  }

  @Test func anEntityThatIsGoneLeavesItsDeletions() async throws {
    let repository = try GitFixture()
    try repository.folder.put(
      "firm/Content/model.yml",
      "entities:\n  Note: {folder: notes, title: text, attributes: {text: string}}\n")
    try repository.folder.put("firm/Content/notes/n1.md", "---\ntext: Call\n---\n")
    try repository.commit("2026-01-02")
    try repository.folder.remove("firm/Content/model.yml")
    try repository.folder.remove("firm/Content/notes")
    try repository.commit("2026-01-03")
    let history = try await repository.history()
    #expect(Self.told(history).first == ["deleted note n1"])
    #expect(Self.told(history.about(.record(RecordName(family: "Note", id: "n1")))).count == 2)
  }

  /// A merge has the model of each of its branches before it.
  @Test func aBranchWithAModelOfItsOwnIsMerged() async throws {
    let repository = try GitFixture()
    try repository.folder.put("firm/Content/site.yml", "title: Firm\n")
    try repository.folder.put("firm/Content/services/hour.md", "---\nname: Hour\nprice: 50\n---\n")
    try repository.commit("2026-01-02")
    try repository.git("checkout", "-qb", "francs")
    try repository.folder.put("firm/Content/site.yml", "title: Firm\ncurrency: CHF\n")
    try repository.commit("2026-01-03")
    try repository.git("checkout", "-q", "main")
    try repository.folder.put(Self.customer, "---\nname: Acme Ltd\n---\n")
    try repository.commit("2026-01-04")
    try repository.git(
      "-c", "user.name=A", "-c", "user.email=a@example.org", "merge", "-q", "--no-edit", "francs",
      day: "2026-01-05")
    let told = try await Self.told(repository.history())
    #expect(told.contains(["updated service hour", "price: 50.00 EUR → 50.00 CHF"]))
    #expect(told.contains(["updated customer acme", "name: Acme → Acme Ltd"]) && told.count == 3)
    let first = try await Self.told(repository.history(firstParent: true))
    #expect(first.first == ["updated service hour", "price: 50.00 EUR → 50.00 CHF"])
  }

  // MARK: Differences

  @Test func aTotalFollowsARenamedAttribute() async throws {
    func model(_ name: String, _ more: String = "") -> String {
      "entities: {Job: {folder: jobs, attributes: {\(name): {type: decimal, total: true\(more)}}}}\n"
    }
    let old = try await HistoryFixture.book([
      "model.yml": model("hours"), "jobs/J1.md": "---\nhours: 1\n---\n",
    ])
    for (hours, totals) in [("1", []), ("5", ["duration 1 → 5"])] {
      let new = try await HistoryFixture.book([
        "model.yml": model("duration", ", was: hours"), "jobs/J1.md": "---\nduration: \(hours)\n---\n",
      ])
      #expect(BookChanges(from: old, to: new).totals.map(\.text) == totals)
    }
  }

  /// The records have another family, and nothing else changed.
  @Test func anEntityThatGetsAParentKeepsItsPast() async throws {
    let repository = try GitFixture()
    let parent = "entities: {Party: {abstract: true, attributes: {vat: string}}, Customer: {parent: Party}}\n"
    try repository.commit("2026-01-02")
    try repository.folder.put("firm/Content/model.yml", parent)
    try repository.commit("2026-01-03")
    try repository.folder.put(Self.customer, "---\nname: Acme\nvat: DE1\n---\n")
    try repository.commit("2026-01-04")
    let history = try await repository.history()
    #expect(
      Self.told(history.about(.record(RecordName(family: "Party", id: "acme")))) == [
        ["updated customer acme", "vat: – → DE1"], ["inserted customer acme", "name: Acme"],
      ])
    #expect(
      try await Self.blamed("acme", of: "Party", in: repository) == [
        "vat DE1 2026-01-04", "name Acme 2026-01-02",
      ])
    let record = ["customers/acme.md": "---\nname: Acme\n---\n"]
    let changes = BookChanges(
      from: try await HistoryFixture.book(record),
      to: try await HistoryFixture.book(record.merging(["model.yml": parent]) { $1 }))
    #expect(changes.records.isEmpty && changes.totals.isEmpty)
  }

  @Test func anEntityThatJoinsAFamilyKeepsItsPast() async throws {
    let repository = try GitFixture()
    let model = "entities: {Lead: {folder: leads, attributes: {name: string, fax: string}}}\n"
    let joined = "entities: {Lead: {folder: leads, parent: Customer, attributes: {fax: string}}}\n"
    try repository.folder.put("firm/Content/model.yml", model)
    try repository.folder.put("firm/Content/leads/leo.md", "---\nname: Leo\n---\n")
    try repository.commit("2026-01-02")
    try repository.folder.put("firm/Content/model.yml", joined)
    try repository.commit("2026-01-03")
    try repository.folder.put("firm/Content/leads/leo.md", "---\nname: Leo\nfax: 1\n---\n")
    try repository.commit("2026-01-04")
    #expect(
      Self.told(try await repository.history().about(.record(RecordName(family: "Customer", id: "leo")))) == [
        ["updated lead leo", "fax: – → 1"], ["inserted lead leo", "name: Leo"],
      ])
    let record = ["leads/leo.md": "---\nname: Leo\n---\n"]
    let changes = BookChanges(
      from: try await HistoryFixture.book(record.merging(["model.yml": model]) { $1 }),
      to: try await HistoryFixture.book(record.merging(["model.yml": joined]) { $1 }))
    #expect(changes.records.isEmpty, "\(changes.records)")
  }

  @Test func aDifferenceFollowsARenamedEntityAndItsTotals() async throws {
    let renamed = Self.jobs.replacing("Job", with: "Case").replacing("jobs", with: "cases")
    let old = try await HistoryFixture.book(["model.yml": Self.jobs, "jobs/J1.md": "---\nprice: 100\n---\n"])
    let new = try await HistoryFixture.book(["model.yml": renamed, "cases/J1.md": "---\nprice: 150\n---\n"])
    let changes = BookChanges(from: old, to: new)
    #expect(
      changes.records.map { ["\($0.kind) \($0.name)"] + $0.lines } == [
        ["updated case J1", "entity: Job → Case", "price: 100.00 → 150.00"]
      ])
    #expect(
      changes.totals.map { "\($0.label) \($0.value.key) \($0.value.old ?? "–") → \($0.value.new ?? "–")" }
        == [
          "Cases @count – → 1", "Cases price – → 150.00", "Jobs @count 1 → –", "Jobs price 100.00 → –",
        ])
  }
}
