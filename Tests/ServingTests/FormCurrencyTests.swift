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
}
