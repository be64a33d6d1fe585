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
    #expect(compare(text), "docket reports something in \(text.debugDescription)")
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
    var compared = 0
    let report = await fuzz(3_000) { _ in
      let text = (0..<Int.random(in: 1...40, using: &random)).map { _ in
        pieces.randomElement(using: &random) ?? ""
      }
      if compare(text.joined()) { compared += 1 }
    }
    #expect(report.isWithinBounds)
    // docket reports links without a destination, raw HTML and the like in the others.
    #expect(compared > report.count / 2, "compared \(compared) of \(report.count)")
  }

  /// Compares the two, ids apart, unless docket reports something in the text.
  /// - Returns: whether they were compared.
  private func compare(_ text: String) -> Bool {
    let rendered = RenderedBody(text)
    guard rendered.result.diagnostics.diagnostics.isEmpty else { return false }
    let expected = reference(text).replacing(" title=\"\"", with: "")
    #expect(withoutIDs(rendered.html) == expected, "\(text.debugDescription)")
    return true
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
