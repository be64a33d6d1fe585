import Foundation
import TestSupport
import Testing

/// Entities of a site's own have everything the built-in ones have.
struct ModelEntityTests {
  @Test func haveRecordsIndexesAndExports() async throws {
    let site = try ModelSite.folder("Extended")
    let run = try await site.docket("build")
    #expect(run.status == 0, "\(run.error)")
    for page in [
      "employees/eve", "employees/index", "suppliers/rim", "suppliers/index", "subscriptions/s-0001",
      "subscriptions/index", "subscriptions/by/total", "subscriptions/by/total-desc",
      "subscriptions/where/every/month",
    ] {
      #expect(site.has("Site/\(page).html"), "\(page)")
    }
    #expect(
      try site.text("Site/employees/index.csv")
        == "id,name,since,skills,manager\r\neve,Eve,2020-03-01,wheels; frames,\r\nmax,Max,,,eve\r\n")
    let json = try JSONSerialization.jsonObject(with: Data(site.text("Site/suppliers/index.json").utf8))
    #expect((json as? [[String: Any]])?.map { $0["name"] as? String } == ["Rim Ltd", "Spokeworks"])
    let employee = try site.text("Site/employees/eve.html")
    #expect(employee.contains("<h1>Eve</h1>"))
    #expect(employee.contains("<p>Runs the shop.</p>"))
    #expect(employee.contains("<h2>Jobs</h2>"))
    #expect(employee.contains("<a href=\"../employees/max.html\">Max</a>"))
    #expect(try site.text("Site/index.html").contains("employees/index.html"))
  }

  @Test(arguments: [
    (["Order", "--ids"], "2026-0001\n2026-0002\ns-0001\n"),
    (["Order", "--ids", "--no-subentities"], "2026-0001\n2026-0002\n"),
    (["Subscription", "--ids", "--where", "every = 'month' AND customer.name BEGINSWITH 'Ann'"], "s-0001\n"),
    (["Order", "--count", "--where", "'max' IN staff"], "2\n"),
    (["RowOfOrder", "--ids", "--where", "order = 's-0001'"], "s-0001#1\n"),
    (
      ["RowOfOrder", "--group", "mechanic.name", "--columns", "mechanic.name,@sum.hours"],
      "mechanic.name,@sum.hours\r\n,0.25\r\nMax,1.5\r\n"
    ),
    (
      ["Employee", "--columns", "name,reports.@count", "--where", "manager = nil"],
      "name,reports.@count\r\nEve,1\r\n"
    ),
  ])
  func canBeQueried(_ arguments: [String], output: String) async throws {
    let site = try ModelSite.folder("Extended")
    let run = try await Program.docket(in: site.path).run(["query"] + arguments)
    #expect(run.output == output, "\(run.error)")
  }

  @Test func aManyToManyLinkIsTheUnionOfBothLists() async throws {
    let site = try ModelSite.folder("Extended")
    // Chain is listed by Spokeworks, Spokeworks by the full service, the full service by Rim.
    let services = try await site.docket(
      "query", "Service", "--columns", "id,suppliers.@count", "--format", "csv")
    #expect(services.output == "id,suppliers.@count\r\nchain,1\r\nfull-service,2\r\n")
    let suppliers = try await site.docket(
      "query", "Supplier", "--ids", "--where", "'full-service' IN services")
    #expect(suppliers.output == "rim\nspokeworks\n")
    // Eve lists an order as her job, another order lists Eve.
    #expect(
      try await site.docket("query", "Order", "--ids", "--where", "'eve' IN staff").output
        == "2026-0001\n2026-0002\n")
    _ = try await site.docket("build")
    let page = try site.text("Site/suppliers/spokeworks.html")
    #expect(page.contains("../services/chain.html") && page.contains("../services/full-service.html"))
  }

  @Test func aModelCanBeginWithNothing() async throws {
    let site = try ModelSite.folder("FromNothing")
    #expect(try await site.docket("build").status == 0)
    #expect(
      try site.pages() == [
        "bikes/index.html", "bikes/robin.html", "cargo-bikes/index.html", "cargo-bikes/mule.html",
        "index.html",
        "model.html", "riders/index.html", "riders/olive.html", "riders/pete.html", "trips/index.html",
        "trips/t1.html", "trips/t2.html",
      ])
    // The abstract parent is a destination, and what is queried.
    #expect(try await site.docket("query", "Vehicle", "--ids").output == "mule\nrobin\n")
    #expect(try await site.docket("query", "Vehicle", "--count", "--no-subentities").output == "0\n")
    #expect(
      try await site.docket(
        "query", "Trip", "--columns", "vehicle.name,km,fee", "--where", "vehicle = 'mule'"
      )
      .output
        == "vehicle.name,km,fee\r\nMule,12.5,3.50\r\n")
    #expect(try site.text("Site/trips/t1.html").contains("../cargo-bikes/mule.html"))
    #expect(try site.text("Site/riders/pete.html").contains("olive.html"))
  }

  @Test func aReferenceToAnotherEntityIsAnError() async throws {
    let site = try ModelSite.folder(
      "FromNothing", adding: ["Content/trips/t3.md": "---\ndate: 2026-06-03\nvehicle: pete\n---\n"])
    let run = try await site.docket("check")
    #expect(run.status == 1)
    #expect(
      run.output.contains("Content/trips/t3.md:3:10: error:") && run.output.contains("[unknown-reference]"))
  }

  @Test func aRowMayHaveACurrencyOfItsOwn() async throws {
    let site = try ModelSite.folder(adding: [
      "Content/model.yml": """
      extends: none
      entities:
        Bill:
          folder: bills
          attributes:
            money: {type: currency, default: JPY}
            total: {type: money, derived: lines.@sum.price}
          relationships: {lines: {to: Line, many: true, inverse: bill}}
        Line:
          inside: Bill.lines
          attributes: {money: currency, price: money}
          relationships: {bill: {to: Bill, inverse: lines}}
      """,
      "Content/bills/a.md": "---\nmoney: USD\nlines:\n  - price: 5\n  - {money: EUR, price: 7}\n---\n",
      "Content/bills/b.md": "---\nlines:\n  - {price: 900, money: JPY}\n---\n",
    ])
    let lines = try await site.docket("query", "Line", "--columns", "id,price", "--format", "csv")
    #expect(lines.output == "id,price\r\na#1,5.00 USD\r\na#2,7.00\r\nb#1,900 JPY\r\n", "\(lines.error)")
    let bills = try await site.docket("query", "Bill", "--columns", "id,total", "--format", "csv")
    #expect(bills.output == "id,total\r\na,7.00; 5.00 USD\r\nb,900 JPY\r\n", "\(bills.error)")
    // The digits of an amount are those of the row's currency, and not of the bill's.
    let set = try await site.docket("set", "a#2", "price=7,50 €")
    #expect(set.status == 0, "\(set.error)")
    #expect(try site.text("Content/bills/a.md").contains("- {money: EUR, price: 7.50 EUR}\n"))
  }

  /// A title of another record leads to that one, and each row to its own.
  @Test func listsLeadToTheirRecords() async throws {
    let folder = try TemporaryFolder([
      "Content/model.yml": """
      extends: none
      entities:
        Thing: {folder: things, title: name, attributes: {name: string}}
        Job:
          folder: jobs
          title: thing.name
          attributes: {hours: decimal}
          relationships: {thing: {to: Thing}}

      """,
      "Content/things/b.md": "---\nname: Bee\n---\n",
      "Content/jobs/j1.md": "---\nhours: 3\n---\n",
      "Content/jobs/j2.md": "---\nhours: 2\nthing: b\n---\n",
      "Content/jobs/j3.md": "---\nthing: b\n---\n",
      "Content/list.md": "```query\nfrom: Job\nsort: id\ncolumns: thing, hours\n```\n",
    ])
    let site = try await folder.build().site
    let index = site.text("jobs/index.html")
    for link in ["jobs/j1.html\">j1</a>", "jobs/j2.html\">j2</a>", "things/b.html\">Bee</a>"] {
      #expect(index.contains(link), "\(link)")
    }
    let list = site.text("list.html")
    for link in ["jobs/j1.html\">3</a>", "jobs/j2.html\">2</a>", "things/b.html\">Bee</a>"] {
      #expect(list.contains(link), "\(link)")
    }
    // An id in the place of a number would be read as one.
    #expect(!list.contains("j3"))
  }

  /// Marks have no link, with scripts or without.
  @Test(arguments: ["state, date", "made, date", "customer, made, date"])
  func aMarkIsNotTheLinkOfItsRow(columns: String) async throws {
    let folder = try SmallSite.folder(adding: [
      "Content/orders/index.md": "---\ncolumns: \(columns)\n---\n"
    ])
    let index = try await folder.build().site.text("orders/index.html")
    #expect(index.contains("<a href=\"../orders/2026/o2.html\">Jan 10, 2026</a>"))
  }
}
