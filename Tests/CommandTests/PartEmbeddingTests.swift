import Foundation
import TestSupport
import Testing

/// What `docket build --only` and `--single-file` find in the tags of a page, however these are written.
@Suite struct PartEmbeddingTests {
  private static let dot = "data:image/svg+xml;base64," + Data("<svg/>".utf8).base64EncodedString()

  /// A site with a page of its own template, whose head and body are given.
  private func site(head: String = "", body: String = "") throws -> TemporaryFolder {
    try TemporaryFolder([
      "Content/site.yml": "theme: own\n", "Content/reports/letter.md": "---\ntitle: Letter\n---\n",
      "Content/reports/dot.svg": "<svg/>", "Content/reports/a b.svg": "<svg/>",
      "Content/orders/o1.md": "---\ndate: 2024-03-14\n---\n",
      "Themes/own/theme.yml": "parent: default\n", "Themes/own/assets/print.css": "h1 { display: none }",
      "Themes/own/page.mustache":
        "<!doctype html>\n<title>x</title>\n<meta name=\"robots\" content=\"noindex\">\n\(head)\n<body>\(body)",
    ])
  }

  /// The page as a part of the site, and what the command says.
  private func build(
    _ site: TemporaryFolder, _ options: String...
  ) async throws -> (page: String, files: [String], error: String) {
    let run = try await Program.docket(in: site.path).run(
      ["build", "--only", "reports/letter.md", "--output", "mail"] + options)
    #expect(run.status == 0, "\(run.error)")
    let tree = try FileTree(site.path("mail"))
    return (tree.text("reports/letter.html"), tree.paths, run.error)
  }

  @Test(arguments: [
    ("<link rel=\"stylesheet\" href=\"../assets/print.css\" media=\"print\">", " media=\"print\""),
    (
      "<LINK\n\tHREF='../assets/print.css'\n\tREL='StyleSheet' MEDIA='(min-width: \"1\")'>",
      " media=\"(min-width: &quot;1&quot;)\""
    ),
    ("<link rel=stylesheet href=../assets/print.css>", ""),
  ])
  func aStyleSheetStaysForItsMedia(link: String, media: String) async throws {
    let page = try await build(site(head: link), "--single-file").page
    #expect(page.contains("\n<style\(media)>\nh1 { display: none }</style>\n<body>"), "\(page)")
  }

