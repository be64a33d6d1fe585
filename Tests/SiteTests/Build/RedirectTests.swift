import TestSupport
import Testing

/// The pages at former addresses.
@Suite struct RedirectTests {
  private static func order(_ lines: String...) -> String {
    (["---", "date: 2026-01-01"] + lines + ["---", ""]).joined(separator: "\n")
  }

  /// Two names that a record had and that differ in case alone are one address.
  @Test func formerNamesOfOneAddressAreOneRedirect() async throws {
    let files = ["Content/customers/ann.md": "---\nname: Ann\nwas: [Ann-Example, ann-example]\n---\n"]
    let site = try await SiteFixture(files).write()
    let former = site.files.keys.filter { $0.lowercased() == "customers/ann-example.html" }
    #expect(former == ["customers/Ann-Example.html"])
  }

  /// An invoice, or a page for each customer, is at its former address, too, whichever was renamed.
  @Test func whatBelongsToARenamedFileIsFoundAtItsFormerAddress() async throws {
    let block = "```query\nfrom: Order\nwhere: customer = $each\n```\n"
    let site = try await SiteFixture([
      "Content/model.yml": "entities: {Order: {documents: {invoice: made = true}}}\n",
      "Content/customers/ann.md": "---\nname: Ann\nwas: old-ann\n---\n",
      "Content/customers/bo.md": "---\nname: Bo\n---\n",
      "Content/orders/2026/o1.md": Self.order("customer: ann", "made: true", "was: orders/p1"),
      "Content/orders/2026/o2.md": Self.order("customer: bo", "made: false", "was: orders/p2"),
      "Content/reports/states.md":
        "---\ntitle: Of $each\neach: customer\nwas: accounts\n---\n\(block)",
    ]).write()
    var redirects: [String: String] = [:]
    for (path, bytes) in site.files {
      let text = String(decoding: bytes, as: UTF8.self)
      guard let target = text.firstMatch(of: /rel="canonical" href="(.*)"/)?.1 else { continue }
      redirects[path] = String(target)
    }
    #expect(
      redirects == [
        "customers/old-ann.html": "../customers/ann.html",
        "orders/p1.html": "../orders/2026/o1.html",
        "orders/p1/invoice.html": "../../orders/2026/o1/invoice.html",
        "orders/p2.html": "../orders/2026/o2.html",
        "reports/accounts.html": "../reports/states.html",
        "reports/accounts/ann.html": "../../reports/states/ann.html",
        "reports/accounts/bo.html": "../../reports/states/bo.html",
        "reports/accounts/old-ann.html": "../../reports/states/ann.html",
        "reports/states/old-ann.html": "../../reports/states/ann.html",
      ])
  }
}
