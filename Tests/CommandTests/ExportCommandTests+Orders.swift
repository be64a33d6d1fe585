import TestSupport
import Testing

/// What a ledger takes for orders, payments and other settlements, in models of one's own.
extension ExportCommandTests {
  private static func journal(_ model: String, _ files: [String: String]) async throws -> String {
    let folder = try TemporaryFolder(
      files.merging(["Content/model.yml": "entities:\n" + model]) { $1 })
    let run = try await folder.docket("export", "hledger")
    #expect(run.status == 0, "\(run.error)")
    return run.output
  }

  /// Payments may have files of their own, and a date need not be required.
  @Test func paymentsInFilesOfTheirOwnAreBooked() async throws {
    let text = try await Self.journal(
      """
        Trip:
          folder: trips
          attributes: {date: date, total: money}
          relationships: {payments: {to: Receipt, many: true, inverse: trip}}
        Receipt:
          folder: receipts
          attributes: {date: date, sum: money}
          relationships: {trip: {to: Trip, inverse: payments}}

      """,
      [
        "Content/trips/t1.md": "---\ndate: 2026-01-02\ntotal: 200\n---\n",
        "Content/receipts/r1.md": "---\ndate: 2026-01-05\nsum: 50\ntrip: t1\n---\n",
      ])
    #expect(text.contains("2026-01-02 Trip t1  ; id: t1\n    assets:receivable  200.00 EUR\n"), "\(text)")
    #expect(text.contains("2026-01-05 Receipt t1  ; id: r1\n    assets:payments  50.00 EUR\n"), "\(text)")
  }

