import Diagnostics
import Markdown
import Testing

@Suite struct LinkTests {
  @Test func givesTheResolverPathQueryAndFragment() {
    var seen: [LinkReference] = []
    let text = "[a](../b%20c.md?x=%20#d%C3%A4) ![i](</p q.png>) [f](#g) [r]\n\n[r]: a&amp;b\\_.md"
    _ = RenderedBody(text) {
      seen.append($0)
      return .unchanged
    }
    #expect(seen.map(\.path) == ["../b c.md", "/p q.png", "", "a&b_.md"])
    #expect(seen.map(\.query) == ["x=%20", nil, nil, nil])
    #expect(seen.map(\.fragment) == ["dä", nil, "g", nil])
    #expect(seen.map(\.isImage) == [false, true, false, false])
    #expect(seen.first?.destination == "../b%20c.md?x=%20#d%C3%A4")
  }

  @Test func rewritesDestinations() {
    let rendered = RenderedBody("[a](b.md 'T') ![c](d.png)") { .rewritten("../\($0.path)?x&'y'") }
    #expect(
      rendered.html == """
        <p><a href="../b.md?x&amp;&#x27;y&#x27;" title="T">a</a> \
        <img src="../d.png?x&amp;&#x27;y&#x27;" alt="c" /></p>

        """)
  }

  @Test func dropsTheDestinationOfAFailedLink() {
    #expect(RenderedBody("[a](b)", resolve: nowhere).html == "<p><a>a</a></p>\n")
    #expect(RenderedBody("![a](b)", resolve: nowhere).html == "<p><img src=\"\" alt=\"a\" /></p>\n")
  }

  @Test func asksNobodyAboutAllowedSchemes() {
    let rendered = RenderedBody(
      "[a](http://x) [b](HTTPS://x) [c](mailto:x@y) [d](tel:+49) <me@x.org> ![e](https://x/y.png)",
      resolve: nowhere)
    #expect(rendered.diagnosticLines == [])
    #expect(rendered.html.contains("<a href=\"HTTPS://x\">b</a>"))
  }

  @Test func placesBrokenLinks() {
    let broken = DiagnosticID.brokenLink
    expectDiagnostics("a [b](1️⃣c.md) d", gives: [(broken, "c.md")], resolve: nowhere)
    expectDiagnostics("`[x](c.md)` \\[y](d.md) [b](1️⃣c.md)", gives: [(broken, "c.md")], resolve: nowhere)
    expectDiagnostics("[b](<1️⃣c d.md>)", gives: [(broken, "c d.md")], resolve: nowhere)
    expectDiagnostics("[b](\n  1️⃣c.md\n  'title')", gives: [(broken, "c.md")], resolve: nowhere)
    expectDiagnostics(
      "> - a\n>   [b](1️⃣c.md)\n> lazy [d](\n> 2️⃣e.md)", gives: [(broken, "c.md"), (broken, "e.md")],
      resolve: nowhere)
    expectDiagnostics(
      "[![i](1️⃣a.png)](2️⃣b.md)", gives: [(broken, "a.png"), (broken, "b.md")], resolve: nowhere)
    expectDiagnostics("[a](1️⃣x.md) [b](2️⃣x.md)", gives: [(broken, "x.md"), (broken, "x.md")], resolve: nowhere)
    expectDiagnostics("[a](1️⃣ü&#46;md)", gives: [(broken, "ü&#46;md")], resolve: nowhere)
    expectDiagnostics("[a](1️⃣b(c)d\\).md)", gives: [(broken, "b(c)d\\).md")], resolve: nowhere)
    expectDiagnostics(
      "# t [a](1️⃣b.md)\n\nu [c](2️⃣d.md)\n===", gives: [(broken, "b.md"), (broken, "d.md")], resolve: nowhere)
    expectDiagnostics("x\r\n\r\n* y\r\n* [a](1️⃣b.md)\r\n", gives: [(broken, "b.md")], resolve: nowhere)
    expectDiagnostics("[d]: e.md\n[a](1️⃣b.md)", gives: [(broken, "b.md")], resolve: nowhere)
  }

  @Test func placesReferencesAtTheirDefinitionOnce() {
    let broken = DiagnosticID.brokenLink
    expectDiagnostics(
      "[a] [b][a] [A]\n\n[a]: 1️⃣x.md 'T'\n[a]: x.md\n", gives: [(broken, "x.md")], resolve: nowhere)
    expectDiagnostics("> [a]\n>\n> [a]:\n> <1️⃣x y.md>\n", gives: [(broken, "x y.md")], resolve: nowhere)
    expectDiagnostics(
      "[a](1️⃣x.md) [b]\n\n[b]: 2️⃣x.md", gives: [(broken, "x.md"), (broken, "x.md")], resolve: nowhere)
  }

  @Test func refusesOtherSchemes() {
    let forbidden = DiagnosticID.forbiddenScheme
    for url in [
      "javascript:x", "JavaScript:x", "javascript&#58;x", "java&Tab;script:x", "java&NewLine;script&colon;x",
      "&#1;javascript:x", "vbscript:x", "data:text/html,x", "file:///x", "ftp://x", "C:\\x", "ht&#9;tp:x",
    ] {
      expectDiagnostics("a\n[b](1️⃣\(url))", gives: [(forbidden, url)], resolve: nowhere)
      expectDiagnostics("a ![b](1️⃣\(url))", gives: [(forbidden, url)], resolve: nowhere)
      expectDiagnostics("[b]\n\n[b]: 1️⃣\(url)\n", gives: [(forbidden, url)], resolve: nowhere)
    }
    expectDiagnostics("![b](1️⃣data:image/png;base64,AA==)", gives: [(forbidden, "data:image/png;base64,AA==")])
    for url in ["mailto:ann@example.org", "tel:+4930123456"] {
      expectDiagnostics("![b](1️⃣\(url))", gives: [(forbidden, url)])
    }
    expectDiagnostics(
      "<1️⃣ftp://x> `<ftp://x>` <2️⃣irc:y>", gives: [(forbidden, "ftp://x"), (forbidden, "irc:y")])
    expectDiagnostics("[b](<1️⃣ javascript:x>)", gives: [(forbidden, " javascript:x")])
    expectDiagnostics("[b](1️⃣//example.com)", gives: [(forbidden, "//example.com")])
    #expect(!RenderedBody("[b](javascript:x)").html.contains("javascript"))
  }

  @Test func takesAColonInAPathForNoScheme() {
    let rendered = RenderedBody("[a](./b:c) [d](e/f:g) [k](%6Aavascript:l) [m](#n:o)")
    #expect(rendered.diagnosticLines == [])
  }

  @Test func refusesAQueryWithoutAFile() {
    #expect(RenderedBody("[a](?b=c)").diagnosticLines == ["4 broken-link ?b=c"])
  }

  @Test func refusesALinkWithoutDestination() {
    #expect(
      RenderedBody("[a]()").result.diagnostics.diagnostics.map(\.summary) == ["a link has no destination"])
    #expect(
      RenderedBody("![a](<>)").result.diagnostics.diagnostics.map(\.summary) == [
        "an image has no destination"
      ])
  }
}
