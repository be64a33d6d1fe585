import Diagnostics
import Foundation
import Site
import TestSupport
import Testing

/// What a site gets that says where it is published.
@Suite struct FeedTests {
  private static let base = "https://example.com/book/"
  private static let settings = "title: Shed & Co\nbase-url: https://example.com/book\n"

  /// Orders of so many days, and an index that asks for a feed.
  private static func files(_ count: Int = 3, settings: String = Self.settings) -> [String: String] {
    var files = [
      "Content/site.yml": settings,
      "Content/customers/ann.md": "---\nname: 'A & B <c> \"d\" \\u'\n---\n",
      "Content/orders/index.md":
        "---\nfeed: true\nsorts: total\nfilters: made\ncolumns: date, customer.name\n---\n",
      "Content/notes/a b.md": "# A b\n",
    ]
    for number in 0..<count {
      let day = String(format: "2026-%02d-%02d", number / 28 + 1, number % 28 + 1)
      files["Content/orders/o\(number).md"] = "---\ndate: \(day)\ncustomer: ann\n---\n"
    }
    return files
  }

  @Test func withoutBaseURLNoneIsWritten() async throws {
    var files = Self.files(settings: "title: Shed\n")
    files["Content/orders/index.md"] = nil
    let site = try await SiteFixture(files).write()
    #expect(!site.paths.contains { $0.hasSuffix(".xml") || $0 == "robots.txt" })
    #expect(!site.pages.contains { site.text($0).contains("application/atom+xml") })
  }

