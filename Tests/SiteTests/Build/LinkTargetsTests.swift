import TestSupport
import Testing

/// Where the links of bodies lead.
@Suite struct LinkTargetsTests {
  private static let files = [
    "Content/customers/de/ernst.md": "---\nname: Ernst\n---\n# Notes on *him*\n\nText.\n",
    "Content/customers/index.md": "# Who\n",
    "Content/orders/2026/o1.md": "---\ndate: 2026-01-01\n---\n",
    "Content/reports/unpaid.md": "# Unpaid\n\n## Straße 5\n\n```query\nfrom: Order\nname: all\n```\n",
    "Content/files/price list.pdf": "%PDF",
    "Content/notes/cafe\u{301}.md": "# Café\n",
  ]

  @Test(arguments: [
    // A record and a page, relative and from Content's root, by their files and by their pages.
    ("../customers/de/ernst.md", "../customers/de/ernst.html"),
    ("/customers/de/ernst.md", "../customers/de/ernst.html"),
    ("../customers/de/ernst.html", "../customers/de/ernst.html"),
    ("./unpaid.md", "../reports/unpaid.html"),
    ("unpaid.md", "../reports/unpaid.html"),
    ("../reports/../reports/./unpaid.md", "../reports/unpaid.html"),
    // Index pages, with and without a file, and the home page.
    ("../customers/index.md", "../customers/index.html"),
    ("../customers/", "../customers/index.html"),
    ("../orders/index.md", "../orders/index.html"),
    ("/", "../index.html"),
    ("../index.md", "../index.html"),
    // What is made beside them.
    ("../orders/index.csv", "../orders/index.csv"),
    ("unpaid/all.json", "../reports/unpaid/all.json"),
    ("/assets/docket.css", "../assets/docket.css"),
    // Names that need encoding, or another normalization.
    ("<../files/price list.pdf>", "../files/price%20list.pdf"),
    ("../files/price%20list.pdf", "../files/price%20list.pdf"),
    ("../notes/cafe\u{301}.md", "../notes/caf%C3%A9.html"),
    ("../notes/caf%C3%A9.md", "../notes/caf%C3%A9.html"),
    // Fragments and queries.
    ("#here", "#here"),
    ("../customers/de/ernst.md#notes-on-him", "../customers/de/ernst.html#notes-on-him"),
    ("unpaid.md?a=1&b=2#stra%C3%9Fe-5", "../reports/unpaid.html?a=1&b=2#stra%C3%9Fe-5"),
    // A view of a list, and places in files that are no texts of docket.
    ("/orders/index.md#state=open&sort=-total", "../orders/index.html#state=open&sort=-total"),
    ("../customers/index.html#all", "../customers/index.html#all"),
    ("../files/price%20list.pdf#page=2", "../files/price%20list.pdf#page=2"),
    ("</orders/#customer.name=Jörg K>", "../orders/index.html#customer.name=J%C3%B6rg%20K"),
    ("../orders/index.csv#row=2", "../orders/index.csv#row=2"),
    // Elsewhere.
    ("https://example.com/a?b=c#d", "https://example.com/a?b=c#d"),
    ("mailto:ann@example.com", "mailto:ann@example.com"),
  ])
  func leadsTo(link: String, url: String) async throws {
    let page = "# Page\n\n## Here\n\n[x](\(link))\n"
    let site = try await SiteFixture(Self.files.merging(["Content/reports/page.md": page]) { $1 }).write()
    let links = try site.page("reports/page.html").all("main").flatMap { $0.all("a") }
    #expect(links.compactMap { $0.attributes["href"] } == [url])
    #expect(await SiteCheck(site).errors == [])
  }

  @Test(arguments: [
    ("../customer/de/ernst.md", "leads nowhere; did you mean '/customers/de/ernst.md'?"),
    ("../customers/ernst.md", "leads nowhere; did you mean '/customers/de/ernst.md'?"),
    ("unpayed.md", "leads nowhere; did you mean '/reports/unpaid.md'?"),
    ("../orders/index.xls", "leads nowhere"),
    ("unpaid/1.csv", "leads nowhere"),
    ("../../etc/passwd", "leads out of Content"),
    ("/../x.md", "leads out of Content"),
    ("../customers/de", "leads nowhere"),
    // A folder stands for its index, and a name unlike any other is not guessed at.
    ("../customers", "leads nowhere; did you mean '/customers/index.md'?"),
    ("../orders", "leads nowhere; did you mean '/orders/index.md'?"),
    ("orders", "leads nowhere; did you mean '/orders/index.md'?"),
    ("orders/", "leads nowhere; did you mean '/orders/index.md'?"), ("kunden/", "leads nowhere ["),
    ("2025/index.md", "leads nowhere ["),
    ("www.example.com/a.md", "leads nowhere; the address of another site begins with 'https://'"),
    ("<my file.md>", "the link 'my file.md' leads nowhere ["),
    ("#there", "the page has no heading '#there'; did you mean '#here'?"),
    ("unpaid.md#strasse-5", "the page has no heading '#strasse-5'; did you mean '#straße-5'?"),
    ("../orders/index.md#x", "the page has no heading '#x'"),
    ("unpaid.md#a=b", "the page has no heading '#a=b'"),
  ])
  func leadsNowhere(link: String, message: String) async throws {
    let page = "# Page\n\n## Here\n\n[x](\(link))\n"
    let fixture = try await SiteFixture(Self.files.merging(["Content/reports/page.md": page]) { $1 })
    #expect(fixture.diagnosticLines.count == 1)
    let diagnosticLine = try #require(fixture.diagnosticLines.first)
    #expect(diagnosticLine.hasPrefix("Content/reports/page.md:5: "), "\(diagnosticLine)")
    #expect(diagnosticLine.contains(message), "\(diagnosticLine)")
    #expect(diagnosticLine.hasSuffix("[broken-link]"), "\(diagnosticLine)")
  }

