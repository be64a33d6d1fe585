import TestSupport
import Testing

/// The reader that other tests trust to find what is wrong with a page.
@Suite struct HTMLPageTests {
  private static func page(_ body: String) -> HTMLPage {
    HTMLPage("<!doctype html>\n<html lang=\"en\"><head><title>T</title></head><body>\(body)</body></html>\n")
  }

  @Test func findsNothingWrongWithAGoodPage() {
    let page = Self.page(
      """
      <p id="a">1 &lt; 2 &amp; <a href="b.html#c">it&#39;s</a><br></p>
      <table><tbody><tr><td>x</td><td>y <b>z</b></td></tr></tbody></table>
      <svg viewBox="0 0 1 1"><rect width="1"/></svg>
      """)
    #expect(page.errors == [])
    #expect(page.links == ["b.html#c"])
    #expect(page.ids == ["a"])
    #expect(page.root.rows == [["x", "y z"]])
    #expect(page.root.all("p").map(\.text) == ["1 < 2 & it's"])
  }

  @Test(arguments: [
    ("<p>a", "'</body>' closes 'p'"),
    ("<b><i>a</b></i>", "'</b>' closes 'i'"),
    ("</p>", "'</p>' closes 'body'"),
    ("a & b", "'&' begins no reference"),
    ("&nosuch;", "'&' begins no reference"),
    ("a < b", "'<' begins no tag"),
    ("a > b", "is not escaped"),
    ("\u{0}", "is not escaped"),
    ("<p class=x></p>", "has no quotes"),
    ("<p id=\"a\" id=\"b\"></p>", "has 'id' twice"),
    ("<p id=\"a\"></p><p id=\"a\"></p>", "the id 'a' is there twice"),
    ("<p/>", "closed as if it were XML"),
    ("<p><div></div></p>", "'div' stands in 'p'"),
    ("<ul><p></p></ul>", "'p' stands in 'ul'"),
    ("<li></li>", "'li' stands in 'body'"),
    ("<table><tr></tr></table>", "'tr' stands in 'table'"),
    ("<a href=\"x\"><b><a href=\"y\"></a></b></a>", "a link stands in a link"),
    ("<img src=\"x.png\">", "no 'alt'"),
  ])
  func findsWhatIsWrong(body: String, error: String) {
    let errors = Self.page(body).errors
    #expect(errors.contains { $0.contains(error) }, "\(errors)")
  }

  @Test(
    arguments: [
      ("b.html", "a/x.html", nil), ("../c.html", "a/x.html", nil), ("b.html#id", "a/x.html", nil),
      ("%C3%A9.html", "a/x.html", nil), ("#top", "a/x.html", "leads to no id"),
      ("c.html", "a/x.html", "leads nowhere"),
      ("../../c.html", "a/x.html", "is not relative"), ("/c.html", "a/x.html", "is not relative"),
      ("", "a/x.html", "is empty"), ("../a/", "x/x.html", "leads nowhere"),
      ("é.html", "a/x.html", "is not percent-encoded"),
      ("b.html#no", "a/x.html", "leads to no id"), ("javascript:x", "a/x.html", "is not percent-encoded"),
      ("//example.com/b.html", "a/x.html", "is not relative"), ("https://example.com", "a/x.html", nil),
    ] as [(String, String, String?)])
  func findsLinksThatLeadNowhere(link: String, path: String, error: String?) async throws {
    let good = "<!doctype html><html><body><p id=\"id\"></p></body></html>"
    let folder = try TemporaryFolder([
      "a/b.html": good, "a/\u{E9}.html": good, "c.html": good,
      path: "<!doctype html><html><body><a href=\"\(link)\">x</a></body></html>",
    ])
    let check = await SiteCheck(try FileTree(folder.path))
    #expect(check.errors.count == (error == nil ? 0 : 1), "\(check.errors)")
    if let error { #expect(check.errors.first?.contains(error) == true, "\(check.errors)") }
  }
}
