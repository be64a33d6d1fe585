import Foundation
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

  @Test func aLineBeginsWithTheSameWordAsOnThePage() async throws {
    var files = ["Content/orders/index.md": "---\nsorts: total\ncolumns: due, customer, paidOn, total\n---\n"]
    for number in 0..<120 {
      files["Content/orders/o\(number).md"] = "---\ndate: 2026-01-05\nrows: [{sum: \(number)}]\n---\n"
    }
    let site = try await SiteFixture(files).write()
    #expect(
      try site.page("orders/by/total.html").all("tbody").flatMap(\.rows)[1] == [
        "o1", "-- Unknown --", "", "€1.00",
      ])
    // A script writes the word for what is missing where a 0 stands, and no heading beside a title in a day's place.
    let rows = site.files.keys.filter { $0.hasPrefix("orders/index/rows-") }.map { site.text($0) }.joined()
    #expect(rows.contains("[[\"o1\",\"orders/o1.html\",null,true],0,null,\"€1.00\"]"), "\(rows.prefix(300))")
  }

  /// A page of two filters asks for no figure of each row: their combinations have totals, which are those of their rows.
  @Test func combinationsOfValuesHaveTotals() async throws {
    var files = [
      "Content/orders/index.md": "---\nfilters: made, date.year, customer\ncolumns: id, total\n---\n"
    ]
    for number in 0..<240 {
      files["Content/customers/c\(number).md"] = "---\nname: C\(number)\n---\n"
      files["Content/orders/o\(number).md"] = """
        ---
        date: \(2025 + number % 2)-01-05
        customer: c\(number)
        made: \(number % 3 == 0)
        rows: [{sum: \(number) \(number % 5 == 0 ? "USD" : "EUR")}]
        ---

        """
    }
    let site = try await SiteFixture(files).write()
    let lines = site.text("orders/index/totals.js").matches(of: /\[\[(\d),(\d),null\],\[0,(.*?)\]\]/)
    let found = Dictionary(uniqueKeysWithValues: lines.map { ("\($0.1) \($0.2)", String($0.3)) })
    for (made, year) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
      func sum(_ isDollars: Bool) -> Int {
        (0..<240).filter { ($0 % 3 == 0) == (made == 0) && $0 % 2 == year && ($0 % 5 == 0) == isDollars }
          .reduce(0, +) * 100
      }
      #expect(found["\(made) \(year)"] == "{\"EUR\":\(sum(false)),\"USD\":\(sum(true))}")
    }
    #expect(lines.count == 4)
  }

  /// Of a filter with very many values a part by its key has the rows and figures of each, and a part by the first
  /// letters of its name what it is called.
  @Test func veryManyValuesAreInPartsOfTheirOwn() async throws {
    var files = ["Content/orders/index.md": "---\nfilters: customer\ncolumns: id, total\nsort: id\n---\n"]
    for number in 0..<1000 {
      let (id, name) = ("c\(1000 + number)", number < 300 ? "Élan \(number)" : "ann \(number)")
      files["Content/customers/\(id).md"] = "---\nname: \(name)\n---\n"
      files["Content/orders/o\(1000 + number).md"] =
        "---\ndate: 2026-01-05\ncustomer: \(id)\nrows: [{sum: \(number)}]\n---\n"
    }
    let site = try await SiteFixture(files).write()
    #expect(!site.files.keys.contains("orders/index/filter-0.js"))
    let head = site.text("orders/index/head.js")
    #expect(head.contains("\"parts\":16,\"names\":["))
    var (found, named) = (Set<Int>(), 0)
    for (path, bytes) in site.files where path.contains("/value-0-") || path.contains("/names-0-") {
      let text = String(decoding: bytes, as: UTF8.self)
      #expect(bytes.count < 20_000, "\(path)")
      named += text.matches(of: /\["[^"]+",1,"c\d+"\]/).count
      for value in text.matches(of: /"c(\d+)":\["(?:Élan|ann) (\d+)","(..)","AA",\[(\d+)\]\]/) {
        let number = try #require(Int(value.1)) - 1000
        #expect(Int(value.2) == number && Self.number(value.3) == number && Int(value.4) == number * 100)
        found.insert(number)
      }
    }
    #expect(found.count == 1000 && named == 1000)
    let prefixes = head.matches(of: /"(elan[ \d]*|ann[ \d]*|e|a)"/).map { String($0.1) }
    let page = site.text("orders/where/customer/index.html")
    #expect(page.contains("<p class=\"note\">200 / 1,000</p>"))
    #expect(site.text("orders/index.html").contains("where/customer/index.html\">All 1,000</a>"))
    #expect(prefixes.contains("e") && prefixes.contains("ann 9") && !prefixes.contains("a"))
  }

  /// A number of characters with six bits each.
  private static func number(_ text: some Collection<Character>) -> Int {
    let digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
    return text.reduce(0) { sum, digit in
      sum * 64 + (digits.firstIndex(of: digit).map { digits.distance(from: digits.startIndex, to: $0) } ?? 0)
    }
  }

  /// A value's rows stand beside the order of each column among them, so that a list of one value is sorted without the
  /// orders of all rows; a value that very many rows have has a part of its own.
  @Test func aValueOfVeryManyHasItsOrders() async throws {
    var files = ["Content/orders/index.md": "---\nfilters: customer\ncolumns: id, total\nsort: id\n---\n"]
    for number in 0..<1_160 {
      let customer = number < 630 ? 1_000 + number % 210 : 999
      files["Content/customers/c\(customer).md"] = "---\nname: C\(customer)\n---\n"
      files["Content/orders/o\(1000 + number).md"] =
        "---\ndate: 2026-01-05\ncustomer: c\(customer)\nrows: [{sum: \(number * 7919 % 1_663)}]\n---\n"
    }
    let site = try await SiteFixture(files).write()
    var found = 0
    for (path, bytes) in site.files where path.contains("/value-0-") {
      let text = String(decoding: bytes, as: UTF8.self)
      guard !text.contains("\"c999\":[") else {
        #expect(!text.contains("\"c1"))
        continue
      }
      for value in text.matches(of: /"c(1\d+)":\["C\d+","(..)(..)(..)","(.{6})",\[(\d+),(\d+),(\d+)\]\]/) {
        let rows = [value.2, value.3, value.4].map(Self.number)
        #expect(Set(rows.map { $0 % 210 + 1_000 }) == [Int(value.1)])
        let figures = [value.6, value.7, value.8].compactMap { Int($0) }
        // Three bits each, two to a character, the first below the second: ids, then totals, then both the other way round.
        let places = value.5.flatMap { [Self.number([$0]) % 8, Self.number([$0]) / 8] }
        #expect(Array(places[..<3]) == [0, 1, 2])
        #expect(places[3..<6].map { figures[$0] } == figures.sorted())
        #expect(Array(places[6..<9]) == [2, 1, 0])
        #expect(places[9..<12].map { figures[$0] } == figures.sorted(by: >))
        found += 1
      }
    }
    #expect(found == 210)
  }

  /// The other way round rows of one value are in the list's own order, too, as in the pages.
  @Test func rowsOfOneValueKeepTheirOrderBothWaysRound() async throws {
    var files = ["Content/orders/index.md": "---\ncolumns: id, total\nsort: id\nsorts: -total\n---\n"]
    for number in 0..<6 {
      files["Content/orders/o\(number).md"] =
        "---\ndate: 2026-01-05\nrows: [{sum: \(number / 2)}]\n---\n"
    }
    let site = try await SiteFixture(files).write()
    func order(_ name: String) throws -> [Int] {
      let text = site.text("orders/index/\(name).js")
      let digits = try #require(text.firstMatch(of: /,"([A-Z]+)"\)/)?.1)
      return digits.map { Self.number([$0]) }
    }
    #expect(try order("sort-1-0") == [0, 1, 2, 3, 4, 5])
    #expect(try order("sort-1-desc-0") == [4, 5, 2, 3, 0, 1])
    let page = site.text("orders/by/total-desc.html")
    #expect(page.contains("aria-sort=\"descending\""))
    let rows = page.matches(of: /<tr>.*?o(\d)\.html/).map { Int($0.1) }
    #expect(rows == [4, 5, 2, 3, 0, 1], "\(page)")
  }

  /// A total is printed with the digits of its own column.
  @Test func aColumnHasItsOwnDigits() async throws {
    let site = try await SiteFixture([
      "Content/model.yml":
        "entities:\n  Order:\n    attributes:\n      fee: {type: money, digits: 6, total: true}\n",
      "Content/orders/index.md": "---\ncolumns: id, fee, total\n---\n",
      "Content/orders/o1.md": "---\ndate: 2026-01-05\nfee: 0.1250\nrows: [{sum: 1}]\n---\n",
      "Content/orders/o2.md": "---\ndate: 2026-01-06\nrows: [{sum: 2}]\n---\n",
    ]).write()
    let head = site.text("orders/index/head.js")
    #expect(head.contains("\"label\":\"Fee\",\"type\":\"money\",\"unit\":\"EUR\""), "\(head)")
    #expect(head.contains("\"label\":\"Total\",\"type\":\"money\",\"unit\":\"EUR#2\""))
    #expect(head.contains("\"EUR\":{\"scale\":4,") && head.contains("\"EUR#2\":{\"scale\":2,"))
    #expect(site.text("orders/index/sum-1.js").contains("[0,1250]"))
    #expect(site.text("orders/index/sum-2.js").contains("[200,100]"))
  }

  /// The page and its script print a total of numbers alike: with the digits of the model, and else without zeros at its
  /// end.
  @Test func totalsOfNumbersKeepTheDigitsOfTheModelAlone() async throws {
    let site = try await SiteFixture([
      "Content/model.yml": """
      entities:
        Order:
          attributes:
            weight: {type: decimal, total: true}
            length: {type: decimal, digits: 3, total: true}

      """,
      "Content/orders/index.md": "---\ncolumns: id, weight, length\nfilters: made\n---\n",
      "Content/orders/o1.md": "---\ndate: 2026-01-05\nmade: true\nweight: 1.50\nlength: 2\n---\n",
      "Content/orders/o2.md": "---\ndate: 2026-01-06\nmade: true\nweight: 0.50\n---\n",
      "Content/orders/o3.md": "---\ndate: 2026-01-07\nweight: 1\n---\n",
    ]).write()
    let all = #/<tfoot>.*>3<.*>2\.000</#.dotMatchesNewlines()
    #expect(site.text("orders/index.html").contains(all))
    #expect(
      site.text("orders/where/made/true.html").contains(#/<tfoot>.*>2<.*>2\.000</#.dotMatchesNewlines()))
    let head = site.text("orders/index/head.js")
    #expect(head.contains(##""#1":{"scale":2,"isEndless":false,"least":0,"##), "\(head)")
    #expect(head.contains(##""#2":{"scale":3,"isEndless":false,"least":3,"##))
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
