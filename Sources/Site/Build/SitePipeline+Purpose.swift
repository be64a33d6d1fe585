extension SitePipeline {
  /// What a site is planned for.
  package enum Purpose: Sendable {
    /// All of its files are written.
    case build
    /// Single pages are rendered. What keeps no page from being shown is left for later: ``PlannedSite/searchable()``,
    /// ``PlannedSite/sorted()`` and ``PlannedSite/reconcile()``.
    case serving
    /// Some of its pages are written, which cannot be searched: the search leads to all of them.
    case part
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
    var offersSearch: Bool { self != .part }

    /// Whether every figure is added up a second time before anything is shown. A server shows a save first and does it
    /// in its review.
    var reconciles: Bool { self != .serving }

    /// Whether pages are rendered also if no template can fail. A check has no other reason to.
    var alwaysRenders: Bool { self != .check }
  }
}
