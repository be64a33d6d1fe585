extension SitePipeline {
  /// The purpose of a planned site.
  package enum Purpose: Sendable, Equatable {
    /// All of its files are written.
    case build
    /// Single pages are rendered. Work that no page needs is left for later: ``PlannedSite/searchable()``,
    /// ``PlannedSite/sorted()`` and ``PlannedSite/reconcile()``.
    case serving
    /// Some pages are written, selected by name. They reveal nothing about the others: they have no search,
    /// and link only to each other.
    case part([String])
    /// Only errors in templates are found. A check needs neither the search nor the sort orders for the
    /// script, which took half of its time.
    case check
    /// Only documents in another language than the site's are rendered: those of a part, or all if it is nil.
    case documents(ofPart: [String]?, siteLanguage: String)

    /// Whether to make now what only the script needs, the sort orders of lists and the search. A server
    /// makes them on first request, a part only the orders of its own lists, and a check neither.
    var preparesScript: Bool { self == .build }

    /// Whether pages offer the search. In a part it would lead to missing pages.
    var offersSearch: Bool { partNames == nil }

    /// The names of the pages to write; nil for all.
    var partNames: [String]? {
      switch self {
      case .part(let names): names
      case .documents(let names, _): names
      case .build, .serving, .check: nil
      }
    }

    /// Whether to reconcile every figure first. A server shows a save before its review does so.
    var reconciles: Bool {
      switch self {
      case .build, .part, .check: true
      case .serving, .documents: false
      }
    }

    /// The language of site.yml, if only documents in others are rendered.
    var siteLanguage: String? { if case .documents(_, let language) = self { language } else { nil } }

    /// Whether documents are written in the languages that records ask for.
    var translates: Bool { if case .documents = self { false } else { true } }

    /// Whether to render pages even if no template can fail. A check has no other reason to.
    var alwaysRenders: Bool { self != .check }
  }
}
