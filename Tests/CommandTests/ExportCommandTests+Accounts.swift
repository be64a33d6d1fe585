import TestSupport
import Testing

/// Accounts for hledger and beancount.
extension ExportCommandTests {
  @Test(.needs("hledger"))
  func hledgerAcceptsTheJournal() async throws {
    for folder in [try Self.sample(), try Self.hard()] {
      #expect(try await folder.docket("export", "hledger", "a.journal").status == 0)
      let hledger = Program("hledger", "-f", "a.journal", in: folder.path)
      let check = try await hledger.run("check", "--strict")
      #expect(check.status == 0, "\(check.error)")
      // The assertions are of docket's own sums; one that is changed is refused.
      let text = try folder.text("a.journal")
      let wrong = text.replacing(/\ = -?(\d)/) { " = 7\($0.1)" }
      #expect(wrong != text)
      try folder.put("wrong.journal", wrong)
      let refused = try await Program("hledger", "-f", "wrong.journal", in: folder.path).run("check")
      #expect(refused.status != 0)
    }
  }

  @Test(.needs("bean-check"))
  func beancountAcceptsTheLedger() async throws {
    for folder in [try Self.sample(), try Self.hard()] {
      #expect(try await folder.docket("export", "beancount", "a.bean").status == 0)
      let check = try await Program("bean-check", in: folder.path).run("a.bean")
      #expect(check.status == 0, "\(check.output)\(check.error)")
      let text = try folder.text("a.bean")
      let wrong = text.replacing(/(balance .*  )(-?\d)/) { "\($0.1)7\($0.2)" }
      #expect(wrong != text)
      try folder.put("wrong.bean", wrong)
      #expect(try await Program("bean-check", in: folder.path).run("wrong.bean").status != 0)
    }
  }

  @Test func everyOrderAndPaymentIsATransaction() async throws {
    let folder = try Self.hard()
    let run = try await folder.docket("export", "hledger")
    #expect(run.status == 0)
    #expect(run.error == "docket: 1 payment has no day; the order's day is used\n")
    #expect(run.output.contains("assets:receivable:a.b_c  12.50 EUR\n"))
    #expect(run.output.contains("assets:receivable:a.b_c  700 JPY\n"))
    #expect(run.output.contains("assets:receivable:a-b-c  -80.00 EUR\n"))
    #expect(run.output.contains("2026-02-01 漢字 | Payment 4  ; id: 4#paid\n"))
    #expect(run.output.contains("Semi,colon / \"Quote\""))
    let bean = try await folder.docket("export", "beancount").output
    #expect(bean.contains("Assets:Receivable:A-b-c-2  12.50 EUR\n"))
    #expect(bean.contains("Assets:Receivable:A-b-c  -80.00 EUR\n"))
    #expect(bean.contains(#""Semi;colon | \"Quote\" \\ (1) *" "Order 1""#))
  }

  /// A mark that hledger reads before a payee is part of a name here.
  @Test(arguments: ["!Ann", "* Star", "(Shop)", "=Even"])
  func aPayeeMayBeginWithAMark(name: String) async throws {
    let folder = try TemporaryFolder([
      "Content/customers/ann.md": "---\nname: \"\(name)\"\n---\n",
      "Content/orders/1.md":
        "---\ndate: 2026-01-02\ncustomer: ann\nmade: true\nrows:\n- {text: Tea, sum: 5}\n---\n",
    ])
    let run = try await folder.docket("export", "hledger")
    #expect(run.output.contains("\n2026-01-02 '\(name) | Order 1  ; id: 1\n"), "\(run.output)\(run.error)")
  }

