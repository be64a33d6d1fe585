import Content
import Diagnostics
import Formatting
import Records

/// The content of a site, before paths are assigned and pages rendered.
struct SiteContents: Sendable {
  /// The book, including generated pages.
  let book: Book
  let titles: RecordTitles
  /// The pages of Content with their query blocks run, by their indices in the book.
  var pages: [PageBody]
  /// The index page of each entity that has one, an index into the pages.
  let indexPages: [Int: Int]
  /// The lists of records.
  let indexes: IndexPlanner.Indexes
  /// The related listings of each entity.
  let siblings: [Int: ListingSiblings]
  /// The data of each entity's index, for the script that sorts and filters.
  var data: [Int: ListingData]
  let documents: RecordDocuments
  /// The results to export as CSV and JSON.
  let exports: [ExportPlan]
  /// The lists on records' pages that are shown in part.
  let cutLists: [RecordLists.Cut]
  /// The diagnostics of query blocks and index pages.
  let diagnostics: [Diagnostic]

  /// All listings, including sorted and filtered ones.
  var listings: [IndexListing] { indexes.listings }

  /// Computes the content of a site.
  /// - Parameters:
  ///   - book: the book, with names in the theme's words.
  ///   - areSorted: whether to make the sort orders for the script now.
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
    let documents = RecordDocuments(of: book, words: formatter.words, today: today)
    let (pages, blockDiagnostics) = await PageBodies.parse(book, documents, today: today)
    let (indexes, indexDiagnostics) = await plannedLists
    let siblings = ListingSiblings.all(of: indexes.listings)
    return SiteContents(
      book: book, titles: titles, pages: pages, indexPages: indexPages(of: book), indexes: indexes,
      siblings: siblings,
      data: theme.hasScript ? await ListingData.all(indexes, siblings, areSorted: areSorted) : [:],
      documents: documents,
      exports: indexes.listings.compactMap(\.export) + pages.flatMap(\.exports), cutLists: cutLists,
      diagnostics: eachDiagnostics + blockDiagnostics + indexDiagnostics)
  }

  private static func indexPages(of book: Book) -> [Int: Int] {
    let pages = book.pages.indices.compactMap { index -> (Int, Int)? in
      guard case .index(let entity) = book.pages[index].kind else { return nil }
      return (entity, index)
    }
    return Dictionary(pages) { first, _ in first }
  }
}

extension Book {
  /// The book with a generated home page, if there is one.
  fileprivate func adding(_ home: HomeDashboard?) -> Book {
    guard let home else { return self }
    var book = self
    book.pages.append(home.page(title: settings.title, root: root))
    return book
  }
}
