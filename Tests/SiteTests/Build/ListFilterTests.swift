import Diagnostics
import Foundation
import TestSupport
import Testing

/// Filters of an index by what gives each record several values.
struct ListFilterTests {
  private static let model = "entities: {Order: {attributes: {tags: tags}}}\n"

  /// A small book: `a` has two tags, one of them twice, `b` one of them, `c` none.
  private static func site(_ index: String, _ more: [String: String] = [:]) async throws -> FileTree {
    let tags = ["a": "tags: [repair, urgent, repair]\n", "b": "tags: [Urgent café, repair]\n", "c": ""]
    var files = ["Content/model.yml": model, "Content/orders/index.md": "---\n\(index)\n---\n"]
    for (number, (id, line)) in tags.sorted(by: { $0.key < $1.key }).enumerated() {
      files["Content/orders/\(id).md"] = """
        ---
        date: 2026-01-0\(number + 1)
        \(line)rows:
          - {service: tyre, sum: \(number + 1)}
          - {service: \(number == 0 ? "labour" : "tyre"), sum: 10}
        ---

        """
    }
    files["Content/services/tyre.md"] = "---\nname: Tyre\n---\n"
    files["Content/services/labour.md"] = "---\nname: Workshop hour\n---\n"
    return try await SiteFixture(files.merging(more) { $1 }).write()
  }