  @Test func customersOfTwoEntitiesHaveAccountsOfTheirOwn() async throws {
    let model = """
      entities:
        Guest: {folder: guests, title: name, attributes: {name: string}}
        Booking:
          folder: bookings
          attributes:
            date: {type: date, required: true}
            total: {type: money, digits: 2}
          relationships:
            customer: {to: Guest}
            payments: {to: Deposit, many: true, inverse: booking, delete: cascade}
        Deposit:
          inside: Booking.payments
          attributes:
            date: date
            sum: money
          relationships:
            booking: {to: Booking, inverse: payments}

      """
    let folder = try TemporaryFolder([
      "Content/model.yml": model, "Content/customers/ann.md": "---\nname: Ann\n---\n",
      "Content/customers/ben.md": "---\nname: Ben\n---\n",
      "Content/guests/ann.md": "---\nname: Ann of the hotel\n---\n",
      "Content/orders/1.md":
        "---\ndate: 2026-01-02\ncustomer: ann\nmade: true\nrows:\n- {text: Tea, sum: 5}\n---\n",
      "Content/orders/2.md":
        "---\ndate: 2026-01-03\ncustomer: ben\nmade: true\nrows:\n- {text: Tea, sum: 6}\n---\n",
      "Content/bookings/b1.md": "---\ndate: 2026-01-04\ntotal: 90\ncustomer: ann\n---\n",
    ])
    let run = try await folder.docket("export", "hledger")
    #expect(run.status == 0, "\(run.error)")
    #expect(run.output.contains("assets:receivable:customers/ann  5.00 EUR\n"), "\(run.output)")
    #expect(run.output.contains("assets:receivable:guests/ann  90.00 EUR\n"), "\(run.output)")
    #expect(run.output.contains("2026-01-02 Ann | Order 1"), "\(run.output)")
    #expect(run.output.contains("2026-01-04 Ann of the hotel | Booking b1"), "\(run.output)")
    #expect(run.output.contains("assets:receivable:ben  6.00 EUR\n"), "\(run.output)")
    let bean = try await folder.docket("export", "beancount").output
    #expect(bean.contains("Assets:Receivable:Customers-ann  5.00 EUR\n"), "\(bean)")
    #expect(bean.contains("Assets:Receivable:Guests-ann  90.00 EUR\n"), "\(bean)")
  }

  /// hledger rounds what it shows to the digits of the `commodity` directive.
  @Test func allDigitsOfAmountsAreShown() async throws {
    let folder = try TemporaryFolder([
      "Content/model.yml": """
      entities:
        RowOfOrder: {attributes: {sum: {digits: 4}}}
        Order: {attributes: {total: {digits: 4}, received: {digits: 4}, open: {digits: 4}}}

      """,
      "Content/orders/1.md":
        "---\ndate: 2026-01-02\nrows: [{sum: 0.0041}, {sum: 12 USD}, {sum: 7 JPY}]\n---\n",
    ])
    let run = try await folder.docket("export", "hledger", "a.journal")
    #expect(run.status == 0, "\(run.error)")
    let lines = try folder.text("a.journal").split(separator: "\n").filter { $0.hasPrefix("commodity") }
    #expect(lines == ["commodity 1000.0000 EUR", "commodity 1000. JPY", "commodity 1000.00 USD"])
  }

