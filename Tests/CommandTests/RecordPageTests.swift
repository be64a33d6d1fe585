import Foundation
import TestSupport
import Testing

/// What the page of a record shows beyond the built-in attributes.
@Suite struct RecordPageTests {
  private static let model = """
    entities:
      RowOfOrder:
        attributes:
          frame: string
          hours: decimal
          unused: string
        relationships:
          worker: {to: Worker}
      Worker:
        folder: workers
        title: name
        attributes: {name: {type: string, required: true}, address: text}

    """

  /// The rows of an order's table, without what is above them on the page.
  private static func bill(of site: FileTree, _ path: String) throws -> [[String]] {
    let page = HTMLPage(try #require(site.files[path])).root
    return try #require(page.all("table").first { $0.attributes["class"] == "bill" }).rows
  }

  /// A column that no row has a value in would begin each with None.
  @Test func rowsOfAnyModelHaveNoEmptyColumns() async throws {
    let model = """
      extends: none
      entities:
        Job:
          folder: jobs
          attributes: {day: date}
          relationships: {lines: {to: Line, many: true, inverse: job}}
        Line:
          inside: Job.lines
          attributes: {text: string, fee: money, note: string}
          relationships: {job: {to: Job, inverse: lines}, tool: {to: Tool}, other: {to: Tool}}
        Tool: {folder: tools, title: name, attributes: {name: {type: string, required: true}}}

      """
    let job = "---\nlines:\n  - {fee: 1.00, tool: saw}\n  - {fee: 2.00, note: late}\n---\n"
    let files = [
      "Content/model.yml": model, "Content/jobs/j1.md": job, "Content/tools/saw.md": "---\nname: Saw\n---\n",
    ]
    let site = try await TemporaryFolder(files).build().site
    let page = HTMLPage(try #require(site.files["jobs/j1.html"]))
    let table = try #require(page.root.all("table").first)
    #expect(table.rows == [["Fee", "Note", "Tool"], ["€1.00", "", "Saw"], ["€2.00", "late", ""]])
    let told = try await TemporaryFolder(
      files.merging(["Content/jobs/j1.md": job.replacing("fee: 1", with: "text: new, fee: 1")]) { $1 }
    ).build().site
    #expect(told.text("jobs/j1.html").contains("<span>Text</span>"))
  }

  /// A rate is printed as it is written, wherever a page shows it; what programs read stays a number.
  @Test func aRateIsAPercentage() async throws {
    let folder = try TemporaryFolder([
      "Content/site.yml": "title: Shop\ncurrency: EUR\n",
      "Content/model.yml": """
      entities:
        Order:
          attributes: {margin: {type: decimal, percent: true}}
          documents: {invoice: made = true}
        RowOfOrder:
          attributes:
            vat: {type: decimal, percent: true}
            sum: {formula: quantity * price * (1 - discount) * (1 + vat)}

      """,
      "Content/customers/ann.md": "---\nname: Ann\n---\n",
      "Content/services/wheel.md": "---\nname: Wheel\n---\n",
      "Content/orders/o1.md": """
      ---
      date: 2026-03-14
      customer: ann
      margin: 0.125
      made: true
      rows:
        - {service: wheel, price: 10, vat: 19%, discount: 5%}
        - {service: wheel, price: 10, vat: 8.10%}
      ---
      """,
      "Content/orders/index.md": "---\ncolumns: id, margin\nfilters: margin\n---\n",
      "Content/rates.md": """
      ```query
      from: RowOfOrder
      columns: vat, discount, sum
      ```

      ```query
      from: RowOfOrder
      group: vat
      columns: vat, sum(sum), @avg.discount, max(vat)
      ```

      ```query
      as: bar
      from: RowOfOrder
      group: position
      columns: position, max(vat)
      ```
      """,
    ])
    let site = try await folder.build().site
    #expect(try Self.bill(of: site, "orders/o1.html").contains { $0.contains("19%") && $0.contains("5%") })
    #expect(try Self.bill(of: site, "orders/o1/invoice.html").contains { $0.contains("8.1%") })
    #expect(site.text("orders/o1.html").contains("12.5%"))
    #expect(site.text("orders/index.html").contains("12.5%"))
    let tables = HTMLPage(try #require(site.files["rates.html"])).root.all("table").map(\.rows)
    #expect(tables.first?[1] == ["19%", "5%", "€11.31"])
    #expect(tables.dropFirst().first?.contains { $0.first == "8.1%" && $0[2...] == ["0%", "8.1%"] } ?? false)
    // The chart says it as the table does.
    #expect(site.text("rates.html").contains("<title>1: 19%</title>"))
    let query = try await folder.docket("query", "RowOfOrder", "--columns", "vat", "--format", "csv")
    #expect(query.output.split(whereSeparator: \.isNewline) == ["vat", "0.19", "0.0810"])
    try folder.put(
      "Content/rates.md", "```query\nfrom: RowOfOrder\ncolumns: [{value: vat, total: true}]\n```\n")
    let check = try await folder.docket("check")
    #expect(
      check.output.contains("rates.md:3:19: error: 'vat' is a percentage, which is not added up"),
      "\(check.output)")
  }

  /// A rate of 21 is no rate of the model, but one of 21% is.
  @Test(arguments: [("choices: [0.21, 10%]", "21"), ("choices: [0.21, 10%]", "10"), ("max: 0.5", "21")])
  func aRateWithoutItsSignIsNamedWithIt(option: String, rate: String) async throws {
    let run = try await TemporaryFolder([
      "Content/model.yml":
        "entities: {Order: {attributes: {vat: {type: decimal, percent: true, \(option)}}}}\n",
      "Content/orders/o1.md": "---\ndate: 2026-03-14\nvat: \(rate)\n---\n",
    ]).docket("check")
    #expect(run.output.contains("did you mean '\(rate)%'?"), "\(run.output)")
  }

  /// A choice is the number that it says, however it is written.
  @Test(arguments: ["rate = 0.07", "rate IN {0.07}", "rate != 0.19"])
  func aChoiceOfPercentagesIsANumber(predicate: String) async throws {
    let folder = try TemporaryFolder([
      "Content/model.yml":
        "entities: {Order: {attributes: {rate: {type: decimal, percent: true, choices: [7%, 19%]}}}}\n",
      "Content/orders/o1.md": "---\ndate: 2026-03-14\nrate: 0.07\n---\n",
      "Content/orders/o2.md": "---\ndate: 2026-03-14\nrate: 19%\n---\n",
    ])
    let run = try await folder.docket("query", "Order", "--where", predicate, "--ids")
    #expect(run.output == "o1\n", "\(run.error)")
  }

  /// Paper leaves out what an order says elsewhere, such as its customer, and keeps the references of a model.
  @Test func anOrderMarksWhatItSaysElsewhere() async throws {
    let site = try await TemporaryFolder([
      "Content/model.yml":
        "entities:\n  Worker: {folder: workers, title: name, attributes: {name: string}}\n"
        + "  Order: {relationships: {worker: {to: Worker}}}\n",
      "Content/workers/w.md": "---\nname: Will\n---\n", "Content/customers/ann.md": "---\nname: Ann\n---\n",
      "Content/orders/o1.md": "---\ndate: 2026-01-02\ncustomer: ann\nworker: w\nrows: [{sum: 1}]\n---\n",
    ]).build().site
    let fields = HTMLPage(try #require(site.files["orders/o1.html"])).root.all("dl").flatMap { $0.all("div") }
    let records = fields.filter { $0.attributes["class"]?.hasPrefix("record") ?? false }
    let isSaid = records.map { "\($0.all("dd").map(\.text)): \($0.attributes["class"] == "record said")" }
    #expect(isSaid.sorted() == ["[\"Ann\"]: true", "[\"Will\"]: false"])
  }

  @Test func attributesOfRowsHaveColumnsWhereARowUsesThem() async throws {
    let order = """
      ---
      date: 2026-03-01
      customer: ann
      rows:
        - {service: paint, frame: A7, hours: 1.5, worker: jo, sum: 70}
        - {service: tune, sum: 20}
      payments:
        - {date: 2026-03-02, sum: 5}
      ---
      """
    let folder = try SmallSite.folder(adding: [
      "Content/model.yml": Self.model, "Content/workers/jo.md": "---\nname: Jo\n---\n",
      "Content/orders/2026/o4.md": order,
    ])
    let site = try await folder.build().site
    let bill = try Self.bill(of: site, "orders/2026/o4.html")
    #expect(
      bill.map { $0.joined(separator: "|") } == [
        "Service|Frame|Hours|Worker|Quantity|Price|Discount|Sum", "Paint|A7|1.5|Jo|1|||€70.00",
        "Tune||||1|||€20.00", "|||||Total|€90.00", "|||||Payment Mar 2, 2026|€5.00", "|||||Received|€5.00",
        "|||||Open|€85.00",
      ])
    // An order whose rows have none of them has no empty columns for them.
    let plain = try Self.bill(of: site, "orders/2026/o2.html")
    #expect(plain.first == ["Service", "Quantity", "Price", "Discount", "Sum"])
  }

  @Test func theDayIsSaidWhereAValueDependsOnIt() async throws {
    let folder = try SmallSite.folder(adding: [
      "Content/orders/2026/due.md":
        "---\ndate: 2026-03-01\ncustomer: bob\ndue: 2026-03-31\nrows: [{service: paint, sum: 7}]\n---\n",
      "Content/orders/2026/paid.md":
        "---\ndate: 2026-03-01\ncustomer: eve\npaid: true\nrows: [{service: paint, sum: 7}]\n---\n",
      "Content/customers/eve.md": "---\nname: Eve\n---\n",
    ])
    let site = try await folder.build("--today", "2026-06-30").site
    func says(_ path: String) -> Bool {
      String(decoding: site.files[path] ?? Data(), as: UTF8.self).contains("As of Jun 30, 2026")
    }
    // Overdue on this day, and its customer's list says so.
    #expect(says("orders/2026/due.html") && says("customers/bob.html"))
    // Paid on every day; no day to be due by.
    #expect(!says("orders/2026/paid.html") && !says("customers/eve.html"))
    #expect(!says("orders/2026/o2.html") && !says("customers/ann.html"))
  }

  @Test func templatesKnowTheDayThePlaceAndWhatIsImplied() async throws {
    let template = """
      {{<layout}}{{$main}}
      <p>{{#rows}}{{record.position}}={{sum.plain}};{{/rows}}</p>
      <p>{{#payments}}{{#record.implied}}implied{{/record.implied}}{{^record.implied}}written{{/record.implied}} {{record.id}};{{/payments}}</p>
      <p>[{{record.position}}{{record.asOf}}]</p>
      {{/main}}{{/layout}}
      """
    let folder = try SmallSite.folder(adding: [
      "Themes/own/theme.yml": "parent: default\n", "Themes/own/entities/Order.mustache": template,
      "Content/orders/2026/o4.md": """
      ---
      date: 2026-03-01
      customer: ann
      paid: true
      rows: [{service: paint, sum: 70}, {service: tune, sum: 20}]
      payments: [{date: 2026-03-02, sum: 5}]
      ---
      """,
      "Content/orders/2026/o5.md":
        "---\ndate: 2026-03-01\ncustomer: ann\ndue: 2026-03-31\nrows: [{service: paint, sum: 7}]\n---\n",
    ])
    let site = try await folder.build("--theme", "own", "--today", "2026-06-30").site
    func texts(_ path: String) throws -> [String] {
      HTMLPage(try #require(site.files[path])).root.all("main")[0].all("p").map(\.text)
    }
    #expect(
      try texts("orders/2026/o4.html") == [
        "1=70.00;2=20.00;", "implied o4#paid;written o4#1;", "[]",
      ])
    #expect(try texts("orders/2026/o5.html") == ["1=7.00;", "", "[Jun 30, 2026]"])
  }

  @Test func aServiceListsItsRowsNewestFirst() async throws {
    let folder = try SmallSite.folder()
    func orders(_ page: String) async throws -> [String] {
      let root = HTMLPage(try await folder.build().site.files[page] ?? Data()).root
      return try #require(root.all("table").first).rows.dropFirst().dropLast().map { $0[1] }
    }
    #expect(try await orders("services/tune.html") == ["o3", "o2"])
    // The model of the site has the last word.
    try folder.put("Content/model.yml", "entities: {Service: {lists: {rows: {sort: order.date}}}}\n")
    #expect(try await orders("services/tune.html") == ["o2", "o3"])
  }

  /// The built-in order of a list gives way where what it reads is taken away.
  @Test func aServiceOfABookWithoutDaysIsListed() async throws {
    let folder = try SmallSite.folder(adding: [
      "Content/model.yml": """
      entities:
        Order:
          sort: id
          attributes:
            date: null
            day: date

      """
    ])
    for order in ["2025/o1", "2026/o2", "2026/o3"] {
      try folder.replace("date:", with: "day:", in: "Content/orders/\(order).md")
    }
    #expect(try await folder.build().site.files["services/tune.html"] != nil)
  }

  @Test func pagesBelowReportsAreMarkedInTheNavigation() async throws {
    let folder = try SmallSite.folder(adding: ["Content/reports/index.md": "# Reports\n"])
    let site = try await folder.build().site
    func marked(_ path: String) throws -> [String] {
      let header = try #require(HTMLPage(site.files[path] ?? Data()).root.all("header").first)
      return header.all("nav").flatMap { $0.all("a") }.filter { $0.attributes["aria-current"] != nil }.map(
        \.text)
    }
    #expect(try marked("reports/unpaid.html") == ["Reports"])
    #expect(try marked("reports/index.html") == ["Reports"])
    #expect(try marked("about.html") == ["About"])
    #expect(try marked("orders/2026/o2.html") == ["Orders"])
  }

  @Test func addressesKeepTheirLines() async throws {
    let folder = try SmallSite.folder(adding: [
      "Content/customers/ann.md": "---\nname: Ann\naddress: |\n  Street 1\n  Town\n---\n",
      "Content/reports/addresses.md": "# A\n\n```query\nfrom: Customer\ncolumns: name, address\n```\n",
    ])
    let site = try await folder.build().site
    for path in ["customers/ann.html", "orders/2026/o3.html", "reports/addresses.html"] {
      #expect(
        String(decoding: try #require(site.files[path]), as: UTF8.self).contains("Street 1\nTown"), "\(path)")
    }
    #expect(
      String(decoding: try #require(site.files["reports/addresses/1.csv"]), as: UTF8.self)
        .contains("Ann,\"Street 1\nTown\n\"\r\n"))
    // What the pages say in lines is shown in lines: fields, cells and the paper's address.
    let style = String(decoding: try #require(site.files["assets/docket.css"]), as: UTF8.self)
    let rule = try #require(style.components(separatedBy: "}").first { $0.contains("white-space: pre-line") })
    for selector in [".text dd", "td.text", "th.text", "address"] { #expect(rule.contains(selector)) }
  }
}
