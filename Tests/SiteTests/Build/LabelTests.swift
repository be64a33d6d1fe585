import Diagnostics
import Foundation
import TestSupport
import Testing

/// What names are called: by model.yml's label, else by the theme's word for a built-in name, else by the name in words.
@Suite struct LabelTests {
  private static let model = """
    entities:
      Order:
        label: Reparatur
        attributes:
          paid: {label: Beglichen}
          frameNo: string
      Subscription:
        parent: Order
        folder: subscriptions
        attributes:
          made2: boolean
      Note:
        folder: notes
        attributes:
          date: date
          open: boolean

    """

  private static func site(_ files: [String: String]) async throws -> FileTree {
    try await SiteFixture(
      [
        "Content/site.yml": "title: Fixture\nlanguage: de\n", "Content/model.yml": model,
        "Content/orders/o1.md": "---\ndate: 2026-03-14\nrows:\n  - {sum: 5}\n---\n",
        "Content/subscriptions/s1.md": "---\ndate: 2026-03-14\n---\n",
        "Content/notes/n1.md": "---\ndate: 2026-03-14\nopen: true\n---\n",
        "Content/orders/index.md": "---\ngroup: date.month\n---\n",
      ].merging(files) { $1 }
    ).write()
  }

  private func headings(_ site: FileTree, _ path: String) throws -> [String] {
    try site.page(path).all("th").filter { $0.attributes["scope"] == "col" }.map(\.text)
  }

  /// A relationship of one's own that is named like its destination is called as that is.
  @Test func aRelationshipNamedLikeItsDestinationHasItsWord() async throws {
    let model = """
      entities:
        Note:
          folder: notes
          attributes: {open: boolean}
          relationships:
            orders: {to: Order, many: true}
            customer: {to: Customer}
            others: {to: Order, many: true}

      """
    let site = try await Self.site([
      "Content/model.yml": model, "Content/notes/n1.md": "---\nopen: true\norders: [o1]\n---\n",
      "Content/subscriptions/s1.md": "",
      "Content/notes/index.md": "---\ncolumns: orders, customer, others\n---\n",
    ])
    #expect(try headings(site, "notes/index.html") == ["Aufträge", "Kunde", "Others"])
  }

  /// A label is the singular, wherever a template sees an entity.
  @Test func theLabelOfAnEntityIsItsSingular() async throws {
    let entities = "{{label}}/{{plural}} "
    let site = try await SiteFixture(
      [
        "Content/model.yml": "entities: {Order: {label: Job, plural: Jobs}}\n",
        "Content/orders/o1.md": "---\ndate: 2026-03-14\n---\n",
        "Themes/own/theme.yml": "parent: default\n",
        "Themes/own/entities/Order.mustache":
          "{{record.label}} {{record.index.label}}/{{record.index.plural}}",
        "Themes/own/index.mustache": "{{entity.label}}/{{entity.plural}}",
        "Themes/own/home.mustache":
          "{{#entities}}\(entities){{/entities}}{{#site.entities}}\(entities){{/site.entities}}"
          + "{{#site.menu.entities}}\(entities){{/site.menu.entities}}",
      ], theme: "own"
    ).write()
    func text(_ path: String) -> String {
      site.text(path).replacing("<meta name=\"robots\" content=\"noindex\">\n", with: "")
    }
    #expect(text("orders/o1.html") == "Job Job/Jobs")
    #expect(text("orders/index.html") == "Job/Jobs")
    let all = "Job/Jobs Customer/Customers Service/Services "
    #expect(text("index.html") == all + all + all)
  }

