import Diagnostics
import Site

/// The files of a site that are made when the first of them is requested: the search, which takes two fifths of the
/// time of a reading, and the orders of lists, which take a tenth. Few readings are ever searched or sorted.
actor LaterFiles {
  private let site: PlannedSite
  private var search: Task<(site: PlannedSite, diagnostics: [Diagnostic]), Never>?
  private var orders: Task<PlannedSite, Never>?
  private var searchPlaces: [String: Int]?

  /// Makes the files of a site, later.
  init(_ site: PlannedSite) {
    self.site = site
  }

  /// The site with all of them, and the diagnostics of the search's files.
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

  /// A file that shows an order of a list.
  /// - Parameter index: its place in the plan.
  func sortedFile(at index: Int) async -> SiteFile { await sorted().file(at: index) }

  private func sorted() async -> PlannedSite {
    let task = orders ?? Task { await site.sorted() }
    orders = task
    return await task.value
  }
}
