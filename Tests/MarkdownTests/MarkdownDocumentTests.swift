import Diagnostics
import Markdown
import TestSupport
import Testing

@Suite struct MarkdownDocumentTests {
  @Test func appendsToTheBuffer() {
    let file = SourceFile(path: "a.md", text: "---\n---\n> x\n")
    var output = Array("before".utf8)
    let result = MarkdownDocument(file, body: 8..<12).render(into: &output) { _ in .unchanged }
    #expect(String(decoding: output, as: UTF8.self) == "before<blockquote>\n<p>x</p>\n</blockquote>\n")
    #expect(result.html == 6..<output.count)
  }

  @Test func givesNothingForABlankBody() {
    #expect(RenderedBody("").html == "")
    #expect(RenderedBody(" \r\n\t\n").html == "")
  }

  @Test func dropsRawHTMLWithAWarning() {
    expectDiagnostics("a\n\n1️⃣<div class=\"x\">\nb\n</div>\n\nc", gives: [(.rawHTML, "<div class=\"x\">")])
    expectDiagnostics("> - x\n>   1️⃣<p>\n", gives: [(.rawHTML, "<p>")])
    expectDiagnostics("a `<b>` 1️⃣<b>b</b> <!-- c --> 2️⃣<br\n/>", gives: [(.rawHTML, "<b>"), (.rawHTML, "<br")])
    expectDiagnostics("[d]: e\n\\<b> 1️⃣<b>", gives: [(.rawHTML, "<b>")])
    #expect(RenderedBody("a <b>c</b>\n\n<div>d</div>\n").html == "<p>a c</p>\n")
  }

  @Test func dropsCommentsSilentlyWhereNothingElseIsLost() {
    expectDiagnostics("<!-- a\n\nb -->\n\nc <!-- d --> e\n\n<!-- f --> <!-- g -->\n", gives: [])
    expectDiagnostics("1️⃣<!-- note --> Total: 5\n", gives: [(.rawHTML, "<!-- note --> Total: 5")])
    expectDiagnostics("1️⃣<!-- never closed\n\nTotal: 5\n", gives: [(.rawHTML, "<!-- never closed")])
  }

  @Test func cutsQueryBlocksOut() throws {
    let text =
      "# A\n\n```query wide\nfrom: Order\nwhere: paid\n```\nb\n\n~~~query\n~~~\n\n  ```` query\n  from: X\n  `````\n"
    let rendered = RenderedBody(text)
    #expect(rendered.html == "<h1 id=\"a\">A</h1>\n<p>b</p>\n")
    let queries = rendered.result.queries
    #expect(
      queries.map { rendered.file.text($0.content) } == ["from: Order\nwhere: paid", "", "  from: X"])
    #expect(queries.map { rendered.file.text($0.fence) } == ["```query wide", "~~~query", "  ```` query"])
    #expect(queries.map(\.position) == [18, 27, 27])
  }

  @Test func leavesOtherCodeBlocksAlone() {
    for text in [
      "> ```query\n> a\n> ```", "- ```query\n  a\n  ```", "```queryx\na\n```", "```Query\na\n```",
      "    query",
    ] {
      #expect(RenderedBody(text).result.queries == [])
      #expect(RenderedBody(text).html.contains("<pre><code"))
    }
  }

  @Test func reportsQueryBlocksThatStayCode() {
    for text in ["> 1️⃣```query\n> a\n> ```", "- x\n\n  1️⃣~~~ query\n  a\n  ~~~", "1️⃣```Query\na\n```"] {
      let fence = text.split(separator: "1️⃣")[text.hasPrefix("1️⃣") ? 0 : 1].prefix { $0 != "\n" }
      expectDiagnostics(text, gives: [(.misplacedQuery, String(fence))])
    }
    for word in ["querry", "qurey", "Querys"] {
      expectDiagnostics("1️⃣```\(word)\nfrom: Order\n```", gives: [(.misplacedQuery, "```\(word)")])
    }
    // Code in a language of that name.
    expectDiagnostics("```jquery\n$(a)\n```", gives: [])
    expectDiagnostics("- ```queryx\n  a\n  ```\n\n```\nquery\n```\n\n    query\n", gives: [])
  }

  @Test func writesNoncharactersAsReplacementCharacters() {
    #expect(RenderedBody("a &#xFFFE; &#xFFFF; `b`\n").html == "<p>a \u{FFFD} \u{FFFD} <code>b</code></p>\n")
  }

  @Test func reportsQueryBlocksThatOtherTextSwallows() {
    for text in [
      "<div>\n1️⃣```query\nfrom: Order\n```\n", "<pre>\n\n1️⃣```query\nfrom: Order\n```\n",
      "```\nx\n1️⃣```query\nfrom: Order\n```\n", "~~~sh\n1️⃣~~~ query\nfrom: Order\n~~~\n",
      "~~~sh\n1️⃣```query\nfrom: Order\n```\n", "````\n1️⃣```query\nfrom: Order\n```\n",
      "x\n\n    1️⃣```query\n    from: Order\n    ```\n", "<!-- x\n\n1️⃣```query\nfrom: Order\n```\n",
    ] {
      let fence = text.split(separator: "1️⃣")[1].prefix { $0 != "\n" }
      let diagnostics = RenderedBody(text.replacing("1️⃣", with: "")).result.diagnostics.diagnostics
      #expect(diagnostics.filter { $0.id == .misplacedQuery }.map(\.range.text) == [String(fence)], "\(text)")
    }
    // Shown on purpose, and turned off.
    expectDiagnostics("````md\n```query\nfrom: Order\n```\n````\n\n~~~\n```query\n~~~\n", gives: [])
    expectDiagnostics("<!--\n```query\nfrom: Order\n```\n-->\n", gives: [])
  }

  @Test func reportsQueryBlocksThatAreNotClosed() {
    for text in [
      "1️⃣```query\nfrom: Order\n\n| a | b |\n", "1️⃣```query\nfrom: Order\n```query\nfrom: Order\n```\n",
      "1️⃣````query\nfrom: Order\n```\n", "1️⃣~~~query\nfrom: Order\n```\n", "1️⃣```query",
    ] {
      expectDiagnostics(text, gives: [(.misplacedQuery, String(text.dropFirst().prefix { $0 != "\n" }))])
      #expect(RenderedBody(text.replacing("1️⃣", with: "")).result.queries == [])
    }
  }

  @Test func placesQueryBlocksBehindTables() throws {
    let rendered = RenderedBody("|a|\n|-|\n|b|\n\n```query\nfrom: X\n```\n")
    let query = try #require(rendered.result.queries.first)
    #expect(rendered.file.text(query.content) == "from: X")
  }
}

