import TestSupport
import Testing

/// Ledgers of what settles an order beside its payments, or adds to it.
extension ExportCommandTests {
  /// What an order's 'open' adds is owed, too, and income unless an option names its account.
  @Test func feesAreOwed() async throws {
    let folder = try TemporaryFolder([
      "Content/model.yml": """
      entities:
        Order:
          attributes: {open: {type: money, derived: total + fees.@sum.sum - received}}
          relationships: {fees: {to: Fee, many: true, inverse: order, delete: cascade}}
        Fee:
          inside: Order.fees
          attributes: {date: {type: date, required: true}, sum: money}
          relationships: {order: {to: Order, inverse: fees}}

      """,
      "Content/orders/1.md":
        "---\ndate: 2026-01-02\nrows: [{text: Tea, sum: 30}]\nfees: [{date: 2026-03-01, sum: 5}]\n---\n",
    ])
    let run = try await folder.docket("export", "hledger")
    #expect(
      run.output.contains(
        """
        2026-03-01 Fee 1  ; id: 1#1
            assets:receivable  5.00 EUR
            income:fees  -5.00 EUR

        2026-03-02 What is open by docket's own sums
            assets:receivable  0.00 EUR = 35.00 EUR
        """), "\(run.output)\(run.error)")
    let named = try await folder.docket("export", "hledger", "--account", "fees=income:reminders")
    #expect(named.output.contains("    income:reminders  -5.00 EUR\n"), "\(named.output)\(named.error)")
  }

  /// A supplier's bill with payments looks like an order; docket says what it books and can leave it out.
  @Test func billsAreToldOfAndCanBeLeftOut() async throws {
    let folder = try TemporaryFolder([
      "Content/model.yml": """
      entities:
        Bill:
          folder: bills
          attributes: {date: {type: date, required: true}, total: money}
          relationships: {payments: {to: BillPayment, many: true, inverse: bill}}
        BillPayment:
          inside: Bill.payments
          attributes: {date: date, sum: money}
          relationships: {bill: {to: Bill, inverse: payments}}
        Job: {folder: jobs, attributes: {budget: money}}
        Order: {attributes: {vat: {type: money, derived: total * 19 / 119}}, relationships: {job: {to: Job}}}

      """,
      "Content/orders/1.md": "---\ndate: 2026-01-02\nrows: [{text: Tea, sum: 30}]\n---\n",
      "Content/bills/b.md": "---\ndate: 2026-01-02\ntotal: 12\n---\n",
      "Content/jobs/j.md": "---\nbudget: 99\n---\n",
    ])
    let all = try await folder.docket("export", "hledger")
    #expect(
      all.error.contains("docket: Order, Bill are booked as income; '--entity Order' books that alone\n"))
    let orders = try await folder.docket(
      "export", "hledger", "--entity", "Order", "--account", "vat=liabilities:vat")
    #expect(orders.status == 0 && orders.error == "", "\(orders.error)")
    #expect(orders.output.contains("Order 1") && !orders.output.contains("Bill b"))
    for (arguments, message) in [
      (["--entity", "Ordr"], "'Ordr' is no entity of orders; did you mean 'Order'?"),
      (["--entity", "Service"], "'Service' is no entity of orders; those are Order, Bill"),
      (
        ["--account", "job.budget=assets:jobs"],
        "'job.budget' is of another record, and has nothing to do with 'total', so it is no part of it"
      ),
    ] {
      let run = try await Program.docket(in: folder.path).run(["export", "hledger"] + arguments)
      #expect(run.status == 1 && run.error.contains(message), "\(run.error)")
    }
  }

  /// The model's payments have another name; naming the entity hides nothing of that.
  @Test(arguments: [[], ["--entity", "Loan"]]) func aModelWithoutPaymentsSaysWhatIsMissing(
    arguments: [String]
  ) async throws {
    let folder = try TemporaryFolder([
      "Content/model.yml":
        "extends: none\nentities: {Loan: {folder: loans, attributes: {date: {type: date, required: true}, total: money}}}\n",
      "Content/loans/l1.md": "---\ndate: 2026-01-05\ntotal: 3\n---\n",
    ])
    let run = try await Program.docket(in: folder.path).run(["export", "hledger"] + arguments)
    #expect(run.status != 0 && run.error.contains("the accounts are made of orders"), "\(run.error)")
  }

  /// A part of the total may be written and not computed, and an entity may inherit it.
  @Test func aPartMayBeWrittenOrInherited() async throws {
    let folder = try TemporaryFolder([
      "Content/model.yml": """
      entities:
        Order: {attributes: {vat: money, fee: {type: money, derived: rows.@sum.sum * 0.1}}}
        RowOfOrder: {attributes: {tax: money}}
        Rental: {parent: Order, folder: rentals}

      """,
      "Content/orders/1.md": "---\ndate: 2026-01-02\nvat: 4\nrows: [{text: Tea, sum: 30, tax: 3}]\n---\n",
      "Content/rentals/r.md": "---\ndate: 2026-01-02\nvat: 6\nrows: [{text: Van, sum: 60, tax: 5}]\n---\n",
    ])
    for (part, sums) in [
      ("vat", ["-4.00", "-6.00"]), ("fee", ["-3.00", "-6.00"]), ("rows.@sum.tax", ["-3.00", "-5.00"]),
    ] {
      let run = try await folder.docket("export", "hledger", "--account", "\(part)=liabilities:part")
      #expect(run.status == 0, "\(run.error)")
      for sum in sums { #expect(run.output.contains("    liabilities:part  \(sum) EUR\n"), "\(run.output)") }
    }
  }

  /// What settles an order and is no payment is a loss, unless an option names its account.
  @Test func writeOffsAreNoPayments() async throws {
    let folder = try TemporaryFolder([
      "Content/model.yml": """
      entities:
        Order:
          attributes: {open: {type: money, derived: total - received - writeOffs.@sum.amount}}
          relationships: {writeOffs: {to: WriteOff, many: true, inverse: order, delete: cascade}}
        WriteOff:
          inside: Order.writeOffs
          attributes:
            on: {type: date, required: true}
            amount: money
          relationships: {order: {to: Order, inverse: writeOffs}}

      """,
      "Content/orders/1.md": """
      ---
      date: 2026-01-02
      rows: [{text: Tea, sum: 30}]
      payments: [{date: 2026-01-05, sum: 10}]
      writeOffs: [{on: 2026-03-01, amount: 2.50}]
      ---

      """,
    ])
    let run = try await folder.docket("export", "hledger")
    #expect(
      run.output.contains(
        """
        2026-03-01 Write off 1  ; id: 1#1
            expenses:writeOffs  2.50 EUR
            assets:receivable  -2.50 EUR

        2026-03-02 What is open by docket's own sums
            assets:receivable  0.00 EUR = 17.50 EUR
        """), "\(run.output)\(run.error)")
    let named = try await folder.docket(
      "export", "beancount", "--account", "writeOffs=expenses:bad debts", "--account", "payments=assets:bank")
    #expect(named.output.contains("  Expenses:Bad-debts  2.50 EUR\n"), "\(named.output)\(named.error)")
    #expect(named.output.contains("  Assets:Bank  10.00 EUR\n"))
    let rows = try await folder.docket("export", "hledger", "--account", "rows=income:rows")
    #expect(
      rows.error.contains(
        "'rows' is a list of RowOfOrder; an account has one amount of each order, or a list of what settles it"
      ))
  }
}
