import Foundation
import Query
import TestSupport
import Testing

/// `docket query`, asked of the sample.
@Suite struct QueryCommandTests {
  /// Asks, which must succeed.
  /// - Returns: what goes to standard output.
  private func ask(_ arguments: String...) async throws -> String {
    let run = try await Program.docket(in: Repository.content).run(["query"] + arguments)
    try #require(run.status == 0, "\(run.error)")
    #expect(run.error == "" || run.error == "as of 2026-11-21\n")
    return run.output
  }

  @Test func listsWhatIsMadeAndNotPaid() async throws {
    let ids = try await ask(
      "Order", "--where", "made == true AND paid == false", "--sort", "date,customer.name", "--ids")
    #expect(
      ids.split(separator: "\n") == [
        "2026-0054", "2026-0057", "2026-0062", "2026-0066", "2026-0069", "2026-0072", "2026-0073",
        "2026-0075",
        "2026-0078", "2026-0082", "2026-0084",
      ])
  }

  @Test func headingsAreInTheRequestedLanguage() async throws {
    let folder = try SmallSite.folder(adding: [
      "Content/model.yml":
        "entities: {Order: {attributes: {deposit: {type: money, label: {en: Deposit, fr: Acompte}}}}}\n"
    ])
    for (language, heading) in [("en", "Deposit"), ("fr-CH", "Acompte")] {
      let run = try await folder.docket(
        "query", "Order", "--columns", "deposit", "--format", "markdown", "--language", language)
      #expect(run.output.hasPrefix("| \(heading) |"), "\(run.output)\(run.error)")
    }
  }

  @Test func theHelpNamesEveryFunction() async throws {
    let words = try await ask("--help").split { !$0.isLetter }.map(String.init)
    let functions = FunctionName.known.map(\.description) + CallForm.allCases.map(\.rawValue)
    #expect(Set(words).isSuperset(of: functions))
  }

  @Test func addsUpTheYears() async throws {
    #expect(
      try await ask("Order", "--group", "date.year", "--columns", "date.year,@sum.total")
        == "date.year,@sum.total\r\n2025,11408.33\r\n2026,15825.48; 202400 JPY\r\n")
  }

  @Test(arguments: ["TRUEPREDICATE", "total >= 100", "customer = nil", "ANY rows.service = 'puncture'"])
  func countsWhatItLists(predicate: String) async throws {
    let count = try await ask("Order", "--where", predicate, "--count")
    let ids = try await ask("Order", "--where", predicate, "--ids")
    #expect(Int(count.dropLast()) == ids.split(separator: "\n").count)
    let others = try await ask("Order", "--where", "NOT (\(predicate))", "--count")
    let all = try await ask("Order", "--count")
    #expect((Int(count.dropLast()) ?? 0) + (Int(others.dropLast()) ?? 0) == Int(all.dropLast()))
  }

  /// CSV is for people, who see what there is; JSON keeps lists beside each other in step.
  @Test func aListIsOneCell() async throws {
    func ask(_ format: String) async throws -> String {
      try await self.ask(
        "Order", "--where", "id = '2025-0002'", "--columns", "rows.text, payments.date", "--format", format)
    }
    #expect(
      try await ask("csv")
        == "rows.text,payments.date\r\n\"rear; rim, 32 holes, black; rear hub\",2025-01-17; 2025-02-15\r\n")
    #expect(
      try await ask("json").contains(
        #"["rear", null, "rim, 32 holes, black", "rear hub"], "payments.date": ["2025-01-17", "2025-02-15"]"#)
    )
  }

  /// As `remove` and `set` take them, to which a number alone means the first list.
  @Test func theIdsOfFurtherListsNameTheList() async throws {
    let ids = try await ask("Payment", "--where", "order = '2025-0002'", "--ids")
    #expect(ids == "payments/2025-0002#1\npayments/2025-0002#2\n", "\(ids)")
  }

  @Test func anExpressionMayBeginWithADash() async throws {
    let ids = try await ask("Order", "--sort", "-date, -id", "--limit", "2", "--ids")
    #expect(ids == "2026-0086\n2026-0085\n")
  }

  @Test(arguments: [
    (["Order", "--where", "paid = flase"], 1, "--where:1:8: error: "),
    (["Ordr"], 1, "did you mean 'Order'?"),
    (["Order", "--columns", "totl"], 1, "did you mean 'total'?"),
    (["Order", "--count", "--ids"], 64, "exclude each other"),
    (["Order", "--group", "date.year", "--ids"], 64, "--ids needs records"),
    (["Order", "--distinct", "--ids"], 64, "Usage: docket query"),
    (["Order", "--limit", "-1"], 64, "--limit"),
    (["Order", "--as-of", "tomorrow"], 64, "--as-of"),
    (["Order", "--format", "xml"], 64, "xml"),
    ([], 64, "entity"),
  ])
  func anErrorIsToldWithItsPlace(arguments: [String], status: Int, message: String) async throws {
    let run = try await Program.docket(in: Repository.content).run(["query"] + arguments)
    #expect(run.status == status)
    #expect(run.output == "")
    #expect(run.error.contains(message), "\(run.error)")
  }

  @Test func anotherDayIsForWhatIsComputedThen() async throws {
    let folder = try SmallSite.folder(adding: [
      "Content/model.yml":
        "entities:\n  Order:\n    attributes:\n      age: {type: integer, derived: today() - date}\n"
    ])
    func ask(_ arguments: String...) async throws -> Program.Run {
      try await Program.docket(in: folder.path)
        .run(["query", "Order", "--as-of", "2026-03-01"] + arguments)
    }
    #expect(try await ask("--where", "date < today()", "--count").status == 0)
    #expect(try await ask("--where", "date < today()", "--ids").status == 0)
    let refused = try await ask()
    #expect(refused.status == 1)
    #expect(refused.error.hasPrefix("--as-of:1:1: error: 'age' is computed for the day of the build"))
    #expect(try await ask("--where", "age > 3", "--count").error.hasPrefix("--where:1:1: error: 'age'"))
  }

  @Test(arguments: [
    ["--where", "paid", "--where", "made"], ["--limit=1", "--limit", "2"], ["--count", "--count"],
  ])
  func anOptionIsGivenOnce(arguments: [String]) async throws {
    let run = try await Program.docket(in: Repository.content).run(["query", "Order"] + arguments)
    #expect(run.status == 64)
    #expect(run.output == "")
    #expect(run.error.contains("\(arguments[0].prefix { $0 != "=" }) is given twice"), "\(run.error)")
  }

  /// Its letters would be options: `-h` prints the help, and nothing is removed.
  @Test func aTextWithADashNeedsTwo() async throws {
    let folder = try TemporaryFolder([
      "Content/model.yml": "entities: {Order: {attributes: {labels: tags}}}\n",
      "Content/orders/o1.md": "---\ndate: 2026-01-13\nlabels: [\"- dash\", b]\n---\n",
    ])
    let run = try await folder.docket("remove", "o1", "labels", "- dash")
    #expect(run.status == 64)
    #expect(run.error.contains("'- dash' begins with a dash; write '--' before it"), "\(run.error)")
    #expect(try await folder.docket("remove", "o1", "labels", "--", "- dash").status == 0)
    #expect(try folder.text("Content/orders/o1.md").contains("labels: [b]"))
  }

  @Test func aCountNamesTheDayToo() async throws {
    let run = try await Program.docket(in: Repository.content).run(
      "query", "Order", "--where", "due < today()", "--count")
    #expect(run.error == "as of 2026-11-21\n")
    let table = try await Program.docket(in: Repository.content).run(
      "query", "Order", "--where", "due < today()", "--format", "table")
    #expect(table.error == "")
    #expect(table.output.contains("as of 2026-11-21"))
  }

  @Test(arguments: ["order", "orders", "Auftrag", "rowoforder"])
  func anEntityIsNamedAsPeopleTypeIt(name: String) async throws {
    let folder = try SmallSite.folder()
    let exact = name == "rowoforder" ? "RowOfOrder" : "Order"
    let (typed, asked) = (
      try await folder.docket("query", name, "--ids"), try await folder.docket("query", exact, "--ids")
    )
    #expect(typed.status == 0 && !typed.output.isEmpty && typed.output == asked.output, "\(typed.error)")
  }

  @Test func contentWithErrorsGivesNoResult() async throws {
    let folder = try SmallSite.folder(adding: [
      "Content/orders/2026/o4.md": SmallSite.order("2026-03-01", "anm", "paint", 1)
    ])
    let run = try await folder.docket("query", "Order", "--count")
    #expect(run.status == 1)
    #expect(run.output == "")
    #expect(run.error.contains("[unknown-reference]"))
  }

  @Test func anErrorInTheQuestionIsToldBesideThoseOfTheBook() async throws {
    let folder = try SmallSite.folder(adding: [
      "Content/orders/2026/o4.md": SmallSite.order("2026-03-01", "anm", "paint", 1)
    ])
    let run = try await folder.docket(
      "query", "Order", "--where", "totl > 5 AND customer = 'none'", "--count")
    #expect(run.status == 1)
    #expect(run.error.contains("o4.md:"))
    #expect(run.error.contains("--where:1:1: error: "))
    #expect(run.error.contains("did you mean 'total'?"))
    // The customer may be one that could not be read.
    #expect(!run.error.contains("--where:1:25"))
    #expect(run.error.hasSuffix("2 errors; a result could be wrong\n"))
  }

  /// Each cell takes memory, whether there are records for it or not.
  @Test func aPivotHasAtMostAMillionCells() async throws {
    let rows = (0..<1001).map { "  - {sum: 1, text: t\($0)}\n" }.joined()
    let folder = try TemporaryFolder([
      "Content/orders/o1.md": "---\ndate: 2026-03-14\nrows:\n\(rows)---\n"
    ])
    func arguments(_ group: String) -> [String] {
      ["query", "RowOfOrder", "--group", group, "--pivot", "text", "--columns", "\(group), @count"]
    }
    let wide = try await Program.docket(in: folder.path).run(arguments("id"))
    #expect(wide.status == 1 && wide.output == "")
    #expect(
      wide.error.hasPrefix(
        "--pivot:1:1: error: 'text' makes 1002 columns of 1001 rows, 1003002 cells, and a table has at most 1000000; "
          + "group by it instead [invalid-request]"), "\(wide.error)")
    let narrow = try await Program.docket(in: folder.path).run(arguments("order"))
    #expect(narrow.output.split(separator: "\r\n").count == 2, "\(narrow.error)")
  }
}