  /// In a link, `#` and `?` end the path, so that names with them are escaped, also in suggestions.
  @Test(arguments: [
    ("<../notes/b #1.md>", "'../notes/b #1.md' leads nowhere, because '#' and '?' end a path"),
    ("../notes/long%20plan%20%2311.md", "did you mean '/notes/long plan %231.md'?"),
  ])
  func escapesWhatEndsAPath(link: String, message: String) async throws {
    let added = [
      "Content/reports/page.md": "[x](\(link)) [y](<../notes/b %231.md>) [z](</notes/long plan %231.md>)\n",
      "Content/notes/b #1.md": "# B\n", "Content/notes/long plan #1.md": "# Plan\n",
    ]
    let lines = try await SiteFixture(Self.files.merging(added) { $1 }).diagnosticLines
    #expect(lines.count == 1 && lines[0].contains(message), "\(lines)")
  }

  @Test(arguments: [
    ("#there", "the page has no heading '#there'; did you mean '#here'?"),
    ("../reports/unpaid.md#strasse-5", "the page has no heading '#strasse-5'; did you mean '#straße-5'?"),
  ])
  func suggestsAHeadingInTheBodyOfARecord(link: String, message: String) async throws {
    let record = "---\nname: Ann\n---\n\n## Here\n\n[x](\(link))\n"
    let fixture = try await SiteFixture(Self.files.merging(["Content/customers/ann.md": record]) { $1 })
    #expect(fixture.diagnosticLines == ["Content/customers/ann.md:7: \(message) [broken-link]"])
  }

  /// A draft is in no site, so a link to it, or to its invoice, is not taken for a slip of another name.
  @Test(arguments: [
    "../orders/o7.md", "/orders/o7.html", "../orders/o7/invoice.html", "plan.md",
  ])
  func leadsToADraft(link: String) async throws {
    let added = [
      "Content/reports/page.md": "[x](\(link))\n",
      "Content/reports/plan.md": "---\ndraft: true\n---\n# Plan\n",
      "Content/reports/plans.md": "# Plans\n",
      "Content/orders/o7.md": "---\ndraft: true\ndate: 2026-01-01\n---\n",
    ]
    let fixture = try await SiteFixture(Self.files.merging(added) { $1 })
    let summary = "the link '\(link)' leads to a draft; a draft is left out of everything"
    #expect(fixture.diagnosticLines == ["Content/reports/page.md:1: \(summary) [reference-to-draft]"])
  }

  /// What is no page is not read to find out whether it is a draft: it may be a link out of Content.
  @Test func leadsToNoDraftWhereNothingIsRead() async throws {
    let added = [
      "Content/reports/page.md": "[x](_plan.md) [y](.plan.md)\n",
      "Content/reports/_plan.md": "---\ndraft: true\n---\n",
      "Content/reports/.plan.md": "---\ndraft: true\n---\n",
    ]
    let fixture = try await SiteFixture(Self.files.merging(added) { $1 })
    #expect(fixture.diagnosticLines.count == 2)
    #expect(fixture.diagnosticLines.allSatisfy { $0.contains("leads nowhere") }, "\(fixture.diagnosticLines)")
  }

  /// Each error gets its own path, among others and in files that are read in several parts.
  @Test func everyBrokenLinkNamesItsNearestPath() async throws {
    var files = Self.files
    let body = "[x](ftp://x) [y](../customers/de/ernts.md) [z](nothing-like-it.md)\n"
    for number in 0..<300 { files["Content/orders/p\(number).md"] = "---\ndate: 2026-01-01\n---\n" + body }
    files["Content/reports/a.md"] = body + "[u](unpayed.md)\n"
    files["Content/reports/b.md"] = "[y](../customers/de/ernts.md)\n"
    let diagnosticLines = try await SiteFixture(files).diagnosticLines
    #expect(diagnosticLines.count == 300 * 3 + 5)
    #expect(
      diagnosticLines.count {
        $0.contains("'../customers/de/ernts.md' leads nowhere; did you mean '/customers/de/ernst.md'?")
      } == 302)
    #expect(diagnosticLines.count { $0.contains("'nothing-like-it.md' leads nowhere [") } == 301)
    #expect(
      diagnosticLines.count { $0.contains("'unpayed.md' leads nowhere; did you mean '/reports/unpaid.md'?") }
        == 1)
  }

  @Test func aRecordsBodyLinksFromItsOwnFolder() async throws {
    let note = "---\ndate: 2026-01-01\n---\nSee [Ernst](../../customers/de/ernst.md) and [o1](o1.md).\n"
    let site = try await SiteFixture(Self.files.merging(["Content/orders/2026/o2.md": note]) { $1 }).write()
    let links = try site.links("orders/2026/o2.html")
    #expect(links.contains("Ernst → ../../customers/de/ernst.html"))
    #expect(links.contains("o1 → ../../orders/2026/o1.html"))
  }
}
