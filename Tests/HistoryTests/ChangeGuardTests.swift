import Content
import Diagnostics
import History
import Records
import Testing

/// What `docket diff --fail-on` finds.
@Suite struct ChangeGuardTests {
  private let path = "orders/2026/2026-0001.md"

  /// What violates a guard between two books.
  private static func violations(
    of text: String, from old: Book, to new: Book
  ) throws -> (changed: [String], moved: [String], diagnostics: [Diagnostic]) {
    let today = try #require(CivilDate("2026-11-22"))
    return try #require(ChangeGuard(text)).violations(
      in: BookChanges(from: old, to: new), from: old, to: new, today: today)
  }

  @Test(arguments: [
    ("Order.total", ["2026-0001"]), ("Order.total WHERE date.year < 2026", []), ("Order.customer", []),
    ("RowOfOrder.sum WHERE sum > 1", ["2026-0001#2"]), ("Payment.sum", []),
  ])
  func findsWhatMustNotChange(_ text: String, _ expected: [String]) async throws {
    let edited = try HistoryFixture.order("sum: 5.00", "sum: 6.00")
    var files = HistoryFixture.files
    let old = try await HistoryFixture.book(files)
    files[path] = edited
    let new = try await HistoryFixture.book(files)
    let found = try Self.violations(of: text, from: old, to: new)
    #expect(found.changed == expected)
    #expect(found.diagnostics.isEmpty)
  }

  /// A list changes with its rows, written, computed or implied, and not with those of another.
  @Test(arguments: [
    ("Order.rows", "sum: 5.00", "sum: 6.00", ["2026-0001"]),
    ("Order.rows", "  - {service: chang, sum: 5.00}\n", "", ["2026-0001"]),
    ("Order.rows", "rows:\n", "rows:\n  - {text: More, sum: 1.00}\n", ["2026-0001"]),
    ("Order.rows WHERE date.year < 2026", "sum: 5.00", "sum: 6.00", []),
    ("Order.rows", "rows:\n", "due: 2026-04-01\nrows:\n", []),
    ("Order.rows", "rows:\n", "payments:\n  - {date: 2026-03-20, sum: 1.00}\nrows:\n", []),
    ("Order.payments", "rows:\n", "payments:\n  - {date: 2026-03-20, sum: 1.00}\nrows:\n", ["2026-0001"]),
    ("Order.payments", "rows:\n", "paidOn: 2026-03-20\nrows:\n", ["2026-0001"]),
    ("Order.payments", "sum: 5.00", "sum: 6.00", []),
  ])
  func findsWhatMustNotChangeInAList(
    _ text: String, _ before: String, _ after: String, _ expected: [String]
  ) async throws {
    var files = HistoryFixture.files
    let old = try await HistoryFixture.book(files)
    files[path] = try HistoryFixture.order(before, after)
    let new = try await HistoryFixture.book(files)
    let found = try Self.violations(of: text, from: old, to: new)
    #expect(found.changed == expected)
    #expect(found.diagnostics.isEmpty)
  }

  /// A record that is inserted or deleted changes what it says, and not what it leaves out.
  @Test(arguments: [
    ("Order.payments", false), ("Order.paidOn", false), ("Payment.sum", false), ("Order.total", true),
    ("Order.rows", true), ("RowOfOrder.sum", true), ("RowOfOrder.text", false),
    ("Order.paidOn WHERE date.year = 2026", true),
  ])
  func aRecordThatIsInsertedChangesWhatItSays(_ text: String, _ isChanged: Bool) async throws {
    let old = try await HistoryFixture.book(HistoryFixture.files)
    var files = HistoryFixture.files
    files["orders/2026/2026-0009.md"] =
      "---\ndate: 2026-04-01\ncustomer: acme\nrows: [{service: chang, sum: 4}]\n---\n"
    let new = try await HistoryFixture.book(files)
    for (old, new) in [(old, new), (new, old)] {
      let found = try Self.violations(of: text, from: old, to: new)
      #expect(found.changed.first == (isChanged ? "2026-0009" : nil))
    }
  }

  /// A relationship that both ends may write changes at both, whichever of the two files does.
  @Test(arguments: [
    ("Staff.helped", "", "helpers: [ann]\n", ["ann"]), ("Staff.helped", "helpers: [ann]\n", "", ["ann"]),
    ("Job.helpers", "", "helpers: [ann]\n", ["roof"]),
    ("Staff.helped", "helpers: [ann, bob]\n", "helpers: [bob, ann]\n", []),
    ("Staff.helped WHERE name = 'Bob'", "helpers: [ann]\n", "helpers: [bob]\n", ["bob"]),
    ("Staff.name", "", "helpers: [ann]\n", []),
  ])
  func findsALinkThatTheOtherEndWrites(
    _ text: String, _ before: String, _ after: String, _ expected: [String]
  ) async throws {
    var files = [
      "model.yml": """
      entities:
        Staff:
          folder: staff
          attributes: {name: string}
          relationships: {helped: {to: Job, many: true, inverse: helpers}}
        Job:
          folder: jobs
          attributes: {name: string}
          relationships: {helpers: {to: Staff, many: true, inverse: helped}}
      """,
      "staff/ann.md": "---\nname: Ann\n---\n", "staff/bob.md": "---\nname: Bob\n---\n",
      "jobs/roof.md": "---\nname: Roof\n\(before)---\n",
    ]
    let old = try await HistoryFixture.book(files)
    files["jobs/roof.md"] = "---\nname: Roof\n\(after)---\n"
    let new = try await HistoryFixture.book(files)
    #expect(!(old.diagnostics + new.diagnostics).hasErrors)
    let found = try Self.violations(of: text, from: old, to: new)
    #expect(found.changed == expected)
    #expect(found.diagnostics.isEmpty)
  }

  /// An order that leaves a year, or comes into it, changes what is guarded of it; one that is inserted or that has an
  /// error is told otherwise.
  @Test(arguments: [
    ("Order.total WHERE date.year < 2026", "date: 2026", "date: 2025", ["2026-0001"]),
    ("Order.total WHERE date.year = 2026", "date: 2026", "date: 2025", ["2026-0001"]),
    ("Order.total WHERE date.year = 2026", "date: 2026-03", "date: 2026-04", []),
    ("Order.total WHERE date.year = 2026", "date: 2026-03-14", "date: 2026-13-14", []),
    ("Order.total", "date: 2026", "date: 2025", []),
    (
      "RowOfOrder.sum WHERE order.date.year < 2026", "date: 2026", "date: 2025",
      (1...3).map { "2026-0001#\($0)" }
    ),
    (
      "RowOfOrder.sum WHERE order.date.year < 2026", "date: 2026-03-14\n",
      "date: 2025-03-14\npayments:\n  - {date: 2026-03-20, sum: 1.00}\n", (1...3).map { "2026-0001#\($0)" }
    ),
    ("RowOfOrder.sum WHERE sum > 5", "rows:\n", "rows:\n  - {text: More, sum: 1.00}\n", []),
  ])
  func findsWhatComesToMeetThePredicateOrCeasesTo(
    _ text: String, _ before: String, _ after: String, _ expected: [String]
  ) async throws {
    var files = HistoryFixture.files
    files["services/2026-0001.md"] = "---\nname: Not an order\n---\n"
    let old = try await HistoryFixture.book(files)
    files[path] = try HistoryFixture.order(before, after)
    files["services/2026-0001.md"] = nil
    files["services/2026-0100.md"] = "---\nname: Not an order\nwas: [2026-0001]\n---\n"
    let new = try await HistoryFixture.book(files)
    let found = try Self.violations(of: text, from: old, to: new)
    #expect(found.moved == expected)
  }

  /// A key that only one of the models has selects nothing there.
  @Test func aPredicateOfOneModelSelectsNothingInTheOther() async throws {
    var files = HistoryFixture.files
    let old = try await HistoryFixture.book(files)
    files["model.yml"] = "entities: {Order: {attributes: {channel: string}}}\n"
    let new = try await HistoryFixture.book(files)
    let found = try Self.violations(of: "Order.total WHERE channel = nil", from: old, to: new)
    #expect(found.moved.isEmpty)
  }

  @Test func aGuardOnAComputedRelationshipNamesWhatItFollowsFrom() async throws {
    let book = try await HistoryFixture.book(HistoryFixture.files)
    let found = try Self.violations(of: "Customer.orders", from: book, to: book)
    let words = "'Customer.orders' follows from 'Order.customer'; name that instead"
    #expect(found.diagnostics.map(\.summary) == [words])
  }

  /// What is written inside a record goes with it, and a currency counts as much as a number.
  @Test(arguments: [
    ("RowOfOrder.sum", nil, ["2026-0001"]), ("Order.total", nil, ["2026-0001"]), ("Customer.name", nil, []),
    ("RowOfOrder.sum", "currency: USD\n", ["2026-0001#1", "2026-0001#2", "2026-0001#3"]),
    ("Order.total", "currency: USD\n", ["2026-0001"]), ("Order.date", "currency: USD\n", []),
  ])
  func findsWhatMustNotGo(_ text: String, _ settings: String?, _ expected: [String]) async throws {
    var files = HistoryFixture.files
    // Another record of the same id is not meant.
    files["services/2026-0001.md"] = "---\nname: Not an order\n---\n"
    let old = try await HistoryFixture.book(files)
    files[settings == nil ? path : "site.yml"] = settings
    if settings == nil { files["services/2026-0001.md"] = nil }
    let new = try await HistoryFixture.book(files)
    let found = try Self.violations(of: text, from: old, to: new)
    #expect(found.changed == expected)
  }
}
