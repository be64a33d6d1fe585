import Foundation
import TestSupport
import Testing

/// A number never breaks across lines, whatever the column beside it holds: measured in Chromium, and read in a PDF.
@Suite(
  .serialized,
  .enabled("Chromium or pdftotext is not on this machine") {
    Program.exists("chromium") && Program.exists("pdftotext")
  })
struct UnbrokenNumbersTests {
  private static let long = String(repeating: "Rahmen gerichtet, gelötet und neu lackiert ", count: 12)

  private static func files(language: String) -> [String: String] {
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

  /// Lists the numbers of a page that stand on more lines than one, and all of them.
  private static let script = #"""
    <script>
    addEventListener("load", () => {
      const broken = [], all = [];
      for (const cell of document.querySelectorAll(".money, .decimal, .integer, .date")) {
        const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
        for (let node; (node = walker.nextNode());) {
          // Each amount of several currencies is a line of its own.
          let start = 0;
          for (const part of node.data.split("\n")) {
            const text = part.trim();
            const from = start + part.indexOf(text);
            start += part.length + 1;
            if (!/\d/.test(text) || cell.closest("thead") || cell.matches("th[colspan]")) continue;
            const range = document.createRange();
            range.setStart(node, from);
            range.setEnd(node, from + text.length);
            const tops = new Set([...range.getClientRects()].filter((r) => r.width > 0).map((r) => Math.round(r.top)));
            if (tops.size > 0) all.push(text);
            if (tops.size > 1) broken.push(text);
          }
        }
      }
      const note = document.createElement("pre");
      note.id = "numbers";
      note.textContent = JSON.stringify({ broken, all });
      document.body.append(note);
    });
    </script>
    """#

  private struct Numbers: Decodable {
    let broken: [String]
    let all: [String]
  }

  private static func chromium(_ folder: TemporaryFolder, _ arguments: String...) async throws -> Program.Run
  {
    let base = [
      "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars",
      "--user-data-dir=" + folder.path("profile"),
    ]
    return try await Program("chromium", in: folder.path).run(base + arguments)
  }

  @Test(arguments: ["en", "de"])
  func noNumberBreaksOnScreenOrOnPaper(language: String) async throws {
    let folder = try TemporaryFolder(Self.files(language: language))
    try await folder.build()
    for page in Self.pages {
      let measured = "Site/" + page.replacing(".html", with: "-measured.html")
      try folder.put(
        measured, try folder.text("Site/" + page).replacing("</head>", with: Self.script + "</head>"))
      var figures: Set<String> = []
      for width in [1280, 800, 390] {
        let run = try await Self.chromium(
          folder, "--window-size=\(width),900", "--virtual-time-budget=5000", "--dump-dom",
          "file://" + folder.path(measured))
        let note = run.output.firstMatch(of: /<pre id="numbers">(.*?)<\/pre>/)?.1
        let json = try #require(note, "\(page) at \(width): \(run.error.suffix(500))")
        let plain = json.replacing("&nbsp;", with: "\u{A0}")
        let numbers = try JSONDecoder().decode(Numbers.self, from: Data(plain.utf8))
        #expect(numbers.broken == [], "\(page) in \(language) at \(width)")
        #expect(numbers.all.count >= 4, "\(page) at \(width)")
        figures.formUnion(numbers.all)
      }
      let pdf = try await Self.chromium(
        folder, "--no-pdf-header-footer", "--print-to-pdf=" + folder.path("page.pdf"),
        "file://" + folder.path("Site/" + page))
      try #require(
        FileManager.default.fileExists(atPath: folder.path("page.pdf")), "\(pdf.error.suffix(500))")
      let text = try await Program("pdftotext", in: folder.path).run("-layout", "page.pdf", "-").output
      let words = Self.spaced(text)
      for figure in figures {
        #expect(words.contains(Self.spaced(figure)), "\(page) in \(language) prints no \(figure)")
      }
    }
  }

  /// A text whose blanks of all kinds are one; line ends stay what they are, for a number must not hold one.
  private static func spaced(_ text: String) -> String {
    text.replacing(/[ \u{A0}\u{202F}]+/, with: " ")
  }
}
