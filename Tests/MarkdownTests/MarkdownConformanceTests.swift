import CCMark
import Markdown
import TestSupport
import Testing

/// The HTML is libcmark's own wherever docket adds nothing.
@Suite struct MarkdownConformanceTests {
  @Test(arguments: [
    "plain", "a\nb  \nc\\\nd", "# one\n\ntwo\n===\n\n### three ###", "> quote\nlazy\n> > deeper",
    "- a\n- b\n\n  c\n- d", "3) x\n4) y\n   - z\n\n     loose", "1. tight\n2. list", "    code & <b>\n",
    "``` swift extra\nlet a = \"<\" & b\n```", "~~~\nunclosed", "***\n---\n",
    "*em* **strong** ***both*** _a_",
    "`code <&> \"` ``a ` b``", "[link](a/b.md \"title & 'q'\")", "![image *alt* `c` [l](x)](i.png 'T')",
    "[ref][a] [a] [a][]\n\n[a]: <url with space> 'title'", "<https://a.b/?c=d&e=f> <me@x.org>",
    "&amp; &copy; &#65; &bogus; \\* \\<b>", "[ä](ü%20ö?a=1&b='2'#ß)", "a\r\nb\r\n\r\n- c\r\n- d\r\n",
    "a\rb\r\rc",
    "\u{0}nul\u{0}", "- > - # deep", "![a\nb](c)", "*\ta\n\n\tb", "[a](b\\(c\\)d) [e](<f>)",
  ])
  func rendersAsTheLibraryDoes(text: String) {
    compare(text)
  }

  @Test func rendersRandomDocumentsAsTheLibraryDoes() async {
    let pieces = [
      "word", "Ünï", " ", " ", "  ", "    ", "\n", "\n", "\n\n", "\r\n", "\t", "# ", "## ", "---\n", "===\n",
      "> ", "- ",
      "1. ", "7) ", "* ", "*", "**", "_", "`", "``", "```\n", "~~~ x\n", "[", "]", "](", "[a]: b.md\n", "[a]",
      "(c.md)",
      "![", ")", "\"t\"", "<https://e.x/>", "&", "&amp;", "<", ">", "\"", "\\", "+", ".", ":", "é", "\u{0}",
    ]
    var random = SeededGenerator(seed: 1)
    let report = await fuzz(3_000) { _ in
      compare(
        (0..<Int.random(in: 1...40, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }
          .joined())
    }
    #expect(report.isWithinBounds)
  }

  /// Compares the two, ids apart, unless docket found fault with the text.
  private func compare(_ text: String) {
    let rendered = RenderedBody(text)
    guard rendered.result.diagnostics.diagnostics.isEmpty else { return }
    let expected = reference(text).replacing(" title=\"\"", with: "")
    #expect(withoutIDs(rendered.html) == expected, "\(text.debugDescription)")
  }

  private func reference(_ text: String) -> String {
    let tree = cmark_parse_document(text, text.utf8.count, CMARK_OPT_DEFAULT)
    defer { cmark_node_free(tree) }
    let html = cmark_render_html(tree, CMARK_OPT_DEFAULT)
    defer { cmark_get_default_mem_allocator().pointee.free(html) }
    return html.map { String(cString: $0) } ?? ""
  }

  private func withoutIDs(_ html: String) -> String {
    html.replacing(/<(h[1-6]) id="[^"]*">/) { "<\($0.1)>" }
  }
}
