import Foundation
import TestSupport
import Testing

/// Where the links of a record's body lead from pages other than the record's own.
@Suite struct RecordBodyTests {
  private static let body = """
    See [Ann](../../customers/ann.md?a#about-ann), [below](#notes), [both][] and [far](https://example.org/x).
    [![scan](scan.png)](scan.png)

    ## Notes

    [both]: o2.md

    """
  private static let files = [
    "Content/model.yml": "entities: {Order: {documents: {slip: true}}}\n",
    "Content/customers/ann.md": "---\nname: Ann\n---\n## About Ann\n\n[Her order](../orders/2026/o1.md)\n",
    "Content/orders/2026/o1.md": "---\ndate: 2026-01-01\ncustomer: ann\n---\n" + body,
    "Content/orders/2026/o2.md": "---\ndate: 2026-01-02\ncustomer: ann\n---\nNo link.\n",
    "Content/orders/2026/scan.png": "no picture, but bytes",
    "Themes/own/theme.yml": "parent: default\n",
    "Themes/own/entities/Order.slip.mustache": "{{{record.body}}}",
    "Themes/own/entities/Order.mustache":
      "<main>{{{record.body}}}</main>{{#customer}}{{{record.body}}}{{/customer}}{{#record.previous}}{{{body}}}{{/record.previous}}",
    "Themes/own/entities/Customer.mustache": "{{#orders}}{{{record.body}}}{{/orders}}",
    "Themes/own/index.mustache": "{{#records}}{{{record.body}}}{{/records}}",
  ]

  /// The destinations of links and images, in the order of the page.
  private func destinations(_ html: String) -> [String] {
    html.matches(of: /(?:href|src)="([^"]*)"/).map { String($0.1) }
  }

  @Test func leadFromEveryPageToWhereTheyLeadFromItsOwn() async throws {
    let site = try await SiteFixture(Self.files, theme: "own").write()
    func ofTheOrder(root: String, own: String) -> [String] {
      [
        "\(root)customers/ann.html?a#about-ann", "\(own)#notes", "\(root)orders/2026/o2.html",
        "https://example.org/x", "\(root)orders/2026/scan.png", "\(root)orders/2026/scan.png",
      ]
    }
    let ofTheCustomer = "../../orders/2026/o1.html"
    #expect(
      destinations(site.text("orders/2026/o1.html")) == ofTheOrder(root: "../../", own: "") + [ofTheCustomer])
    #expect(
      destinations(site.text("orders/2026/o2.html"))
        == [ofTheCustomer] + ofTheOrder(root: "../../", own: "../../orders/2026/o1.html"))
    // The headings of the body come along to a further page of the record.
    #expect(destinations(site.text("orders/2026/o1/slip.html")) == ofTheOrder(root: "../../../", own: ""))
    for page in ["customers/ann.html", "orders/index.html"] {
      #expect(
        destinations(site.text(page)) == ofTheOrder(root: "../", own: "../orders/2026/o1.html"), "\(page)")
    }
    #expect(destinations(site.text("customers/index.html")) == ["../orders/2026/o1.html"])
  }

  @Test func leadSomewhereFromEveryPage() async throws {
    let site = try await SiteFixture(Self.files, theme: "own").write()
    var count = 0
    for path in site.paths where path.hasSuffix(".html") && path.contains("/") {
      for destination in destinations(site.text(path)) where !destination.hasPrefix("https:") {
        let target = destination.prefix { $0 != "?" && $0 != "#" }
        let folder = path.split(separator: "/").dropLast().joined(separator: "/")
        let place =
          target.isEmpty
          ? path : String(NSString(string: "/\(folder)/\(target)").standardizingPath.dropFirst())
        #expect(site.files[place] != nil, "\(path): \(destination)")
        count += 1
      }
    }
    #expect(count >= 25)
  }
}
