import TestSupport
import Testing

/// The prices that a form copies from the price list into new rows.
struct FormCurrencyTests {
  private static let files = [
    "Content/services/repair.md": "---\nname: Repair\nprice: 48.00\n---\n"
  ]

  @Test func aPriceKeepsItsCurrencyInAnOrderOfAnother() async throws {
    let site = try await ServedSite("--edit", adding: Self.files)
    let new = try await send(
      site, "/-/new/Order",
      ["id": "o8", "v.date": "2026-03-02", "v.currency": "usd", "r.rows.1000.service": "repair"])
    #expect(new.status == 303, "\(new.body)")
    #expect(try site.folder.text("Content/orders/2026/o8.md").contains("{service: repair, price: 48.00 EUR}"))
    let changed = try await send(
      site, "/-/edit/Order/o1", ["v.currency": "USD", "r.rows.1001.service": "Repair"])
    #expect(changed.status == 303, "\(changed.body)")
    let path = "Content/orders/2026/o1.md"
    #expect(try site.folder.text(path).contains("{service: repair, price: 48.00 EUR}"))
    // And the other way round.
    let back = try await send(site, "/-/edit/Order/o1", ["v.currency": "", "r.rows.1002.service": "repair"])
    #expect(back.status == 303, "\(back.body)")
    #expect(try site.folder.text(path).contains("{service: repair, price: 48.00}"))
  }

  /// An amount without a currency is one of the order's currency, in what is shown as in what is typed.
  @Test func aComputedAmountOfAnotherCurrencySaysSo() async throws {
    let site = try await ServedSite(
      "--edit",
      adding: [
        "Content/orders/2026/o1.md":
          "---\ndate: 2026-01-10\ncurrency: USD\nrows:\n  - {quantity: 2, price: 48.00 EUR}\n  - {quantity: 2, price: 3.00}\n---\n"
      ])
    let form = try await site.ask("/-/edit/Order/o1").body
    #expect(form.contains("placeholder=\"96.00 EUR\"") && form.contains("placeholder=\"6.00\""), "\(form)")
  }

  /// The form is English, from left to right: there an amount would take the currency of the next.
  @Test(arguments: ["ar", "he"])
  func computedAmountsKeepTheDirectionOfTheSite(language: String) async throws {
    let site = try await ServedSite(
      "--edit",
      adding: [
        "Content/site.yml": "title: Shed\nlanguage: \(language)\n",
        "Content/orders/2026/o1.md":
          "---\ndate: 2026-01-10\nrows: [{text: a, sum: 72.00}, {text: b, sum: 12.90 USD}]\n---\n",
      ])
    let page = try await site.ask("/orders/2026/o1.html").body
    let total = try #require(page.firstMatch(of: /<td class="money">([^<]*72\.00[^<]*\n[^<]*12\.90[^<]*)</)).1
      .replacing("\n", with: " ")
    let form = try await site.ask("/-/edit/Order/o1").body
    #expect(form.contains("data-computed=\"v.total\">\u{2067}\(total)\u{2069}</output>"))
  }
}
