import Diagnostics
import Site

/// The search of a site, made when it is first asked for: it takes two fifths of the time of a reading, and few readings
/// are ever searched.
actor SiteSearch {
  private let site: PlannedSite
  private var made: Task<(site: PlannedSite, diagnostics: [Diagnostic]), Never>?
  private var places: [String: Int]?

  /// Makes the search of a site, later.
  init(_ site: PlannedSite) {
    self.site = site
  }

  /// The site with its search, and what is wrong with the search's files.
  func searchable() async -> (site: PlannedSite, diagnostics: [Diagnostic]) {
    let task = made ?? Task { await site.searchable() }
    made = task
    return await task.value
  }

  /// A file of the search; nil where there is none at the path.
  func file(at path: String) async -> SiteFile? {
    let site = await searchable().site
    let places =
      places ?? Dictionary(zip(site.paths, 0...).filter { $0.0.hasPrefix("search/") }) { a, _ in a }
    self.places = places
    return places[path].map { site.file(at: $0) }
  }
}