  @Test func aRecordIsOnThePageOfEachTag() async throws {
    let site = try await Self.site("filters: tags\nsort: id\ncolumns: id, tags, total")
    let pages = site.files.keys.filter { $0.hasPrefix("orders/where/") && $0.hasSuffix(".csv") }.sorted()
    #expect(
      pages.map { "\($0.dropFirst(18).dropLast(4)): \(site.text($0).split(separator: "\r\n").dropFirst())" }
        == [
          #"none: ["c,,13.00"]"#,
          #"repair: ["a,repair; urgent; repair,11.00", "b,Urgent café; repair,12.00"]"#,
          #"urgent-cafe: ["b,Urgent café; repair,12.00"]"#,
          #"urgent: ["a,repair; urgent; repair,11.00"]"#,
        ])
    #expect(try site.page("orders/where/tags/repair.html").all("tfoot")[0].text.contains("€23.00"))
    let links = try site.links("orders/index.html").filter { $0.contains("where/tags") }
    #expect(
      links == [
        "repair 2 → ../orders/where/tags/repair.html", "urgent 1 → ../orders/where/tags/urgent.html",
        "Urgent café 1 → ../orders/where/tags/urgent-cafe.html", "None 1 → ../orders/where/tags/none.html",
      ])
  }

  /// A record's tags lead to their pages, where there are such.
  @Test func aTagLeadsToItsPage() async throws {
    func links(_ index: String) async throws -> [String] {
      let site = try await Self.site(index)
      #expect(try site.page("orders/a.html").all("dd").contains { $0.text == "repair, urgent, repair" })
      return try site.links("orders/a.html").filter { $0.contains("where") }
    }
    let repair = "repair → ../orders/where/tags/repair.html"
    #expect(
      try await links("filters: made, tags") == [
        repair, "urgent → ../orders/where/tags/urgent.html", repair,
      ])
    #expect(try await links("filters: tags\nfilter-limit: 2") == [repair, repair])
    #expect(try await links("filters: made") == [])
  }

  /// An order with two rows of one service is there once.
  @Test func aListOfRecordsIsAFilterToo() async throws {
    let site = try await Self.site("filters: rows.service\nsort: id\ncolumns: id")
    func ids(_ name: String) -> [Substring] {
      site.text("orders/where/rows.service/\(name).csv").split(separator: "\r\n").dropFirst().map { $0 }
    }
    #expect(ids("tyre") == ["a", "b", "c"])
    #expect(ids("labour") == ["a"])
    for name in ["rows.service", "rows.service.name"] {
      let site = try await Self.site("filters: \(name)")
      #expect(
        try site.page("orders/where/\(name)/\(name == "rows.service" ? "labour" : "workshop-hour").html").all(
          "h1")[0].text == "Orders, service: Workshop hour 1")
    }
    #expect(
      try site.links("orders/index.html").contains(
        "Workshop hour 1 → ../orders/where/rows.service/labour.html"))
  }

  /// An order with a row for a service and one for none is on the pages of both, as it is in the groups of both.
  @Test func anElementWithoutAValueIsOneOfNone() async throws {
    let site = try await Self.site(
      "filters: rows.service\nsort: id\ncolumns: id",
      [
        "Content/orders/d.md":
          "---\ndate: 2026-01-04\nrows: [{service: tyre, sum: 1}, {text: call-out, sum: 2}, {text: call, sum: 3}]\n---\n",
        "Content/orders/e.md": "---\ndate: 2026-01-05\nrows: []\n---\n",
        "Content/reports/services.md":
          "---\ntitle: Services\n---\n```query\nfrom: Order\ngroup: rows.service\ncolumns: rows.service, @count\n```\n",
      ])
    func lines(_ path: String) -> [Substring] {
      site.text(path).split(separator: "\r\n").dropFirst().map { $0 }
    }
    #expect(lines("orders/where/rows.service/none.csv") == ["d", "e"])
    #expect(lines("orders/where/rows.service/tyre.csv") == ["a", "b", "c", "d"])
    let report = try #require(
      site.files.keys.first { $0.hasPrefix("reports/services") && $0.hasSuffix(".csv") })
    #expect(lines(report).contains(",2"))
  }

  /// A model's own status takes the place of the built-in state, which is then the nearest name of it.
  @Test func theStateThatAModelReplacesIsItsStatus() async throws {
    let site = try await SiteFixture([
      "Content/model.yml": "entities: {Order: {attributes: {status: {type: string, choices: [a]}}}}\n",
      "Content/orders/index.md": "---\nfilters: state\n---\n",
    ])
    #expect(site.diagnostics.map(\.summary) == ["Order has no key 'state'; did you mean 'status'?"])
  }

  /// Years of payments are written as years are, and their days of the week by name.
  @Test func partsOfDatesInListsHaveTheirForms() async throws {
    let pay = "payments: [{date: 2026-01-05, sum: 1}, {date: 2025-12-31, sum: 1}]"
    let site = try await Self.site(
      "filters: payments.date.year, payments.date.weekday, payments.date.month",
      ["Content/orders/d.md": "---\ndate: 2026-01-04\nrows: [{sum: 2}]\n\(pay)\n---\n"])
    let names = try site.links("orders/index.html").filter { $0.contains("where/") }.map {
      $0.prefix { $0 != "→" }
    }
    #expect(
      names == [
        "2025 1 ", "2026 1 ", "None 3 ", "Monday 1 ", "Wednesday 1 ", "None 3 ", "Dec 2025 1 ", "Jan 2026 1 ",
        "None 3 ",
      ])
  }

  /// The script is told which values rows have together.
  @Test func theScriptIsToldTheSetsOfValues() async throws {
    let site = try await Self.site("filters: tags, made\nsort: id\ncolumns: id, total")
    #expect(
      site.text("orders/index/filter-0.js") == """
        docket("orders/index/filter-0",{"bits":2,"values":[["repair",2,"repair"],["urgent",1,"urgent"],\
        ["Urgent café",1,"urgent-cafe"],["None",1,"none"]],"sets":[[0, 1], [0, 2], [3]],"codes":"k"})

        """)
    #expect(site.text("orders/index/filter-1.js").contains(#""sets""#) == false)
    #expect(
      site.text("orders/index/totals.js").matches(of: /\[\[(\d),0\],\[0,(\d+)\]\]/).map { "\($0.1) \($0.2)" }
        == [
          "0 1100", "1 1200", "2 1300",
        ])
  }

  /// Of very many tags each has a part with its rows, which may be those of others.
  @Test func veryManyTagsAreInParts() async throws {
    var more: [String: String] = [:]
    for number in 0..<250 {
      more["Content/orders/x\(1000 + number).md"] =
        "---\ndate: 2026-02-01\ntags: [all, tag-\(number)]\nrows: [{sum: \(number)}]\n---\n"
    }
    let site = try await Self.site("filters: tags\nsort: id\ncolumns: id, total\nfilter-limit: 300", more)
    let parts = site.files.keys.filter { $0.contains("/value-0-") }.map { site.text($0) }.joined()
    // Of 253 rows a place takes two characters.
    let all = try #require(parts.firstMatch(of: /"all":\["all","([^"]*)"/))
    #expect(all.1.count == 500)
    let one = try #require(parts.firstMatch(of: /"tag-249":\["tag-249","([^"]*)"/))
    #expect(one.1 == all.1.suffix(2))
    #expect(site.text("orders/where/tags/all.csv").split(separator: "\r\n").count == 251)
  }

  /// A limit leaves out values, and says of how many records.
  @Test func aLimitCountsEachRecordOnce() async throws {
    let files = [
      "Content/model.yml": Self.model,
      "Content/orders/index.md": "---\nfilters: tags\nfilter-limit: 1\n---\n",
      "Content/orders/a.md": "---\ndate: 2026-01-01\ntags: [x, y, z]\n---\n",
      "Content/orders/b.md": "---\ndate: 2026-01-02\ntags: [x, z]\n---\n",
    ]
    #expect(
      try await SiteFixture(files).diagnosticLines.filter { $0.contains("index.md") } == [
        "Content/orders/index.md:2: 'tags' has 3 values; pages are made for the 1 most frequent, and none for the other 2, with 2 records; raise 'filter-limit' to make them [filter-limit]"
      ])
  }

  /// Equal values have one address, whichever record is read first.
  @Test(arguments: [("0", "0 USD"), ("0 USD", "0")])
  func equalAmountsHaveOneAddress(first: String, second: String) async throws {
    func order(_ day: Int, _ fee: String, _ size: String) -> String {
      "---\ndate: 2026-01-0\(day)\nfee: \(fee)\nsize: \(size)\n---\n"
    }
    let site = try await SiteFixture([
      "Content/model.yml": "entities: {Order: {attributes: {fee: money, size: decimal}}}\n",
      "Content/orders/a.md": order(1, first, "1.50"), "Content/orders/b.md": order(2, second, "1.5"),
      "Content/orders/c.md": order(3, "7.00 USD", "2.00"),
      "Content/orders/index.md": "---\nfilters: fee, size\n---\n",
    ]).write()
    let pages = site.paths.filter { $0.hasPrefix("orders/where/") && $0.hasSuffix(".html") }
    #expect(
      pages.map { $0.dropFirst(13) }
        == [
          "fee/0.00-eur.html", "fee/7.00-usd.html", "fee/index.html", "size/1.5.html", "size/2.html",
          "size/index.html",
        ].filter { name in pages.contains { $0.hasSuffix(name) } || !name.hasSuffix("index.html") })
  }

  /// A total of finer amounts has the digits that the script gives it.
  @Test func aTotalHasNoZerosLeftFromAddingUp() async throws {
    let site = try await SiteFixture([
      "Content/model.yml": "entities: {Order: {attributes: {rate: {type: money, digits: 4, total: true}}}}\n",
      "Content/orders/a.md": "---\ndate: 2026-01-01\nmade: true\nrate: 1.1001\n---\n",
      "Content/orders/b.md": "---\ndate: 2026-01-02\nmade: true\nrate: 2.2399\n---\n",
      "Content/orders/index.md": "---\nfilters: made\ncolumns: id, rate\n---\n",
    ]).write()
    for page in ["orders/index.html", "orders/where/made/true.html"] {
      let total = try site.page(page).all("tfoot").map(\.text).joined()
      #expect(total.contains("€3.34") && !total.contains("€3.340"), "\(page): \(total)")
    }
  }
}