  /// What has no label is in the site's language.
  @Test func ordersInvoicesAndCustomersSayTheLabelsOfTheModel() async throws {
    let site = try await Self.site([
      "Content/model.yml": """
      entities:
        Order:
          documents: {invoice: TRUEPREDICATE}
          attributes: {total: {label: Brutto}, received: {label: Eingang}, open: {label: Rest}}
        RowOfOrder: {attributes: {sum: {label: Netto}, discount: {label: Nachlass}}}
        Service: {label: Arbeit}
        Payment: {label: Rate, plural: Raten, attributes: {sum: {label: Gezahlt}}}
      """,
      "Content/customers/ann.md": "---\nname: Ann\n---\n", "Content/services/tea.md": "---\nname: Tee\n---\n",
      "Content/orders/o1.md": """
      ---
      date: 2026-03-14
      customer: ann
      rows: [{service: tea, price: 10, discount: 10%}]
      payments: [{date: 2026-03-15, sum: 5}]
      ---

      """, "Content/subscriptions/s1.md": "", "Content/notes/n1.md": "",
    ])
    func sums(_ path: String) throws -> [String] {
      try site.page(path).all("th").filter { $0.attributes["colspan"] == "2" }.map(\.text)
    }
    let columns = ["Arbeit", "Menge", "Preis", "Nachlass", "Netto"]
    #expect(try headings(site, "orders/o1.html") == columns)
    #expect(try sums("orders/o1.html") == ["Brutto", "Rate 15.03.2026", "Eingang", "Rest"])
    #expect(try headings(site, "orders/o1/invoice.html") == columns)
    #expect(try sums("orders/o1/invoice.html") == ["Brutto", "Rate 15.03.2026", "Zu zahlen"])
    for path in ["orders/o1.html", "orders/o1/invoice.html"] {
      #expect(site.text(path).contains("data-l=\"Nachlass\""), "\(path)")
    }
    #expect(try headings(site, "customers/ann.html").suffix(4) == ["Auftrag", "Datum", "Notiz", "Gezahlt"])
    #expect(try site.page("customers/ann.html").all("h2").map(\.text) == ["Aufträge", "Raten"])
    #expect(!site.text("customers/ann.html").contains("data-l=\"Betrag\""))
  }

  @Test func templatesReadLabelsByName() async throws {
    let site = try await SiteFixture(
      [
        "Content/site.yml": "title: Fixture\nlanguage: de\n",
        "Content/model.yml": Self.model.replacing("parent: Order", with: "parent: Order\n    label: Abo"),
        "Content/customers/ann.md": "---\nname: Ann\n---\n",
        "Content/orders/o1.md": "---\ndate: 2026-03-14\ncustomer: ann\n---\n",
        "Content/subscriptions/s1.md": "---\ndate: 2026-03-15\ncustomer: ann\n---\n",
        "Themes/own/theme.yml": "parent: default\n",
        "Themes/own/home.mustache":
          "{{site.labels.Order}} {{site.labels.Order.paid}} {{site.labels.Order.rows.service}}",
        "Themes/own/entities/Order.mustache":
          "{{record.labels.frameNo}}, {{#record.labels.customer}}{{.}} {{orders.total}}{{/record.labels.customer}}",
        // Which entity it is of, only the record itself tells.
        "Themes/own/entities/Customer.mustache":
          "{{#orders}}{{record.labels}}: {{record.labels.total}}; {{/orders}}",
      ], theme: "own"
    ).write()
    func text(_ path: String) -> String {
      site.text(path).replacing("<meta name=\"robots\" content=\"noindex\">\n", with: "")
    }
    #expect(text("index.html") == "Reparatur Beglichen Leistung")
    #expect(text("orders/o1.html") == "Frame no, Kunde Summe")
    #expect(text("customers/ann.html") == "Reparatur: Summe; Abo: Summe; ")
  }