  /// They would hold a zero that nobody wrote, and so would a statement.
  @Test(arguments: ["hledger", "beancount"])
  func anOrderWithoutATotalOrOpenAmountIsAnError(format: String) async throws {
    let folder = try TemporaryFolder([
      "Content/model.yml": """
      entities:
        Order: {attributes: {factor: decimal, total: {type: money, derived: rows.@sum.sum * factor}}}

      """,
      "Content/orders/1.md":
        "---\ndate: 2026-01-02\nrows:\n- {sum: 5}\npayments: [{date: 2026-01-03, sum: 1}]\n---\n",
    ])
    let run = try await folder.docket("export", format, "a.out")
    #expect(run.status == 1 && !folder.has("a.out"))
    #expect(
      run.error.hasPrefix(
        "Content/orders/1.md:2:1: error: order 1 has no 'total', and the accounts need it: write what it is computed from"
      ), "\(run.error)")
    try folder.put(
      "Content/model.yml",
      "entities: {Order: {attributes: {factor: decimal, open: {type: money, derived: (total - received) * factor}}}}\n"
    )
    #expect(try await folder.docket("export", format).error.contains("order 1 has no 'open'"))
    try folder.replace("date: 2026-01-02", with: "date: 2026-01-02\nfactor: 1", in: "Content/orders/1.md")
    #expect(try await folder.docket("export", format).status == 0)
  }

  /// Accounts hold totals and payments, and could not come to another open amount.
  @Test func anOrderWhoseOpenIsNotItsTotalLessItsPaymentsIsAnError() async throws {
    let model = """
      entities:
        Order:
          attributes:
            tax: {type: money, derived: total * 0.19}
            gross: {type: money, derived: total + tax}
            open: {type: money, derived: gross - received}

      """
    let folder = try TemporaryFolder([
      "Content/model.yml": model,
      "Content/orders/1.md": "---\ndate: 2026-01-02\npaid: true\nrows:\n- {text: Tea, sum: 0}\n---\n",
      "Content/orders/2.md": "---\ndate: 2026-01-03\nrows:\n- {text: Tea, sum: 100}\n---\n",
    ])
    for form in ["hledger", "beancount"] {
      let run = try await folder.docket("export", form, "file")
      #expect(run.status == 1 && run.output == "" && !folder.has("file"))
      #expect(
        run.error.hasPrefix(
          "Content/orders/2.md:2:1: error: the accounts would not balance: 'open' of Order 2 is 119.00 EUR, but its "
            + "total less its payments is 100.00 EUR [broken-rule]\n"), "\(run.error)")
    }
    try folder.put("Content/orders/2.md", "---\ndate: 2026-01-03\nrows:\n- {text: Tea, sum: 0}\n---\n")
    #expect(try await folder.docket("export", "hledger", "file").status == 0)
  }

  @Test func anOrderWithoutAnOpenAmountOwesItsTotalLessItsPayments() async throws {
    let model = """
      entities:
        Sale:
          folder: sales
          attributes: {date: {type: date, required: true}, total: money}
          relationships:
            customer: {to: Customer}
            payments: {to: Instalment, many: true, inverse: sale}
        Instalment:
          inside: Sale.payments
          attributes: {date: date, sum: money}
          relationships: {sale: {to: Sale, inverse: payments}}

      """
    let folder = try TemporaryFolder([
      "Content/model.yml": model, "Content/customers/ann.md": "---\nname: Ann\n---\n",
      "Content/orders/1.md": "---\ndate: 2026-01-02\ncustomer: ann\nrows:\n- {text: Tea, sum: 5}\n---\n",
      "Content/sales/s1.md":
        "---\ndate: 2026-01-03\ncustomer: ann\ntotal: 90\npayments: [{date: 2026-01-04, sum: 60}]\n---\n",
    ])
    let run = try await folder.docket("export", "hledger")
    #expect(run.status == 0, "\(run.error)")
    #expect(run.output.contains("assets:receivable:ann  0.00 EUR = 35.00 EUR\n"), "\(run.output)")
  }

  /// VAT is no income, and cash is not in the bank.
  @Test func partsOfTotalsAndKindsOfPaymentsHaveAccountsOfTheirOwn() async throws {
    let folder = try Self.withTax()
    let options = [
      "--account", "vat=liabilities:vat", "--account", "total / 7 = income:a seventh", "--payments-by",
      "kind",
    ]
    let run = try await Program.docket(in: folder.path).run(["export", "hledger", "a.journal"] + options)
    #expect(run.status == 0, "\(run.error)")
    let text = try folder.text("a.journal")
    let orders = """
      2026-01-02 Ann | Order 1  ; id: 1
          assets:receivable:ann  35.74 EUR
          liabilities:vat  -5.71 EUR
          income:a seventh  -5.11 EUR
          income:sales  -24.92 EUR

      2026-01-03 Order 2  ; id: 2
          assets:receivable  10.00 EUR
          assets:receivable  20.00 USD
          income:a seventh  -1.43 EUR
          income:a seventh  -2.86 USD
          income:sales  -8.57 EUR
          income:sales  -17.14 USD

      2026-01-04 Order 3  ; id: 3
          assets:receivable  1.19 EUR
          liabilities:vat  -0.19 EUR
          income:a seventh  -0.17 EUR
          income:sales  -0.83 EUR

      """
    #expect(text.contains(orders), "\(text)")
    #expect(text.contains("    assets:payments:cash at door  10.00 EUR\n"))
    #expect(text.contains("    assets:payments:card  5.00 EUR\n"))
    // The rest of an order that says only that it is paid has no kind.
    #expect(text.contains("    assets:payments  20.74 EUR\n"))
    if Program.exists("hledger") {
      let check = try await Program("hledger", "-f", "a.journal", in: folder.path).run("check", "--strict")
      #expect(check.status == 0, "\(check.error)")
    }
    let bean = try await Program.docket(in: folder.path).run(["export", "beancount"] + options).output
    #expect(bean.contains("2026-01-02 open Assets:Payments:Cash-at-door\n"))
    #expect(bean.contains("  Income:A-seventh  -5.11 EUR\n"))
    #expect(bean.contains("  Liabilities:Vat  -5.71 EUR\n"))
    if Program.exists("bean-check") {
      try folder.put("a.bean", bean)
      let check = try await Program("bean-check", in: folder.path).run("a.bean")
      #expect(check.status == 0, "\(check.output)\(check.error)")
    }
  }

  @Test func whollyDividedOrdersHaveNoIncome() async throws {
    let folder = try Self.withTax()
    let run = try await folder.docket(
      "export", "hledger", "--account", "vat=liabilities:vat", "--account", "net=income:work")
    #expect(run.status == 0 && !run.output.contains("income:sales"), "\(run.output)")
  }

  /// What follows from payments cannot be taken from the income; a part of a total with the tax in it is not read by it.
  @Test(arguments: [
    ("open", true), ("received / 2", true), ("payments.@sum.sum", true), ("-vat", false), ("within", false),
  ])
  func anAccountHasNoPartOfThePayments(part: String, isRefused: Bool) async throws {
    let folder = try Self.withTax()
    try folder.replace(
      "    attributes:\n", with: "    attributes:\n      within: {type: money, derived: total * 19 / 119}\n",
      in: "Content/model.yml")
    let run = try await folder.docket("export", "hledger", "--account", "\(part)=assets:other")
    #expect(run.status == (isRefused ? 1 : 0), "\(run.error)")
    let message = "'\(part)' depends on 'payments', which settles the order and is no part of its total"
    #expect(run.error.contains(message) == isRefused, "\(run.error)")
  }

  @Test func accountsThatCannotBeAreErrors() async throws {
    let folder = try Self.withTax()
    let run = try await folder.docket(
      "export", "hledger", "a.journal", "--account", "vta=liabilities:vat", "--account", "rate=income:rate",
      "--payments-by", "order.rows.text")
    #expect(run.status == 1 && !folder.has("a.journal"))
    #expect(
      run.error.contains(
        "--account:1:1: error: Order has no key 'vta'; did you mean 'vat'?"),
      "\(run.error)")
    #expect(
      run.error.contains(
        "'rate' is a number; an account has one amount of each order, or a list of what settles it"),
      "\(run.error)")
    #expect(
      run.error.contains("'order.rows.text' is a list of texts; an account needs one value"), "\(run.error)")
    for (option, message) in [
      ("vat", "--account is EXPRESSION=ACCOUNT, such as 'vat=liabilities:vat', not 'vat'"),
      ("=liabilities:vat", "--account is EXPRESSION=ACCOUNT"),
      ("vat=liabilities::vat", "'liabilities::vat' is no account"),
      ("vat=liabilities:two  blanks", "is no account"),
      ("vat=Assets:Receivable:vat", "'assets:receivable' holds what docket calls open, and no other amounts"),
    ] {
      let run = try await folder.docket("export", "hledger", "--account", option)
      #expect(run.status == 64 && run.error.contains(message), "\(run.error)")
    }
    #expect(try await folder.docket("export", "hledger", "--account", "vat=steuern:mwst").status == 0)
    let root = try await folder.docket("export", "beancount", "--account", "vat=steuern:mwst")
    #expect(root.status == 64 && root.error.contains("not with 'steuern'"), "\(root.error)")
  }

  /// A private part would be told by what is left of the income.
  @Test func aPrivatePartHasNoAccountInAPublicExport() async throws {
    let folder = try Self.withTax()
    try folder.replace(
      "derived: net * rate}", with: "derived: net * rate, private: true}", in: "Content/model.yml")
    let run = try await folder.docket("export", "hledger", "--public", "--account", "vat=liabilities:vat")
    #expect(run.status == 1 && run.output.isEmpty, "\(run.output)")
    #expect(run.error.contains("private"), "\(run.error)")
  }

  private static func withTax() throws -> TemporaryFolder {
    try TemporaryFolder([
      "Content/model.yml": """
      entities:
        Order:
          attributes:
            rate: {type: decimal, default: 0.19, percent: true}
            net: {type: money, derived: rows.@sum.sum}
            vat: {type: money, derived: net * rate}
            total: {type: money, derived: net + vat}
        Payment: {attributes: {kind: {type: string, choices: ["cash at door", card]}}}

      """,
      "Content/customers/ann.md": "---\nname: Ann\n---\n",
      "Content/orders/1.md": """
      ---
      date: 2026-01-02
      customer: ann
      rows: [{text: Tea, sum: 10.03}, {text: Milk, sum: 20}]
      paid: true
      paidOn: 2026-02-01
      payments:
      - {date: 2026-01-05, sum: 10, kind: cash at door}
      - {date: 2026-01-06, sum: 5, kind: card}
      ---

      """,
      "Content/orders/2.md":
        "---\ndate: 2026-01-03\nrate: 0%\nrows: [{text: Tea, sum: 10}, {text: Milk, sum: 20 USD}]\n---\n",
      "Content/orders/3.md": "---\ndate: 2026-01-04\nrows: [{text: Tea, sum: 1}]\n---\n",
    ])
  }
}