  @Test func aFeedWithoutBaseURLIsAWarning() async throws {
    let fixture = try await SiteFixture(Self.files(settings: "title: Shed\n"))
    #expect(
      fixture.diagnosticLines == [
        "Content/orders/index.md:2: the index 'Orders' gets no feed: its links are absolute; write 'base-url' in site.yml [no-feed]"
      ])
    #expect(!fixture.diagnostics.hasErrors)
  }

  @Test(arguments: [
    ("example.com", "'base-url' begins with https:// or http://, not 'example.com'"),
    ("https://", "'base-url' names no host, such as https://example.com"),
    ("https:///book", "'base-url' names no host, such as https://example.com"),
    ("https://example.com/?q=1", "'base-url' is the address of a folder, without '?' and '#'"),
    ("https://example.com/#a", "'base-url' is the address of a folder, without '?' and '#'"),
    (
      "https://bücher.example",
      "the host of 'base-url' is written in ASCII, such as xn--bcher-kva.example for bücher.example"
    ),
    (
      "https://example.com/my bücher/",
      "'base-url' has characters that a URL does not hold; did you mean 'https://example.com/my%20b%C3%BCcher/'?"
    ),
  ])
  func aBaseThatIsNoAddressIsOneError(base: String, expected: String) async throws {
    let fixture = try await SiteFixture(Self.files(settings: "base-url: '\(base)'\n"))
    #expect(fixture.diagnosticLines == ["Content/site.yml:1: \(expected) [invalid-url]"])
  }

  @Test func aFeedOfRecordsWithoutADateIsAWarning() async throws {
    var files = Self.files()
    files["Content/customers/index.md"] = "---\nfeed: true\n---\n"
    let fixture = try await SiteFixture(files)
    #expect(
      fixture.diagnosticLines == [
        "Content/customers/index.md:2: the index 'Customers' gets no feed: it needs records with a date [no-feed]"
      ])
  }

  @Test func theSitemapNamesEveryPageOnce() async throws {
    let site = try await SiteFixture(Self.files()).write()
    let map = try XMLReader.read(site.files["sitemap.xml"])
    #expect(map.root == "urlset")
    let urls = map.texts("loc")
    #expect(urls.count == site.pages.count)
    #expect(Set(urls) == Set(site.pages.map { Self.base + PercentEncoding.path($0) }))
    #expect(urls.contains(Self.base + "notes/a%20b.html"))
  }

  @Test func aLargeSitemapIsParted() throws {
    #expect(Sitemap.paths(pageCount: 50_000) == ["sitemap.xml"])
    let pages = (1...100_001).map { "orders/\($0).html" }
    let most = Array(pages.prefix(50_000))
    let whole = try XMLReader.read(Data(Sitemap.bytes(part: 0, pages: most, base: Self.base)))
    #expect(whole.root == "urlset" && whole.texts("loc").count == 50_000)
    let paths = Sitemap.paths(pageCount: pages.count)
    #expect(paths == ["sitemap.xml", "sitemap/1.xml", "sitemap/2.xml", "sitemap/3.xml"])
    let parts = try paths.indices.map {
      try XMLReader.read(Data(Sitemap.bytes(part: $0, pages: pages, base: Self.base)))
    }
    #expect(parts.map(\.root) == ["sitemapindex", "urlset", "urlset", "urlset"])
    #expect(parts[0].texts("loc") == paths.dropFirst().map { Self.base + $0 })
    #expect(parts.dropFirst().map { $0.texts("loc").count } == [50_000, 50_000, 1])
    #expect(parts.dropFirst().flatMap { $0.texts("loc") } == pages.map { Self.base + $0 })
  }

  @Test func robotsForbidNothingThatSaysNoindex() async throws {
    let site = try await SiteFixture(Self.files()).write()
    #expect(site.text("robots.txt") == "User-agent: *\nDisallow:\n\nSitemap: \(Self.base)sitemap.xml\n")
    #expect(site.text("index.html").contains("<meta name=\"robots\" content=\"noindex\">"))
  }

  @Test func aFeedHasTheNewestRecordsByTheirOwnDays() async throws {
    let site = try await SiteFixture(Self.files(60)).write()
    let feed = try XMLReader.read(site.files["orders/feed.xml"])
    #expect(feed.root == "feed")
    #expect(feed.texts("title").first == "Orders – Shed & Co")
    #expect(feed.texts("name") == ["Shed & Co"])
    let numbers = (10..<60).reversed()
    #expect(Array(feed.texts("title").dropFirst()) == numbers.map { "Order o\($0)" })
    #expect(
      feed.texts("id") == ["\(Self.base)orders/index.html"] + numbers.map { "\(Self.base)orders/o\($0).html" }
    )
    let times = feed.texts("updated")
    #expect(times.first == "2026-03-04T00:00:00Z", "the newest order's day, not the day of the build")
    #expect(Array(times.dropFirst()) == times.dropFirst().sorted(by: >))
    #expect(times.count == 51)
    #expect(feed.texts("summary").first == "Date: Mar 4, 2026; Customer: A & B <c> \"d\" \\u")
    #expect(
      feed.links == [
        "self \(Self.base)orders/feed.xml", "alternate \(Self.base)orders/index.html",
      ] + numbers.map { "alternate \(Self.base)orders/o\($0).html" })
  }

  @Test func recordsOfOneDayStandByTheirIDsTheLastFirst() async throws {
    var files = Self.files(0)
    for id in ["o9", "o10", "o1"] { files["Content/orders/\(id).md"] = "---\ndate: 2026-05-01\n---\n" }
    let feed = try XMLReader.read(await SiteFixture(files).write().files["orders/feed.xml"])
    #expect(Array(feed.texts("title").dropFirst()) == ["Order o10", "Order o9", "Order o1"])
  }

  @Test func anEmptyFeedIsOneAllTheSame() async throws {
    let feed = try XMLReader.read(await SiteFixture(Self.files(0)).write().files["orders/feed.xml"])
    #expect(feed.texts("updated") == ["1970-01-01T00:00:00Z"])
    #expect(feed.texts("id").count == 1)
  }

  @Test func allPagesOfTheIndexNameTheFeed() async throws {
    let site = try await SiteFixture(Self.files()).write()
    func feed(_ path: String) throws -> [String?] {
      try site.page(path).all("link").filter { $0.attributes["type"] == "application/atom+xml" }
        .map { $0.attributes["href"] }
    }
    #expect(try feed("orders/index.html") == ["../orders/feed.xml"])
    #expect(try feed("orders/by/total.html") == ["../../orders/feed.xml"])
    #expect(try feed("orders/where/made/false.html") == ["../../../orders/feed.xml"])
    #expect(try feed("customers/index.html") == [])
    #expect(try feed("orders/o1.html") == [])
  }

  @Test(arguments: ["robots.txt", "sitemap.xml", "orders/feed.xml"])
  func aFileOfContentMayNotTakeTheirPlace(path: String) async throws {
    let fixture = try await SiteFixture(Self.files().merging(["Content/\(path)": "mine"]) { $1 })
    #expect(fixture.diagnosticLines.count == 1)
    #expect(
      fixture.diagnosticLines.allSatisfy { $0.contains("'\(path)'") && $0.hasSuffix("[url-collision]") })
  }
}
