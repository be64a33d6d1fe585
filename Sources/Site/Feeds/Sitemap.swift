import Diagnostics

/// Writes `sitemap.xml` in the format of sitemaps.org, with the absolute URL of every page.
///
/// It does not state when a page changed, because that is unknown: a record's date is not a time of change,
/// clocks and file times differ between machines, and a wrong `lastmod` is worse than none.
///
/// A file may list 50,000 pages. With more pages, `sitemap.xml` lists the files `sitemap/1.xml`,
/// `sitemap/2.xml` …, which list the pages.
package enum Sitemap {
  /// The maximum number of pages in a file.
  static let limit = 50_000

  /// The paths of the files for a number of pages, `sitemap.xml` first.
  package static func paths(pageCount count: Int) -> [String] {
    guard count > limit else { return ["sitemap.xml"] }
    return ["sitemap.xml"] + (1...(count + limit - 1) / limit).map { "sitemap/\($0).xml" }
  }

  /// One of the files.
  /// - Parameters:
  ///   - part: the index of the file's path; 0 is `sitemap.xml`.
  ///   - pages: the paths of all pages.
  ///   - base: the URL of the published site, with a trailing slash.
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
/// It forbids nothing. Pages that search engines should not list contain `noindex`, which a search engine
/// only sees if it may fetch the page; otherwise it could list the bare address from a link elsewhere.
enum RobotsFile {
  static func bytes(base: String) -> [UInt8] {
    Array("User-agent: *\nDisallow:\n\nSitemap: \(base)sitemap.xml\n".utf8)
  }
}
