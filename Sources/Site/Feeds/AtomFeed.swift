import Diagnostics
import Formatting
import Locale
import Records

/// An Atom feed (RFC 4287).
///
/// A time is a day at midnight UTC: a record has no other time, and the build's clock would change the bytes
/// every day.
struct AtomFeed {
  struct Entry {
    let title: String
    /// The absolute URL that identifies it.
    let id: String
    /// The absolute URL of its page.
    let url: String
    let day: CivilDate
    /// Its author; nil for the feed's own.
    var author: String?
    /// Its content as text.
    let summary: String
  }

  /// The title, to which the site's is added.
  let title: String
  let siteTitle: String
  /// The site's language.
  let language: String
  /// The output path of the feed.
  let path: String
  /// The output path of the page that it belongs to.
  let page: String
  /// The URL of the published site, with a trailing slash.
  let base: String
  /// The entries, in order.
  let entries: [Entry]

  /// The feed as XML.
  var bytes: [UInt8] {
    var xml = XMLWriter()
    let home = base + PercentEncoding.path(page)
    let own = base + PercentEncoding.path(path)
    xml.element("feed", ["xmlns": "http://www.w3.org/2005/Atom", "xml:lang": language]) { xml in
      xml.element("title", text: "\(title) – \(siteTitle)")
      xml.element("id", text: home)
      xml.element("link", ["rel": "self", "type": "application/atom+xml", "href": own])
      xml.element("link", ["rel": "alternate", "type": "text/html", "href": home])
      // An empty feed must have a time as well, so a fixed one is used.
      xml.element("updated", text: time(entries.map(\.day).max() ?? CivilDate(dayNumber: 0) ?? .first))
      xml.element("author") { $0.element("name", text: siteTitle) }
      for entry in entries { xml.element("entry") { write(entry, to: &$0) } }
    }
    return xml.bytes
  }

  private func write(_ entry: Entry, to xml: inout XMLWriter) {
    xml.element("title", text: entry.title)
    xml.element("id", text: entry.id)
    xml.element("link", ["rel": "alternate", "type": "text/html", "href": entry.url])
    xml.element("updated", text: time(entry.day))
    if let author = entry.author { xml.element("author") { $0.element("name", text: author) } }
    xml.element("summary", text: entry.summary)
  }

  private func time(_ day: CivilDate) -> String { "\(day)T00:00:00Z" }
}

// MARK: Indexes

extension AtomFeed {
  /// The feed of an index. An entry's id is the URL of its page.
  init(_ feed: FeedPlan, of listing: IndexListing, site: SiteView, siteTitle: String, base: String) {
    self.init(
      title: listing.title, siteTitle: siteTitle, language: site.formatter.locale.tag, path: feed.path,
      page: listing.path(ofPage: 1), base: base,
      entries: feed.entries.map { entry in
        let (row, graph) = (entry.row, site.graph)
        let page = site.pages[site.fileIndex(of: row, in: feed.table)]
        let url = base + String(decoding: page, as: UTF8.self)
        let id = graph.id(of: row, in: feed.table)
        let title = site.title(of: row, in: feed.table)
        let label = graph.model.entities[graph.entity(of: row, in: feed.table)].label
        return Entry(
          // A number alone is not informative among entries of other feeds.
          title: title == id ? "\(label) \(id)" : title, id: url, url: url, day: entry.day,
          summary: site.summary(of: row, in: feed.table, listing.columns))
      })
  }
}

extension SiteView {
  /// Some columns of a record as text: `Date: Nov 20, 2026; Customer: Acme; Total: €55.50`.
  fileprivate func summary(of row: Int, in table: Int, _ columns: [ColumnView]) -> String {
    columns.compactMap { column in
      let value = value(of: column.source, row: row, table: table)
      guard value != .null else { return nil }
      // A state is written without days, which change daily.
      let text = formatter.text(of: value, as: column.style) { titles.title(of: $1, in: $0, graph: graph) }
      return formatter.labelled(column.label, text)
    }.joined(separator: "; ")
  }
}
