import Content
import Diagnostics
import Query
import Records

/// Finds the lists of several pages whose template links to the first page only.
///
/// A new theme is tried with few records. Its lists would lose those after the first page when the book grows,
/// and nothing on the page would tell.
struct UnlinkedPages {
  /// The theme.
  let theme: Theme
  /// The model.
  let model: Model
  /// All listings.
  let listings: [IndexListing]
  /// The templates of the entities' lists, by entity.
  let templates: [Int: String]

  /// A warning for each template of the site's own that some list needs more of.
  /// - Complexity: O(*n*) in the bytes of the templates that such a template calls.
  var warnings: [Diagnostic] {
    var longest: [String: IndexListing] = [:]
    for listing in listings where listing.pageCount > 1 {
      guard let name = templates[listing.entity],
        longest[name].map({ $0.result.count < listing.result.count }) ?? true
      else { continue }
      longest[name] = listing
    }
    return longest.sorted { $0.key < $1.key }.compactMap { name, listing in
      var seen: Set<String> = []
      guard !theme.builtInTemplates.contains(name), let file = theme.templates[name], !links(name, &seen)
      else { return nil }
      return Diagnostic(
        .unlinkedPages, .warning, at: file[0..<0],
        "'\(name)' does not print 'pagination': it shows \(listing.pageSize) of \(listing.result.count) records of "
          + "\(model.entities[listing.entity].name), and nothing links to the others")
    }
  }

  /// Whether a template, or one that it calls, mentions the links to further pages.
  private func links(_ name: String, _ seen: inout Set<String>) -> Bool {
    guard seen.insert(name).inserted, let file = theme.templates[name] else { return false }
    if file.mentions("pagination") || file.callsByName { return true }
    return theme.templates.keys.contains { $0 != name && file.calls($0) && links($0, &seen) }
  }
}
