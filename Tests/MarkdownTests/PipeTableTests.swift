import Diagnostics
import Testing

@Suite struct PipeTableTests {
  @Test func rendersHeaderAlignmentAndRows() {
    let text = "| a | b | c | d |\n|---|:--|:-:|--:|\n| 1 | *2* | `3` | 4 |\n"
    #expect(
      RenderedBody(text).html == """
        <table>
        <thead>
        <tr>
        <th>a</th>
        <th class="left">b</th>
        <th class="center">c</th>
        <th class="right">d</th>
        </tr>
        </thead>
        <tbody>
        <tr>
        <td>1</td>
        <td class="left"><em>2</em></td>
        <td class="center"><code>3</code></td>
        <td class="right">4</td>
        </tr>
        </tbody>
        </table>

        """)
  }

  /// The rows of the table that a text holds, a cell in brackets, what is around it left out.
  private func rows(_ text: String) -> [String] {
    RenderedBody(text).html.split(separator: "<tr>\n").dropFirst().map { row in
      row.split(separator: "\n").filter { $0.hasPrefix("<th>") || $0.hasPrefix("<td") }
        .map { "[" + $0.drop { $0 != ">" }.dropFirst().dropLast(5) + "]" }.joined()
    }
  }

  @Test(arguments: [
    ("a|b\n-|-\nc|d", ["[a][b]", "[c][d]"]),
    ("|a|b|\n|-|-|\n|1|\n|1|2|", ["[a][b]", "[1][]", "[1][2]"]),
    ("|a|\n|-|\nb\n\nc", ["[a]", "[b]"]),
    ("|a|\n|-|", ["[a]"]),
    ("|a|b|\n|-|-|\n|\\||`\\|`|", ["[a][b]", "[|][<code>|</code>]"]),
    ("|a|b|\n|-|-|\n|`x|y`|", ["[a][b]", "[`x][y`]"]),
    (
      "|a #|# b|\n|-|-|\n|- c|1. d|\n|> e|    f|\n|##|---|",
      ["[a #][# b]", "[- c][1. d]", "[&gt; e][f]", "[##][---]"]
    ),
    ("|a|\n|-|\n|[x]|\n\n[x]: y.md", ["[a]", "[<a href=\"y.md\">x</a>]"]),
    ("|a|\n|-|\n|[x]: z.md|\n", ["[a]", "[[x]: z.md]"]),
    ("|a|\n|-|\n|b\\", ["[a]", "[b\\]"]),
    ("|a|\r\n|-|\r\n|b|\r\n", ["[a]", "[b]"]),
    ("| |\n|-|\n|x", ["[]", "[x]"]),
    ("|a|\n|-|\n|\n|b|", ["[a]", "[]", "[b]"]),
    ("|ä|\n|-|\n|\u{0}|", ["[ä]", "[\u{FFFD}]"]),
  ])
  func readsCells(text: String, expected: [String]) {
    #expect(rows(text) == expected)
  }

  @Test(arguments: [
    "|a|b|\n|-|\n", "a\n---\n", "a|b\n", "|-|\n", "|a|\n|x|\n", "|a|\n|-:-|\n", "|a|\n||\n", "> |a|\n> |-|",
    "- |a|\n  |-|", "    |a|\n    |-|", "```\n|a|\n|-|\n```", "a\n:-\n",
  ])
  func leavesWhatIsNoTable(text: String) {
    #expect(!RenderedBody(text).html.contains("<table"))
  }

  @Test func interruptsAParagraphAndEndsAtOtherBlocks() {
    let html = RenderedBody("before\n|a|\n|-|\n|b|\n---\nafter\n").html
    #expect(html.hasPrefix("<p>before</p>\n<table>\n"))
    #expect(html.hasSuffix("<td>b</td>\n</tr>\n</tbody>\n</table>\n<hr />\n<p>after</p>\n"))
    #expect(RenderedBody("|a|\n|-|\n# b").html.hasSuffix("</thead>\n</table>\n<h1 id=\"b\">b</h1>\n"))
  }

  @Test func parsesSeveralTables() {
    let html = RenderedBody("|a|\n|-|\n\n- x\n\n|b|\n|-|\n|c|\n").html
    #expect(html.split(separator: "<table>").count == 2)
    #expect(html.contains("<ul>\n<li>x</li>\n</ul>\n<table>"))
  }

  @Test func warnsOfCellsThatARowHasTooMuch() {
    expectDiagnostics("|a|\n|-|\n|b|1️⃣12.50|c|\n|d||\n", gives: [(.droppedCell, "12.50|c")])
  }

  @Test(arguments: [
    "> 1️⃣|a|b|\n> |-|-|\n> |c|d|\n", "- x\n\n  1️⃣|a|b|\n  |-|-|\n", "- x\n1️⃣|a|b|\n|-|-|\n",
    "1. > text\n   > 1️⃣|a|b|\n   > |:-|-:|\n",
  ])
  func warnsOfTablesThatStayText(text: String) {
    let marked = text.replacing("> 1️⃣|a", with: "1️⃣> |a")
    let isQuoted = marked != text
    expectDiagnostics(marked, gives: [(.misplacedTable, isQuoted ? "> |a|b|" : "|a|b|")])
  }

  @Test(arguments: ["- a|b\n  c|d\n", "> |a|b|\n> |-|\n", "- x\n\n  |a|\n  text\n"])
  func whatIsNoTableAnywhereIsNoneInAList(text: String) {
    expectDiagnostics(text, gives: [])
  }

  @Test func placesErrorsInCells() {
    expectDiagnostics(
      "t\n\n|a|[x](1️⃣p.md)|\n|-|-|\n|`q`|  u [y](2️⃣p.md) 3️⃣<b>|\n| \\| [z](4️⃣r\\|s.md)|\n\n[v](5️⃣w.md)\n",
      gives: [
        (.brokenLink, "p.md"), (.brokenLink, "p.md"), (.rawHTML, "<b>"), (.brokenLink, "r\\|s.md"),
        (.brokenLink, "w.md"),
      ], resolve: nowhere)
    expectDiagnostics("|a|\n|-|\n|[x]|\n\n[x]: 1️⃣y.md", gives: [(.brokenLink, "y.md")], resolve: nowhere)
  }
}
