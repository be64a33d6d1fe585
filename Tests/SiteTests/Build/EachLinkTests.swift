import Diagnostics
import Site
import TestSupport
import Testing

/// Links in pages that are made for each value of an expression.
@Suite struct EachLinkTests {
  private static let book = [
    "Content/model.yml": "entities: {Customer: {attributes: {web: url}}}\n",
    "Content/customers/acme.md": """
    ---
    name: "Müller & Söhne #3"
    address: |
      1 High Street
      Town
    phone: +49 851 123
    email: a+b@acme.example
    web: https://acme.example/?a=b
    ---

    """,
    "Content/customers/zoe.md": "---\nname: Zoe\n---\n",
    "Content/customers/zoe-logo.png": "PNG",
    "Content/customers/acme-logo.png": "PNG",
    "Content/orders/index.md": "---\nfilters: customer\n---\n",
    "Content/orders/o1.md": "---\ndate: 2026-01-05\ncustomer: acme\nrows:\n  - {sum: 10.00}\n---\n",
    "Content/orders/o2.md": "---\ndate: 2026-04-05\ncustomer: zoe\nrows:\n  - {sum: 20.00}\n---\n",
    "Content/orders/o3.md": "---\ndate: 2026-05-05\nrows:\n  - {sum: 5.00}\n---\n",
  ]

  private static func site(_ body: String, _ each: String = "each: customer\nfrom: Order\n") async throws
    -> SiteFixture
  {
    try await SiteFixture(
      book.merging(["Content/letters/account.md": "---\n\(each)---\n\(body)\n"]) { $1 })
  }

  /// The links of the main parts of the pages of all values.
  private static func links(_ body: String) async throws -> [[String]] {
    let tree = try await site(body).write()
    return try ["acme", "zoe", "none"].map { name in
      try tree.page("letters/account/\(name).html").all("main").flatMap { $0.all("a") }.map {
        $0.attributes["href"] ?? "-"
      }
    }
  }

