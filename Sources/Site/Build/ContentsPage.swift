import Diagnostics
import Exports
import Records

extension PageFactory {
  /// The page that lists all entities and pages, for a site with too many for the navigation.
  func pageOfContents(at path: String) -> Rendering? {
    let title = siteView.formatter.word("all", "All")
    return made(PageDescription(title: title, path: path, html: Array(contents(from: path).utf8)))
  }

  /// The links as HTML: the entities with their counts, then the pages.
  private func contents(from path: String) -> String {
    func item(_ title: String, _ target: String, _ count: Int? = nil) -> String {
      let url = OutputPath.root(from: path) + PercentEncoding.path(target)
      return "<li><a href=\"\(url)\">\(XMLText.escaped(title))</a>\(count.map { " \($0)" } ?? "")</li>\n"
    }
    let entities = navigation.entities(of: siteView.graph.model).map { index in
      let entity = siteView.graph.model.entities[index]
      return item(entity.pluralLabel, (entity.folder ?? "") + "/index.html", navigation.counts[index])
    }
    let pages = navigation.pages.map { item($0.title, $0.path) }
    return [entities, pages].filter { !$0.isEmpty }.map { "<ul class=\"values\">\n\($0.joined())</ul>\n" }
      .joined()
  }
}
