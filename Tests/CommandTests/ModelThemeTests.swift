import TestSupport
import Testing

/// The built-in theme, on models other than its own.
struct ModelThemeTests {
  @Test func showsRecordsWhoseAttributesWereRemoved() async throws {
    let site = try ModelSite.folder(
      adding: [
        "Content/model.yml": """
        entities:
          Customer:
            title: id
            sort: id
            attributes: {name: null, phone: null}
          Order:
            sort: date, id
        """,
        "Content/customers/acme.md": "---\ninfo: Since 1990\n---\n",
        "Content/orders/o1.md": "---\ndate: 2026-01-02\ncustomer: acme\nrows: [{sum: 5}]\n---\n",
      ])
    let run = try await site.docket("build")
    #expect(run.status == 0, "\(run.error)")
    #expect(try site.text("Site/customers/acme.html").contains("Since 1990"))
    // The template of orders shows a customer's name, so the generic one stands in.
    let order = try site.text("Site/orders/o1.html")
    #expect(order.contains("../customers/acme.html"))
    #expect(order.contains("€5.00"))
  }

  @Test func showsOrdersWithoutPayments() async throws {
    let site = try ModelSite.folder(
      adding: [
        "Content/model.yml": """
        entities:
          Payment: null
          Order:
            attributes:
              received: null
              paid: {formula: paidOn != nil}
              open: {derived: "TERNARY(paid = true, 0, total)"}
        """,
        "Content/customers/acme.md": "---\nname: Acme\n---\n",
        "Content/orders/o1.md":
          "---\ndate: 2026-01-02\ncustomer: acme\nrows:\n  - {text: Paint, sum: 5}\n  - {text: Brush, sum: 7}\n---\n",
      ])
    let run = try await site.docket("build")
    #expect(run.status == 0, "\(run.error)")
    let order = try site.text("Site/orders/o1.html")
    #expect(order.contains("Paint") && order.contains("€12.00"))
    #expect(try site.text("Site/customers/acme.html").contains("€12.00"))
  }

  @Test func aTemplateOfTheSitesOwnMustFit() async throws {
    let site = try ModelSite.folder(
      adding: [
        "Content/model.yml": "entities: {Customer: {attributes: {phone: null}}}\n",
        "Content/customers/acme.md": "---\nname: Acme\n---\n",
        "Content/site.yml": "theme: own\n",
        "Themes/own/theme.yml": "parent: default\n",
        "Themes/own/entities/Customer.mustache": "{{name}} {{phone}}\n",
      ])
    let run = try await site.docket("build")
    #expect(run.status == 1)
    #expect(run.error.contains("Themes/own/entities/Customer.mustache:1:12: error:"), "\(run.error)")
    #expect(run.error.contains("[unknown-name]"))
    #expect(!site.has("Site"))
  }

  @Test func anErrorInAPartialOfTheSitesOwnIsTold() async throws {
    let site = try ModelSite.folder(
      adding: [
        "Content/customers/acme.md": "---\nname: Acme\n---\n",
        "Content/site.yml": "theme: own\n",
        "Themes/own/theme.yml": "parent: default\n",
        "Themes/own/partials/fields.mustache": "{{feilds}}\n",
      ])
    let run = try await site.docket("build")
    #expect(run.status == 1)
    #expect(run.error.contains("Themes/own/partials/fields.mustache:1:3: error:"), "\(run.error)")
  }

  @Test func showsWhatTheModelAddsToRowsPaymentsAndOrders() async throws {
    let site = try ModelSite.folder("Extended")
    _ = try await site.docket("build")
    let order = try site.text("Site/orders/2026/2026-0001.html")
    for text in [
      "<th scope=\"col\" class=\"decimal\">Hours</th>", "<td class=\"decimal\" data-l=\"Hours\">1.5</td>",
      "<td class=\"record\" data-l=\"Mechanic\"><a href=\"../../employees/max.html\">Max</a></td>",
      "<small>Method: card</small>", "<h2>Staff</h2>", "<dt>Promised</dt>",
    ] {
      #expect(order.contains(text), "\(text)")
    }
    // Rows and payments have places of their own.
    #expect(!order.contains("<h2>Rows</h2>") && !order.contains("<h2>Payments</h2>"))
    #expect(!order.contains("Quantity: "))
    let customer = try site.text("Site/customers/ann.html")
    #expect(customer.contains("<small>Method: card</small>"))
    let service = try site.text("Site/services/full-service.html")
    #expect(service.contains("<h2>Suppliers</h2>"))
    #expect(service.contains("<td class=\"decimal\" data-l=\"Hours\">1.5</td>"))
    // The total of the sums alone, though hours are added up elsewhere.
    #expect(service.contains("<td class=\"money\" data-l=\"Sum\">€102.00</td></tr>"))
  }

  @Test func printsDiscountsAsSharesAndNoneAsNothing() async throws {
    let site = try ModelSite.folder("Extended")
    _ = try await site.docket("build")
    let order = try site.text("Site/orders/2026/2026-0001.html")
    #expect(
      order.contains("<td class=\"decimal off\" data-l=\"Discount\">10%</td><td class=\"money\">€72.00</td>"))
    #expect(order.contains("<td class=\"decimal off\"></td><td class=\"money\">€19.90</td>"))
  }

  @Test func doesNotRepeatTheTitleUnderTheHeading() async throws {
    let site = try ModelSite.folder("Extended")
    _ = try await site.docket("build")
    for page in ["customers/ann", "services/chain", "employees/eve", "suppliers/rim"] {
      #expect(!(try site.text("Site/\(page).html").contains("<dt>Name</dt>")), "\(page)")
    }
    #expect(try site.text("Site/customers/ann.html").contains("<dt>Phone</dt>"))
  }
}
