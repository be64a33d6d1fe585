import Diagnostics
import Foundation
import Site
import TestSupport
import Testing

@Suite struct OutputPathTests {
  @Test(arguments: [
    ("orders/2026/1042.md", "orders/2026/1042.html"),
    ("index.md", "index.html"),
    ("customers/олена.md", "customers/олена.html"),
    // NFD, as some file systems hand it over, is the same page as NFC.
    ("customers/cafe\u{301}.md", "customers/caf\u{E9}.html"),
    ("customers/a.b.md", "customers/a.b.html"),
  ])
  func aPageLiesWhereItsSourceLies(source: String, path: String) {
    #expect(Array(OutputPath.page(of: source).unicodeScalars) == Array(path.unicodeScalars))
  }

  @Test(arguments: [
    ("index.html", ""), ("orders/index.html", "../"),
    ("orders/where/paid/true/page/2.html", "../../../../../"),
  ])
  func theRootIsOneStepUpForEachFolder(path: String, root: String) {
    #expect(OutputPath.root(from: path) == root)
  }

  @Test(arguments: [
    ("orders/2026-0042.html", "orders/2026-0042.html"),
    ("a_b~c.d-e/F9", "a_b~c.d-e/F9"),
    ("caf\u{E9}.html", "caf%C3%A9.html"),
    ("浪.html", "%E6%B5%AA.html"),
    ("a b#c?d%e.pdf", "a%20b%23c%3Fd%25e.pdf"),
    ("\"'&<>:;+=,@!$()*[]", "%22%27%26%3C%3E%3A%3B%2B%3D%2C%40%21%24%28%29%2A%5B%5D"),
    ("\u{7F}\u{1}", "%7F%01"),
    ("", ""),
  ])
  func whatIsNotUnreservedIsEncoded(path: String, encoded: String) {
    #expect(PercentEncoding.path(path) == encoded)
    #expect(encoded.removingPercentEncoding == path)
  }

  /// An address in a record sets no parameters of a mail.
  @Test func anEmailAddressHasNoParameters() async throws {
    let site = try await SiteFixture([
      "Content/customers/ann.md": "---\nname: Ann\nemail: a+b@example.org\n---\n",
      "Content/customers/bob.md": "---\nname: Bob\nemail: b?bcc=x&body=y%z#@example.org\n---\n",
    ]).write()
    func addresses(_ path: String) throws -> [String] {
      try site.page(path).all("a").compactMap { $0.attributes["href"] }.filter { $0.hasPrefix("mailto:") }
    }
    #expect(try addresses("customers/ann.html") == ["mailto:a+b@example.org"])
    #expect(try addresses("customers/bob.html") == ["mailto:b%3Fbcc=x%26body=y%25z%23@example.org"])
  }
}
