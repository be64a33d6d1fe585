import Content
import Diagnostics
import Query
import Records

/// Adds up the figures of a site a second time, by the simplest method, before anything is written.
///
/// A difference is a bug in docket, not a user error, and stops the build, because a wrong total must not be
/// published. The checks are:
///
/// - every derived `REL.@sum.ATTRIBUTE` against the figures of its records, read from columns and links;
/// - every to-many relationship against its inverse: each record occurs once in the list of the record that
///   it refers to, so that the totals of the lists add up to the total of all records;
/// - every total of an index, a report or an export against its rows, sections against the total, and sums of
///   groups against the filtered records;
/// - every index against its sorted pages, and against the pages of each filter together.
package struct Reconciliation {
  /// The records to be published.
  let graph: RecordGraph
  /// The records for groups on pages of `each`, so that not all records are scanned for each page.
  var indexes = EqualityIndexes()
  /// The differences found.
  package private(set) var diagnostics: [Diagnostic] = []

  /// Checks a site's indexes and the results of its pages, unless there are errors, which make totals
  /// meaningless.
  /// - Returns: the differences; only a part of them if the task is cancelled.
  /// - Complexity: O(*n*) in the records, times the results.
  static func differences(in book: Book, _ listings: [IndexListing], _ pages: [PageBody]) -> [Diagnostic] {
    guard !book.diagnostics.hasErrors else { return [] }
    var reconciliation = Reconciliation(graph: book.graph)
    reconciliation.checkDerived(book.expressions)
    reconciliation.checkLinks()
    for listing in listings where !Task.isCancelled {
      reconciliation.check(
        listing.result, listing.place(in: book), "'\(listing.stem)'",
        isOfAll: listing.facet == nil && !listing.isPartialList)
    }
    for page in pages {
      for result in page.blocks.compactMap(\.self).flatMap(\.all) where !Task.isCancelled {
        reconciliation.check(result, page.page.file.source.range, "a result")
      }
    }
    reconciliation.checkFamilies(listings) { $0.place(in: book) }
    return reconciliation.diagnostics
  }

  package init(graph: RecordGraph) {
    self.graph = graph
  }

  /// Adds a difference.
  mutating func report(_ range: SourceRange, _ what: String, _ figure: String, _ sum: String) {
    diagnostics.append(
      Diagnostic(
        .internalDifference, at: range, "\(what) is \(figure), and added up a second time \(sum)",
        notes: [.init("this is a fault in docket, not in the records; please report it with these figures")]
      ))
  }

  /// A value in the form used for comparisons.
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
  /// The place of a listing in diagnostics.
  fileprivate func place(in book: Book) -> SourceRange {
    (page?.file.source ?? SourceFile(path: "\(book.root)/\(stem)", bytes: [])).range
  }
}
