import Diagnostics
import TestSupport
import Testing

/// The pages of records whose entity inherits from another.
struct SubentityPageTests {
  private static let files = [
    "Content/model.yml": """
    entities:
      SemesterInvoice:
        parent: Order
        folder: semester
        label: Semester
        attributes: {term: string}

    """,
    "Content/semester/s1.md":
      "---\ndate: 2026-03-01\nterm: Spring\nrows: [{text: Lessons, sum: 12}]\n---\n",
    "Content/orders/o1.md": "---\ndate: 2026-03-01\nrows: [{text: Lessons, sum: 12.00}]\n---\n",
  ]

  @Test func aSubentityIsShownLikeItsParent() async throws {
    let site = try await SiteFixture(Self.files).write()
    let (own, parent) = (site.text("semester/s1.html"), site.text("orders/o1.html"))
    for text in ["<table class=\"bill\"", "Lessons"] {
      #expect(own.ranges(of: text).count == 1 && parent.ranges(of: text).count == 1, "\(own)")
    }
    #expect(own.contains("<h1>Semester s1") && own.contains("Spring"), "\(own)")
  }

  @Test func aTemplateOfItsOwnMayAddToThatOfItsParent() async throws {
    var files = Self.files
    files["Themes/own/theme.yml"] = "parent: default\n"
    files["Themes/own/entities/SemesterInvoice.mustache"] =
      "{{<entities/Order}}{{$title}}Term {{term}}{{/title}}{{/entities/Order}}\n"
    let site = try await SiteFixture(files, theme: "own").write()
    let page = site.text("semester/s1.html")
    #expect(page.contains("<title>Term Spring</title>") && page.ranges(of: "Lessons").count == 1, "\(page)")
    #expect(!site.text("orders/o1.html").contains("<title>Term"))
  }

  /// A site's own template of the parent is that of the subentity, too.
  @Test func aTemplateOfTheParentShowsItsSubentities() async throws {
    var files = Self.files
    files["Themes/own/theme.yml"] = "parent: default\n"
    files["Themes/own/entities/Order.mustache"] = "{{record.label}} {{record.id}}\n"
    let site = try await SiteFixture(files, theme: "own").write()
    #expect(site.text("semester/s1.html").hasSuffix("\nSemester s1\n"))
    #expect(site.text("orders/o1.html").hasSuffix("\nOrder o1\n"))
  }

  /// Templates and queries that follow a reference have the keys that subentities add; records of other entities have no
  /// value for them, and in templates a name of what is around the reference comes first.
  @Test func aReferenceHasTheKeysOfSubentities() async throws {
    var files = Self.files
    files["Content/model.yml"]? += """
        Firm: {parent: Customer, folder: firms, attributes: {vatID: {type: string, label: VAT ID}, iban: string, po: string}}
        Order: {attributes: {po: string}}
        Club: {parent: Customer, folder: clubs, attributes: {iban: string}}

      """
    files["Content/firms/f.md"] = "---\nname: F\nvatID: AT1\n---\n"
    files["Content/customers/c.md"] = "---\nname: C\n---\n"
    files["Content/orders/o1.md"] =
      "---\ndate: 2026-03-01\ncustomer: f\npo: PO-7\nrows: [{text: x, sum: 1}]\n---\n"
    files["Content/orders/o2.md"] = "---\ndate: 2026-03-01\ncustomer: c\nrows: [{text: x, sum: 1}]\n---\n"
    files["Content/orders/index.md"] = "---\ncolumns: id, customer.vatID\n---\n"
    files["Themes/own/theme.yml"] = "parent: default\n"
    files["Themes/own/entities/Order.mustache"] =
      "{{#customer}}{{#vatID}}{{record.labels.vatID}} {{vatID}}{{/vatID}}{{^vatID}}none{{/vatID}} {{po}}{{/customer}}"
    let site = try await SiteFixture(files, theme: "own").write()
    #expect(site.text("orders/o1.html").contains("VAT ID AT1 PO-7"))
    #expect(site.text("orders/o2.html").contains("none"))
    #expect(site.text("orders/index.csv").split(whereSeparator: \.isNewline).suffix(2) == ["o2,", "o1,AT1"])
    #expect(try site.page("orders/index.html").all("th").map(\.text).contains("VAT ID"))
    // What several add is another key in each.
    files["Content/orders/index.md"] = "---\ncolumns: id, customer.iban\n---\n"
    #expect(
      try await SiteFixture(files).diagnostics.map(\.summary) == [
        "Customer has no key 'iban', and Firm, Club have one each; declare it in Customer"
      ])
  }
}
