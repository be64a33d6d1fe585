import TestSupport
import Testing

/// The markup of tables in the built-in theme.
@Suite struct TableMarkupTests {
  private static let orders = [
    "Content/orders/o1.md": "---\ndate: 2026-01-05\nrows: [{sum: 5}]\n---\n",
    "Content/orders/o2.md": "---\ndate: 2027-01-05\nrows: [{sum: 7}]\n---\n",
  ]

  /// The table of an index page of orders.
  private func table(_ frontMatter: String, orders: [String: String] = orders) async throws -> HTMLElement {
    let index = ["Content/orders/index.md": "---\n\(frontMatter)\n---\n"]
    let site = try await SiteFixture(orders.merging(index) { $1 }).write()
    return try #require(try site.page("orders/index.html").all("table").first)
  }

  @Test func headingsOfSectionsSpanTheColumns() async throws {
    let table = try await table("columns: id, date, total\nsection: date.year")
    let headings = table.all("th").filter { $0.attributes["scope"] == "rowgroup" }
    #expect(headings.map { $0.attributes["colspan"] } == ["3", "3"])
  }

  @Test func theWordsOfAnEmptyTableSpanTheColumns() async throws {
    let table = try await table("columns: id, date", orders: [:])
    #expect(table.all("td").map { $0.attributes["colspan"] } == ["2"])
  }

  @Test(arguments: ["", "\nsection: date.year"])
  func onlyWhatIsAddedUpHasTotals(section: String) async throws {
    let without = try await table("columns: id, date" + section)
    #expect(without.all("tfoot").isEmpty)
    #expect(without.tableRows.allSatisfy { !$0.isEmpty })
    let with = try await table("columns: id, total" + section)
    #expect(with.all("tfoot").flatMap(\.rows) == [["Total", "€12.00"]])
    let sums = with.all("tr").filter { $0.attributes["class"] == "sum" }
    #expect(sums.count == (section.isEmpty ? 1 : 3))
  }

  /// On a phone a row is a card, where a figure stands without the heading of its column.
  @Test(arguments: [
    ("quantity, price, order, sum", "Quantity, Price, -, Sum"), ("price, quantity", "Price, Quantity"),
    ("order.date, sum", "Date, Sum"), ("service, sum", "-, Sum"), ("order, sum", "-, Sum"),
    ("id, quantity", "-, Quantity"),
  ])
  func figuresHaveTheirHeadingsAlsoInTheFirstCell(columns: String, labels: String) async throws {
    let rows = "rows: [{quantity: 1.5, price: 4, text: Tune}]"
    let site = try await SiteFixture([
      "Content/orders/o1.md": "---\ndate: 2026-01-05\n\(rows)\n---\n",
      "Content/report.md": "```query\nfrom: RowOfOrder\ncolumns: \(columns)\n```\n",
    ]).write()
    let row = try #require(site.page("report.html").all("tbody").first?.tableRows.first)
    #expect(row.map { $0.attributes["data-l"] ?? "-" }.joined(separator: ", ") == labels)
  }

  /// Where a record stands in for a value that is not there, the heading says nothing of it.
  @Test func aTitleInPlaceOfAValueHasNoHeading() async throws {
    let table = try await table(
      "columns: due, total",
      orders: [
        "Content/orders/o1.md": "---\ndate: 2026-01-05\ndue: 2026-02-05\nrows: [{sum: 5}]\n---\n",
        "Content/orders/o2.md": "---\ndate: 2026-01-06\nrows: [{sum: 5}]\n---\n",
      ])
    let cells = table.all("tbody").flatMap { $0.all("th") }
    #expect(Set(cells.map { "\($0.text) \($0.attributes["data-l"] ?? "-")" }) == ["Feb 5, 2026 Due", "o2 -"])
  }

