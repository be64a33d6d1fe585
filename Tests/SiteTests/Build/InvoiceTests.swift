import TestSupport
import Testing

/// The invoice of the default theme.
@Suite struct InvoiceTests {
  private static func rows(model: String, _ order: String) async throws -> [[String]] {
    let page = try await SiteFixture([
      "Content/model.yml": model, "Content/customers/ann.md": "---\nname: Ann\n---\n",
      "Content/orders/1.md": "---\ndate: 2026-01-12\ncustomer: ann\nmade: true\n\(order)\n---\n",
    ]).write().page("orders/1/invoice.html")
    let table = try #require(page.all("table").first)
    return table.all("tr").map { row in (row.all("th") + row.all("td")).map(\.text) }
  }

  /// A total with a tax in it would not add up without them.
  @Test func showsWhatTheModelAddsToRows() async throws {
    let model = """
      entities:
        RowOfOrder:
          attributes:
            rate: decimal
            cost: {type: money, private: true}
            weight: decimal
            gross: {type: money, derived: sum + sum * rate}
        Order:
          attributes: {total: {type: money, derived: rows.@sum.gross}}
          documents: {invoice: made = true}

      """
    let rows = try await Self.rows(
      model: model,
      "rows:\n  - {text: Buffet, sum: 72.00, rate: 19%, cost: 30}\n  - {text: Hall, sum: 1000.00, rate: 7%}\n"
        + "payments: [{date: 2026-02-01, sum: 100}]")
    #expect(
      rows == [
        ["Service", "Quantity", "Price", "Discount", "Sum", "Rate", "Gross"],
        ["Buffet", "1", "", "", "€72.00", "0.19", "€85.68"],
        ["Hall", "1", "", "", "€1,000.00", "0.07", "€1,070.00"],
        ["Total", "", "", "", "", "€1,155.68"],
        ["Payment Feb 1, 2026", "", "", "", "", "€100.00"],
        ["Amount due", "", "", "", "", "€1,055.68"],
      ])
  }

  /// A bank takes euros, and of a Swiss account francs, in hundredths and below a thousand million.
  @Test(arguments: [
    ("sum: 5", true), ("sum: 5.125", false),
    ("sum: 999999999.99", true), ("sum: 1000000000", false), ("sum: 5 CHF", false),
  ])
  func aCodeForAPaymentAsksForWhatABankTakes(row: String, isShown: Bool) async throws {
    let page = try await SiteFixture([
      "Content/site.yml": "account: {name: A, iban: DE02120300000000202051}\n",
      "Content/model.yml": """
      entities:
        RowOfOrder: {attributes: {sum: {digits: 3}}}
        Order: {attributes: {total: {digits: 3}, open: {digits: 3}}}

      """,
      "Content/orders/1.md": "---\ndate: 2026-01-12\nmade: true\nrows: [{\(row)}]\n---\n",
    ]).write().text("orders/1.html")
    #expect(page.contains("class=\"qr\"") == isShown)
  }

  /// A model whose total subtracts a tenth, up to the attributes that a test adds.
  private static let withholding = """
    entities:
      Order:
        documents: {invoice: made = true}
        attributes:
          net: {type: money, derived: rows.@sum.sum}
          withheld: {type: money, derived: net * 0.1}
          total: {type: money, derived: net - withheld}

    """

  /// What the total subtracts has a minus, and an amount that 'open' subtracts stands below the total; so both add up.
  @Test func showsWhatTheTotalAndWhatIsOpenSubtract() async throws {
    let model =
      Self.withholding + """
              retention: {type: money, derived: "TERNARY(today() < '2030-01-01', total * 0.05, 0 * total)"}
              open: {type: money, derived: total - received - retention}

        """
    let rows = try await Self.rows(
      model: model, "rows: [{text: Roof, sum: 1000.00}]\npayments: [{date: 2026-02-01, sum: 100}]")
    #expect(
      rows.dropFirst(2) == [
        ["Net", "", "", "€1,000.00"], ["Withheld", "", "", "-€100.00"], ["Total", "", "", "€900.00"],
        ["Payment Feb 1, 2026", "", "", "€100.00"], ["Retention", "", "", "€45.00"],
        ["Amount due", "", "", "€755.00"],
      ])
    let credit = try await Self.rows(model: model, "rows: [{text: Roof, sum: -1000.00}]")
    #expect(credit.contains(["Withheld", "", "", "€100.00"]), "\(credit)")
  }

  /// An entity that inherits the amounts prints them as its parent does; what is private stands on neither.
  @Test func anInheritedInvoiceAddsUp() async throws {
    let model =
      Self.withholding + """
              retention: {type: money, derived: total * 0.05}
              margin: {type: money, derived: 0.1 * total, private: true}
              open: {type: money, derived: total - received - retention - margin}
          Rental: {parent: Order, folder: rentals}

        """
    let order = "---\ndate: 2026-01-12\nmade: true\nrows: [{text: Roof, sum: 1000.00}]\n---\n"
    let site = try await SiteFixture([
      "Content/model.yml": model, "Content/orders/1.md": order, "Content/rentals/2.md": order,
    ]).write()
    for page in ["orders/1/invoice.html", "rentals/2/invoice.html"] {
      let table = try #require(try site.page(page).all("table").first)
      let rows = table.all("tr").map { row in
        (row.all("th") + row.all("td")).map(\.text).filter { !$0.isEmpty }
      }
      #expect(
        rows.suffix(5) == [
          ["Net", "€1,000.00"], ["Withheld", "-€100.00"], ["Total", "€900.00"], ["Retention", "€45.00"],
          ["Amount due", "€765.00"],
        ])
    }
  }

  /// Where the lists alone lead from the total to what is open, nothing else stands between, however 'open' is written.
  @Test(arguments: [
    "net + vat - payments.@sum.sum - writeOffs.@sum.sum", "gross - received - writeOffs.@sum.sum",
    "total - received - writeOffs.@sum.sum + vat * 0", "total - received - writeOffs.@sum.sum + (vat - vat)",
  ])
  func theListsAreEnoughWhereTheyAre(open: String) async throws {
    let model = """
      entities:
        Order:
          attributes:
            net: {type: money, derived: rows.@sum.sum}
            vat: {type: money, derived: net * 0.2}
            total: {type: money, derived: net + vat}
            gross: {type: money, derived: total}
            open: {type: money, derived: \(open)}
          relationships: {writeOffs: {to: WriteOff, many: true, inverse: order}}
          documents: {invoice: made = true}
        WriteOff:
          inside: Order.writeOffs
          attributes: {sum: money}
          relationships: {order: {to: Order, inverse: writeOffs}}

      """
    let rows = try await Self.rows(
      model: model,
      "rows: [{text: Roof, sum: 100.00}]\npayments: [{date: 2026-02-01, sum: 50}]\nwriteOffs: [{sum: 5}]")
    #expect(
      rows.suffix(4).map { $0.filter { !$0.isEmpty } } == [
        ["Total", "€120.00"], ["Payment Feb 1, 2026", "€50.00"], ["Write off", "€5.00"],
        ["Amount due", "€65.00"],
      ])
  }

  /// Total and amount due add up with every list that settles an order, not with payments alone. Texts beside `note` are
  /// for the workshop.
  @Test func showsWhateverSettlesTheOrder() async throws {
    let model = """
      entities:
        Order:
          attributes:
            open: {type: money, derived: total - payments.@sum.sum - writeOffs.@sum.amount + fees.@sum.sum}
          relationships:
            writeOffs: {to: WriteOff, many: true, inverse: order}
            fees: {to: Fee, many: true, inverse: order}
            visits: {to: Visit, many: true, inverse: order}
          documents: {invoice: made = true}
        Payment: {attributes: {booking: string}}
        Fee:
          inside: Order.fees
          attributes: {date: date, sum: money}
          relationships: {order: {to: Order, inverse: fees}}
        WriteOff:
          inside: Order.writeOffs
          label: Write-off
          attributes: {day: date, reason: string, amount: money}
          relationships: {order: {to: Order, inverse: writeOffs}}
        Visit:
          inside: Order.visits
          attributes: {day: date, tip: money}
          relationships: {order: {to: Order, inverse: visits}}

      """
    let rows = try await Self.rows(
      model: model,
      """
      rows: [{text: Hall, sum: 1000}]
      payments: [{date: 2026-02-01, sum: 600, note: in cash, booking: drawer 2}]
      writeOffs: [{day: 2026-02-03, reason: goodwill, amount: 50}, {amount: 0.50}]
      visits: [{day: 2026-02-03, tip: 5}]
      fees: [{date: 2026-02-20, sum: 5}]
      """)
    #expect(
      rows.suffix(6) == [
        ["Total", "", "", "€1,000.00"],
        ["Fee Feb 20, 2026", "", "", "€5.00"],
        ["Payment Feb 1, 2026, in cash", "", "", "€600.00"],
        ["Write-off Feb 3, 2026", "", "", "€50.00"],
        ["Write-off", "", "", "€0.50"],
        ["Amount due", "", "", "€354.50"],
      ])
  }

  /// A row without a service and a text is called what it refers to.
  @Test func namesWhatARowRefersTo() async throws {
    let model = """
      entities:
        Order: {documents: {invoice: made = true}}
        RowOfOrder: {relationships: {tent: {to: Tent, inverse: rows}}}
        Tent:
          folder: tents
          title: name
          attributes: {name: string}
          relationships: {rows: {to: RowOfOrder, many: true, inverse: tent}}

      """
    let rows = "rows:\n  - {tent: t1, price: 100}\n  - {tent: t1, text: Pole, price: 5}"
    let site = try await SiteFixture([
      "Content/model.yml": model, "Content/tents/t1.md": "---\nname: Large tent\n---\n",
      "Content/orders/1.md": "---\ndate: 2026-01-12\nmade: true\n\(rows)\n---\n",
    ]).write()
    let names = try site.page("orders/1/invoice.html").all("tbody")[0].all("th").map(\.text)
    #expect(names == ["Large tent", "Pole"])
    // On the page of the tent each row would say it again.
    let headings = try site.page("tents/t1.html").all("table")[0].all("th").map(\.text)
    #expect(headings.contains("Order") && !headings.contains("Tent"), "\(headings)")
  }

  /// Nobody is thanked for a payment that was never made.
  @Test(arguments: [
    ("rows: [{text: Repair, sum: 0}]", false), ("rows: [{text: Tea, sum: 20}]\npaidOn: 2026-02-01", true),
  ])
  func thanksForWhatWasPaid(order: String, isThanked: Bool) async throws {
    let page = try await SiteFixture([
      "Content/model.yml": "entities: {Order: {documents: {invoice: made = true}}}\n",
      "Content/orders/1.md": "---\ndate: 2026-01-12\nmade: true\n\(order)\n---\n",
    ]).write().page("orders/1/invoice.html")
    #expect(page.all("p").contains { $0.text == "Paid, thank you" } == isThanked)
  }

  /// Terms of payment are those of what is still to be paid.
  @Test(arguments: [("", true), ("\npaidOn: 2026-02-01", false)])
  func printsTermsWhereSomethingIsOpen(paid: String, isPrinted: Bool) async throws {
    let page = try await SiteFixture([
      "Content/site.yml": "params: {terms: Payable within 14 days}\n",
      "Content/model.yml": "entities: {Order: {documents: {invoice: made = true}}}\n",
      "Content/orders/1.md": "---\ndate: 2026-01-12\nmade: true\nrows: [{text: Tea, sum: 20}]\(paid)\n---\n",
    ]).write().page("orders/1/invoice.html")
    #expect(page.all("p").contains { $0.text == "Payable within 14 days" } == isPrinted)
  }

  /// A tax of another year, which is zero in this one, is left out.
  @Test func showsTheAmountsThatTheModelAddsToAnOrder() async throws {
    let model = """
      entities:
        Order:
          attributes:
            shipping: money
            tip: money
            margin: {type: money, derived: rows.@sum.sum / 2, private: true}
            rate: {type: decimal, default: 0.1}
            tax: {type: money, label: VAT, derived: rows.@sum.sum * rate}
            formerTax: {type: money, derived: rows.@sum.sum * 0}
            total: {type: money, derived: rows.@sum.sum + tax + formerTax + shipping}
          documents: {invoice: made = true}

      """
    let rows = try await Self.rows(model: model, "shipping: 5\nrows: [{text: Tea, sum: 20}]")
    #expect(
      rows.dropFirst(2) == [
        ["Shipping", "", "", "€5.00"], ["VAT", "", "", "€2.00"], ["Total", "", "", "€27.00"],
        ["Amount due", "", "", "€27.00"],
      ])
  }

  /// Else the reader could not tell how the sums of the rows follow from their prices.
  @Test func showsTheRateThatTheSumsOfRowsAreComputedFrom() async throws {
    let model = """
      entities:
        Order:
          attributes: {rebate: {type: decimal, percent: true}, hours: integer}
          documents: {invoice: made = true}
        RowOfOrder: {attributes: {sum: {type: money, derived: price * quantity * (1 - order.rebate)}}}

      """
    let rows = try await Self.rows(
      model: model, "rebate: 10%\nhours: 3\nrows: [{text: Tea, price: 20, quantity: 2}]")
    #expect(
      rows.dropFirst() == [
        ["Tea", "2", "€20.00", "", "€36.00"], ["Rebate", "", "", "10%"], ["Total", "", "", "€36.00"],
        ["Amount due", "", "", "€36.00"],
      ])
  }

  @Test(arguments: [("rows: [{text: Tea, sum: -20}]", "Credit note 1"), ("rows: []", "Invoice 1")])
  func isHeadedByWhatItIs(order: String, heading: String) async throws {
    let page = try await SiteFixture([
      "Content/model.yml": "entities: {Order: {documents: {invoice: made = true}}}\n",
      "Content/orders/1.md": "---\ndate: 2026-01-12\ndue: 2026-02-01\nmade: true\n\(order)\n---\n",
    ]).write().page("orders/1/invoice.html")
    #expect(page.all("h1").map(\.text) == [heading])
    #expect(page.all("dt").map(\.text) == ["Date"] + (heading == "Invoice 1" ? ["Payable by"] : []))
    #expect(page.all("title").first?.text.hasPrefix(heading) == true)
  }

  /// What an order costs oneself, and what only follows from the total, is nobody else's affair.
  @Test func showsNothingThatTheTotalIsNotComputedFrom() async throws {
    let model = """
      entities:
        Order:
          attributes:
            deposit: money
            cost: money
            fee: {type: money, derived: open * 0.01}
            profit: {type: money, derived: total - cost}
          documents: {invoice: made = true}
        RowOfOrder: {attributes: {purchase: money, supplier: string}}

      """
    let rows = try await Self.rows(
      model: model,
      "deposit: 5\ncost: 7\nrows: [{text: Tea, sum: 20, purchase: 3, supplier: Cheap Ltd}]")
    #expect(
      rows == [
        ["Service", "Quantity", "Price", "Discount", "Sum"], ["Tea", "1", "", "", "€20.00"],
        ["Total", "", "", "€20.00"], ["Amount due", "", "", "€20.00"],
      ])
  }

  @Test func thatOfAKindOfOrderIsThatOfAnOrder() async throws {
    let page = try await SiteFixture([
      "Content/model.yml":
        "entities: {Repair: {parent: Order, folder: repairs, documents: {invoice: made = true}}}\n",
      "Content/customers/ann.md": "---\nname: Ann\n---\n",
      "Content/repairs/r1.md":
        "---\ndate: 2026-01-12\ncustomer: ann\nmade: true\nrows: [{text: Tea, sum: 20}]\n"
        + "payments: [{date: 2026-02-01, sum: 5}]\n---\n",
    ]).write().page("repairs/r1/invoice.html")
    let table = try #require(page.all("table").first)
    let names = table.all("tr").map { $0.all("th").map(\.text).joined(separator: " ") }
    #expect(names.dropFirst(2) == ["Total", "Payment Feb 1, 2026", "Amount due"])
  }
}