  /// A name that is misspelt or private is told like that of an attribute.
  @Test func aLabelOfNothingIsAnError() async throws {
    let site = try await SiteFixture(
      [
        "Content/model.yml": "entities: {Order: {attributes: {cause: {type: string, was: reason}}}}\n",
        "Themes/own/theme.yml": "parent: default\n",
        "Themes/own/entities/Order.mustache":
          "{{record.labels.totl}} {{site.labels.Ordr}} {{record.labels.rows.summ}} {{record.labels.reason}}",
      ], theme: "own")
    #expect(
      site.diagnostics.map(\.summary) == [
        "unknown name 'totl' in 'labels'; did you mean 'total'?",
        "unknown name 'Ordr' in 'labels'; did you mean 'Order'?",
        "unknown name 'summ' in 'rows'; did you mean 'sum'?",
        "unknown name 'reason' in 'labels'; it is called 'cause' now",
      ])
  }

  @Test func theThemesWordsCallTheBuiltInNames() async throws {
    let site = try await Self.site([
      "Content/orders/index.md": "---\ncolumns: id, date, made, paid, paidOn, frameNo, customer.name\n---\n"
    ])
    #expect(
      try headings(site, "orders/index.html") == [
        "ID", "Datum", "Erledigt", "Beglichen", "Bezahlt am", "Frame no", "Kunde",
      ])
    #expect(try site.page("orders/o1.html").all("h1").map(\.text) == ["Reparatur o1 Zu erledigen"])
    let navigation = try #require(try site.page("orders/o1.html").all("nav").first)
    #expect(
      navigation.all("a").map(\.text).prefix(4) == ["Aufträge", "Subscriptions", "Kunden", "Leistungen"])
    // What other programs read does not depend on the language.
    let csv = String(decoding: try #require(site.files["orders/index.csv"]), as: UTF8.self)
    #expect(csv.hasPrefix("id,date,made,paid,paidOn,frameNo,"))
  }

  @Test func aSubentityCallsWhatItInheritsAsItsParentDoes() async throws {
    let site = try await Self.site([
      "Content/subscriptions/index.md": "---\ncolumns: id, date, made, paid, made2, frameNo\n---\n"
    ])
    let headings = try headings(site, "subscriptions/index.html")
    for label in ["Datum", "Erledigt", "Beglichen", "Made2", "Frame no"] { #expect(headings.contains(label)) }
    #expect(try site.page("subscriptions/s1.html").all("h1").map(\.text) == ["Reparatur s1 Zu erledigen"])
  }

  @Test func aSitesOwnNamesAreItsOwn() async throws {
    let site = try await Self.site([:])
    #expect(try headings(site, "notes/index.html") == ["ID", "Date", "Open"])
  }

  @Test func groupsAreCalledInTheLanguageToo() async throws {
    let site = try await Self.site([:])
    #expect(try headings(site, "orders/index.html") == ["Monat", "Anzahl"])
    let figures = try await Self.site([
      "Content/orders/index.md": "---\ngroup: date.month\ncolumns: date.month, avg(total), @max.total\n---\n"
    ])
    #expect(
      try headings(figures, "orders/index.html") == ["Monat", "Summe (durchschnittlich)", "Summe (max.)"])
  }

  @Test func aListOfRelatedRecordsHasTheColumnsAndTheSortOfTheModel() async throws {
    let site = try await SiteFixture([
      "Content/model.yml": """
      entities:
        Customer:
          lists:
            orders: {columns: [id, date, {value: total - received, label: Rest}], sort: -date}
      """,
      "Content/customers/ann.md": "---\nname: Ann\n---\n",
      "Content/orders/o1.md": "---\ndate: 2026-03-14\ncustomer: ann\nrows: [{sum: 5}]\n---\n",
      "Content/orders/o2.md": "---\ndate: 2026-03-15\ncustomer: ann\nrows: [{sum: 7}]\n---\n",
    ]).write()
    let table = try #require(try site.page("customers/ann.html").all("table").first)
    #expect(table.all("thead").flatMap { $0.all("th") }.map(\.text) == ["ID", "Date", "Rest"])
    #expect(table.all("tbody").first?.rows.map(\.first) == ["o2", "o1"])
  }

  @Test func filtersAndSortsMayHaveLabelsOfTheirOwn() async throws {
    let site = try await Self.site([
      "Content/orders/index.md": """
      ---
      columns: id, total
      filters:
        - {value: total - received != 0, label: Offener Betrag}
        - paid
      sorts: [{value: -total, label: Wert}]
      ---
      """
    ])
    let labels = try site.page("orders/index.html").all("div").compactMap { $0.attributes["aria-label"] }
    #expect(labels.prefix(2) == ["Offener Betrag", "Beglichen"])
    #expect(
      site.files.keys.filter { $0.hasPrefix("orders/where/total-received") }.count > 0)
    #expect(try site.page("orders/by/total-desc.html").all("h1").map(\.text).first?.contains("Wert") == true)
  }

  @Test func aThemeWithoutTheWordsLeavesTheNames() async throws {
    let site = try await Self.site([
      "Content/site.yml": "title: Fixture\nlanguage: fi\n",
      "Content/orders/index.md": "---\ncolumns: id, date, paidOn, customer\n---\n",
    ])
    #expect(try headings(site, "orders/index.html") == ["ID", "Date", "Paid on", "Customer"])
  }
}
