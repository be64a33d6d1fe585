import Diagnostics
import Locale
import Records

/// Writes the feed of an index (RFC 4287).
///
/// An entry's id is the absolute URL of its page. Its `updated` is the record's own date at midnight UTC: a
/// record has no other time, and the build's clock would change the bytes every day.
struct AtomFeed {
  /// The content that all pages share.
  let site: SiteView
  /// The index of the feed.
  let listing: IndexListing
  /// The site's title.
  let siteTitle: String
  /// The URL of the published site, with a trailing slash.
  let base: String

  /// The feed.
  func bytes(_ feed: FeedPlan) -> [UInt8] {
    var xml = XMLWriter()
    let home = url(listing.path(ofPage: 1))
    xml.element("feed", ["xmlns": "http://www.w3.org/2005/Atom", "xml:lang": site.formatter.locale.tag]) {
      xml in
      xml.element("title", text: "\(listing.title) – \(siteTitle)")
      xml.element("id", text: home)
      xml.element("link", ["rel": "self", "type": "application/atom+xml", "href": url(feed.path)])
      xml.element("link", ["rel": "alternate", "type": "text/html", "href": home])
      // An empty feed must have a time as well, so a fixed one is used.
      xml.element("updated", text: time(feed.entries.first?.day ?? CivilDate(dayNumber: 0) ?? .first))
      xml.element("author") { $0.element("name", text: siteTitle) }
      for entry in feed.entries {
        xml.element("entry") { write(entry, in: feed.table, to: &$0) }
      }
    }
    return xml.bytes
  }

  private func write(_ entry: FeedPlan.Entry, in table: Int, to xml: inout XMLWriter) {
    let graph = site.graph
    let page = base + String(decoding: site.pages[site.fileIndex(of: entry.row, in: table)], as: UTF8.self)
    let id = graph.id(of: entry.row, in: table)
    let title = site.titles.title(of: entry.row, in: table, graph: graph)
    let label = graph.model.entities[graph.entity(of: entry.row, in: table)].label
    // A number alone is not informative among entries of other feeds.
    xml.element("title", text: title == id ? "\(label) \(id)" : title)
    xml.element("id", text: page)
    xml.element("link", ["rel": "alternate", "type": "text/html", "href": page])
    xml.element("updated", text: time(entry.day))
    xml.element("summary", text: summary(of: entry.row, in: table))
  }

  /// The index's columns of a record as text: `Date: Nov 20, 2026; Customer: Acme; Total: €55.50`.
  private func summary(of row: Int, in table: Int) -> String {
    listing.columns.compactMap { column in
      let value = site.value(of: column.source, row: row, table: table)
      guard value != .null else { return nil }
      // A state is written without days, which change daily.
      let text = site.formatter.text(of: value, as: column.style) {
        site.titles.title(of: $1, in: $0, graph: site.graph)
      }
      return site.formatter.labelled(column.label, text)
    }.joined(separator: "; ")
  }

  private func url(_ path: String) -> String { base + PercentEncoding.path(path) }

  private func time(_ day: CivilDate) -> String { "\(day)T00:00:00Z" }
}