  @Test func theEndingOfAFileFollowsTheName() async throws {
    let body = """
      [sheet](../customers/$each.md), [sheet][s], [list](../orders/where/customer/$each.html)

      [s]: ../customers/$each.md
      """
    func row(_ name: String) -> [String] {
      let sheet = "../../customers/\(name).html"
      return [sheet, sheet, "../../orders/where/customer/\(name).html"]
    }
    // An order without a customer has no page to link to.
    #expect(
      try await Self.links(body) == [
        row("acme"), row("zoe"), ["-", "-", "../../orders/where/customer/none.html"],
      ])
    let tree = try await Self.site("![logo](../customers/$each-logo.png)").write()
    #expect(tree.text("letters/account/zoe.html").contains("src=\"../../customers/zoe-logo.png\""))
  }

  /// A record may be in a folder of its own, or be of another kind with another folder.
  @Test func theFileIsFoundInItsFolder() async throws {
    let site = try await SiteFixture(
      Self.book.merging([
        "Content/model.yml":
          "entities: {Customer: {attributes: {web: url}}, Firm: {parent: Customer, folder: firms}}\n",
        "Content/customers/b/bo.md": "---\nname: Bo\n---\n", "Content/firms/co.md": "---\nname: Co\n---\n",
        "Content/customers/b/bo.png": "PNG", "Content/firms/co.png": "PNG",
        "Content/customers/acme.png": "PNG",
        "Content/customers/zoe.png": "PNG",
        "Content/orders/o3.md": "---\ndate: 2026-05-05\ncustomer: bo\nrows:\n  - {sum: 5.00}\n---\n",
        "Content/orders/o4.md": "---\ndate: 2026-05-05\ncustomer: co\nrows:\n  - {sum: 5.00}\n---\n",
        "Content/letters/account.md":
          "---\neach: customer\nfrom: Order\n---\n[a](../customers/$each.md) ![b](../customers/$each.png)\n",
      ]) { $1 })
    let tree = try await site.write()
    for (name, path) in [("acme", "customers/acme"), ("bo", "customers/b/bo"), ("co", "firms/co")] {
      let page = tree.text("letters/account/\(name).html")
      #expect(page.contains("href=\"../../\(path).html\">a<"), "\(page)")
      #expect(page.contains("src=\"../../\(path).png\""))
    }
  }

  @Test func aLinkMayBeginWithAnAddressOfTheRecord() async throws {
    let body = "$each.web [web]($each.web) [more]($each.web&c=$each.name)"
    #expect(
      try await Self.links(body) == [
        ["https://acme.example/?a=b", "https://acme.example/?a=b&c=M%C3%BCller%20%26%20S%C3%B6hne%20%233"],
        ["-", "-"], ["-", "-"],
      ])
    // Only an address is one, whatever a text says.
    let site = try await Self.site("$each.name [x]($each.name)")
    #expect(site.diagnosticLines.count == 1 && site.diagnosticLines[0].contains("'acme.name' leads nowhere"))
  }

  @Test func valuesInAddressesAreEncoded() async throws {
    let body = """
      [map](https://maps.example/?q=$each.address&z=1) [say](https://say.example/?q=$each&l=de)
      [call](tel:$each.phone) [write](mailto:$each.email) <https://x.example/$each>
      """
    let name = "M%C3%BCller%20%26%20S%C3%B6hne%20%233"
    #expect(
      try await Self.links(body) == [
        [
          "https://maps.example/?q=1%20High%20Street%20Town&z=1", "https://say.example/?q=\(name)&l=de",
          "tel:+49851123", "mailto:a+b@acme.example", "https://x.example/\(name)",
        ],
        ["-", "https://say.example/?q=Zoe&l=de", "-", "-", "https://x.example/Zoe"],
        // What has no value is in no address.
        ["-", "-", "-", "-", "-"],
      ])
  }

  /// One address may have several values, of which the last is missing, and a value that looks like one.
  @Test func anAddressWithoutOneOfItsValuesIsLeftOut() async throws {
    var files = Self.book
    files["Content/customers/zoe.md"] =
      "---\nname: Zoe\nemail: z@x.example\nweb: https://z.example/$each\n---\n"
    files["Content/letters/account.md"] = """
      ---
      each: customer
      from: Order
      ---
      [mail](mailto:$each.email?subject=$each.phone) [two](https://x.example/$each/$each.phone) [web]($each.web) $each

      ```query
      from: Order
      where: customer = $each
      columns: id
      ```

      """
    let tree = try await SiteFixture(files).write()
    let page = try #require(try tree.page("letters/account/zoe.html").all("main").first)
    #expect(
      page.all("p").first?.all("a").map { $0.attributes["href"] ?? "-" } == [
        "-", "-", "https://z.example/$each",
      ])
    #expect(page.all("p").first?.text == "mail two web Zoe")
    #expect(page.all("tbody").first?.rows == [["o2"]])
  }

  /// A private address is named as anywhere else, once.
  @Test func aPrivateAddressIsAnErrorOfThePublicSite() async throws {
    let model = "entities: {Customer: {attributes: {web: {type: url, private: true}}}}\n"
    let page = "---\neach: customer\nfrom: Order\n---\n[web]($each.web)\n"
    let site = try await SiteFixture(
      Self.book.merging(["Content/model.yml": model, "Content/letters/account.md": page]) { $1 },
      isPublic: true)
    let lines = site.diagnosticLines
    #expect(lines.count == 1 && lines[0].hasSuffix("[private-name]"), "\(lines)")
  }

  @Test func otherAttributesHoldOneLineOfText() async throws {
    let tree = try await Self.site(
      "$each.address\n\n![At \"$each.address\"](https://x.example/$each-1.png) [a](https://x.example \"<$each>\")"
    ).write()
    let page = tree.text("letters/account/acme.html")
    #expect(page.contains("<p>1 High Street<br>\nTown"))
    #expect(page.contains("alt=\"At &quot;1 High Street Town&quot;\""), "\(page)")
    #expect(page.contains("title=\"&lt;Müller &amp; Söhne #3&gt;\""), "\(page)")
  }

  @Test func aNumberLinksToTheValue() async throws {
    let block = "```query\nfrom: Order\nas: number\nlink: ../customers/$each.md\nwhere: customer = $each\n```"
    #expect(
      try await Self.links(block) == [
        ["../../customers/acme.html"], ["../../customers/zoe.html"], [],
      ])
  }

  @Test func aMistakeInALinkIsToldOnce() async throws {
    let site = try await Self.site("[x](../customer/$each.md) [y](nowhere.md)")
    let told = site.diagnostics.map { ([$0.summary] + $0.notes.map(\.text)).joined(separator: " / ") }
    #expect(told.count == 2, "\(told)")
    #expect(
      told[0].contains("'../customer/acme.md' leads nowhere")
        && told[0].contains("and likewise on 1 other page of 'each'"), "\(told)")
    #expect(told[1] == "the link 'nowhere.md' leads nowhere", "\(told)")
    // The pages of values that are no records are named as well.
    let years = "each: date.year\nfrom: Order\n"
    #expect(
      try await Self.site("[x](../orders/where/date.year/$each.html)", years).diagnosticLines.count == 1)
  }
}
