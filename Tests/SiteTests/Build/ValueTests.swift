import TestSupport
import Testing

/// What a template prints of a value: for readers, and in its exact form.
@Suite struct ValueTests {
  private static let model = """
    entities:
      Order:
        attributes:
          size: decimal
          labels: tags

    """
  private static let order = """
    ---
    date: 2026-03-04
    currency: JPY
    paid: true
    size: 1234567.80
    labels: [a & b, c]
    rows:
      - {sum: 1234.50 EUR}
      - {sum: -7000}
    ---

    """

  /// The points of what is computed line up in a column; a file for programs has each number as it is.
  @Test func computedDecimalsOfATableHaveTheSameDigits() async throws {
    func order(_ rows: String...) -> String {
      "---\ndate: 2026-03-04\nrows:\n\(rows.map { "  - {\($0)}\n" }.joined())---\n"
    }
    let site = try await SiteFixture([
      "Content/orders/o1.md": order("text: a, quantity: 4.50, price: 2", "text: b, quantity: 3.5, price: 2"),
      "Content/orders/o2.md": order("text: c, quantity: 1, price: 2"),
      "Content/sums.md": "```query\nfrom: RowOfOrder\ngroup: text\ncolumns: text, sum(quantity)\n```\n\n"
        + "```query\nfrom: RowOfOrder\nsort: text\ncolumns: text, quantity, quantity * 2\n```\n",
    ]).write()
    let tables = try site.page("sums.html").all("table").map {
      $0.all("tbody").flatMap(\.rows).map { $0.dropFirst() }
    }
    #expect(tables.first == [["4.50"], ["3.50"], ["1.00"]])
    #expect(tables.last == [["4.50", "9.00"], ["3.5", "7.00"], ["1", "2.00"]])
    #expect(site.text("sums/1.csv").hasSuffix("a,4.50\r\nb,3.5\r\nc,1\r\n"))
  }

  /// What a template makes of the order.
  private func printed(_ template: String, language: String = "en") async throws -> String {
    let site = try await SiteFixture(
      [
        "Content/site.yml": "language: \(language)\n", "Content/model.yml": Self.model,
        "Content/orders/o1.md": Self.order, "Themes/probe/theme.yml": "parent: default\n",
        "Themes/probe/entities/Order.mustache": template,
      ], theme: "probe"
    ).write()
    // The template has no head, so that what keeps search engines away comes first.
    let mark = "<meta name=\"robots\" content=\"noindex\">\n"
    let text = site.text("orders/o1.html")
    try #require(text.hasPrefix(mark))
    return String(text.dropFirst(mark.count))
  }

  @Test(arguments: [
    ("en", "Mar 4, 2026|1,234,567.80|Yes|€1,234.50\n+ -¥7,000"),
    ("de", "04.03.2026|1.234.567,80|Ja|1.234,50\u{A0}€\n+ -7.000\u{A0}¥"),
  ])
  func printsForReadersOfALanguage(language: String, expected: String) async throws {
    let text = try await printed("{{date}}|{{size}}|{{paid}}|{{total}}", language: language)
    // Where a cell keeps line feeds, each amount is a line of its own.
    #expect(text == expected)
  }

  /// Of several amounts the one in the site's currency comes first.
  @Test func theCurrencyOfTheSiteComesFirst() async throws {
    let site = try await SiteFixture([
      "Content/orders/o1.md": "---\ndate: 2026-01-05\nrows: [{sum: 5 CHF}, {sum: 7}, {sum: 9 USD}]\n---\n"
    ]).write()
    #expect(site.text("orders/o1.html").contains("<td class=\"money\">€7.00\n+ CHF\u{A0}5.00\n+ $9.00</td>"))
  }

