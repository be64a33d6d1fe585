import Diagnostics
import Query
import Records
import Templates

/// Finds the lists of several pages whose template links to the first page only.
///
/// A new theme is tried with few records. Its lists would lose those after the first page when the book grows,
/// and nothing on the page would tell. Pages of filters lead to all records as well.
struct UnlinkedPages {
  let theme: Theme
  /// Its templates, parsed.
  let set: TemplateSet
  let model: Model
  let listings: [IndexListing]
  /// The templates of the entities' lists, by entity.
  let templates: [Int: String]

  /// A warning for each template of the site's own that some list needs more of.
  /// - Complexity: O(*n*) in the tags of the templates that such a template may call.
  var warnings: [Diagnostic] {
    var longest: [String: IndexListing] = [:]
    for listing in listings where listing.pageCount > 1 {
      guard let name = templates[listing.entity],
        longest[name].map({ $0.result.count < listing.result.count }) ?? true
      else { continue }
      longest[name] = listing
    }
    return longest.sorted { $0.key < $1.key }.compactMap { name, listing in
      guard !theme.builtInTemplates.contains(name), let file = theme.templates[name],
        case let names = set.names(reachedFrom: name), names.contains("table") || names.contains("records"),
        !names.contains("pagination"), listing.filters.isEmpty || !names.contains("filters")
      else { return nil }
      return Diagnostic(
        .unlinkedPages, .warning, at: file[0..<0],
        "'\(name)' does not print 'pagination': it shows \(listing.pageSize) of \(listing.result.count) records of "
          + "\(model.entities[listing.entity].name), and nothing links to the others")
    }
  }
}
