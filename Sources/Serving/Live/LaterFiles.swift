import Diagnostics
import Site

/// The files of a site that are made on first request: the search, which takes two fifths of a reload, and
/// the sort orders of lists, which take a tenth. Most readings are never searched or sorted.
actor LaterFiles {
  private let site: PlannedSite
  private var search: Task<(site: PlannedSite, diagnostics: [Diagnostic]), Never>?
  private var orders: Task<PlannedSite, Never>?
  private var searchPlaces: [String: Int]?

  init(_ site: PlannedSite) {
    self.site = site
  }

  /// The complete site, and the diagnostics of the search's files.
  func whole() async -> (site: PlannedSite, diagnostics: [Diagnostic]) {
    await sorted().searchable()
  }

  /// A file of the search; nil if there is none at the path.
  func searchFile(at path: String) async -> SiteFile? {
    let task = search ?? Task { await site.searchable() }
    search = task
    let whole = await task.value.site
    let places =
      searchPlaces ?? Dictionary(zip(whole.paths, 0...).filter { $0.0.hasPrefix("search/") }) { a, _ in a }
    searchPlaces = places
    return places[path].map { whole.file(at: $0) }
  }

  /// A file that shows a sorted list.
  /// - Parameter index: its index in the plan.
  func sortedFile(at index: Int) async -> SiteFile { await sorted().file(at: index) }

  private func sorted() async -> PlannedSite {
    let task = orders ?? Task { await site.sorted() }
    orders = task
    return await task.value
  }
}
