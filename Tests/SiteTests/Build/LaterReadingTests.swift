import Content
import Diagnostics
import Records
import Site
import Testing

/// A site that takes what is the same from the one before equals one that is made from nothing.
struct LaterReadingTests {
  private static let order = "---\ndate: 2026-01-01\nrows:\n  - {text: Tea, sum: 2.00}\n---\n"
  private static let files = [
    "orders/o1.md": order
      + "See [the other](o2.md#why), [the notes](../notes.md#b) and [a file](scan.txt).\n",
    "orders/o2.md": order + "# Why\n",
    "orders/o3.md": order + "Plain, with [a link](o1.md).\n",
    "orders/scan.txt": "scan",
    "notes.md": "# A\n\n## B\n",
  ]

  /// What changes, one after the other: bytes of a file, or nil where it goes.
  private static let steps: [(path: String, text: String?)] = [
    ("orders/o3.md", order + "Otherwise, with [a link](o1.md).\n"),
    ("orders/o3.md", order.replacing("2.00", with: "3.00") + "Otherwise, with [a link](o1.md).\n"),
    ("orders/o2.md", order + "# Whereas\n"), ("orders/o2.md", order + "# Why\n"),
    ("notes.md", "# A\n\n## C\n"), ("notes.md", "# A\n\n## B\n"),
    ("orders/scan.txt", nil), ("orders/scan.txt", "scan"),
    ("orders/o1.md", nil), ("orders/o1.md", "---\ndraft: true\n" + order.dropFirst(4)),
    ("orders/o1.md", order + "![scan](scan.txt) <b>raw</b> [own](#none)\n"), ("orders/o0.md", order),
    ("orders/o0.md", "---\ndate: soon\n---\n"), ("orders/o0.md", nil),
    ("orders/2026/o3.md", order), ("orders/o3.md", nil),
  ]

  @Test func aLaterSiteEqualsAFreshOne() async throws {
    let today = try #require(CivilDate("2026-11-21"))
    let pipeline = SitePipeline(themes: MemorySource(), today: today)
    let live = LiveBook(includesDrafts: false, findsLints: false)
    var (files, shown) = (Self.files, PlannedSite?.none)
    var (compared, failures) = (0, 0)
    for step in [(path: "site.yml", text: "title: Shed\n")] + Self.steps {
      files[step.path] = step.text
      let book = await live.book(of: MemorySource(files), today: today)
      let later = await pipeline.site(of: book, for: .serving, after: shown)
      let fresh = await pipeline.site(of: book, for: .serving)
      func text(_ diagnostics: [Diagnostic]) -> [String] {
        diagnostics.sortedByPlace().map { "\($0.range.file.path):\($0.range.bytes) \($0.summary)" }
      }
      #expect(text(later.diagnostics) == text(fresh.diagnostics), "\(step.path)")
      #expect(later.site.paths == fresh.site.paths)
      for index in fresh.site.paths.indices where fresh.site.paths[index].hasSuffix(".html") {
        guard case .made(let bytes, true, _) = fresh.site.file(at: index),
          case .made(let other, true, _) = later.site.file(at: index)
        else { continue }
        #expect(bytes == other, "\(fresh.site.paths[index]) after \(step.path)")
        compared += 1
      }
      if (book.diagnostics + later.diagnostics).hasErrors { failures += 1 } else { shown = later.site }
    }
    #expect(compared > 100)
    #expect(failures == 11)
  }
}
