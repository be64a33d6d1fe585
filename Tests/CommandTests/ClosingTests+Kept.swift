import TestSupport
import Testing

/// What belongs to a closed year, and what is kept of it.
extension ClosingTests {
  /// Statements and ledgers count it on the day of the order.
  @Test func aPaymentWithoutADayBelongsToTheYearOfItsOrder() async throws {
    let paid = "Content/orders/2025/p1.md"
    let order = "---\ndate: 2025-04-01\ncustomer: bob\nmade: true\npaid: true\nrows:\n  - {sum: 5}\n---\n"
    let folder = try await Self.closed(with: [paid: order], records: 9)
    let run = try await folder.docket("set", "o0", "paid=true")
    #expect(run.status == 1)
    #expect(
      run.error.contains(
        "o0.md:5:7: error: payment o0#paid was added after 2025 was closed: sum 37.50 EUR [closed-record]"),
      "\(run.error)")
    #expect(
      run.error.contains(
        "note: write the date of the payment in 'paidOn': without one it counts on the day of the order"),
      "\(run.error)")
    #expect(try await folder.docket("set", "o0", "paid=true", "paidOn=2026-01-06").status == 0)
    // One that has been counted cannot come later, on another day, or be another sum.
    for (day, words) in [
      (
        "2026-01-06",
        "payment p1#paid was changed after 2025 was closed: 'date' was empty and is '2026-01-06'"
      ),
      (
        "2025-05-06",
        "payment p1#paid was changed after 2025 was closed: 'date' was empty and is '2025-05-06'"
      ),
    ] {
      let dated = try await folder.docket("set", "p1", "paidOn=\(day)")
      #expect(dated.error.contains("p1.md:6:9: error: \(words)"), "\(dated.error)")
      #expect(dated.error.contains("1 error"), "\(dated.error)")
    }
    let part = try await folder.docket("add", "p1", "payment", "sum=2", "date=2026-01-06")
    #expect(part.error.contains("'sum' was '5.00 EUR' and is '3.00 EUR'"), "\(part.error)")
    let unpaid = try await folder.docket("set", "p1", "paid=false")
    #expect(unpaid.error.contains("payment of p1 was deleted after 2025 was closed"), "\(unpaid.error)")
    #expect(try await folder.docket("check").status == 0)
  }

  /// A draft is not published yet, and neither are its rows and payments.
  @Test func aDraftBelongsToNoYear() async throws {
    let folder = try await Self.closed()
    try folder.put(
      "Content/orders/2025/new.md",
      "---\ndate: 2025-06-01\ndraft: true\nrows: [{sum: 5}]\npayments: [{date: 2025-06-02, sum: 1}]\n---\n")
    let run = try await folder.docket("check", "--drafts")
    #expect(run.status == 0, "\(run.output)")
  }

  /// The error in its file is enough: it is not deleted as well.
  @Test func aRecordThatCannotBeReadIsNotDeleted() async throws {
    let folder = try await Self.closed()
    try folder.put("Content/orders/2025/o0.md", "---\ndate: [\n---\n")
    let run = try await folder.docket("check")
    #expect(run.status == 1 && !run.output.contains("[closed-record]"), "\(run.output)")
  }

  /// What a formula makes of the day is another value each day, and none of the record's.
  @Test func aFormulaThatReadsTheDayIsNotKept() async throws {
    let model = "entities: {Order: {attributes: {age: {type: integer, formula: today() - date}}}}\n"
    let folder = try await Self.closed(with: ["Content/model.yml": model])
    let later = try await Program.docket(in: folder.path, today: "2026-11-22").run(["check"])
    #expect(later.status == 0, "\(later.output)")
  }

  /// A row with a day belongs to the year of that day, so a total of such rows is of no year, which is said.
  @Test func aTotalOfDatedRowsIsNotKeptAndNamed() async throws {
    let order = "---\ndate: 2024-12-30\nrows:\n  - {date: 2024-12-31, sum: 10}\n  - {sum: 1}\n---\n"
    let folder = try TemporaryFolder([
      "Content/model.yml": "entities: {RowOfOrder: {attributes: {date: date}}}\n",
      "Content/orders/o1.md": order,
    ])
    let run = try await folder.docket("close", "2024")
    #expect(
      run.error
        == "docket: 'total' of Order reads records with days of their own, so it is not kept and may still change\n"
    )
    #expect(try await folder.docket("add", "o1", "rows", "date=2026-01-02", "sum=99").status == 0)
    #expect(try await folder.docket("set", "o1#1", "sum=11").error.contains("closed-record"))
  }

  /// A tag may have the mark in it that tags are kept with.
  @Test func tagsAreKeptApart() async throws {
    let path = "Content/orders/o1.md"
    func order(_ labels: String) -> String {
      "---\ndate: 2024-12-30\nlabels: \(labels)\nrows: [{sum: 1}]\n---\n"
    }
    let folder = try TemporaryFolder([
      "Content/model.yml": "entities: {Order: {attributes: {labels: tags}}}\n", path: order("[a, b]"),
    ])
    #expect(try await folder.docket("close", "2024").status == 0)
    for labels in ["['a; b']", "['\"a; b\"']", "[a]"] {
      try folder.put(path, order(labels))
      let run = try await folder.docket("check")
      #expect(run.output.contains("[closed-record]"), "\(labels): \(run.output)")
    }
    try folder.put(path, order("a, b"))
    #expect(try await folder.docket("check").status == 0)
  }

  /// Whether there is a reference is kept with it.
  @Test func whatAsksForAReferenceAloneIsKept() async throws {
    let folder = try TemporaryFolder([
      "Content/model.yml": """
      entities:
        Order:
          attributes:
            total: {type: money, derived: "TERNARY(corrects != nil, 0 - rows.@sum.sum, rows.@sum.sum)"}
          relationships: {corrects: {to: Order}}

      """,
      "Content/orders/o1.md": "---\ndate: 2024-05-01\nrows:\n  - {sum: 10}\n---\n",
      "Content/orders/o2.md": "---\ndate: 2024-05-02\ncorrects: o1\nrows:\n  - {sum: 2}\n---\n",
    ])
    #expect(try await folder.docket("close", "2024").error == "")
    try folder.replace("0 - rows", with: "0 - 2 * rows", in: "Content/model.yml")
    #expect(try await folder.docket("check").output.contains("[closed-record]"))
  }

  /// Another record may be renamed, so an id that is read from it is not kept.
  @Test func aCustomerWhoseIdIsReadMayBeRenamed() async throws {
    let folder = try TemporaryFolder([
      "Content/model.yml":
        "entities: {Order: {attributes: {number: {type: string, derived: customer.id}}}}\n",
      "Content/customers/ann.md": "---\nname: Ann\n---\n",
      "Content/orders/o1.md": "---\ndate: 2024-05-01\ncustomer: ann\nrows:\n  - {sum: 10}\n---\n",
    ])
    #expect(try await folder.docket("close", "2024").status == 0)
    let run = try await folder.docket("rename", "ann", "anna")
    #expect(run.status == 0, "\(run.error)")
  }

  /// What reads other orders may change with them, by references both ways.
  @Test func whatReadsOtherOrdersIsNotKept() async throws {
    let order = "---\ndate: 2024-05-01\nrows:\n  - {sum: 10}\n---\n"
    let folder = try TemporaryFolder([
      "Content/model.yml": """
      entities:
        Order:
          attributes:
            net: {type: money, derived: total + corrections.@sum.total}
            before: {type: money, derived: corrects.total}
            fee: {type: money, derived: "TERNARY(corrects.rows.@count > 1 or corrects.path = 'x', total, 2 * total)"}
            same: {type: money, derived: "TERNARY(corrects.customer = customer, total, 2 * total)"}
          relationships:
            corrects: {to: Order, inverse: corrections}
            corrections: {to: Order, many: true, inverse: corrects}

      """,
      "Content/orders/o1.md": order,
    ])
    #expect(
      try await folder.docket("close", "2024").error
        == "docket: 'net' of Order, 'before' of Order, 'fee' of Order, 'same' of Order read other documents, so they "
        + "are not kept and may still change\n"
    )
    let new = try await folder.docket("new", "order", "corrects=o1", "date=2026-06-01", "--row", "sum=-2")
    #expect(new.status == 0, "\(new.error)")
    let changed = try await folder.docket("set", "o1#1", "sum=11")
    #expect(
      changed.error.contains("closed-record") && changed.error.contains("'sum' was"), "\(changed.error)")
  }

  /// Rows with days may be of another year than their order, in both directions and however it is that they are read.
  @Test func whatReadsAcrossDaysIsNamed() async throws {
    let folder = try TemporaryFolder([
      "Content/model.yml": """
      entities:
        RowOfOrder: {attributes: {date: date, hours: decimal, sum: {type: money, derived: hours * order.rate}}}
        Order:
          attributes: {rate: money, total: {type: money, derived: rows.@count * rate}}

      """,
      "Content/orders/o1.md":
        "---\ndate: 2024-12-30\nrate: 3\nrows:\n  - {date: 2024-12-31, hours: 10}\n---\n",
    ])
    let run = try await folder.docket("close", "2024")
    #expect(
      run.error
        == "docket: 'total' of Order, 'sum' of RowOfOrder read records with days of their own, so they are not kept and "
        + "may still change\n")
  }

  /// A level of reminders and its day follow from what is open, be they always computed or unless they are written.
  @Test func whatFollowsFromPaymentsDoesNotKeepAnOrderFromBeingPaid() async throws {
    let folder = try TemporaryFolder([
      "Content/model.yml": """
      entities:
        Order:
          attributes:
            level: {type: string, choices: [none, due], formula: "TERNARY(open > 0, 'due', 'none')"}
            reminded: {type: date, formula: "TERNARY(level = 'due', due, nil)"}
            fee: {type: money, formula: "TERNARY(received > 1, 1, 2)"}

      """,
      "Content/orders/o1.md":
        "---\ndate: 2024-12-30\nmade: true\ndue: 2025-01-10\nrows:\n  - {sum: 10}\n---\n",
    ])
    #expect(try await folder.docket("close", "2024").status == 0)
    let part = try await folder.docket("add", "o1", "payments", "sum=0.5", "date=2025-02-01")
    #expect(part.status == 0, "\(part.error)")
    // An amount is kept: it is computed unless it is written.
    let paid = try await folder.docket("set", "o1", "paidOn=2025-03-01")
    #expect(paid.error.contains("'fee' was") && !paid.error.contains("'level'"), "\(paid.error)")
    #expect(
      try await folder.docket("set", "o1", "fee=2", "paidOn=2025-03-01").error.contains("closed-record")
        == false)
  }

  /// A subentity's records have the rows of its parent inside them.
  @Test func whatASubentityComputesFromItsRowsIsKept() async throws {
    let folder = try TemporaryFolder([
      "Content/model.yml": """
      entities:
        Repair: {parent: Order, folder: repairs, attributes: {net: {type: money, derived: "rows.@sum.sum / 2"}}}

      """,
      "Content/repairs/r1.md": "---\ndate: 2024-05-01\nrows: [{sum: 10}]\n---\n",
    ])
    #expect(try await folder.docket("close", "2024").error == "")
    try folder.replace("/ 2", with: "/ 4", in: "Content/model.yml")
    #expect(try await folder.docket("check").output.contains("[closed-record]"))
  }

  /// So that nobody believes them to be protected.
  @Test func whatIsNotKeptIsNamed() async throws {
    let model = """
      entities:
        Customer: {attributes: {rebate: {type: decimal, default: 0}}}
        Order:
          attributes:
            reduction: {type: money, derived: rows.@sum.sum * customer.rebate}
            total: {type: money, derived: rows.@sum.sum - reduction}
            net: {type: money, derived: rows.@sum.sum / 2}
            fee: {type: money, formula: reduction}

      """
    let folder = try await Self.closed(with: ["Content/model.yml": model])
    #expect(try await folder.docket("reopen", "2025", "--reason", "x").status == 0)
    #expect(
      try await folder.docket("close", "2025").error
        == "docket: 'total' of Order, 'reduction' of Order read other documents, so they are not kept and may still "
        + "change\n")
    #expect(try folder.text("Content/closed/2025.yml").contains(#""currency", "net", "fee""#))
  }

  /// What was received in a closed year for an order of a later one stays, whatever becomes of the order.
  @Test func aPaymentOfALaterOrderIsKept() async throws {
    let order = "Content/orders/2026/o9.md"
    let folder = try await Self.closed(
      with: [
        order: """
        ---
        date: 2026-01-10
        customer: ann
        rows: [{service: tune, sum: 50}]
        payments:
          - {date: 2025-12-20, sum: 20}
        ---
        """
      ], records: 7)
    let run = try await folder.docket("delete", "o9", "--yes")
    #expect(run.status == 1)
    #expect(
      run.error.contains("payment of o9 was deleted after 2025 was closed: date 2025-12-20, sum 20.00 EUR"))
    // Another name changes nothing that was received.
    #expect(try await folder.docket("rename", "o9", "o10").status == 0)
    #expect(try await folder.docket("check").status == 0)
    try folder.replace("sum: 20}", with: "sum: 21}", in: "Content/orders/2026/o10.md")
    let changed = try await folder.docket("check")
    #expect(changed.output.contains("'sum' was '20.00 EUR' and is '21.00 EUR'"), "\(changed.output)")
    try folder.remove("Content/orders/2026/o10.md")
    let check = try await folder.docket("check")
    #expect(check.output.contains("payment of o9 was deleted after 2025 was closed"), "\(check.output)")
    #expect(check.error.contains("1 error"))
  }

  /// A price list that changes changes the price of a row that has a sum but no price, which was kept as well.
  @Test func whatFollowsAPriceListIsKeptByWritingIt() async throws {
    let folder = try TemporaryFolder([
      "Content/model.yml": """
      extends: none
      entities:
        Item: {folder: items, attributes: {perDay: money}}
        Loan:
          folder: loans
          attributes: {joined: {type: date, required: true}, note: string}
          relationships: {lines: {to: Line, many: true, inverse: loan}}
        Line:
          inside: Loan.lines
          attributes:
            price: {type: money, formula: item.perDay}
            sum: {type: money, required: true, formula: price}
          relationships: {loan: {to: Loan, inverse: lines}, item: {to: Item}}

      """,
      "Content/items/net.md": "---\nperDay: 3\n---\n",
      "Content/loans/l1.md": "---\njoined: 2025-01-05\nlines: [{item: net, sum: 3}]\n---\n",
    ])
    try #require(try await folder.docket("close", "2025").status == 0)
    let refused = try await folder.docket("set", "net", "perDay=4")
    #expect(refused.status == 1)
    #expect(
      refused.error.contains(
        "note: 'price' follows 'item.perDay' unless the record writes it: docket set 'l1#1' 'price=3.00"),
      "\(refused.error)")
    #expect(try await folder.docket("set", "l1#1", "price=3.00").status == 0)
    #expect(try await folder.docket("set", "net", "perDay=4").status == 0)
    let note = try await folder.docket("set", "l1", "note=x").error
    #expect(note.contains("where it is not required when a period is closed, such records belong to none"))
  }
}
