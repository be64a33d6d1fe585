import Content
import Diagnostics
import Testing

/// `lints` in a record's front matter: one record's exception.
@Suite struct RecordLintTests {
  @Test func oneRecordCanExceptItself() async throws {
    let paid = "paid: true"
    let site = LintedSite(
      .book.adding([
        "orders/2026-0001.md": .order(paid, "lints: {paid-not-made: false, paid-without-day: no}"),
        "orders/2026-0002.md": .order(paid, "lints: {paid-not-made: true, paid-without-day: false}"),
      ]))
    #expect(try await site.findings() == ["orders/2026-0002.md:4 [paid-not-made] true"])
  }

  @Test func anExceptionHoldsForTheRecordsInside() async throws {
    let rows = ["{service: repair, sum: 3.00}", "{service: repair, text: nothing, sum: 0}"]
    let order = LintedSite(.book(order: .order("lints: {zero-sum: false}", rows: rows)))
    #expect(try await order.findings() == [])
    #expect(
      try await LintedSite(.book(order: .order(rows: rows))).findings()
        == ["orders/2026-0001.md:6 [zero-sum] 0"])
  }

  @Test func namesAndGapsCanBeExcepted() async throws {
    let site = LintedSite(
      .book.adding([
        "customers/acme2.md": "---\nname: ACME\nlints: {same-name: false}\n---\n",
        "orders/2026-0004.md": .order("made: true", "lints: {gap-in-ids: false}"),
      ]))
    #expect(try await site.findings() == [])
  }

  @Test func aMistakeInItIsLocated() async throws {
    let site = LintedSite(.book(order: .order("lints: {paid-not-maid: false, overpaid: maybe}")))
    #expect(
      try await site.findings() == [
        "orders/2026-0001.md:4 [unknown-key] paid-not-maid", "orders/2026-0001.md:4 [invalid-boolean] maybe",
      ])
  }

  /// Slips where most rows name a service; a house that names none has no habit to break.
  @Test func aRowWithoutServiceIsAnException() async throws {
    let none = LintedSite(.book(order: .order(rows: ["{text: a, sum: 1}", "{text: b, sum: 2}"])))
    #expect(try await none.findings() == [])
    let rare = ["{service: repair, sum: 1}", "{service: repair, sum: 2}", "{text: b, sum: 2}"]
    #expect(
      try await LintedSite(.book(order: .order(rows: rare))).findings()
        == ["orders/2026-0001.md:7 [row-without-service] b"])
  }

  @Test func theRecordsOfSubentitiesAreToldOfOnce() async throws {
    let site = LintedSite(
      .book.adding([
        "model.yml": """
        entities:
          Firm: {parent: Customer, folder: firms}
          Order: {relationships: {payer: {to: Firm}}}
        """,
        "firms/f1.md": "---\nname: Bau\n---\n", "firms/f2.md": "---\nname: bau\n---\n",
      ]))
    #expect(try await site.findings() == ["firms/f2.md:2 [same-name] bau"])
  }

  @Test func midnightHasNoLint() async throws {
    let site = LintedSite(.book(order: .order("paidOn: 2026-03-14", "made: true")))
    #expect(try await site.findings() == [])
  }
}
