import Foundation
import TestSupport
import Testing

/// A number never breaks across lines, whatever the column beside it holds: measured in Chromium, and read in a PDF.
@Suite(.needsBrowser, .needs("pdftotext"))
struct UnbrokenNumbersTests {
  private static let long = String(repeating: "Rahmen gerichtet, gelötet und neu lackiert ", count: 12)

  private static func files(language: String) -> [String: String] {
    var files = self.files(in: language)
    // So many that the index takes several sheets.
    for number in 2...40 {
      files["Content/orders/2026-\(1000 + number).md"] =
        "---\ndate: 2026-02-\(10 + number % 18)\ncustomer: ann\nrows: [{sum: \(number)}]\n---\n"
    }
    return files
  }

  private static func files(in language: String) -> [String: String] {
    [
      "Content/site.yml": "title: Werkstatt\nlanguage: \(language)\n",
      "Content/model.yml":
        "entities: {Order: {attributes: {story: text, hours: {type: decimal, digits: 2}}}}\n",
      "Content/customers/ann.md": "---\nname: \(long)\n---\n",
      "Content/services/paint.md": "---\nname: \(long)\nprice: 1234567.891\n---\n",
      "Content/orders/2026-0001.md": """
      ---
      date: 2026-03-14
      customer: ann
      made: true
      paidOn: 2026-04-30
      due: 2026-04-14
      hours: 1234567.5
      story: \(long)
      rows:
        - {service: paint, text: \(long.replacing(",", with: "")), quantity: 1234.5, price: 1234.56}
        - {service: paint, quantity: 12, price: 98765432.10}
        - {service: paint, sum: 1234567 JPY}
      payments:
        - {date: 2026-03-20, sum: 1234.56, note: \(long.replacing(",", with: ""))}
      ---
      """,
      "Content/orders/index.md": """
      ---
      columns: id, date, customer.name, story, hours, paid, total, received, open, due
      ---
      """,
    ]
  }

  private static let pages = ["orders/2026-0001.html", "orders/index.html", "services/paint.html"]

  private static let languages = ["en", "de"]

  /// What the script tells of a page.
  private struct Numbers: Decodable {
    let page: String
    let screens: [Screen]
    /// The text of the page's PDF.
    let paper: String

    /// Expects each number on one line of each screen, and on paper.
    func expectWhole() {
      #expect(screens.map(\.width) == [1280, 1024, 800, 390])
      for screen in screens {
        #expect(screen.broken == [], "\(page) at \(screen.width)")
        #expect(screen.all.count >= 4, "\(page) at \(screen.width)")
      }
      let words = UnbrokenNumbersTests.spaced(paper)
      for figure in Set(screens.flatMap(\.all)) {
        #expect(words.contains(UnbrokenNumbersTests.spaced(figure)), "\(page) prints no \(figure)")
      }
    }
  }

  /// The numbers of a page in a window: all, and those that stand on more lines than one.
  private struct Screen: Decodable {
    let width: Int
    /// The width of all that the page shows: that of the window, unless it scrolls sideways.
    let content: Int
    let broken: [String]
    let all: [String]
  }

  /// One browser looks at the pages of both languages.
  @Test func noNumberBreaksOnScreenOrOnPaper() async throws {
    let folder = try TemporaryFolder()
    for language in Self.languages {
      let site = try TemporaryFolder(Self.files(language: language))
      try await site.build()
      try FileManager.default.moveItem(atPath: site.path("Site"), toPath: folder.path(language))
    }
    let pages = Self.languages.flatMap { language in Self.pages.map { language + "/" + $0 } }
    for numbers in try await Self.look(at: pages, in: folder) {
      numbers.expectWhole()
      guard numbers.page.hasSuffix("orders/index.html") else { continue }
      // The first may hold the site's title alone, before a row that fills the second.
      let sheets = numbers.paper.split(separator: "\u{C}").dropFirst()
      #expect(
        sheets.count > 1 && sheets.allSatisfy { $0.contains(/ID +Dat/) }, "each sheet has the table's head")
    }
  }

  /// A text without a blank gives way, whatever kind of column it is in, and moves no number out of the page.
  @Test func aLongWordMovesNoNumberOutOfTheWindowOrThePaper() async throws {
    let word = String(repeating: "Wort", count: 35)
    let site = try TemporaryFolder([
      "Content/model.yml": "entities: {Order: {attributes: {tracking: url, labels: tags, mark: string}}}\n",
      "Content/customers/ann.md": "---\nname: Ann\n---\n",
      "Content/customers/bob.md": "---\nname: \(word)\n---\n",
      "Content/services/paint.md": "---\nname: \(word)\n---\n",
      "Content/orders/o1.md": """
      ---
      date: 2026-03-14
      due: 2026-04-14
      customer: ann
      tracking: https://parcel.example.org/track?id=\(word)
      labels: [\(word.prefix(55)), urgent]
      rows: [{service: paint, quantity: 2, price: 1234.56}]
      payments: [{date: 2026-03-20, sum: 12.50, note: \(word)}]
      ---
      """,
      "Content/orders/o2.md": """
      ---
      date: 2026-03-15
      customer: bob
      mark: \(word)
      rows: [{service: paint, text: \(word), quantity: 2, price: 1234.56}]
      payments: [{date: 2026-03-20, sum: 12.50, note: \(word.replacing("W", with: "\u{A0}W"))}]
      ---
      """,
      "Content/report.md": """
      ```query
      from: Order
      as: bar
      group: date.month
      columns: [date.month, {label: \(word), value: sum(total)}, {label: Rest, value: sum(open)}]
      ```

      ```query
      from: Order
      section: customer
      columns: id, labels, total, open
      ```
      """,
    ])
    try await site.build()
    let pages = ["customers/ann", "customers/bob", "orders/o1", "orders/o2", "orders/index", "report"]
    for numbers in try await Self.look(at: pages.map { "Site/\($0).html" }, in: site) {
      numbers.expectWhole()
      for screen in numbers.screens {
        #expect(screen.content <= screen.width, "\(numbers.page) at \(screen.width)")
      }
    }
  }

  /// Opens pages in one browser.
  private static func look(at pages: [String], in folder: TemporaryFolder) async throws -> [Numbers] {
    let script = Repository.root.appending(path: "Tests/Browser/numbers.py").path
    let run = try await Program("python3", "-B", script, in: folder.path).run(pages)
    try #require(run.status == 0, "\(run.error)")
    let seen = try JSONDecoder().decode([Numbers].self, from: Data(run.output.utf8))
    #expect(seen.map(\.page) == pages)
    return seen
  }

  /// A text whose blanks of all kinds are one; line ends stay what they are, for a number must not hold one.
  fileprivate static func spaced(_ text: String) -> String {
    text.replacing(/[ \u{A0}\u{202F}]+/, with: " ")
  }
}
