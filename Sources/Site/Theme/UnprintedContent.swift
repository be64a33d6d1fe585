import Content
import Diagnostics
import Query
import Records
import Templates

/// Finds the templates that leave out what their pages are for: the text of pages, or the records of lists.
struct UnprintedContent {
  /// The theme.
  let theme: Theme
  /// Its templates, parsed.
  let set: TemplateSet
  /// The model.
  let model: Model
  /// All pages, each with the name of its template.
  let pages: [(page: Page, template: String)]
  /// All listings.
  let listings: [IndexListing]
  /// The templates of the entities' lists, by entity.
  let templates: [Int: String]

  /// A warning for each template of the site's own that some page or list needs more of.
  /// - Complexity: O(*n*) in the tags of the templates that such a template may call.
  var warnings: [Diagnostic] {
    let texts = Dictionary(grouping: pages.filter { $0.page.hasText }, by: \.template)
    let ofPages = texts.sorted { $0.key < $1.key }.compactMap { name, pages -> Diagnostic? in
      warning(name, without: ["content"]) {
        "'\(name)' does not print 'page.content', so that \(pages.count == 1 ? "a page has" : "\(pages.count) pages have") "
          + "none of what is written in \(pages[0].page.file.path)"
      }
    }
    var longest: [String: IndexListing] = [:]
    for listing in listings where listing.result.count > 0 {
      guard let name = templates[listing.entity],
        longest[name].map({ $0.result.count < listing.result.count }) ?? true
      else { continue }
      longest[name] = listing
    }
    let ofLists = longest.sorted { $0.key < $1.key }.compactMap { name, listing -> Diagnostic? in
      warning(name, without: ["table", "records"]) {
        "'\(name)' prints neither 'table' nor 'records', so that the list of \(model.entities[listing.entity].name) shows none "
          + "of its \(counted(listing.result.count, "record", "records"))"
      }
    }
    return ofPages + ofLists
  }

  private func warning(
    _ name: String, without names: Set<String>, _ summary: () -> String
  ) -> Diagnostic? {
    guard !theme.builtInTemplates.contains(name), let file = theme.templates[name],
      set.names(reachedFrom: name).isDisjoint(with: names)
    else { return nil }
    return Diagnostic(.unprintedContent, .warning, at: file[0..<0], summary())
  }
}

extension Page {
  /// Whether it has more than a heading, which is its title.
  fileprivate var hasText: Bool {
    let text = file.source.bytes[file.body].drop { $0 <= 0x20 }
    let rest = text.starts(with: "# ".utf8) ? text.drop { $0 != UInt8(ascii: "\n") } : text
    return rest.contains { $0 > 0x20 }
  }
}