/// Hard input: nothing crashes, and the time stays in proportion.
@Suite struct MarkdownHardInputTests {
  @Test(arguments: [
    String(repeating: "> ", count: 10_000), String(repeating: ">", count: 100_000),
    String(repeating: "[", count: 10_000),
    String(repeating: "- ", count: 10_000), String(repeating: "*a ", count: 20_000),
    String(repeating: "`a``b", count: 20_000),
    String(repeating: "](", count: 50_000), String(repeating: "|", count: 100_000),
    String(repeating: "x", count: 250_000),
    String(repeating: "<", count: 50_000), String(repeating: "[a](b) ", count: 30_000),
    String(repeating: "[a](\u{1}b:c) ", count: 10_000), String(repeating: "<b>", count: 10_000),
    String(repeating: "# a\n", count: 20_000), String(repeating: "|a|\n|-|\n\n", count: 10_000),
    String(repeating: "|a", count: 5_000) + "\n" + String(repeating: "|-", count: 5_000) + "\n"
      + String(repeating: "b\n", count: 50_000),
    "[a]: b:c\n\n" + String(repeating: "[a] ", count: 20_000), String(repeating: "\u{0}\n", count: 50_000),
    "[a](b:c)" + String(repeating: "](x", count: 30_000),
    String(repeating: "[x]: y:z\n\n[x]\n\n", count: 5_000),
  ])
  func hardInputTakesProportionalTime(text: String) {
    // Each takes under 0.1 s in a release build; a square of its length would take minutes.
    let time = ContinuousClock().measure { _ = RenderedBody(text, resolve: nowhere) }
    #expect(time < .seconds(20))
  }

  @Test func survivesMutations() async {
    let seed = Array(
      """
      # Title

      > - [a](b.md) ![c](d.png "t") <https://x> <b>e</b>
      1. `code` [r][s] &amp;

      |a|b|
      |:-|-:|
      |[x](y\\|z)|`\\|`|

      ```query
      from: Order
      ```
      <!-- n -->
      [s]: javascript:x 'u'
      """.utf8)
    let marks = Array("\n\r\t |-:`<>[]()!*_#\\&;\u{0}~+1.ä".utf8)
    var random = SeededGenerator(seed: 7)
    let report = await fuzz(2_000) { _ in
      var bytes = seed
      for _ in 0..<Int.random(in: 1...8, using: &random) {
        let index = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: bytes[index] = marks.randomElement(using: &random) ?? 0
        case 1: bytes.remove(at: index)
        default:
          bytes.insert(
            contentsOf: bytes[index..<min(bytes.count, index + 12)],
            at: Int.random(in: 0...index, using: &random))
        }
      }
      let text = String(decoding: bytes, as: UTF8.self)
      let rendered = RenderedBody(text, resolve: nowhere)
      let size = rendered.file.bytes.count
      #expect(
        rendered.result.diagnostics.diagnostics.allSatisfy { $0.range.bytes.upperBound <= size },
        "\(text.debugDescription)")
      #expect(!rendered.html.contains("<b>"))
      #expect(!rendered.html.contains("href=\"javascript"))
    }
    #expect(report.isWithinBounds)
  }

  @Test func noPageHoldsAControlCharacter() {
    let body = RenderedBody(
      "# A&#1;b\n\nx&#x1B;y&#127;z&#xFFFE;&#10;[l](https://e.org/a&#2;b \"t&#3;u\") `&#1;`\n\n```a&#4;b\nc\n```\n"
    )
    let controls = body.html.unicodeScalars.filter {
      $0.value < 0x20 && $0 != "\n" || (0x7F..<0xA0).contains($0.value) || $0.value >= 0xFFFE
    }
    #expect(controls.isEmpty)
    #expect(body.html.contains("A\u{FFFD}b"))
    #expect(body.html.contains("x\u{FFFD}y\u{FFFD}z\u{FFFD}"))
    #expect(body.html.contains("<code>&amp;#1;</code>"))
  }
}