  /// An integer may be a year or a number of some kind: its digits are grouped from five on, wherever it stands. The site's
  /// own currency says nothing.
  @Test func integersAreGroupedFromFiveDigitsOn() async throws {
    let model = "entities: {Customer: {attributes: {built: integer, stock: integer}}}\n"
    let site = try await SiteFixture([
      "Content/site.yml": "language: de\n", "Content/model.yml": model,
      "Content/customers/a.md": "---\nname: A\nbuilt: 1990\nstock: 12345\n---\n",
      "Content/customers/b.md": "---\nname: B\nbuilt: 2001\n---\n",
      "Content/customers/index.md": "---\ncolumns: name, built, stock\nfilters: built\n---\n",
      "Content/orders/o1.md": "---\ndate: 2026-01-05\ncustomer: a\ncurrency: EUR\n---\n",
      "Content/orders/o2.md": "---\ndate: 2026-01-05\ncurrency: USD\n---\n",
      "Content/a.md":
        "```query\nfrom: Order\ncolumns: id, customer.built, customer.stock\nwhere: customer != nil\n```\n",
    ]).write()
    for (page, cells) in [("customers/index", ["1990", "12.345"]), ("a", ["1990", "12.345"])] {
      #expect(try site.page("\(page).html").all("td").prefix(2).map(\.text) == cells)
    }
    #expect(try site.page("customers/a.html").all("dd").map(\.text).prefix(2) == ["1990", "12.345"])
    #expect(site.text("customers/index.html").contains(">1990</bdi> <small>"))
    func currency(_ page: String) throws -> [String] {
      try site.page("orders/\(page).html").all("dl").flatMap { $0.all("div").map(\.text) }
        .filter { $0.hasPrefix("Währung") }
    }
    #expect(try currency("o1").isEmpty && currency("o2") == ["WährungUSD"])
  }

  @Test(arguments: [("ar", "Paid \u{200F}04\u{200F}/03\u{200F}/2026"), ("he", "Paid \u{200F}4 במרץ 2026")])
  func aDayKeepsTogetherBehindAWordOfTheOtherDirection(language: String, expected: String) async throws {
    #expect(try await printed("Paid {{date}}", language: language) == expected)
  }

  @Test func aNumberWithoutEndIsRoundedOnPagesAndWholeInExports() async throws {
    let third = "0.33333333333333333333333333333333333333"
    let files = [
      "Content/orders/o1.md": Self.order, "Content/model.yml": Self.model,
      "Content/page.md": "```query\nfrom: Order\nname: all\ncolumns: size / size / 3, total / 3\n```\n",
    ]
    let site = try await SiteFixture(files).write()
    #expect(site.text("page.html").contains(">0.333333</a>"))
    #expect(site.text("page.html").contains("€411.50\n+ -¥2,333.333333"))
    let yen = "-2333.3333333333333333333333333333333333 JPY"
    #expect(site.text("page/all.csv").contains("\(third),411.50; \(yen)"))
  }

  @Test(arguments: ["en", "de", "ja"])
  func theExactFormsAreTheSameInAllLanguages(language: String) async throws {
    let text = try await printed(
      "{{date.iso}}|{{date.year}}|{{size.plain}}|{{total.plain}}|{{currency}}", language: language)
    #expect(text == "2026-03-04|2026|1234567.80|1234.50; -7000 JPY|JPY")
  }

  /// A part of a value is a section like any other, whatever the type of the value.
  @Test func everyPartOfAValueIsTrueInASection() async throws {
    let parts = [
      "date": [
        "iso": "2026-03-04", "year": "2026", "month": "3", "day": "4", "weekday": "Wednesday",
        "long": "March 4, 2026",
      ],
      "size": ["plain": "1234567.80", "percent": "123,456,780%"],
      "total": ["plain": "1234.50; -7000 JPY"],
    ]
    for (name, parts) in parts {
      for (part, expected) in parts {
        let text = try await printed("{{\(name).\(part)}} {{#\(name).\(part)}}{{.}}{{/\(name).\(part)}}")
        #expect(text == "\(expected) \(expected)", "\(name).\(part)")
      }
    }
    #expect(
      try await printed("{{#size.isZero}}zero{{/size.isZero}}{{^total.isNegative}}no{{/total.isNegative}}")
        == "no")
  }

  @Test func printsOneAmountACurrency() async throws {
    let text = try await printed("{{#total.amounts}}[{{currency}} {{plain}}]{{/total.amounts}}")
    #expect(text == "[EUR 1234.50][JPY -7000]")
  }

  @Test func nilPrintsNothingAndZeroIsSomething() async throws {
    let text = try await printed(
      "({{due}})({{#due}}due{{/due}}{{^due}}no{{/due}})({{#open}}{{.}}{{/open}})")
    #expect(text == "()(no)(¥0)")
  }

  @Test func textIsEscaped() async throws {
    #expect(try await printed("{{#labels}}<{{.}}>{{/labels}}") == "<a &amp; b><c>")
  }
}