  /// A row leads to its record also where its first cell has no value: the record's title stands there.
  @Test func aRowWithoutAFirstValueLeadsToItsRecord() async throws {
    let car = """
      entities:
        Car:
          folder: cars
          title: make + ' ' + model
          attributes: {make: string, model: string, sold: boolean}
          relationships: {owner: {to: Customer, inverse: cars}}
        Customer:
          relationships: {cars: {to: Car, many: true, inverse: owner}}
      """
    let blocks = ["", "as: list\n"].map { "```query\nfrom: Car\n\($0)columns: model, make\n```\n" }
    let site = try await SiteFixture([
      "Content/model.yml": car, "Content/customers/ann.md": "---\nname: Ann\n---\n",
      "Content/cars/c1.md": "---\nmake: Volvo\nmodel: V70\nowner: ann\n---\n",
      "Content/cars/c2.md": "---\nmake: Saab\nowner: ann\n---\n",
      "Content/cars/c3.md": "---\nmodel: Mini\n---\n",
      "Content/report.md": blocks.joined(separator: "\n"),
    ]).write()
    func rows(_ path: String) throws -> [String: String] {
      let links = try site.page(path).all("main").flatMap { $0.all("tbody") + $0.all("li") }
        .flatMap { $0.all("a") }.filter { $0.attributes["href"]?.contains("cars/c") ?? false }
      return Dictionary(links.map { ($0.attributes["href"] ?? "", $0.text) }) { "\($0), \($1)" }
    }
    func titles(_ root: String) -> [String: String] {
      ["\(root)c1.html": "Volvo V70", "\(root)c2.html": "c2", "\(root)c3.html": "c3"]
    }
    #expect(try rows("cars/index.html") == titles("../cars/"))
    #expect(
      try rows("report.html")
        == ["cars/c1.html": "V70, V70", "cars/c2.html": "c2, c2", "cars/c3.html": "Mini, Mini"])
    let items = try site.page("report.html").all("li").filter { !$0.all("span").isEmpty }
    #expect(items.allSatisfy { $0.all("span").allSatisfy { !$0.text.isEmpty } })
    #expect(try rows("customers/ann.html").keys.sorted() == ["../cars/c1.html", "../cars/c2.html"])
    // What no car has is no column of the list.
    #expect(try site.page("customers/ann.html").all("th").allSatisfy { $0.text != "Sold" })
  }

  @Test func aMissingCustomerIsUnknownAndAReferenceOfTheModelNone() async throws {
    let machine = """
      entities:
        Machine:
          folder: machines
          title: name
          attributes: {name: string}
          relationships: {part: {to: Machine}, customer: {to: Customer}}
      """
    let queries = ["customer", "customer.name", "part", "customer.phone"].map {
      "```query\nfrom: Machine\ngroup: \($0)\n```\n"
    }
    let site = try await SiteFixture([
      "Content/model.yml": machine, "Content/machines/drill.md": "---\nname: Drill\n---\n",
      "Content/machines/index.md": "---\ncolumns: part, customer, part.customer.name, part.name\n---\n",
      "Content/report.md": queries.joined(separator: "\n"),
    ]).write()
    let index = try site.page("machines/index.html").all("tbody").flatMap(\.rows)
    #expect(index == [["None", "-- Unknown --", "", ""]])
    let record = try site.page("machines/drill.html")
    #expect(record.all("dt").map(\.text) == ["Customer"])
    #expect(record.all("dd").map(\.text) == ["-- Unknown --"])
    let groups = try site.page("report.html").all("tbody").flatMap(\.rows).map(\.first)
    #expect(groups == ["-- Unknown --", "-- Unknown --", "None", "None"])
  }

  /// The filter and the page of each customer call an unknown one as its cells do.
  @Test func anUnknownCustomerIsCalledSoEverywhere() async throws {
    let site = try await SiteFixture([
      "Content/orders/index.md": "---\nfilters: customer, due\n---\n",
      "Content/orders/o1.md": "---\ndate: 2026-01-05\nrows: [{sum: 1}]\n---\n",
      "Content/orders/o2.md":
        "---\ndate: 2026-01-05\ndue: 2026-02-01\ncustomer: ann\nrows: [{sum: 1}]\n---\n",
      "Content/customers/ann.md": "---\nname: Ann\n---\n",
      "Content/by.md": "---\ntitle: Orders of $each\neach: customer\nfrom: Order\n---\n",
    ]).write()
    let values = try site.page("orders/index.html").all("a").filter { $0.attributes["data-value"] == "none" }
    #expect(values.map(\.text) == ["-- Unknown -- 1", "None 1"])
    #expect(try site.page("by/none.html").all("h1").map(\.text) == ["Orders of -- Unknown --"])
  }

  @Test func aBlockWithoutATitleHasNoCaption() async throws {
    let blocks = ["title: All\n", ""].map { "```query\nfrom: Order\n\($0)columns: id\n```\n" }
    let site = try await SiteFixture(Self.orders.merging(["Content/report.md": blocks.joined()]) { $1 })
      .write()
    let tables = try site.page("report.html").all("table")
    #expect(tables.map { $0.all("caption").map(\.text) } == [["All"], []])
  }

  /// The sections of a table and the bars of a chart say the same as its cells.
  @Test func onlyAMissingRecordIsUnknownInSectionsAndCharts() async throws {
    let keys = ["customer", "customer.name", "customer.address", "due"]
    let blocks = keys.flatMap { key in
      [
        "```query\nfrom: Order\nsection: \(key)\ncolumns: id, total\n```\n",
        "```query\nfrom: Order\nas: bar\ngroup: \(key)\ncolumns: \(key), @count\nname: by-\(key)\n```\n",
      ]
    }
    let site = try await SiteFixture([
      "Content/orders/o1.md": "---\ndate: 2026-01-05\nrows:\n  - {sum: 1.00}\n---\n",
      "Content/report.md": blocks.joined(separator: "\n"),
    ]).write()
    let page = try site.page("report.html")
    let headings = page.all("th").filter { $0.attributes["scope"] == "rowgroup" }.map(\.text)
    let names = ["-- Unknown --", "-- Unknown --", "None", "None"]
    #expect(headings == names.map { $0 + " 1" })
    let bars = page.all("svg").flatMap { $0.all("text").map(\.text).filter { names.contains($0) }.prefix(1) }
    #expect(bars == names)
  }

  /// A page with a part of a section has the total of the whole section, and says of how many rows it is.
  @Test func theTotalOfASplitSectionSaysOfHowManyRows() async throws {
    var files = ["Content/orders/index.md": "---\nsection: made\npage-size: 2\ncolumns: id, total\n---\n"]
    for number in 1...3 {
      files["Content/orders/o\(number).md"] = "---\ndate: 2026-01-01\nrows: [{sum: \(number)}]\n---\n"
    }
    let site = try await SiteFixture(files).write()
    for page in ["orders/index.html", "orders/page/2.html"] {
      let sums = try site.page(page).all("tr").filter { $0.attributes["class"] == "sum" }
      #expect(sums.first?.all("th").map(\.text) == ["Total of 3"], "\(page)")
      #expect(sums.first?.all("td").map(\.text) == ["€6.00"])
    }
  }

  /// What a new index says about its folder is not said where only a filter has no records.
  @Test func anEmptyFilterIsNotAnEmptyIndex() async throws {
    let index = "---\nfilters: state\n---\n"
    let site = try await SiteFixture([
      "Content/orders/index.md": index,
      "Content/orders/o1.md": "---\ndate: 2026-01-01\nmade: true\nrows: [{sum: 5}]\n---\n",
    ]).write()
    func empty(_ path: String) throws -> String? {
      try site.page(path).all("td").first { $0.attributes["class"] == "empty" }?.text
    }
    #expect(try empty("customers/index.html")?.hasPrefix("Nothing here yet") == true)
    let filtered = site.pages.filter { $0.hasPrefix("orders/where/state/") }
    #expect(filtered.count > 1)
    #expect(try Set(filtered.map(empty)) == [nil, "No entries"])
  }

  /// A list whose amounts are all missing has no line of totals without a figure.
  @Test(arguments: [("", 0), ("\nfee: 12", 1)])
  func aListWithNothingToAddUpHasNoTotals(fee: String, count: Int) async throws {
    let site = try await SiteFixture([
      "Content/model.yml": """
      entities:
        Machine:
          folder: machines
          relationships: {visits: {to: Visit, many: true, inverse: machine}}
        Visit:
          folder: visits
          attributes: {date: date, fee: {type: money, total: true}}
          relationships: {machine: {to: Machine, inverse: visits}}

      """,
      "Content/machines/m1.md": "---\n---\n",
      "Content/visits/v1.md": "---\nmachine: m1\ndate: 2026-01-01\(fee)\n---\n",
    ]).write()
    let sums = try site.page("machines/m1.html").all("tr").filter { $0.attributes["class"] == "sum" }
    #expect(sums.count == count)
  }
}
