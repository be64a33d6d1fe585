import Content
import Diagnostics
import Locale
import Records
import Templates

/// A file of a site as it would be written.
package enum SiteFile: Sendable {
  /// A page, an export or another file that is made, with the errors that only rendering shows.
  case made([UInt8], isPage: Bool, [Diagnostic])
  /// A file of the theme that is built in.
  case asset([UInt8])
  /// A file of the theme that is copied, by its path there.
  case themeFile(String, of: any ContentSource)
  /// A file of Content that is copied, by its path there.
  case attachment(String, of: any ContentSource)
}

extension PlannedSite {
  /// The paths of all files, in the order of the plan.
  package var paths: [String] { plan.paths }

  /// The model with the words of the site's language.
  package var model: Model { factory.site.graph.model }

  /// The files of the theme: their places in the plan.
  package var assetIndices: [Int] {
    plan.items.indices.filter { index in
      switch plan.items[index] {
      case .asset, .accent: true
      default: false
      }
    }
  }

  /// A file as it would be written, made from memory alone.
  /// - Parameter index: its place in the plan.
  package func file(at index: Int) -> SiteFile {
    switch plan.items[index] {
    case .asset(let asset):
      switch theme.assets[asset].source {
      case .file(let path, let source): return .themeFile(path, of: source)
      case .builtIn(let text): return .asset(text.bytes)
      }
    case .attachment(let attachment):
      return .attachment(factory.book.attachments[attachment], of: factory.book.source)
    default:
      var renderer = FileRenderer(self)
      let (bytes, diagnostics) = renderer.bytes(of: index)
      return .made(bytes, isPage: plan.items[index].isPage, diagnostics)
    }
  }

  /// A value of an attribute as the pages print it: a state in the theme's words, all else in the site's language.
  ///
  /// It keeps the direction of that language in a page of another: else an amount would take the currency of the next.
  package func text(of value: Value, as attribute: Attribute) -> String {
    let formatter = factory.site.formatter
    return formatter.locale.direction.isolated(formatter.text(of: value, as: ValueStyle(attribute)))
  }

  /// What a page is about.
  package enum Subject: Sendable {
    /// A record, by its entity and its id.
    case record(Entity, id: String)
    /// The records of an entity.
    case entity(Entity)
  }

  /// What a file of the site is about; nil for one that is about no record.
  /// - Parameter index: its place in the plan.
  package func subject(at index: Int) -> Subject? {
    let graph = factory.site.graph
    switch plan.items[index] {
    case .record(let table, let row):
      return .record(graph.model.entities[graph.entity(of: row, in: table)], id: graph.id(of: row, in: table))
    case .index(let listing, _): return .entity(graph.model.entities[factory.listings[listing].entity])
    default: return nil
    }
  }
}
