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
}
