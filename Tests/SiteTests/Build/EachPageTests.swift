import Diagnostics
import Site
import TestSupport
import Testing

/// Pages that are made for each value of an expression, and pages that records have beside their own.
@Suite struct EachPageTests {
  private static let book = [
    "Content/customers/acme.md": "---\nname: Acme & Sons\naddress: |\n  1 High Street\n  Town\n---\n",
    "Content/customers/zoe.md": "---\nname: Zoe\n---\n",
    "Content/orders/o1.md":
      "---\ndate: 2026-01-05\ncustomer: acme\nmade: true\nrows:\n  - {sum: 10.00}\npayments:\n"
      + "  - {date: 2026-02-01, sum: 4.00}\n---\n",
    "Content/orders/o2.md": "---\ndate: 2026-04-05\ncustomer: acme\nrows:\n  - {sum: 20.00}\n---\n",
    "Content/orders/o3.md": "---\ndate: 2026-05-05\nrows:\n  - {sum: 5.00}\n---\n",
  ]

  private static func site(_ page: String, _ more: [String: String] = [:]) async throws -> SiteFixture {
    try await SiteFixture(
      book.merging(["Content/letters/account.md": page]) { $1 }.merging(more) { $1 })
  }

  @Test func theWayUpNamesEveryLevel() async throws {
    let site = try await Self.site(
      "---\ntitle: Account\neach: customer\nfrom: Order\n---\n",
      [
        "Content/letters/index.md": "# Letters\n", "Content/letters/old/index.md": "# Old\n",
        "Content/letters/old/notice.md": "# Notice\n",
        "Content/letters/old/lists/reminder.md":
          "---\ntitle: Reminder\neach: customer\nfrom: Order\n---\n",
      ])
    let tree = try await site.write()
    func way(_ path: String) throws -> [String] {
      try tree.page(path).all("nav").filter { $0.attributes["class"] == "path" }.flatMap { $0.all("a") }.map {
        "\($0.text) \($0.attributes["href"] ?? "")"
      }
    }
    #expect(
      try way("letters/account/acme.html") == [
        "Home ../../index.html", "Letters ../../letters/index.html", "Account ../../letters/account.html",
      ])
    #expect(try way("letters/account.html") == ["Home ../index.html", "Letters ../letters/index.html"])
    #expect(try way("letters/index.html") == ["Home ../index.html"])
    #expect(
      try way("letters/old/notice.html") == [
        "Home ../../index.html", "Letters ../../letters/index.html", "Old ../../letters/old/index.html",
      ])
    let up = "../../../../letters/"
    #expect(
      try way("letters/old/lists/reminder/acme.html") == [
        "Home ../../../../index.html", "Letters \(up)index.html", "Old \(up)old/index.html",
        "Reminder \(up)old/lists/reminder.html",
      ])
  }

  @Test func makesAPageForEachValue() async throws {
    let site = try await Self.site(
      """
      ---
      title: Account of $each
      each: customer
      from: Order
      ---
      Dear $each, you live at $each.address. See [your page](../customers/$each.md), it costs $each5.

      ```query
      title: Orders of $each
      from: Order
      where: customer = $each
      columns: id, total
      ```

      ```query
      from: Order
      name: open
      where: customer.name = '$each' OR customer = $each AND open > 0
      columns: id
      ```
      """)
    let tree = try await site.write()
    #expect(
      tree.paths.filter { $0.hasPrefix("letters/") } == [
        "letters/account.html", "letters/account/acme.html", "letters/account/acme/open.csv",
        "letters/account/acme/open.json", "letters/account/acme/orders-of-each.csv",
        "letters/account/acme/orders-of-each.json", "letters/account/none.html",
        "letters/account/none/open.csv",
        "letters/account/none/open.json", "letters/account/none/orders-of-each.csv",
        "letters/account/none/orders-of-each.json",
      ])
    let page = try tree.page("letters/account/acme.html")
    #expect(page.all("h1").map(\.text) == ["Account of Acme & Sons"])
    let text = tree.text("letters/account/acme.html")
    #expect(text.contains("Dear Acme &amp; Sons, you live at 1 High Street<br>\nTown"))
    #expect(text.contains("it costs $each5.") && text.contains("href=\"../../customers/acme.html\""))
    #expect(tree.text("letters/account/acme/orders-of-each.csv") == "id,total\r\no1,10.00\r\no2,20.00\r\n")
    #expect(tree.text("letters/account/none/orders-of-each.csv") == "id,total\r\no3,5.00\r\n")
    #expect(
      try tree.links("letters/account.html") == [
        "Acme & Sons → account/acme.html", "-- Unknown -- → account/none.html",
      ])
    #expect(try tree.page("letters/account.html").all("h1").map(\.text) == ["Account"])
    // The navigation names the list alone.
    #expect(
      try tree.page("index.html").all("nav").first?.all("a").map(\.text).filter { $0 == "Account" }.count == 1
    )
  }

  /// A description is a text like the title; that of the list is about no value.
  @Test func replacesTheValueInTheDescription() async throws {
    let tree = try await Self.site(
      "---\ntitle: Account\ndescription: What $each owes, $each.name\neach: customer\nfrom: Order\n---\n"
    ).write()
    func descriptions(_ path: String) throws -> [String?] {
      try tree.page(path).all("meta").filter { $0.attributes["name"] == "description" }.map {
        $0.attributes["content"]
      }
    }
    #expect(try descriptions("letters/account/acme.html") == ["What Acme & Sons owes, Acme & Sons"])
    #expect(try descriptions("letters/account.html") == [])
  }

  @Test func placesErrorsOfTheTitleAndTheDescriptionWhereTheyAreWritten() async throws {
    let site = try await Self.site(
      """
      ---
      title: "Statement\\u0020for $each.nmae"
      description: >
        Statement
        for $each.orders
      each: customer
      from: Order
      ---
      """)
    let places = site.diagnostics.map { diagnostic in
      let start = diagnostic.range.file.location(of: diagnostic.range.bytes.lowerBound)
      return "\(start.line):\(start.column) \(diagnostic.summary)"
    }
    #expect(
      places == [
        "2:34 Customer has no key 'nmae'; did you mean 'name'?",
        "5:7 '$each.orders' is a list; a text shows one value",
      ])
  }

  /// A request compares with one amount; the page of one would stop at its query block.
  @Test func refusesAmountsInSeveralCurrencies() async throws {
    let page = "---\neach: total\nfrom: Order\n---\n```query\nfrom: Order\nwhere: total = $each\n```\n"
    #expect(try await Self.site(page).diagnosticLines == [])
    let mixed = "---\ndate: 2026-05-06\nrows:\n  - {sum: 5.00}\n  - {sum: 5.00 USD}\n---\n"
    #expect(
      try await Self.site(page, ["Content/orders/o4.md": mixed]).diagnosticLines == [
        "Content/letters/account.md:2: 'each' makes a page for one value, and '€5.00 + $5.00' are amounts in several "
          + "currencies, which a query cannot compare [invalid-request]"
      ])
  }

  /// An order without a due date, or with a wrong one, is in no month.
  @Test(arguments: [("", 0), ("due: 2.2.26", 1)])
  func thereIsNoStatementOfNoPeriod(due: String, errors: Int) async throws {
    let site = try await SiteFixture([
      "Content/orders/o1.md": "---\ndate: 2026-01-02\ndue: 2026-02-02\nrows: [{sum: 10}]\n---\n",
      "Content/orders/o2.md": "---\ndate: 2026-01-02\n\(due)\nrows: [{sum: 5}]\n---\n",
      "Content/months.md":
        "---\neach: due.month\n---\n```query\nname: all\nas: statement\nfrom: Order\nperiod: $each\n```\n",
    ])
    #expect(site.diagnosticLines.count == errors, "\(site.diagnosticLines)")
    if errors == 0 {
      let tree = try await site.write()
      #expect(
        tree.paths.filter { $0.hasPrefix("months/") && $0.hasSuffix(".html") } == ["months/2026-02.html"])
    }
  }

  @Test func takesTheEntityOfTheFirstBlock() async throws {
    let tree = try await Self.site(
      "---\neach: date.quarter\n---\n```query\nfrom: Order\nwhere: date.quarter = $each\ncolumns: id\n```\n"
    ).write()
    #expect(tree.text("letters/account/2026-q1/1.csv") == "id\r\no1\r\n")
    #expect(tree.text("letters/account/2026-q2/1.csv") == "id\r\no2\r\no3\r\n")
    #expect(try tree.page("letters/account/2026-q2.html").all("h1").map(\.text) == ["Account – Q2 2026"])
  }

  @Test func namesWhatIsWrong() async throws {
    let site = try await Self.site(
      "---\neach: custmer\nfrom: Order\n---\nx\n",
      [
        "Content/letters/text.md":
          "---\neach: customer\nfrom: Order\n---\nHello $each.nmae and $each.orders\n",
        "Content/letters/number.md": "---\neach: date.year\nfrom: Order\n---\nHello $each.name\n",
        "Content/letters/nothing.md": "---\neach: customer\n---\nHello\n",
        "Content/letters/alone.md": "```query\nfrom: Order\nwhere: customer = $each\n```\n",
      ])
    #expect(
      site.diagnosticLines == [
        "Content/letters/account.md:2: Order has no key 'custmer'; did you mean 'customer'? [unknown-key-path]",
        "Content/letters/alone.md:3: '$each' stands for a value only on pages with 'each' [unknown-key-path]",
        "Content/letters/nothing.md:2: 'each' needs the entity that 'customer' is about: a line 'from: Order', or a "
          + "query block with one [invalid-request]",
        "Content/letters/number.md:5: '$each' is not a record here, and has no 'name' [unknown-key-path]",
        "Content/letters/text.md:5: Customer has no key 'nmae'; did you mean 'name'? [unknown-key-path]",
        "Content/letters/text.md:5: '$each.orders' is a list; a text shows one value [type-mismatch]",
      ])
  }

  // MARK: Documents

  @Test func givesRecordsPagesBesideTheirOwn() async throws {
    let model = """
      entities:
        Order:
          documents:
            invoice: made = true
            slip: {when: total > 15, label: Delivery slip}
      """
    let site = try await SiteFixture(
      Self.book.merging([
        "Content/model.yml": model, "Themes/mine/theme.yml": "parent: default\n",
        "Themes/mine/entities/Order.slip.mustache":
          "{{<layout}}{{$main}}<h1>{{page.title}}</h1>{{total}}{{/main}}{{/layout}}",
      ]) { $1 }, theme: "mine")
    let tree = try await site.write()
    #expect(
      tree.paths.filter { $0.hasSuffix("invoice.html") || $0.hasSuffix("slip.html") } == [
        "orders/o1/invoice.html", "orders/o2/slip.html",
      ])
    let invoice = try tree.page("orders/o1/invoice.html")
    #expect(invoice.all("h1").map(\.text) == ["Invoice o1"])
    #expect(invoice.text.contains("Amount due") && invoice.text.contains("€6.00"))
    #expect(try tree.page("orders/o2/slip.html").all("h1").map(\.text) == ["Delivery slip o2"])
    #expect(try tree.links("orders/o1.html").contains("Invoice → ../orders/o1/invoice.html"))
    #expect(try tree.links("orders/o2.html").contains("Delivery slip → ../orders/o2/slip.html"))
    #expect(try !tree.links("orders/o3.html").contains { $0.hasSuffix("invoice.html") })
  }

  @Test func aTemplateAloneGivesEachRecordAPage() async throws {
    let template = "{{<layout}}{{$main}}<h1>{{page.title}}</h1>{{record.id}}{{/main}}{{/layout}}"
    let theme = [
      "Themes/mine/theme.yml": "parent: default\n",
      "Themes/mine/entities/Order.slip.mustache": template,
      "Themes/mine/entities/Order.invoice.mustache": template,
      "Themes/mine/entities/Customer.card.mustache": template,
      "Content/firms/big.md": "---\nname: Big\n---\n",
    ]
    let firm = "entities:\n  Firm: {parent: Customer, folder: firms}\n"
    var site = try await SiteFixture(
      Self.book.merging(theme) { $1 }.merging(["Content/model.yml": firm]) { $1 }, theme: "mine")
    var tree = try await site.write()
    func documents() -> [String] {
      tree.paths.filter { path in ["slip", "invoice", "card"].contains { path.hasSuffix("/\($0).html") } }
    }
    let cards = ["customers/acme/card.html", "customers/zoe/card.html", "firms/big/card.html"]
    let slips = ["o1", "o2", "o3"].flatMap { ["orders/\($0)/invoice.html", "orders/\($0)/slip.html"] }
    #expect(documents() == cards + slips)
    #expect(try tree.page("orders/o2/slip.html").all("h1").map(\.text) == ["Slip o2"])
    #expect(try tree.links("orders/o2.html").contains("Slip → ../orders/o2/slip.html"))
    // What the model declares is as it says.
    let declared = firm + "  Order: {documents: {slip: made = true}}\n"
    site = try await SiteFixture(
      Self.book.merging(theme) { $1 }.merging(["Content/model.yml": declared]) { $1 }, theme: "mine")
    tree = try await site.write()
    #expect(documents().filter { $0.hasSuffix("slip.html") } == ["orders/o1/slip.html"])
    // The built-in theme's invoice is for those who ask for it.
    site = try await SiteFixture(Self.book)
    tree = try await site.write()
    #expect(documents() == [])
  }

  @Test func findsAMisspeltTemplateOfADocument() async throws {
    let site = try await SiteFixture(
      Self.book.merging([
        "Themes/mine/theme.yml": "parent: default\n",
        "Themes/mine/entities/order.slip.mustache": "{{page.title}}",
      ]) { $1 }, theme: "mine")
    #expect(
      site.diagnosticLines == [
        "Themes/mine/entities/order.slip.mustache:1: nothing uses the template 'entities/order.slip'; "
          + "did you mean 'entities/Order.slip'? [unused-template]"
      ])
  }

  /// A name that no page can have makes no documents.
  @Test func findsTemplatesOfDocumentsWithOtherNames() async throws {
    let names = ["Order.packing slip", "Order.v1.2", "Order.packing_slip-2"]
    let templates = names.map { ("Themes/mine/entities/\($0).mustache", "<p>{{page.title}}</p>") }
    let site = try await SiteFixture(
      Self.book.merging(["Themes/mine/theme.yml": "parent: default\n"]) { $1 }.merging(templates) { $1 },
      theme: "mine")
    let sentence =
      "is not a name for a page; letters, digits, '-' and '_' only, such as 'packing-slip' [unused-template]"
    #expect(
      site.diagnosticLines == [
        "Themes/mine/entities/Order.packing slip.mustache:1: nothing uses the template 'entities/Order.packing slip': "
          + "'packing slip' \(sentence)",
        "Themes/mine/entities/Order.v1.2.mustache:1: nothing uses the template 'entities/Order.v1.2': 'v1.2' \(sentence)",
      ])
    #expect(site.site.paths.contains("orders/o1/packing_slip-2.html"))
  }

  @Test func namesWhatIsWrongWithDocuments() async throws {
    let site = try await SiteFixture(
      Self.book.merging([
        "Content/model.yml": """
        entities:
          Order:
            documents:
              invoice: mde = true
              slip: total > 15
              a/b: made = true
        """
      ]) { $1 })
    #expect(
      site.diagnosticLines == [
        "Content/model.yml:4: Order has no key 'mde'; did you mean 'made'? [unknown-key-path]",
        "Content/model.yml:5: the theme 'default' has no template 'entities/Order.slip.mustache' for it"
          + "; 'docket theme copy entities/Order.invoice' gets one to begin with "
          + "[missing-template]",
        "Content/model.yml:6: 'a/b' is not a name for a page: letters, digits, '-' and '_' only, such as 'invoice' "
          + "[invalid-model]",
      ])
  }

  /// The navigation has pages in their natural order, and marks the section of a page that is made for a value.
  @Test func aPageForAValueIsInASectionOfTheNavigation() async throws {
    let site = try await SiteFixture([
      "Content/customers/ann.md": "---\nname: Ann\n---\n",
      "Content/orders/o1.md": "---\ndate: 2026-01-05\ncustomer: ann\n---\n",
      "Content/reports/index.md": "# Reports\n",
      "Content/reports/accounts.md": "---\ntitle: Account of $each\neach: customer\nfrom: Order\n---\n",
      "Content/sheet-10.md": "# Ten\n", "Content/sheet-2.md": "# Two\n",
    ]).write()
    let links = try #require(try site.page("reports/accounts/ann.html").all("nav").first).all("a")
    #expect(links.map(\.text) == ["Orders", "Customers", "Services", "Reports", "Two", "Ten"])
    #expect(links.map { $0.attributes["aria-current"] != nil } == [false, false, false, true, false, false])
  }
}
