import Diagnostics
import Markdown
import Testing

@Suite struct HeadingTests {
  private func headings(_ text: String) -> [Heading] {
    let file = SourceFile(path: "page.md", text: text)
    return MarkdownDocument(file, body: 0..<file.bytes.count).reading().headings
  }

  @Test(arguments: [
    ("# Notes", "notes"), ("# Offene Posten (März)", "offene-posten-märz"), ("# `a_b` *c*", "a-b-c"),
    ("# Über 100 %", "über-100"), ("# Заказы 2026", "заказы-2026"), ("# हिन्दी", "हिन्दी"), ("# !?", "section"),
    ("#", "section"), ("# a <b>c</b> ![d](e)", "a-c-d"), ("a\nb\n===", "a-b"), ("# STRASSE", "strasse"),
  ])
  func foldsTextToWords(text: String, id: String) {
    #expect(headings(text).map(\.id) == [id])
    #expect(RenderedBody(text).html.hasPrefix("<h1 id=\"\(id)\">"))
  }

  @Test func numbersEqualIDs() {
    let text = "# A\n# a-2\n# a\n# A!\n# A"
    #expect(headings(text).map(\.id) == ["a", "a-2", "a-3", "a-4", "a-5"])
  }

  @Test func givesTextWithoutMarkup() {
    #expect(headings("text\n\n## A *b* `c`\n").map(\.text) == ["A b c"])
  }

  @Test func seesHeadingsInQuotesAndNoneInTables() {
    #expect(headings("> # in\n\n|h|\n|-|\n|c|\n\n# out\n").map(\.text) == ["in", "out"])
  }

  @Test func seesHeadingsOfTheBodyAlone() {
    let file = SourceFile(path: "page.md", text: "---\na: b\n---\n# T\n")
    #expect(MarkdownDocument(file, body: 13..<17).reading().headings.map(\.text) == ["T"])
  }

  @Test func givesNoHeadingsOfNothing() {
    #expect(headings("").isEmpty)
    #expect(headings("\n \n").isEmpty)
  }
}
