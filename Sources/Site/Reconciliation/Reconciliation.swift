import Content
import Diagnostics
import Query
import Records

/// Adds up the figures of a site a second time, in the simplest way, before anything is written.
///
/// A difference is a fault in docket, not an error of the user's, and stops the build: a wrong total must not be
/// published. What is checked:
///
/// - every derived `REL.@sum.ATTRIBUTE` against its records' figures, straight from columns and links;
/// - every to-many relationship against its inverse: each record is in the list of the record it names, once,
///   so that the lists' totals add up to the total of all;
/// - every total of an index, a report or an export against its rows, its sections against the total, and of
///   groups the sums against the records that the filter lets through;
/// - every index against its sorted pages, and against the pages of each filter together.
package struct Reconciliation {
  /// The records as they will be published.
  let graph: RecordGraph
  /// The records that can be in the groups of a page of `each`, so that not all are scanned for each of the pages.
  var indexes = EqualityIndexes()
  /// The differences found.
  package private(set) var diagnostics: [Diagnostic] = []

  /// Checks a site.
  /// - Parameters:
  ///   - book: records and model.
  ///   - listings: the index pages.
  ///   - blocks: the results of query blocks, each with the page it is on.
  /// - Returns: the differences; in a task that is cancelled meanwhile, part of them.
  /// - Complexity: O(*n*) in the records, times the results.
  static func check(
    _ book: Book, listings: [IndexListing], blocks: [(page: SourceFile, result: FetchResult)]
  ) -> [Diagnostic] {
    var reconciliation = Reconciliation(graph: book.graph)
    reconciliation.checkDerived(book.expressions)
    reconciliation.checkLinks()
    for listing in listings where !Task.isCancelled {
      reconciliation.check(
        listing.result, listing.source(book), "'\(listing.stem)'",
        isOfAll: listing.facet == nil && !listing.isRelated)
    }
    for block in blocks where !Task.isCancelled { reconciliation.check(block.result, block.page, "a result") }
    reconciliation.checkFamilies(listings) { $0.source(book) }
    return reconciliation.diagnostics
  }

  /// Checks a site's indexes and the results on its pages; records with errors may add up to anything.
  static func differences(in book: Book, _ listings: [IndexListing], _ pages: [PageBody]) -> [Diagnostic] {
    guard !book.diagnostics.hasErrors else { return [] }
    let blocks = pages.flatMap { page in
      (page.results.compactMap { $0 } + page.supplements.flatMap(\.all)).map { (page.page.file.source, $0) }
    }
    return check(book, listings: listings, blocks: blocks)
  }

  /// Makes a reconciliation of a graph.
  package init(graph: RecordGraph) {
    self.graph = graph
  }

  /// Adds a difference.
  mutating func report(_ place: SourceFile, _ what: String, _ figure: String, _ sum: String) {
    report(place.range, what, figure, sum)
  }

  /// Adds a difference.
  mutating func report(_ range: SourceRange, _ what: String, _ figure: String, _ sum: String) {
    diagnostics.append(
      Diagnostic(
        .internalDifference, at: range, "\(what) is \(figure), and added up a second time \(sum)",
        notes: [.init("this is a fault in docket, not in the records; please report it with these figures")]
      ))
  }

  /// A value as a reader compares it.
  func text(_ value: Value) -> String {
    switch value {
    case .money(let money):
      money.amounts.map { Money($0.number, $0.currency).description }.joined(separator: "; ")
    case .number(let number): number.description
    default: "nothing"
    }
  }
}

extension IndexListing {
  /// What a diagnostic shows as the place of the listing.
  fileprivate func source(_ book: Book) -> SourceFile {
    page?.file.source ?? SourceFile(path: "\(book.root)/\(stem)", bytes: [])
  }
}
