import Diagnostics
import Markdown
import TestSupport
import Testing

/// Bodies rendered with their trees in an arena and without: the same HTML.
@Suite struct MarkdownArenaTests {
  private static let pieces = [
    "word ", "*", "**", "`", "[", "](", "a.md)", "\n", "\n\n", "- ", "1. ", "> ", "# ", "|", "\\", "&amp;",
    "<b>", "é",
    "| a | b |\n|---|---|\n| 1 | 2 |\n",
  ]

  private static func text(_ random: inout SeededGenerator, count: Int) -> String {
    (0..<count).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
  }

  @Test func givesTheSameForShortAndLongBodies() {
    var random = SeededGenerator(seed: 3)
    // Some take several of the arena's blocks, and some are too long for it.
    let counts = (0..<100).map { $0 % 50 == 9 ? 6_000 : $0 % 25 == 4 ? 2_500 : 1 + $0 }
    let texts = counts.map { Self.text(&random, count: $0) }
    #expect(texts.contains { $0.utf8.count > MarkdownArena.longestBody })
    #expect(texts.contains { (8_000..<MarkdownArena.longestBody).contains($0.utf8.count) })
    let plain = texts.map { RenderedBody($0).html }
    #expect(MarkdownArena.use { texts.map { RenderedBody($0).html } } == plain)
    #expect(MarkdownArena.use { MarkdownArena.use { texts.map { RenderedBody($0).html } } } == plain)
  }

  @Test func holdsTreesSideBySide() {
    MarkdownArena.use {
      let file = SourceFile(path: "a.md", text: "# *One*\n\n# Two\n")
      let first = MarkdownDocument(file, body: 0..<9)
      let second = MarkdownDocument(file, body: 9..<15)
      #expect(RenderedBody("*x*").html == "<p><em>x</em></p>\n")
      #expect(first.headings().map(\.text) == ["One"])
      #expect(second.headings().map(\.text) == ["Two"])
    }
  }

  @Test func servesSeveralThreads() async {
    let texts = (0..<64).map { "Body \($0) with *emphasis* and [a link](a.md).\n\n- one\n- two\n" }
    let rendered = await withTaskGroup(of: Bool.self) { group in
      for text in texts {
        group.addTask {
          let plain = RenderedBody(text).html
          return MarkdownArena.use { (0..<50).allSatisfy { _ in RenderedBody(text).html == plain } }
        }
      }
      return await group.reduce(true) { $0 && $1 }
    }
    #expect(rendered)
  }
}
