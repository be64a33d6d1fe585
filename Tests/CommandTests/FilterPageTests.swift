import TestSupport
import Testing

/// The pages of a filter's values, and links to them.
struct FilterPageTests {
  /// What is overdue today may be paid tomorrow: a link to it stays right.
  @Test func aTruthValueOrChoiceHasAPageWithoutRecords() async throws {
    let folder = try SmallSite.folder(adding: [
      "Content/orders/index.md": "---\nfilters: paid, state\n---\n",
      "Content/about.md": "[paid](orders/where/paid/true.html), [late](orders/where/state/overdue.html)\n",
    ])
    let site = try await folder.build("--strict").site
    let bar = site.text("orders/index.html")
    #expect(bar.contains("where/paid/false.html") && !bar.contains("where/paid/true.html"))
    let paid = site.text("orders/where/paid/true.html")
    #expect(
      paid.contains(
        "<a href=\"../../../orders/where/paid/true.html\" data-value=\"true\" aria-current=\"true\">"),
      "\(paid)")
    #expect(!paid.contains("../../o1.html") && !paid.contains("2025/o1.html"))
    #expect(site.text("orders/where/paid/true.csv").split(separator: "\r\n").count == 1)
    #expect(!site.pages.contains("orders/where/paid/none.html"))
    // The last unpaid orders are paid.
    for id in ["o1", "o2", "o3"] {
      let run = try await folder.docket("set", id, "paidOn=2026-03-01")
      #expect(run.status == 0, "\(run.error)")
    }
    let after = try await folder.build("--strict").site
    #expect(after.text("orders/where/paid/true.html").contains("2025/o1.html"))
    #expect(!after.text("orders/where/paid/false.html").contains("2025/o1.html"))
  }

  @Test func aValueThatIsLinkedIsNotSetAway() async throws {
    let folder = try SmallSite.folder(adding: [
      "Content/about.md": "[Bob's](orders/where/customer/bob.html)\n"
    ])
    let before = try folder.text("Content/orders/2026/o2.md")
    let run = try await folder.docket("set", "o2", "customer=ann")
    #expect(run.status == 1 && run.error.contains("[broken-link]"), "\(run.error)")
    #expect(try folder.text("Content/orders/2026/o2.md") == before)
  }
}