  /// What a statement counts as received need not be money that comes in, so only payments are booked without a word.
  @Test func anEntityThatIsNotBookedIsNamed() async throws {
    let model = """
      entities:
        Lease:
          folder: leases
          attributes:
            date: {type: date, required: true}
            rent: money
            total: {type: money, derived: rent * 12}
            open: {type: money, derived: total - rents.@sum.sum}
          relationships: {rents: {to: Rent, many: true, inverse: lease, delete: cascade}}
        Rent:
          inside: Lease.rents
          attributes: {date: date, sum: money}
          relationships: {lease: {to: Lease, inverse: rents}}

      """
    let none = try await TemporaryFolder(["Content/model.yml": model]).docket("export", "hledger")
    #expect(none.error == "")
    let folder = try TemporaryFolder([
      "Content/model.yml": model,
      "Content/leases/l1.md":
        "---\ndate: 2026-01-02\nrent: 10\nrents: [{date: 2026-01-05, sum: 10}]\n---\n",
    ])
    let run = try await folder.docket("export", "hledger")
    #expect(
      run.error
        == "docket: 1 record of Lease is not in the accounts: only what has a 'total' and a list 'payments' is booked\n"
    )
    #expect(!run.output.contains("Lease"), "\(run.output)")
  }

  /// A fee of a payment is no payment, and costs and reminders that `open` does not read settle nothing. The day of an
  /// order is its `date`.
  @Test func onlyWhatSettlesAnOrderIsBookedAgainstIt() async throws {
    let text = try await Self.journal(
      """
        Job:
          folder: jobs
          attributes: {ordered: {type: date, required: true}, date: date, total: money}
          relationships:
            payments: {to: Part, many: true, inverse: job, delete: cascade}
            costs: {to: Cost, many: true, inverse: job, delete: cascade}
        Part:
          inside: Job.payments
          attributes: {date: date, fee: {type: money, formula: sum * 0.02}, sum: {type: money, required: true}}
          relationships: {job: {to: Job, inverse: payments}}
        Cost:
          inside: Job.costs
          attributes: {date: date, sum: money}
          relationships: {job: {to: Job, inverse: costs}}

      """,
      [
        "Content/jobs/j1.md": """
        ---
        ordered: 2025-01-12
        date: 2026-05-05
        total: 100
        payments: [{date: 2026-06-01, sum: 30}]
        costs: [{date: 2026-06-02, sum: 55}]
        ---

        """
      ])
    #expect(text.contains("2026-05-05 Job j1"), "\(text)")
    #expect(text.contains("    assets:payments  30.00 EUR\n") && !text.contains("55"), "\(text)")
    #expect(text.contains("    assets:receivable  0.00 EUR = 70.00 EUR\n"), "\(text)")
  }

  /// An order is not left out of the books in silence, and all that are incomplete are named in one run.
  @Test func anOrderWithoutADayIsAnError() async throws {
    let order = "---\ndate: 2026-01-02\nrows: [{text: Tea, sum: 100}]\n---\n"
    let folder = try TemporaryFolder([
      "Content/model.yml": "entities: {Order: {attributes: {date: {required: false}}}}\n",
      "Content/orders/1.md": order,
      "Content/orders/2.md": order.replacing("date: 2026-01-02\n", with: ""),
      "Content/orders/3.md": order.replacing("date: 2026-01-02\n", with: ""),
    ])
    let run = try await folder.docket("export", "hledger")
    #expect(run.status == 1, "\(run.error)")
    for id in [2, 3] {
      #expect(run.error.contains("order \(id) has no 'date', and the accounts need it"), "\(run.error)")
    }
    #expect(!run.error.contains("order 1") && run.error.contains("2 errors"), "\(run.error)")
    try folder.remove("Content/orders/3.md")
    try folder.put(
      "Content/model.yml",
      "entities: {Order: {attributes: {ordered: {type: date, required: true}, date: {required: false}}}}\n")
    try folder.put("Content/orders/1.md", order.replacing("date:", with: "ordered: 2025-12-30\ndate:"))
    try folder.put("Content/orders/2.md", order.replacing("date:", with: "ordered:"))
    let both = try await folder.docket("export", "hledger")
    #expect(both.output.matches(of: /2026-01-02 Order/).count == 2, "\(both.output)\(both.error)")
  }

  /// Such as a discount for those who pay early.
  @Test func aTotalMayDependOnTheDayOfPayment() async throws {
    let text = try await Self.journal(
      """
        Order:
          attributes:
            early: {type: boolean, derived: payments.@min.date <= date + 10}
            total: {type: money, derived: 'rows.@sum.sum * TERNARY(early = true, 0.98, 1)'}

      """,
      [
        "Content/orders/1.md":
          "---\ndate: 2026-01-02\nrows: [{text: Tea, sum: 100}]\npayments: [{date: 2026-01-05, sum: 98}]\n---\n"
      ])
    #expect(
      text.contains("    income:sales  -98.00 EUR\n") && text.contains("    assets:payments  98.00 EUR\n"),
      "\(text)")
  }

  @Test func anAccountThatIsThereIsTheSame() async throws {
    let folder = try TemporaryFolder([
      "Content/orders/1.md":
        "---\ndate: 2026-01-02\nrows: [{text: Tea, sum: 100}]\npayments: [{date: 2026-01-05, sum: 98}]\n---\n"
    ])
    let bean = try await folder.docket("export", "beancount", "--account", "total / 2=Income:sales")
    #expect(bean.output.matches(of: /open Income/).count == 1, "\(bean.output)\(bean.error)")
    #expect(
      bean.output.contains("  Income:Sales  -50.00 EUR\n  Income:Sales  -50.00 EUR\n"), "\(bean.output)")
    let single = try await folder.docket("export", "beancount", "--account", "total=assets")
    #expect(single.status == 64 && single.error.contains("'assets' needs a second part"), "\(single.error)")
    let twice = try await folder.docket(
      "export", "hledger", "--account", "payments=assets:a", "--account", "payments=assets:b")
    #expect(twice.status == 1 && twice.error.contains("'payments' has the account 'assets:a' already"))
    let same = try await folder.docket(
      "export", "hledger", "--account", "total / 2=income:a", "--account", "total/2=income:b")
    #expect(
      same.status == 1
        && same.error.contains("'total/2' has the account 'income:a' already, and would be booked twice"),
      "\(same.error)")
    let none = try await folder.docket(
      "export", "hledger", "--account", "TERNARY(total > 500, total, nil)=income:big")
    #expect(
      none.error
        == "docket: 1 order has no 'TERNARY(total > 500, total, nil)'; income:big gets nothing from it\n",
      "\(none.error)")
  }

  /// Quotes that are orders of a stage, or of a subentity, are no income: a condition leaves them out of the accounts and of
  /// the balances that these assert.
  @Test func aConditionLeavesOrdersOut() async throws {
    let order = "---\ndate: 2026-01-02\nmade: true\nrows: [{text: x, sum: 10}]\n"
    let folder = try TemporaryFolder([
      "Content/model.yml": """
      entities:
        Order: {attributes: {stage: {type: string, choices: [quote, order], default: order}}}
        Quote: {parent: Order, folder: quotes}

      """,
      "Content/orders/o1.md": order + "---\n", "Content/orders/o2.md": order + "stage: quote\n---\n",
      "Content/quotes/q1.md": order + "stage: quote\n---\n",
    ])
    let all = try await folder.docket("export", "hledger")
    #expect(all.output.ranges(of: "income:sales  -10.00 EUR").count == 3, "\(all.output)")
    let some = try await folder.docket("export", "hledger", "--where", "stage != 'quote'")
    #expect(some.output.ranges(of: "income:sales  -10.00 EUR").count == 1, "\(some.output)")
    #expect(some.output.contains("= 10.00 EUR"), "\(some.output)")
    let wrong = try await folder.docket("export", "hledger", "--where", "stag != 'quote'")
    #expect(wrong.status == 1 && wrong.error.contains("did you mean 'stage'"), "\(wrong.error)")
  }
}
