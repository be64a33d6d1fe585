import Content
import Foundation
import History
import Records
import TestSupport
import Testing

/// What a public book tells of its past.
@Suite(.needsGit) struct PublicHistoryTests {
  /// Set DOCKET_REPOSITORIES for more of them than in a usual run.
  @Test func nothingOfItDependsOnAnythingPrivate() async throws {
    let count = ProcessInfo.processInfo.environment["DOCKET_REPOSITORIES"].flatMap { UInt64($0) } ?? 6
    var kinds: [RecordChange.Kind: Int] = [:]
    var (rowCount, referenceCount) = (0, 0)
    for seed in 0..<count {
      let one = try SecretRepository(seed: seed + 30_000, secret: 1).git
      let other = try SecretRepository(seed: seed + 30_000, secret: 2).git
      let (book, otherBook) = (try await one.publicBook(), try await other.publicBook())
      let (told, otherTold) = (Self.told(of: book), Self.told(of: otherBook))
      #expect(told == otherTold, "seed \(seed)")
      #expect(!told.joined().contains(SecretRepository.canary), "seed \(seed)")
      #expect(try await one.history().entries.map(\.changes) != other.history().entries.map(\.changes))
      for change in book.history?.entries.flatMap(\.changes) ?? [] {
        kinds[change.kind, default: 0] += 1
        rowCount += change.kind == .updated ? change.rows.count : 0
        referenceCount += change.values.count { ["customer", "helpers"].contains($0.key) }
      }
    }
    for kind in [RecordChange.Kind.inserted, .deleted, .renamed, .updated] {
      #expect(kinds[kind] ?? 0 > 0, "\(kind)")
    }
    #expect(rowCount > 0 && referenceCount > 0)
  }

  /// Everything that pages can show of a book's past.
  private static func told(of book: Book) -> [String] {
    let entries = book.history?.entries.flatMap { entry in entry.changes.map { "\(entry.day) \($0)" } } ?? []
    let days = book.graph.tables.map { "\($0.ids) \($0.createdDays) \($0.changedDays)" }
    return entries + days
  }

  /// The lines of the changes of each day, the latest day first.
  private static func lines(of book: Book) -> [String] {
    book.history?.entries.map { entry in
      entry.changes.map { ([$0.name] + $0.lines).joined(separator: "; ") }.joined(separator: " / ")
    } ?? []
  }

  /// A repository whose model has private entities and attributes.
  private func repository(_ model: String) throws -> GitFixture {
    let repository = try GitFixture()
    try repository.folder.put("firm/Content/model.yml", "entities:\n" + model)
    return repository
  }

