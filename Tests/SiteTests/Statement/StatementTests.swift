import Content
import Exports
import Records
import Site
import TestSupport
import Testing

/// Statements of account: in order, with a balance that runs on from period to period.
@Suite struct StatementTests {
  @Test func showsMovementsInOrderWithTheirBalance() async throws {
    let site = try await SiteFixture([
      "Content/customers/acme.md": "---\nname: Acme\n---\n",
      "Content/orders/o1.md":
        "---\ndate: 2025-12-20\ncustomer: acme\nrows:\n  - {sum: 10.00}\npayments:\n"
        + "  - {date: 2026-02-01, sum: 4.00, note: cash}\n---\n",
      "Content/orders/o2.md":
        "---\ndate: 2026-01-05\ncustomer: acme\npaid: true\nrows:\n  - {sum: 20.00}\n---\n",
      "Content/orders/o3.md": "---\ndate: 2026-04-01\ncustomer: acme\nrows:\n  - {sum: 7.00}\n---\n",
      "Content/account.md":
        "```query\nas: statement\nfrom: Order\nwhere: customer = 'acme'\nperiod: 2026-Q1\n```\n",
    ])
    let tree = try await site.write()
    let table = try #require(try tree.page("account.html").all("table").first)
    let rows = table.all("tr").map { $0.all("th").map(\.text) + $0.all("td").map(\.text) }
    #expect(
      rows == [
        ["Date", "Order", "Text", "Charged", "Received", "Balance"],
        ["Jan 1, 2026", "", "Opening balance", "", "", "€10.00"],
        ["Jan 5, 2026", "o2", "", "€20.00", "", "€30.00"],
        // A payment without a day counts on the order's.
        ["Jan 5, 2026", "o2", "Payment", "", "€20.00", "€10.00"],
        ["Feb 1, 2026", "o1", "Payment, cash", "", "€4.00", "€6.00"],
        ["Mar 31, 2026", "", "Closing balance", "", "", "€6.00"],
        ["Total", "", "", "€20.00", "€24.00", ""],
      ])
    let csv = """
      date,id,text,charged,received,balance
      2026-01-01,,Opening balance,,,10.00
      2026-01-05,o2,,20.00,,30.00
      2026-01-05,o2,Payment,,20.00,10.00
      2026-02-01,o1,"Payment, cash",,4.00,6.00
      2026-03-31,,Closing balance,,,6.00

      """
    #expect(tree.text("account/1.csv") == csv.replacing("\n", with: "\r\n"))
    let json = tree.text("account/1.json")
    #expect(json.hasPrefix("[\n  {\"date\": \"2026-01-01\", \"id\": null, \"text\": \"Opening balance\", "))
    #expect(json.hasSuffix("\"charged\": null, \"received\": null, \"balance\": 6.00}\n]\n"))
  }

  @Test func theFirstAndTheLastDayBelongToThePeriod() async throws {
    var files = ["Content/account.md": "```query\nas: statement\nfrom: Order\nperiod: 2026-Q1\n```\n"]
    for (id, day) in [("a", "2025-12-31"), ("b", "2026-01-01"), ("c", "2026-03-31"), ("d", "2026-04-01")] {
      files["Content/orders/\(id).md"] = "---\ndate: \(day)\nrows: [{sum: 10}]\n---\n"
    }
    let csv = try await SiteFixture(files).write().text("account/1.csv")
    #expect(
      csv.split(separator: "\r\n").dropFirst() == [
        "2026-01-01,,Opening balance,,,10.00", "2026-01-01,b,,10.00,,20.00", "2026-03-31,c,,10.00,,30.00",
        "2026-03-31,,Closing balance,,,30.00",
      ])
  }

  /// What `open` subtracts of a record's own amounts is no movement, also where it depends on the day; what is only received
  /// later is no contradiction.
  @Test(arguments: [
    ("TERNARY(today() < '2030-01-01', total * 0.25, total * 0)", "2026-02-01", true),
    ("TERNARY(today() > '2030-01-01', total * 0.25, total * 0)", "2026-02-01", false),
    ("TERNARY(today() < '2030-01-01', total * 0.25, total * 0)", "2027-02-01", false),
  ])
  func whatIsOpenWithoutAMovementIsTold(held: String, paid: String, isTold: Bool) async throws {
    let fixture = try await SiteFixture([
      "Content/model.yml":
        "entities: {Order: {attributes: {held: {type: money, derived: \"\(held)\"}, open: {type: money, derived: total - received - held}}}}\n",
      "Content/orders/o1.md":
        "---\ndate: 2026-01-05\nrows: [{sum: 20.00}]\npayments: [{date: \(paid), sum: 4.00}]\n---\n",
      "Content/account.md": "```query\nas: statement\nfrom: Order\nperiod: 2026\n```\n",
    ])
    let told = fixture.diagnosticLines.filter {
      $0.contains("the balance is not what is open: 'open' of order o1 is 11.00")
    }
    #expect((told.count == 1) == isTold, "\(fixture.diagnosticLines)")
  }

  /// What is inside a record and its total is not made of is received, in any model; what it is made of is not.
  @Test func readsAnyModel() async throws {
    let site = try await SiteFixture([
      "Content/model.yml": """
      extends: none
      entities:
        Job: {folder: jobs, attributes: {date: {type: date, required: true}, total: {type: money, derived: net}, net: {type: money, derived: hours.@sum.fee}}, relationships: {hours: {to: Hour, many: true, inverse: job}, payments: {to: Payment, many: true, inverse: job}}}
        Hour: {inside: Job.hours, attributes: {day: date, fee: money}, relationships: {job: {to: Job, inverse: hours}}}
        Payment: {inside: Job.payments, attributes: {kind: string, date: date, sum: money, note: string}, relationships: {job: {to: Job, inverse: payments}}}

      """,
      "Content/jobs/j1.md":
        "---\ndate: 2026-01-05\nhours: [{day: 2026-01-02, fee: 60}, {fee: 40}]\npayments: [{date: 2026-02-01, sum: 30, kind: cash, note: thanks}, {sum: 5}]\n---\n",
      "Content/account.md": "```query\nas: statement\nfrom: Job\nperiod: 2026\n```\n",
    ]).write()
    #expect(
      site.text("account/1.csv").split(separator: "\r\n").dropFirst() == [
        "2026-01-01,,Opening balance,,,0.00", "2026-01-05,j1,,100.00,,100.00",
        "2026-01-05,j1,Payment,,5.00,95.00",
        "2026-02-01,j1,\"Payment, cash, thanks\",,30.00,65.00", "2026-12-31,,Closing balance,,,65.00",
      ])
  }

  /// A deposit is neither charged nor received where `open` does not read it, and the closing balance is what is open.
  @Test func listsThatOpenDoesNotReadAreNoReceipts() async throws {
    let model = { (open: String) in
      """
      entities:
        Order: {relationships: {deposits: {to: Deposit, many: true, inverse: order}}\(open)}
        Deposit: {inside: Order.deposits, attributes: {date: date, sum: money}, relationships: {order: {to: Order, inverse: deposits}}}

      """
    }
    let files = [
      "Content/orders/o1.md":
        "---\ndate: 2026-01-05\nrows: [{sum: 100}]\ndeposits: [{date: 2026-01-05, sum: 80}]\npayments: [{date: 2026-01-06, sum: 30}]\n---\n",
      "Content/account.md": "```query\nas: statement\nfrom: Order\nperiod: 2026\n```\n",
    ]
    func lines(_ model: String) async throws -> [Substring] {
      let site = try await SiteFixture(files.merging(["Content/model.yml": model]) { $1 }).write()
      return site.text("account/1.csv").split(separator: "\r\n").dropFirst(2).map { $0 }
    }
    #expect(
      try await lines(model("")) == [
        "2026-01-05,o1,,100.00,,100.00", "2026-01-06,o1,Payment,,30.00,70.00",
        "2026-12-31,,Closing balance,,,70.00",
      ])
    let open = ", attributes: {open: {type: money, derived: total - received - deposits.@sum.sum}}"
    #expect(try await lines(model(open)).last == "2026-12-31,,Closing balance,,,-10.00")
  }

  /// What the total is computed from has an error of its own, which is enough.
  @Test func aTotalThatCannotBeComputedIsNoErrorOfARecord() async throws {
    let site = try await SiteFixture([
      "Content/model.yml": "entities: {Order: {attributes: {total: {type: money, derived: rows.@sum.sm}}}}\n",
      "Content/orders/o1.md": "---\ndate: 2025-12-20\nrows: [{sum: 10.00}]\n---\n",
      "Content/a.md": "```query\nas: statement\nfrom: Order\n```\n",
    ])
    #expect(site.diagnosticLines.count == 1 && site.diagnosticLines[0].hasPrefix("Content/model.yml:1:"))
  }

  /// Its balance would count the total as zero, and the payment not.
  @Test func refusesARecordWithoutATotal() async throws {
    let site = try await SiteFixture([
      "Content/model.yml":
        "entities: {Order: {attributes: {factor: decimal, total: {type: money, derived: rows.@sum.sum * factor}}}}\n",
      "Content/orders/o1.md":
        "---\ndate: 2025-12-20\nrows: [{sum: 10.00}]\npayments: [{date: 2026-01-02, sum: 1}]\n---\n",
      "Content/orders/o2.md": "---\ndate: 2025-12-20\nfactor: 2\nrows: [{sum: 10.00}]\n---\n",
      "Content/a.md": "```query\nas: statement\nfrom: Order\n```\n",
      "Content/b.md": "```query\nas: statement\nfrom: Order\nwhere: factor != nil\n```\n",
    ])
    #expect(
      site.diagnosticLines == [
        "Content/orders/o1.md:2: order o1 has no 'total', and a statement needs it: write what it is computed from "
          + "[missing-value]"
      ])
  }

  /// A list of which 'open' reads only a part is no receipt in full.
  @Test(arguments: [
    ("open: {derived: total - received - refunds.@sum.sum / 2}", true),
    ("open: {derived: total - received + refunds.@sum.sum}", false),
    ("back: {derived: refunds.@sum.sum}, open: {derived: back - (received - total)}", false),
    ("open: {derived: -1 * (received - total) + -1 * refunds.@sum.sum}", false),
    ("open: {derived: total - received - refunds.@sum.sum * -1}", false),
    ("open: {derived: total - received - refunds.@sum.sum}", false),
  ])
  func warnsOfABalanceThatOpenContradicts(open: String, isTold: Bool) async throws {
    let site = try await SiteFixture([
      "Content/model.yml": """
      entities:
        Order:
          attributes: {\(open)}
          relationships: {refunds: {to: Refund, many: true, inverse: order, delete: cascade}}
        Refund:
          inside: Order.refunds
          attributes: {date: {type: date, required: true}, sum: {type: money, required: true, total: true}}
          relationships: {order: {to: Order, inverse: refunds}}

      """,
      "Content/orders/o1.md":
        "---\ndate: 2025-02-01\nrows: [{sum: 100}]\npayments: [{date: 2025-02-20, sum: 90}]\n"
        + "refunds: [{date: 2025-03-31, sum: 20}]\n---\n",
      "Content/a.md": "```query\nas: statement\nfrom: Order\nperiod: 2025\n```\n",
    ])
    let warning =
      "Content/a.md:1: the balance is not what is open: 'open' of order o1 is 0.00 EUR, and its total less what was "
      + "received is -10.00 EUR [invalid-request]"
    #expect(site.diagnosticLines.filter { $0.hasPrefix("Content/a.md") } == (isTold ? [warning] : []))
  }

  @Test func whatOpenAddsIsCharged() async throws {
    let site = try await SiteFixture([
      "Content/model.yml": """
      entities:
        Order:
          attributes: {open: {derived: total + fees.@sum.sum - received}}
          relationships: {fees: {to: Fee, many: true, inverse: order, delete: cascade}}
        Fee:
          inside: Order.fees
          label: Reminder
          attributes: {date: {type: date, required: true}, sum: {type: money, required: true, total: true}}
          relationships: {order: {to: Order, inverse: fees}}

      """,
      "Content/orders/o1.md":
        "---\ndate: 2025-02-01\nrows: [{sum: 100}]\npayments: [{date: 2025-03-20, sum: 90}]\n"
        + "fees: [{date: 2025-03-20, sum: 5}]\n---\n",
      "Content/a.md": "```query\nas: statement\nfrom: Order\nname: all\n```\n",
    ])
    #expect(site.diagnosticLines == [])
    #expect(
      try await site.write().text("a/all.csv").split(separator: "\r\n").dropFirst(2) == [
        "2025-02-01,o1,,100.00,,100.00", "2025-03-20,o1,Reminder,5.00,,105.00",
        "2025-03-20,o1,Payment,,90.00,15.00", ",,Closing balance,,,15.00",
      ])
  }

  @Test func namesWhatIsWrong() async throws {
    let site = try await SiteFixture([
      "Content/orders/o1.md": "---\ndate: 2025-12-20\nrows:\n  - {sum: 10.00}\n---\n",
      "Content/a.md": "```query\nas: statement\nfrom: Customer\n```\n",
      "Content/b.md": "```query\nas: statement\nfrom: Order\nperiod: 2026-Q5\n```\n",
      "Content/c.md": "```query\nas: statement\nfrom: Order\nperiod: 2026\nsince: 2026-01-01\n```\n",
      "Content/z.md": "```query\nas: statement\nfrom: Order\nsince: 2026-05-01\nuntil: 2026-04-01\n```\n",
      "Content/d.md": "```query\nas: statement\nfrom: Order\ngroup: customer\n```\n",
    ])
    #expect(
      site.diagnosticLines.map { String($0.prefix(70)) } == [
        "Content/a.md:2: a statement needs records with a required date and an ",
        "Content/b.md:4: '2026-Q5' is not a period such as 2026, 2026-Q1 or 202",
        "Content/c.md:4: a statement has a 'period', or 'since' and 'until', no",
        "Content/d.md:4: unknown key 'group' in a statement [unknown-key]",
        "Content/z.md:5: a statement until 2026-04-01 cannot begin on 2026-05-0",
      ])
  }

  /// What is owed from the year before would be missing from the opening balance.
  @Test(arguments: [
    ("date.year = 2026", "period: 2026", true), ("date.year >= 2025", "period: 2026", false),
    ("customer = nil", "period: 2026", false), ("date.year = 2026", "until: 2026-12-31", false),
    ("date.year = 2025", "period: 2025", false),
    ("date <= today() AND customer = 'ann'", "period: 2026", false),
    ("date >= '2026-01-01' AND customer = nil", "period: 2026", true),
    ("NOT (customer = 'ann' OR date > today())", "period: 2026", false),
    ("NOT (customer = 'ann' OR date < '2026-01-01')", "period: 2026", true),
  ])
  func warnsOfAWhereThatNamesDays(predicate: String, period: String, isWarned: Bool) async throws {
    let site = try await SiteFixture([
      "Content/orders/o1.md": "---\ndate: 2025-12-20\nrows: [{sum: 10.00}]\n---\n",
      "Content/orders/o2.md": "---\ndate: 2026-01-05\nrows: [{sum: 20.00}]\n---\n",
      "Content/orders/o3.md": "---\ndate: 2026-01-06\ncustomer: ann\nrows: [{sum: 5.00}]\n---\n",
      "Content/customers/ann.md": "---\nname: Ann\n---\n",
      "Content/a.md": "```query\nas: statement\nfrom: Order\nwhere: \"\(predicate)\"\n\(period)\n```\n",
    ])
    let warning =
      "Content/a.md:4: 'where' leaves out what was before 2026-01-01, so the opening balance lacks it; leave days to "
      + "'period', or 'since' and 'until' [invalid-request]"
    #expect(site.diagnosticLines == (isWarned ? [warning] : []))
  }

  /// Each closing balance is the opening one of the next period, and the last is what is open in all.
  @Test func runsOnFromPeriodToPeriod() async throws {
    var compared = 0
    for seed in 1...40 as ClosedRange<UInt64> {
      var random = SeededGenerator(seed: seed)
      var files: [String: String] = [:]
      for number in 0..<30 {
        func day() -> String {
          let (month, day) = (1 + random.next() % 12, 1 + random.next() % 28)
          return "20\(24 + random.next() % 3)-\(month < 10 ? "0" : "")\(month)-\(day < 10 ? "0" : "")\(day)"
        }
        var text = "---\ndate: \(day())\n"
        if random.next() % 3 == 0 { text += "paid: true\n" }
        if random.next() % 3 == 0 { text += "paidOn: \(day())\n" }
        text += "rows:\n  - {sum: \(Int(random.next() % 500) - 50).\(10 + random.next() % 90)}\n"
        let payments = random.next() % 3
        if payments > 0 { text += "payments:\n" }
        for _ in 0..<payments { text += "  - {date: \(day()), sum: \(random.next() % 100).00}\n" }
        files["orders/o\(number).md"] = text + "---\n"
      }
      let today = try #require(CivilDate("2026-11-21"))
      let book = await ContentLoader(
        source: MemorySource(files), includesDrafts: false, today: today
      ).load()
      let graph = book.graph
      let order = try #require(graph.model.entity(named: "Order"))
      let columns = try #require(AccountColumns(of: order, in: graph.model, book.expressions))
      let rows = graph.rows(of: order).map { Int32($0) }
      func statement(_ since: String?, _ until: String?) throws -> AccountStatement {
        AccountStatement(
          columns, of: rows, in: graph, since: since.flatMap { CivilDate($0) },
          until: until.flatMap { CivilDate($0) })
      }
      var last = try statement(nil, "2024-12-31")
      #expect(last.opening.isZero)
      for (since, until) in [
        ("2025-01-01", "2025-03-31"), ("2025-04-01", "2025-12-31"), ("2026-01-01", "2026-01-31"),
        ("2026-02-01", "2026-12-31"),
      ] {
        let next = try statement(since, until)
        #expect(next.opening == last.closing)
        #expect(next.opening.adding(next.charged)?.subtracting(next.received) == next.closing)
        #expect(next.movements.last?.balance ?? next.opening == next.closing)
        last = next
        compared += 1
      }
      let open = try #require(graph.model.entities[order].attribute(named: "open"))
      guard case .money(let amounts) = graph.table(of: order).columns[open.column] else { continue }
      var sum = RunningSum(from: .money(Money(.zero, .euro)))
      for amount in amounts { if let amount { sum.add(.money(amount)) } }
      #expect(sum.value == .money(last.closing), "seed \(seed)")
    }
    #expect(compared == 160)
  }
}
