import Content
import Diagnostics
import Records
import Templates

/// Finds the templates of pages that leave out what is written in these.
///
/// A template of lists may leave them out: then a theme has none.
struct UnprintedContent {
  let theme: Theme
  /// Its templates, parsed.
  let set: TemplateSet
  /// All pages, each with the name of its template.
  let pages: [(page: Page, template: String)]

  /// A warning for each template of the site's own whose pages say something.
  /// - Complexity: O(*n*) in the tags of the templates that such a template may call.
  var warnings: [Diagnostic] {
    let texts = Dictionary(grouping: pages.filter { $0.page.hasText }, by: \.template)
    return texts.sorted { $0.key < $1.key }.compactMap { name, pages in
      guard !theme.builtInTemplates.contains(name), let file = theme.templates[name],
        !set.names(reachedFrom: name).contains("content")
      else { return nil }
      let first = pages[0].page.file.path
      let others = counted(pages.count - 1, "other page", "other pages")
      let what = pages.count == 1 ? "\(first) says" : "\(first) and \(others) say"
      return Diagnostic(
        .unprintedContent, .warning, at: file[0..<0],
        "'\(name)' does not print 'page.content', so nothing that \(what) is shown")
    }
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
