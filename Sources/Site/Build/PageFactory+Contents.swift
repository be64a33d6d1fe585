import Diagnostics
import Formatting
import Records

extension PageFactory {
  /// The page that lists all entities and pages, for a site with too many for the navigation.
  func pageOfContents(at path: String) -> Rendering? {
    let title = siteView.formatter.word("all", "All")
    return page(from: PageDescription(title: title, path: path, html: Array(contents(from: path).utf8)))
  }

  /// The links as HTML: the entities with their counts, then the pages.
  private func contents(from path: String) -> String {
    let root = OutputPath.root(from: path)
    var (entities, pages) = (LinkList(), LinkList())
    for index in navigation.entities(of: siteView.graph.model) {
      let entity = siteView.graph.model.entities[index]
      let url = root + PercentEncoding.path((entity.folder ?? "") + "/index.html")
      let count = navigation.counts[index].map { " \($0)" }
      entities.append(title: entity.pluralLabel, url: url, after: count ?? "")
    }
    for page in navigation.pages {
      pages.append(title: page.title, url: root + PercentEncoding.path(page.path))
    }
    return [entities, pages].filter { !$0.isEmpty }.map(\.html).joined()
  }
}
