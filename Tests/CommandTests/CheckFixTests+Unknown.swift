import TestSupport
import Testing

/// What is not corrected while it is unknown what values mean.
extension CheckFixTests {
  @Test func amountsWaitUntilTheirCurrencyIsKnown() async throws {
    let order = "---\ndate: 2026-01-10\ncustomer: ann\nrows:\n  - {service: paint, sum: 10,50}\n---\n"
    let folder = try SmallSite.folder(adding: [
      "Content/site.yml": "currency: [JPY\n", "Content/orders/o4.md": order,
    ])
    let run = try await folder.docket("check", "--fix")
    #expect(run.status == 1 && run.error.contains("0 fixes in 0 files"), "\(run.error)")
    #expect(try folder.text("Content/orders/o4.md") == order)
    try folder.put("Content/site.yml", "currency: EUR\n")
    #expect(try await folder.docket("check", "--fix").status == 0)
    #expect(try folder.text("Content/orders/o4.md") == order.replacing("10,50", with: "10.50"))
  }

  /// Quotes would make one tag of a list in another form, and a value of an item in brackets.
  @Test(arguments: [
    "words:\n  -a\n  -b", "words:\n  • a\n  • b", "words: #a #b", "words: {a, b}", "words: [- a, - b]",
    "words: [\n  - a\n  - b\n]", "rows: [\n  - {service: paint, sum: 1.00}\n]",
  ])
  func aListIsNotMadeOneText(lines: String) async throws {
    let order = "---\ndate: 2026-01-10\n\(lines)\n---\n"
    let folder = try SmallSite.folder(adding: [
      "Content/model.yml": "entities: {Order: {attributes: {words: tags}}}\n",
      "Content/orders/o4.md": order,
    ])
    let run = try await folder.docket("check", "--fix")
    #expect(run.status == 1 && run.error.contains("0 fixes in 0 files"), "\(run.error)")
    #expect(try folder.text("Content/orders/o4.md") == order)
  }

  @Test func valuesWaitUntilTheirModelIsKnown() async throws {
    let car = "---\npaid: JPY\nprice: 10,50\n---\n"
    let folder = try SmallSite.folder(adding: [
      "Content/model.yml":
        "entities: {Car: {folder: cars, attributes: {paid: curency, price: money}}}\n",
      "Content/cars/a.md": car,
    ])
    #expect(try await folder.docket("check", "--fix").status == 1)
    #expect(try folder.text("Content/cars/a.md") == car)
  }
}
