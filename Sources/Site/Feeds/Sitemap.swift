import Diagnostics

/// Writes `sitemap.xml` by the protocol of sitemaps.org: the absolute URL of every page.
///
/// It does not say when a page changed. That is unknown: a record's date is not a time of change, the clock and
/// the times of files differ between machines, and a wrong `lastmod` is worse than none.
///
/// One file may name 50,000 pages. Of more, `sitemap.xml` names the files `sitemap/1.xml`, `sitemap/2.xml` …, which
/// name the pages.
package enum Sitemap {
  /// The maximum number of pages that a file may name.
  package static let limit = 50_000

  /// The paths of the files for that many pages, `sitemap.xml` first.
  package static func paths(pageCount count: Int) -> [String] {
    guard count > limit else { return ["sitemap.xml"] }
    return ["sitemap.xml"] + (1...(count + limit - 1) / limit).map { "sitemap/\($0).xml" }
  }

  /// One of the files.
  /// - Parameters:
  ///   - part: which of the paths, from 0 for `sitemap.xml`.
  ///   - pages: the paths of all pages.
  ///   - base: where the site is published, with a slash at the end.
  package static func bytes(part: Int, pages: [String], base: String) -> [UInt8] {
    var xml = XMLWriter()
    let schema = "http://www.sitemaps.org/schemas/sitemap/0.9"
    func list(_ element: String, _ paths: ArraySlice<String>, in root: String) {
      xml.element(root, ["xmlns": schema]) { xml in
        for path in paths {
          xml.element(element) { $0.element("loc", text: base + PercentEncoding.path(path)) }
        }
      }
    }
    if part == 0, pages.count > limit {
      list("sitemap", paths(pageCount: pages.count).dropFirst(), in: "sitemapindex")
    } else {
      let start = max(0, part - 1) * limit
      list("url", pages[start..<min(start + limit, pages.count)], in: "urlset")
    }
    return xml.bytes
  }
}

/// Writes `robots.txt` by RFC 9309.
///
/// It forbids nothing. Pages that are not for search engines say so themselves, by `noindex`, and a page that may not
/// be fetched cannot say it: a search engine would list its bare address from a link elsewhere.
enum RobotsFile {
  /// The file.
  static func bytes(base: String) -> [UInt8] {
    Array("User-agent: *\nDisallow:\n\nSitemap: \(base)sitemap.xml\n".utf8)
  }
}
