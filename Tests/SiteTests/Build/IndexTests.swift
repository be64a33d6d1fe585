import Diagnostics
import Foundation
import TestSupport
import Testing

/// Index pages: their pages, sorts and filters.
@Suite struct IndexTests {
  private static func customers(_ count: Int) -> [String: String] {
    var files: [String: String] = [:]
    for number in 1...count {
      files["Content/customers/c\(number).md"] = "---\nname: Customer \(number)\n---\n"
    }
    return files
  }

  /// The address of a sort is the attribute's name, and has `#` only where that is a word of the query language.
  @Test func columnsAreCalledByTheirNames() async throws {
    let site = try await SiteFixture([
      "Content/model.yml": "entities:\n  Order: {attributes: {weight: decimal, any: string}}\n"
        + "  Machine: {folder: machines, attributes: {size: decimal, all: date}}\n",
      "Content/orders/o1.md": "---\ndate: 2026-01-02\nweight: 1\nany: a\n---\n",
      "Content/orders/o2.md": "---\ndate: 2026-01-02\nweight: 2\nany: b\n---\n",
      "Content/machines/a.md": "---\nsize: 1\nall: 2026-01-01\n---\n",
      "Content/machines/b.md": "---\nsize: 2\nall: 2026-01-02\n---\n",
    ]).write()
    func keys(_ path: String) throws -> [String?] {
      try site.page(path).all("th").map { $0.attributes["data-key"] }
    }
    let orders = try keys("orders/index.html")
    #expect(
      orders.contains("weight") && orders.contains("#any") && !orders.contains("#weight"), "\(orders)")
    let machines = try keys("machines/index.html")
    #expect(
      machines.contains("size") && machines.contains("#all") && !machines.contains("#size"), "\(machines)")
  }

  @Test func manyOwnColumnsStandBehindTheAmounts() async throws {
    let site = try await SiteFixture([
      "Content/model.yml": "entities: {Order: {attributes: {a: tags, b: tags, c: tags, d: tags}}}\n",
      "Content/orders/o1.md": "---\ndate: 2026-01-02\na: x\nb: x\nc: x\nd: x\nrows: [{sum: 1}]\n---\n",
    ]).write()
    let shown = try site.page("orders/index.html").all("thead").flatMap { $0.all("th") }.map(\.text)
    #expect(shown == ["ID", "Date", "A", "B", "C", "State", "Total", "Open", "D"])
  }

  // MARK: Pages

  /// A value may be called as the page of all values is.
  @Test(arguments: [3, 30]) func aValueCalledIndexHasAPageOfItsOwn(count: Int) async throws {
    var files = [
      "Content/model.yml": "entities: {Order: {attributes: {place: string}}}\n",
      "Content/orders/index.md": "---\nfilters: place\ncolumns: id\n---\n",
    ]
    for number in 1...count {
      files["Content/orders/o\(number).md"] =
        "---\ndate: 2026-01-02\nplace: \(number == count ? "Index" : "p\(number)")\n---\n"
    }
    let site = try await SiteFixture(files).write()
    let cells = try site.page("orders/where/place/index-2.html").all("tbody").flatMap(\.rows).flatMap { $0 }
    #expect(cells == ["o\(count)"])
    #expect(site.pages.contains("orders/where/place/index.html") == (count > 24))
  }

  @Test func partsALongIndexIntoPages() async throws {
    let files = Self.customers(45).merging(["Content/customers/index.md": "---\npage-size: 5\n---\nHello.\n"])
    { $1 }
    let site = try await SiteFixture(files).write()
    let paths = ["customers/index.html"] + (2...9).map { "customers/page/\($0).html" }
    #expect(site.pages.filter { $0.hasPrefix("customers/page/") } == Array(paths.dropFirst()))
    // Natural order: 9 before 10.
    let names = try paths.flatMap { try site.page($0).all("tbody").flatMap(\.rows).compactMap(\.first) }
    #expect(names == (1...45).map { "Customer \($0)" })
    #expect(try site.page(paths[0]).text.contains("Hello."))
    #expect(
      try site.page(paths[1]).text.contains("Hello.") == false, "the text stands on the first page alone")
    #expect(await SiteCheck(site).errors == [])
  }

  @Test(arguments: [
    (1, 1, []), (5, 1, []), (6, 1, ["1", "2"]), (45, 1, ["1", "2", "3", "…", "9"]),
    (45, 5, ["1", "…", "3", "4", "5", "6", "7", "…", "9"]),
    (45, 4, ["1", "2", "3", "4", "5", "6", "…", "9"]),
    (45, 9, ["1", "…", "7", "8", "9"]),
  ])
  func leavesAGapBetweenPagesThatAreFarApart(count: Int, number: Int, entries: [String]) async throws {
    let files = Self.customers(count).merging(["Content/customers/index.md": "---\npage-size: 5\n---\n"]) {
      $1
    }
    let site = try await SiteFixture(files).write()
    let path = number == 1 ? "customers/index.html" : "customers/page/\(number).html"
    let navigation = try site.page(path).all("nav").first {
      $0.attributes["class"]?.contains("pages") ?? false
    }
    let shown = navigation?.elements.filter { $0.attributes["rel"] == nil }.map(\.text) ?? []
    let numbers = shown.filter { $0.allSatisfy(\.isNumber) || $0 == "…" }
    #expect(numbers == entries, "\(shown)")
    let current = navigation?.all.filter { $0.attributes["aria-current"] != nil }.map(\.text) ?? []
    #expect(current == (entries.isEmpty ? [] : [String(number)]))
  }

  // MARK: Filters

  private static func order(_ lines: String...) -> String {
    (["---", "date: 2026-01-01"] + lines + ["---", ""]).joined(separator: "\n")
  }

  @Test func aFacetIsAnIDAnISOFormOrFoldedText() async throws {
    let site = try await SiteFixture([
      "Content/model.yml": "entities:\n  Order:\n    attributes:\n      place: string\n",
      "Content/customers/ann.md": "---\nname: Ann Example\n---\n",
      "Content/orders/o1.md": Self.order("customer: ann", "place: Straße 5/b", "paid: true"),
      "Content/orders/o2.md": Self.order("place: STRASSE 5 B", "due: 2026-02-03"),
      "Content/orders/o3.md": Self.order("place: '?!'"),
      "Content/orders/o4.md": Self.order(),
      "Content/orders/index.md": "---\nfilters: customer, place, paid, due, date.month\ncolumns: id\n---\n",
    ]).write()
    #expect(
      site.pages.filter { $0.hasPrefix("orders/where/") }.map { $0.dropFirst(13).dropLast(5) }.sorted() == [
        "customer/ann", "customer/none", "date.month/2026-01", "due/2026-02-03", "due/none", "paid/false",
        "paid/true", "place/none", "place/none-2", "place/strasse-5-b", "place/strasse-5-b-2",
      ])
    for path in ["orders/index.html", "orders/where/paid/true.html"] {
      let all = try site.links(path).filter { $0.hasPrefix("All → ") }
      #expect(all.count == 5)
      #expect(all.allSatisfy { $0.hasSuffix("../orders/index.html") }, "\(path): \(all)")
    }
    // Each order stands under one value of each filter, and text that folds alike stays apart.
    let places = try ["none", "none-2", "strasse-5-b", "strasse-5-b-2"].map { name in
      try site.page("orders/where/place/\(name).html").all("tbody").flatMap(\.rows).flatMap { $0 }.sorted()
    }
    #expect(Set(places) == [["o1"], ["o2"], ["o3"], ["o4"]])
    #expect(places[0] == ["o4"], "'none' is no value, whatever text folds to nothing")
    #expect(await SiteCheck(site).errors == [])
  }

  private static let members = [
    "Content/model.yml": """
    extends: none
    entities:
      Member:
        folder: members
        attributes: {level: integer, weight: decimal, fee: money, joined: date}
        relationships: {mentor: {to: Member, inverse: pupils}, pupils: {to: Member, many: true, inverse: mentor}}

    """,
    "Content/members/Zoë.B_2.md": "---\nlevel: -10\nweight: 0.5\nfee: -12.35\nmentor: none\n---\n",
    "Content/members/none.md": "---\nlevel: -2\nweight: 0.25\nfee: 12.35\nmentor: Zoë.B_2\n---\n",
    "Content/members/c.md": "---\nlevel: 2\nweight: 10\nfee: -5 JPY\n---\n",
    "Content/members/index.md": "---\nfilters: level, weight, fee, mentor\n---\n",
  ]

  @Test func idsAndNumbersStandInAURLAsTheyAre() async throws {
    let site = try await SiteFixture(Self.members).write()
    #expect(
      site.pages.filter { $0.hasPrefix("members/where/") }.map { $0.dropFirst(14).dropLast(5) }.sorted() == [
        "fee/-12.35-eur", "fee/-5-jpy", "fee/12.35-eur", "level/-10", "level/-2", "level/2", "mentor/Zoë.B_2",
        "mentor/none", "mentor/none-2", "weight/0.25", "weight/0.5", "weight/10",
      ])
    #expect(await SiteCheck(site).errors == [])
  }

  @Test func facetsStandInTheOrderOfTheirValues() async throws {
    let site = try await SiteFixture(Self.members).write()
    let groups = try site.page("members/index.html").all("div").filter { $0.attributes["role"] == "group" }
    let values = groups.prefix(3).map { $0.all("a").dropFirst().map(\.text) }
    #expect(
      values == [
        ["-10 1", "-2 1", "2 1"], ["0.25 1", "0.5 1", "10 1"], ["-€12.35 1", "-¥5 1", "€12.35 1"],
      ])
  }

  // MARK: Names

  @Test func facetsKeepTheirNamesWhenAnOrderIsAdded() async throws {
    func pages(_ places: [String]) async throws -> [String] {
      var files = [
        "Content/model.yml": "entities:\n  Order:\n    attributes:\n      place: string\n",
        "Content/orders/index.md": "---\nfilters: place\ncolumns: id\n---\n",
      ]
      for (number, place) in places.enumerated() {
        files["Content/orders/o\(number).md"] = Self.order("place: \(place)")
      }
      let site = try await SiteFixture(files).write()
      return site.pages.filter { $0.hasPrefix("orders/where/") }
    }
    // Whatever order they come in.
    #expect(try await pages(["a b", "a-b", "B"]) == pages(["B", "a-b", "a b"]))
  }

  @Test func makesPagesForTheMostFrequentValuesUpToTheLimitAndSaysSo() async throws {
    var files = ["Content/orders/index.md": "---\nfilters: date\nfilter-limit: 2\n---\n"]
    for (number, day) in [3, 1, 2, 2, 3, 3, 4].enumerated() {
      files["Content/orders/o\(number).md"] = "---\ndate: 2026-01-0\(day)\n---\n"
    }
    let fixture = try await SiteFixture(files)
    #expect(
      fixture.diagnosticLines == [
        "Content/orders/index.md:2: 'date' has 4 values; pages are made for the 2 most frequent, and none for "
          + "the other 2, with 2 records; raise 'filter-limit' to make them [filter-limit]"
      ])
    #expect(fixture.diagnostics.map(\.severity) == [.warning])
    let site = try await fixture.write()
    #expect(
      site.pages.filter { $0.hasPrefix("orders/where/") }
        == ["orders/where/date/2026-01-02.html", "orders/where/date/2026-01-03.html"])
  }

  @Test func countsReadAsOtherNumbersDo() async throws {
    var files = [
      "Content/site.yml": "language: de\n",
      "Content/orders/index.md": "---\nsection: made\nfilters: made\npage-size: 1100\n---\n",
    ]
    for number in 1...1101 { files["Content/orders/o\(number).md"] = Self.order() }
    let site = try await SiteFixture(files).write()
    let main = try #require(try site.page("orders/index.html").all("main").first)
    #expect(main.all("caption").map(\.text) == ["Aufträge: 1.101"])
    #expect(main.all("small").map(\.text).allSatisfy { $0 == "1.101" })
    #expect(main.all("span").map(\.text).contains("1–1.100 / 1.101"))
  }

  @Test func anIndexIsOfItsFoldersEntity() async throws {
    let fixture = try await SiteFixture([
      "Content/orders/index.md": "---\nfrom: Customer\nwhere: made = true\ncolumns: id, totl\n---\n"
    ])
    #expect(
      fixture.diagnosticLines == [
        "Content/orders/index.md:2: unknown key 'from' in an index page [unknown-key]",
        "Content/orders/index.md:4: Order has no key 'totl'; did you mean 'total'? [unknown-key-path]",
      ])
  }

  // MARK: Sorts

  @Test func aSortHasTwoDirectionsAndExportsOfItsOwn() async throws {
    var files = ["Content/orders/index.md": "---\nsorts: total\ncolumns: id\n---\n"]
    for (number, sum) in [30, 10, 20].enumerated() {
      files["Content/orders/o\(number).md"] = Self.order("rows:", "  - {sum: \(sum)}")
    }
    let site = try await SiteFixture(files).write()
    func ids(_ path: String) throws -> [String] {
      try site.page(path).all("tbody").flatMap(\.rows).flatMap { $0 }
    }
    #expect(try ids("orders/index.html") == ["o2", "o1", "o0"])
    #expect(try ids("orders/by/total.html") == ["o1", "o2", "o0"])
    #expect(try ids("orders/by/total-desc.html") == ["o0", "o2", "o1"])
    for ending in ["csv", "json"] { #expect(site.files["orders/by/total-desc.\(ending)"] != nil) }
  }

  /// What a limit leaves is what the index is about, in whatever order it is shown.
  @Test func aSortShowsTheRecordsThatTheLimitLeaves() async throws {
    var files = [
      "Content/orders/index.md":
        "---\nsort: -total\nlimit: 2\noffset: 1\nsorts: total\ncolumns: id, total\n---\n"
    ]
    for (number, sum) in [40, 10, 20, 30].enumerated() {
      files["Content/orders/o\(number).md"] = Self.order("rows:", "  - {sum: \(sum)}")
    }
    let site = try await SiteFixture(files).write()
    func rows(_ path: String) throws -> [String] {
      try site.page(path).all("tbody").flatMap(\.rows).compactMap(\.first)
    }
    #expect(try rows("orders/index.html") == ["o3", "o2"])
    #expect(try rows("orders/by/total.html") == ["o2", "o3"])
    #expect(try rows("orders/by/total-desc.html") == ["o3", "o2"])
    #expect(try site.page("orders/by/total.html").text.contains("€50.00"))
  }

  @Test func theRequestOfABlockNamesAllThatLeavesSomethingOut() async throws {
    let block = "```query\nfrom: Order\ncolumns: id\nsort: id\noffset: 1\nlimit: 1\n```\n"
    let site = try await SiteFixture([
      "Content/report.md": block, "Content/orders/o1.md": Self.order(), "Content/orders/o2.md": Self.order(),
    ]).write()
    let text = try #require(site.page("report.html").all("pre").first?.text)
    #expect(text == "from: Order columns: id sort: id offset: 1 limit: 1")
  }

  @Test func theLinkOfASortLeadsToTheDirectionThatIsAskedFor() async throws {
    let site = try await SiteFixture([
      "Content/orders/index.md": "---\nsorts: -date, total desc, customer.name\n---\n",
      "Content/orders/o1.md": Self.order(),
    ]).write()
    func sorts(_ path: String) throws -> [String] {
      try site.links(path).filter { $0.contains("/by/") && !$0.contains("csv") && !$0.contains("json") }
    }
    #expect(
      try sorts("orders/index.html").prefix(3) == [
        "Date → ../orders/by/date-desc.html", "Total → ../orders/by/total-desc.html",
        "Customer → ../orders/by/customer.name.html",
      ])
    #expect(
      try sorts("orders/by/date-desc.html").first == "Date descending → ../../orders/by/date.html",
      "the current sort leads to its other direction")
    #expect(try sorts("orders/by/date.html").first == "Date ascending → ../../orders/by/date-desc.html")
  }

  // MARK: Words

  @Test(arguments: [
    ("en", "orders/where/paid/false.html", "Orders not paid: 1"),
    ("en", "orders/where/paid/true.html", "Orders paid: 1"),
    ("en", "orders/where/customer/ann.html", "Orders, customer: Ann: 1"),
    ("en", "orders/where/taxid/de-1.html", "Orders, VAT ID: DE 1: 1"),
    ("en", "orders/where/taxid/none.html", "Orders, VAT ID: None: 1"),
    ("en", "orders/by/total.html", "Orders, by total: 2"),
    ("en", "orders/by/total-desc.html", "Orders, by total (descending): 2"),
    ("en", "orders/by/taxid.html", "Orders, by VAT ID: 2"),
    ("en", "orders/index.html", "Orders: 2"),
    ("de", "orders/where/paid/false.html", "Aufträge: nicht bezahlt: 1"),
    ("de", "orders/where/customer/ann.html", "Aufträge, Kunde: Ann: 1"),
    ("de", "orders/by/total-desc.html", "Aufträge, nach Summe (absteigend): 2"),
  ])
  func aPageSaysWhatItShows(language: String, path: String, summary: String) async throws {
    let site = try await SiteFixture([
      "Content/site.yml": "title: Fixture\nlanguage: \(language)\n",
      "Content/model.yml":
        "entities:\n  Order:\n    attributes:\n      taxID: {type: string, label: VAT ID}\n",
      "Content/customers/ann.md": "---\nname: Ann\n---\n",
      "Content/orders/index.md": "---\nsorts: total, taxID\nfilters: paid, customer, taxID\n---\n",
      "Content/orders/o1.md": Self.order("customer: ann", "paid: true"),
      "Content/orders/o2.md": Self.order("taxID: DE 1"),
    ]).write()
    let page = try site.page(path)
    #expect(page.all("caption").map(\.text) == [summary])
    // The window's title tells the pages of an index apart.
    let title = summary.split(separator: ":").dropLast().joined(separator: ":")
    #expect(page.all("title").map(\.text) == ["\(title) – Fixture"])
  }

  // MARK: The day

  private static let dated = [
    "Content/model.yml": """
    entities:
      Order:
        attributes:
          age: {type: integer, derived: today() - date}
          old: {type: boolean, derived: age > 100}

    """,
    "Content/orders/o1.md": order("due: 2026-12-24"),
  ]

  @Test(arguments: [
    ("where: date < today()", "index", true), ("where: old", "index", true),
    ("columns: id, age * 2", "index", true),
    ("sorts: due - today()", "by/due-today", true), ("sorts: due - today()\ncolumns: id", "index", false),
    ("filters: due > today()\ncolumns: id", "where/due-today/true", true),
    ("filters: old\ncolumns: id", "where/old/true", true),
    ("filters: old\ncolumns: id", "index", false), ("columns: id, date", "index", false),
  ])
  func aListingThatDependsOnTheDaySaysIt(keys: String, page: String, isSaid: Bool) async throws {
    let site = try await SiteFixture(
      Self.dated.merging(["Content/orders/index.md": "---\n\(keys)\n---\n"]) { $1 }
    ).write()
    let notes = try site.page("orders/\(page).html").all("p").filter { $0.attributes["class"] == "note" }
    #expect(notes.map(\.text) == (isSaid ? ["As of Nov 21, 2026"] : []))
  }

  @Test func aListingHoldsForTheDayThatItFixes() async throws {
    let index = "---\nwhere: date < today()\nas-of: 2026-01-01\ncolumns: id\nfilters: due > today()\n---\n"
    let site = try await SiteFixture(Self.dated.merging(["Content/orders/index.md": index]) { $1 }).write()
    let page = try site.page("orders/index.html")
    #expect(page.all("caption").map(\.text) == ["Orders: 0"])
    #expect(page.all("p").map(\.text).contains("As of Jan 1, 2026"))
  }

  @Test(arguments: [
    "where: old", "columns: id, age", "sort: age", "sorts: age\ncolumns: id", "filters: old\ncolumns: id", "",
  ])
  func whatIsComputedForTheDayOfTheBuildHasNoOtherDay(keys: String) async throws {
    let fixture = try await SiteFixture(
      Self.dated.merging(["Content/orders/index.md": "---\nas-of: 2026-01-01\n\(keys)\n---\n"]) { $1 })
    #expect(fixture.diagnosticLines.count >= 1)
    #expect(
      fixture.diagnosticLines.allSatisfy {
        $0.contains("is computed for the day of the build, which 'as-of' does not change")
          && $0.hasPrefix("Content/orders/index.md:")
      }, "\(fixture.diagnosticLines)")
    let page = """
      ---
      as-of: 2026-01-01
      ---
      ```query
      from: Order
      columns: id, age
      ```

      """
    let block = try await SiteFixture(Self.dated.merging(["Content/r.md": page]) { $1 })
    #expect(block.diagnosticLines.map { $0.prefix(15) } == ["Content/r.md:6:"])
  }

  @Test func withoutExportsThereAreNone() async throws {
    let site = try await SiteFixture(["Content/orders/index.md": "---\nexports: false\nsorts: date\n---\n"])
      .write()
    #expect(site.paths.filter { $0.hasPrefix("orders/") && !$0.hasSuffix(".html") } == [])
    #expect(await SiteCheck(site).errors == [])
  }
}
