import Foundation
import Site
import TestSupport
import Testing

/// The data beside a long list.
struct ListingDataTests {
  /// The first page of every order is a part of its own, and the same as the page that is sorted without a script.
  @Test func theFirstPageOfAnOrderIsOnePart() async throws {
    var files = ["Content/orders/index.md": "---\nsorts: total\npage-size: 40\ncolumns: id, total\n---\n"]
    for number in 0..<300 {
      let name = "o\(1000 + number)"
      let sum = number * 7919 % 1000
      files["Content/orders/\(name).md"] = "---\ndate: 2026-01-05\nrows: [{sum: \(sum)}]\n---\n"
    }
    let site = try await SiteFixture(files).write()
    for (part, page) in [("top-1", "by/total"), ("top-1-desc", "by/total-desc")] {
      let rows = try site.page("orders/\(page).html").all("tbody").flatMap(\.rows)
      let text = site.text("orders/index/\(part).js")
      let ids = text.matches(of: /\["(o\d+)","orders\/o\d+\.html"\]/).map { String($0.1) }
      #expect(ids.count == 40 && ids == rows.map { $0[0] }, "\(part)")
    }
    #expect(site.text("orders/index/head.js").contains("\"hasTops\":true"))
  }

  @Test func aShortListNeedsNone() async throws {
    let site = try await SiteFixture([
      "Content/orders/o1.md": "---\ndate: 2026-01-05\nrows: [{sum: 1}]\n---\n",
      "Content/orders/o2.md": "---\ndate: 2026-01-06\nrows: [{sum: 2}]\n---\n",
    ]).write()
    #expect(site.text("orders/index/head.js").contains("\"hasTops\":false"))
    #expect(!site.files.keys.contains { $0.contains("/top-") })
  }
}