  /// What looks like the element's end in a text of the sheet, as in a drawing, does not end it.
  @Test func aStyleSheetWithADrawingStaysWhole() async throws {
    let site = try site(head: "<link rel=stylesheet href=../assets/print.css>")
    let drawing =
      "p { background: url('data:image/svg+xml;utf8,<svg><style>*{}</style></svg>') }\nh1 { top: 0 }"
    try site.put("Themes/own/assets/print.css", drawing)
    let page = try await build(site, "--single-file").page
    #expect(
      page.contains("<style>\n\(drawing.replacing("</style", with: "<\\/style"))</style>\n<body>"), "\(page)")
  }

  /// A sheet that only readers select, or a script, would take effect without them.
  @Test(arguments: [
    "<link rel=\"alternate stylesheet\" title=\"x\" href=\"../assets/print.css\">",
    "<link rel=stylesheet disabled href=../assets/print.css>",
    "<link rel=preload href=../assets/print.css as=style>",
  ])
  func aStyleSheetThatIsNotInEffectIsLeftOut(link: String) async throws {
    let page = try await build(site(head: link), "--single-file").page
    #expect(page.contains("\n\n<body>"), "\(page)")
  }

  @Test(arguments: [
    ("<img src='dot.svg' alt>", "<img src=\"DOT\" alt>"), ("<img\n\tSRC=dot.svg>", "<img\n\tSRC=\"DOT\">"),
    ("<img src = \" dot.svg \">", "<img src = \"DOT\">"),
    ("<img src=\"a%20b.svg\" alt='>'>", "<img src=\"DOT\" alt='>'>"),
    ("<img srcset=\"dot.svg, a%20b.svg 2x,dot.svg (a,b)\">", "<img srcset=\"DOT, DOT 2x,DOT (a,b)\">"),
    ("<source srcset='dot.svg'>", "<source srcset=\"DOT\">"),
    ("<video poster=dot.svg>", "<video poster=\"DOT\">"),
    ("<object data='dot.svg'></object>", "<object data=\"DOT\"></object>"),
    (
      "<p style='color: red; background: url(dot.svg)'>",
      "<p style=\"color: red; background: url(&quot;DOT&quot;)\">"
    ),
    ("<p style=\"background: url(&quot;dot.svg&quot;)\">", "<p style=\"background: url(&quot;DOT&quot;)\">"),
    ("<style>p { background: url(dot.svg) }</style>", "<style>p { background: url(\"DOT\") }</style>"),
    (
      "<svg><style/><image xlink:href='dot.svg#d'/></svg>", "<svg><style/><image xlink:href=\"DOT#d\"/></svg>"
    ),
    ("<a href=dot.svg>", "<a href=\"DOT\" download=\"dot.svg\">"),
    ("<a download='x' href='dot.svg'>", "<a download='x' href=\"DOT\">"),
    (
      "<base href=\"../orders/\"><img src='../reports/dot.svg'>",
      "<base href=\"../orders/\"><img src=\"DOT\">"
    ),
    ("<script src=\"x.js\">\n</script ><p>", "<p>"), ("<script>'<img src=\"dot.svg\">'</script>", ""),
    ("<script type=text/plain>'<img src=\"dot.svg\">'</script>", nil),
    ("<!-- <img src='dot.svg'> -->", nil), ("<textarea><img src='dot.svg'></textarea>", nil),
    ("<p style='color: red' data-src='dot.svg' title=\"<img src='dot.svg'>\">", nil),
    ("<img src='https://a.example/dot.svg' alt='/'>", nil), ("a < b <img", nil),
    ("<a href=\"#x\" href>", nil),
  ])
  func aFileIsEmbeddedHoweverItIsNamed(body: String, embedded: String?) async throws {
    let (page, _, error) = try await build(site(body: body), "--single-file")
    let expected = (embedded ?? body).replacing("DOT", with: Self.dot)
    #expect(page.hasSuffix("<body>" + expected), "\(page)")
    #expect(!error.contains("lack"), "\(error)")
  }

  /// What no data URI can stand for is not left out without a word.
  @Test func namesWhatCannotBeEmbedded() async throws {
    let body =
      "<svg><use href='dot.svg#d'/></svg><iframe src='../orders/o1.html'></iframe><img src=none.png>"
      + "<p style='background: url(nowhere.png)'><a href='../index.html'>Home</a>"
    let (page, _, error) = try await build(site(body: body), "--single-file")
    #expect(
      page.hasSuffix(
        "<body><svg><use/></svg><iframe></iframe><img><p style='background: url(nowhere.png)'><a>Home</a>"),
      "\(page)")
    #expect(
      error.contains(
        "the pages in mail lack orders/o1.html, reports/dot.svg, reports/none.png, reports/nowhere.png, "
          + "which cannot be put into them\n"), "\(error)")
  }

  /// No script runs in a page that is sent: neither one of another host nor one in the page or an attribute.
  @Test(arguments: [
    "<script>track()</script>", "<script src='https://example.org/a.js'></script>",
    "<script type=\"module\">track()</script>", "<SCRIPT type='text/javascript'>track()</SCRIPT>",
  ])
  func noScriptStays(script: String) async throws {
    let data = "<script type=\"application/ld+json\">{}</script>"
    let site = try site(head: script + data, body: "<p onclick=\"track()\">x")
    let page = try await build(site, "--single-file").page
    #expect(page.hasSuffix("\n\(data)\n<body><p>x"), "\(page)")
    #expect(try await build(site).page.contains(script))
  }

  /// Links out of the part are removed, and files come along, in whatever way they are written.
  @Test func aPartHasTheFilesOfAllItsLinks() async throws {
    let body =
      "<a href='../index.html'>1</a><a\n\tHREF=../orders/o1.html>2</a><form action=\"../orders/o1.html\"></form>"
      + "<a href='letter.html'>3</a><img srcset='dot.svg 2x'><p style='background: url(&quot;a b.svg&quot;)'>"
    let (page, files, _) = try await build(site(body: body))
    #expect(
      page.hasSuffix(
        "<body><a>1</a><a>2</a><form></form><a href='letter.html'>3</a><img srcset='dot.svg 2x'>"
          + "<p style='background: url(&quot;a b.svg&quot;)'>"), "\(page)")
    #expect(
      files.filter { $0.hasPrefix("reports/") } == [
        "reports/a b.svg", "reports/dot.svg", "reports/letter.html",
      ])
  }
}
