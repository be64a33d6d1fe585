import Content
import Diagnostics
import Exports
import Query
import Records

/// What a site shows, before any of it has a path or is rendered.
struct SiteContents: Sendable {
  /// The book, with the pages that are made from it.
  let book: Book
  /// The titles of records.
  let titles: RecordTitles
  /// The pages of Content with their query blocks run, by their indices in the book.
  let pages: [PageBody]
  /// The lists of records.
  let indexes: IndexPlanner.Indexes
  /// The listings of each entity that lead to each other.
  let siblings: [Int: ListingSiblings]
  /// The data of each entity's index, for the script that sorts and filters it.
  let data: [Int: ListingData]
  /// The further pages of records.
  let documents: RecordDocuments
  /// The results that are exported as CSV and JSON.
  let exports: [ExportPlan]
  /// The lists on records' pages that show only a part.
  let cutLists: [RecordLists.Cut]
  /// What is wrong with query blocks and index pages.
  let diagnostics: [Diagnostic]

  /// Every listing, sorted and filtered ones included.
  var listings: [IndexListing] { indexes.listings }

  /// Decides what a site shows, and computes it.
  /// - Parameters:
  ///   - book: the book, in the theme's words.
  ///   - formatter: how values are written.
  ///   - areSorted: whether the orders of lists for the script are wanted now.
  ///   - today: the day that `today()` is.
  static func plan(
    _ book: Book, _ theme: Theme, _ formatter: ValueFormatter, areSorted: Bool, today: CivilDate
  ) async -> SiteContents {
    let titles = RecordTitles(book.graph, book.expressions, today: today)
    let cutLists = theme.showsLists ? RecordLists.cut(in: book.graph) : []
    let planned = IndexPlanner.plan(
      book, titles: titles, formatter: formatter, hasDashboard: theme.showsBlocksAtHome, today: today)
    async let plannedLists = planned.planLists(cutLists)
    let (book, eachDiagnostics) = EachPages.expand(
      book.adding(planned.indexes.home),
      names: ValueNames(graph: book.graph, titles: titles, formatter: formatter), today: today)
    let (pages, blockDiagnostics) = await PageBodies.parse(book, today: today)
    let (indexes, indexDiagnostics) = await plannedLists
    let siblings = ListingSiblings.all(of: indexes.listings)
    return SiteContents(
      book: book, titles: titles, pages: pages, indexes: indexes, siblings: siblings,
      data: theme.hasScript ? await ListingData.all(indexes, siblings, areSorted: areSorted) : [:],
      documents: RecordDocuments(of: book, words: formatter.words, today: today),
      exports: indexes.listings.compactMap(\.export) + pages.flatMap(\.exports), cutLists: cutLists,
      diagnostics: eachDiagnostics + blockDiagnostics + indexDiagnostics)
  }
}

extension Book {
  /// The book with a home page made from the model, if it has none.
  fileprivate func adding(_ home: HomeDashboard?) -> Book {
    guard let home else { return self }
    var book = self
    book.pages.append(home.page(title: settings.title, root: root))
    return book
  }
}
