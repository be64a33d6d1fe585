import Content
import Diagnostics
import Records

/// The files that a site's own templates lead to from its root: `<img src="{{site.root}}photos/shop.png">`,
/// `<img src="{{site.root}}{{photo}}">`.
struct TemplateLinks {
  /// A path that a template contains as text.
  private struct Link {
    let path: String
    let range: SourceRange
  }

  private let links: [Link]
  /// Whether a template writes a value after the root: `{{site.root}}{{photo}}`.
  private let leadsToValues: Bool
  private let theme: Theme

  /// Reads the templates.
  /// - Complexity: O(*n*) in the bytes of the site's own templates.
  init(of theme: Theme) {
    self.theme = theme
    let own = theme.ownTemplates.map(\.file)
    links = own.flatMap { Self.links(in: $0) }
    leadsToValues = own.contains { $0.mentions("site.root}}{{") || $0.mentions("site.root }}{{") }
  }

  private static func links(in file: SourceFile) -> [Link] {
    guard file.mentions("site.root") else { return [] }
    let link = /\{\{ ?site\.root ?\}\}([^"'\s>?#{}]+)(["'?#])/
    return file.matchesOutsideComments(of: link).compactMap { match in
      let written = match.output.1
      let destination = written.replacing("&amp;", with: "&")
      // A folder is known by its page alone.
      guard !destination.hasSuffix("/") else { return nil }
      let path = HTMLLinks.path(String(destination), from: "") ?? String(destination)
      return Link(path: nfc(path), range: file[file.offsets(of: written)])
    }
  }

  /// The attachments that the templates lead to: those whose paths they contain, and, if they lead from the root to what
  /// values say, those that values of records and params name.
  /// - Complexity: O(*n*) in the texts of the records.
  func attachments(of book: Book) -> Set<String> {
    let all = Set(book.attachments)
    var named = Set(links.map(\.path)).intersection(all)
    guard leadsToValues, !all.isEmpty else { return named }
    func add(_ text: String) { if all.contains(text) { named.insert(text) } }
    for table in book.graph.tables {
      for column in table.columns {
        switch column {
        case .text(let texts): for row in 0..<table.count { texts[row].map(add) }
        case .tags(let tags): for row in 0..<table.count { tags[row].forEach(add) }
        default: break
        }
      }
    }
    let params = book.settings.params + book.settings.languages.flatMap(\.params)
    for pair in params + book.pages.flatMap(\.params) { pair.value.texts.forEach(add) }
    return named
  }

  /// The warnings for paths that the site does not have. Those of assets are checked with the style sheets.
  func warnings(_ plan: SitePlan) -> [Diagnostic] {
    guard !links.isEmpty, theme.hasAllTemplates else { return [] }
    let paths = Set(plan.paths)
    return links.filter { link in
      let isAsset = link.path.hasPrefix("assets/") || link.path.hasPrefix("/assets/")
      // The search has its files only in a whole site.
      let isOfSearch = link.path.hasPrefix(SitePlan.searchFolder + "/")
      return !isAsset && !isOfSearch && !paths.contains(link.path)
    }.map { link in
      Diagnostic(
        .brokenLink, .warning, at: link.range, "the site has no file '\(link.path)'",
        nearest: nearestName(to: link.path, among: paths))
    }
  }
}

extension FreeValue {
  fileprivate var texts: [String] {
    switch self {
    case .text(let text): [text]
    case .list(let items): items.flatMap(\.texts)
    case .mapping(let pairs): pairs.flatMap(\.value.texts)
    case .null, .boolean: []
    }
  }
}
