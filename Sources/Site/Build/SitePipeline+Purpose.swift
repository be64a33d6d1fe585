extension SitePipeline {
  /// What a site is planned for.
  package enum Purpose: Sendable, Equatable {
    /// All of its files are written.
    case build
    /// Single pages are rendered. What keeps no page from being shown is left for later: ``PlannedSite/searchable()``,
    /// ``PlannedSite/sorted()`` and ``PlannedSite/reconcile()``.
    case serving
    /// Some of its pages are written, by these names. They tell nothing of the others: they have no search, and lead
    /// only to each other.
    case part([String])
    /// Only what templates can get wrong is rendered. It needs neither the search nor the orders of lists for the
    /// script, which took half of a check.
    case check

    /// Whether the orders of lists for the script are made now. A server makes them when they are first requested, a
    /// part only those of its own lists, and a check needs none.
    var sortsLists: Bool { self == .build }

    /// Whether the search is made now. A server makes it when it is first requested, and neither a part nor a check has
    /// it.
    var makesSearch: Bool { self == .build }

    /// Whether pages have the search. It would lead from a part to pages that are not in it.
    var offersSearch: Bool { partNames == nil }

    /// The names of the pages that are written; nil for all.
    var partNames: [String]? { if case .part(let names) = self { names } else { nil } }

    /// Whether every figure is added up a second time before anything is shown. A server shows a save first and does it
    /// in its review.
    var reconciles: Bool { self != .serving }

    /// Whether pages are rendered also if no template can fail. A check has no other reason to.
    var alwaysRenders: Bool { self != .check }
  }
}
