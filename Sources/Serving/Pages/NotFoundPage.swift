import Diagnostics
import Records
import Site

/// The page for an unknown address: a link to the nearest existing page, and links to all others.
enum NotFoundPage {
  static func page(_ path: String, _ site: PlannedSite, canEdit: Bool) -> SiteAnswers.Page {
    let nearest = nearestName(to: path, among: site.paths.lazy.filter { $0.hasSuffix(".html") })
    let suggestion: HTML? = nearest.map {
      "\n<p>\(localized: "Did you mean {0}?", "<a href=\"/\(PercentEncoding.path($0))\">\($0)</a>")</p>"
    }
    let indexes = site.model.entities.compactMap { entity -> HTML? in
      guard let folder = entity.folder else { return nil }
      return "<li><a href=\"/\(PercentEncoding.path(folder))/index.html\">\(entity.pluralLabel)</a></li>\n"
    }
    let main: HTML = """
      \(OwnPages.navigation(canEdit: canEdit))
      <h1>\(localized: "There is no page here")</h1>
      <p>\(localized: "The book makes no file {0}.", "<code>\(path)</code>")</p>\(suggestion ?? "")
      <ul><li><a href="/">\(localized: "Home")</a></li>
      \(indexes)</ul>
      """
    return SiteAnswers.Page(status: 404, bytes: ownPage(title: localized("Not found"), main: main))
  }
}