  @Test func aReferenceToWhatIsNotPublicReadsAsNone() async throws {
    let repository = try repository("  Patient: {parent: Customer, folder: patients, private: true}\n")
    func put(_ customer: String, _ day: String) throws {
      try repository.folder.put(
        "firm/Content/orders/o1.md", "---\ndate: 2026-01-02\ncustomer: \(customer)\n---\n")
      try repository.commit(day)
    }
    try repository.folder.put("firm/Content/patients/karin.md", "---\nname: Karin\n---\n")
    try repository.folder.put("firm/Content/customers/gone.md", "---\nname: Gone\n---\n")
    try put("acme", "2026-01-02")
    try put("karin", "2026-01-03")
    try put("gone", "2026-01-04")
    try repository.folder.remove("firm/Content/customers/gone.md")
    try put("acme", "2026-01-05")
    let lines = Self.lines(of: try await repository.publicBook())
    #expect(
      lines == [
        "customer gone / order o1; customer: – → acme", "order o1; customer: acme → –",
        "customer acme; name: Acme / customer gone; name: Gone / order o1; date: 2026-01-02; customer: acme",
      ])
    #expect(try await repository.history().entries[1].changes[0].lines == ["customer: karin → gone"])
  }

  /// References follow a renamed record there, too, whether or not its file has a word of the former id.
  @Test(arguments: ["", "was: [acme]\n"])
  func aReferenceFollowsAPublicRecordToItsNewID(_ was: String) async throws {
    let repository = try repository("  Customer: {attributes: {phone: {private: true}}}\n")
    func put(_ customer: String, _ day: String) throws {
      try repository.folder.put(
        "firm/Content/orders/o1.md", "---\ndate: 2026-01-02\ncustomer: \(customer)\n---\n")
      try repository.commit(day)
    }
    try put("acme", "2026-01-02")
    try repository.folder.remove("firm/Content/customers/acme.md")
    try repository.folder.put("firm/Content/customers/acme-ltd.md", "---\nname: Acme\n\(was)phone: 1\n---\n")
    try put("acme-ltd", "2026-01-03")
    let lines = Self.lines(of: try await repository.publicBook())
    #expect(
      lines == [
        "customer acme → acme-ltd", "customer acme; name: Acme / order o1; date: 2026-01-02; customer: acme",
      ])
  }

  /// A public file that is broken as a private one was.
  @Test func anUnreadableVersionIsNotAnotherRecords() async throws {
    let repository = try repository(
      "  Staff: {folder: staff, private: true, title: name, attributes: {name: string}}\n")
    let files = [
      "firm/Content/customers/acme.md": "---\nname: Acme\n---\n",
      "firm/Content/staff/eve.md": "---\nname: Eve\n---\n",
    ]
    var day = 1
    func put(_ path: String, _ text: String) throws {
      day += 1
      try repository.folder.put(path, text)
      try repository.commit("2026-01-0\(day)")
    }
    for (path, text) in files.sorted(by: { $0.key < $1.key }) { try put(path, text) }
    for (path, text) in files.sorted(by: { $0.key < $1.key }) {
      try put(path, "---\n")
      try put(path, text)
    }
    #expect(Self.lines(of: try await repository.publicBook()) == ["customer acme; name: Acme"])
  }

  /// The folder of a private entity may be in that of a public one.
  @Test func aRecordThatWasPrivateBeginsWhereItBecomesPublic() async throws {
    let repository = try repository(
      "  Patient: {parent: Customer, folder: customers/patients, private: true}\n")
    try repository.folder.put("firm/Content/customers/patients/karin.md", "---\nname: Karin\n---\n")
    try repository.folder.put("firm/Content/customers/zoe.md", "---\nname: Zoe\n---\n")
    try repository.commit("2026-01-02")
    try repository.folder.put("firm/Content/customers/patients/karin.md", "---\nname: Karin B\n---\n")
    try repository.commit("2026-01-03")
    try repository.folder.remove("firm/Content/customers/patients/karin.md")
    try repository.folder.put("firm/Content/customers/karin-c.md", "---\nname: Karin C\nwas: [karin]\n---\n")
    try repository.folder.remove("firm/Content/customers/zoe.md")
    try repository.folder.put("firm/Content/customers/patients/zoe.md", "---\nname: Zoe\n---\n")
    try repository.commit("2026-01-04")
    let history = try #require(try await repository.publicBook().history)
    #expect(
      history.entries.map { entry in entry.changes.map { "\($0.kind) \($0.id) \($0.formerID ?? "")" } } == [
        ["inserted karin-c ", "deleted zoe "], ["inserted acme ", "inserted zoe "],
      ])
  }

  @Test func createdAndChangedAreDaysOfPublicChanges() async throws {
    let repository = try repository(
      """
        Order: {attributes: {note: {type: string, private: true}}}
        Payment: {private: true}

      """)
    func put(_ more: String, _ word: String, _ day: String) throws {
      try repository.folder.put(
        "firm/Content/orders/o1.md", "---\ndate: 2026-01-02\n\(more)rows:\n  - {text: \(word), sum: 1}\n---\n"
      )
      try repository.commit(day)
    }
    try put("draft: true\n", "A", "2026-01-02")
    try put("", "B", "2026-01-03")
    try put("", "C", "2026-01-04")
    try put("note: x\npayments:\n  - {date: 2026-01-05, sum: 1}\n", "C", "2026-01-05")
    let graph = try await repository.publicBook().graph
    let table = try #require(graph.tables.first { $0.ids == ["o1"] })
    #expect(table.createdDays.map { $0?.description } == ["2026-01-03"])
    #expect(table.changedDays.map { $0?.description } == ["2026-01-04"])
  }

  /// The currency of a record may be private, not that of its amounts.
  @Test func amountsKeepTheirCurrency() async throws {
    let repository = try repository(
      "  Order: {attributes: {currency: {private: true}, fee: money, tip: {type: money, private: true}}}\n")
    for (fee, day) in [("10", "2026-01-02"), ("12", "2026-01-03")] {
      try repository.folder.put(
        "firm/Content/orders/o1.md",
        "---\ndate: 2026-01-02\ncurrency: JPY\nfee: \(fee)\ntip: \(fee)\nrows:\n  - {sum: \(fee)}\n---\n")
      try repository.commit(day)
    }
    #expect(
      Self.lines(of: try await repository.publicBook()).first
        == "order o1; fee: 10 JPY → 12 JPY; rows#1 updated: sum: 10 JPY → 12 JPY")
  }

  @Test(arguments: [false, true])
  func aDraftIsNotThereUnlessDraftsAre(_ includesDrafts: Bool) async throws {
    let repository = try GitFixture()
    func put(_ id: String, _ text: String, _ day: String) throws {
      try? repository.folder.remove("firm/Content/orders")
      try repository.folder.put("firm/Content/orders/\(id).md", "---\n\(text)date: 2026-01-02\n---\n")
      try repository.commit(day)
    }
    try put("o1", "draft: true\ndue: 2026-05-01\n", "2026-01-02")
    try put("o1", "draft: yes\ndue: 2026-05-02\n", "2026-01-03")
    try put("o2", "was: [o1]\ndue: 2026-05-03\n", "2026-01-04")
    try put("o2", "was: [o1]\ndue: 2026-05-04\n", "2026-01-05")
    try put("o3", "was: [o1, o2]\ndraft: true\n", "2026-01-06")
    let history = try await repository.book(isPublic: false, includesDrafts: includesDrafts).history
    let told = history?.entries.map { entry in
      entry.changes.filter { $0.id != "acme" }.map { "\($0.kind) \($0.id) \($0.formerID ?? "–")" }.joined()
    }
    #expect(
      told
        == (includesDrafts
          ? ["renamed o3 o2", "updated o2 –", "renamed o2 o1", "updated o1 –", "inserted o1 –"]
          : ["deleted o2 –", "updated o2 –", "inserted o2 –", ""]))
  }
}

extension GitFixture {
  /// The public book with its history.
  fileprivate func publicBook() async throws -> Book { try await book(isPublic: true, includesDrafts: false) }

  fileprivate func book(isPublic: Bool, includesDrafts: Bool) async throws -> Book {
    try folder.put("firm/Content/site.yml", "history: true\n")
    let (source, repository) = (WorkingTree(content), try GitRepository(of: content))
    let history = try await BookHistory.read(
      of: repository, at: try repository.commit(named: "HEAD"), model: source,
      includesDrafts: includesDrafts, isPublic: isPublic)
    return await ContentLoader(
      source: source, includesDrafts: includesDrafts, today: .first, history: history, isPublic: isPublic
    ).load()
  }
}
