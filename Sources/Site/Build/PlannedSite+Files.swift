import Content
import Diagnostics
import Formatting
import Locale
import Markdown
import Records

/// A file of a site, as a build would write it.
package enum SiteFile: Sendable {
  /// A generated file: a page, an export or another, with the errors that only rendering finds.
  case made([UInt8], isPage: Bool, [Diagnostic])
  /// A built-in file of the theme.
  case asset([UInt8])
  /// A copied file of the theme, by its path in the theme.
  case themeFile(String, of: any ContentSource)
  /// A copied file of Content, by its path in Content.
  case attachment(String, of: any ContentSource)
}

extension PlannedSite {
  /// The paths of all files, in the order of the plan.
  package var paths: [String] { plan.paths }

  /// The model with the words of the site's language.
  package var model: Model { factory.siteView.graph.model }

  /// The indices in the plan of the theme's files.
  package var assetIndices: [Int] {
    plan.items.indices.filter { index in
      switch plan.items[index] {
      case .asset, .accent: true
      default: false
      }
    }
  }

  /// A file as a build would write it, made from memory alone.
  /// - Parameter index: its index in the plan.
  package func file(at index: Int) -> SiteFile {
    switch plan.items[index] {
    case .asset(let asset):
      switch theme.assets[asset].source {
      case .file(let path, let source): return .themeFile(path, of: source)
      case .builtIn(let text): return .asset(text.bytes)
      }
    case .attachment(let attachment):
      return .attachment(book.attachments[attachment], of: book.source)
    default:
      var renderer = FileRenderer(self)
      let (bytes, diagnostics) = renderer.bytes(of: index)
      return .made(bytes, isPage: plan.items[index].isPage, diagnostics)
    }
  }

  /// A value as the pages print it: states in the theme's words, other values in the site's language.
  ///
  /// The text keeps its writing direction within a page of another direction. Otherwise an amount could
  /// appear with the currency of the next one.
  package func text(of value: Value, as attribute: Attribute) -> String {
    let formatter = factory.siteView.formatter
    return formatter.locale.direction.isolated(formatter.text(of: value, as: ValueStyle(attribute)))
  }

  /// Yes or no as the pages print it: the theme's word.
  package func text(of boolean: Bool) -> String {
    let formatter = factory.siteView.formatter
    return formatter.locale.direction.isolated(boolean ? formatter.yes : formatter.no)
  }

  /// The HTML of a body that is being typed, with links from the root of the site.
  /// - Parameter path: the path of its file below Content.
  package func html(of markdown: String, at path: String) -> [UInt8] {
    let source = SourceFile(path: path, text: markdown)
    let file = MarkdownFile(source: source, prefix: 0, frontMatter: 0..<0, body: source.range.bytes)
    var lookup = LinkLookup(factory.siteView.bodies.targets)
    var html: [UInt8] = []
    _ = MarkdownDocument(source, body: file.body).render(into: &html) { link in
      let resolution = lookup.resolve(link, in: file, at: "index.html")
      guard case .rewritten(let url) = resolution, !link.path.isEmpty else { return resolution }
      return .rewritten("/" + url)
    }
    return html
  }

  /// The subject of a page.
  package enum Subject: Sendable {
    /// A record, by its entity and its id.
    case record(Entity, id: String)
    /// The records of an entity.
    case entity(Entity)
  }

  /// The subject of a file; nil if it concerns no record.
  /// - Parameter index: its index in the plan.
  package func subject(at index: Int) -> Subject? {
    let graph = factory.siteView.graph
    switch plan.items[index] {
    case .record(let table, let row):
      return .record(graph.model.entities[graph.entity(of: row, in: table)], id: graph.id(of: row, in: table))
    case .index(let listing, _):
      return .entity(graph.model.entities[factory.contents.listings[listing].entity])
    default: return nil
    }
  }
}
