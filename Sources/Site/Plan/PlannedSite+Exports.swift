import Content
import Exports
import Query

extension PlannedSite {
  /// What is written as CSV beside the indexes and the blocks of pages, each with its title: for a block its own
  /// or, without one, its page's and its name. Those of a page of `each` have the value that it is about.
  ///
  /// The lists on single records' pages are not included, because each is part of an index.
  package var exportedTables: [(title: String, subject: String?, table: ExportedTable)] {
    let ofIndexes = factory.listings.filter { $0.isBase && !$0.isRelated }.compactMap { listing in
      listing.export.map {
        (title: listing.title, subject: String?.none, table: ExportedTable.result($0.result))
      }
    }
    let ofBlocks = factory.pages.flatMap { page in
      page.blocks.indices.compactMap {
        index -> (title: String, subject: String?, table: ExportedTable)? in
        guard let block = page.blocks[index], let result = page.results[index], block.exportPath != nil else {
          return nil
        }
        let title = block.title ?? (page.blocks.count == 1 ? page.title : "\(page.title) \(block.name)")
        let table = block.exportedTable(of: result, page.supplements[index], words: factory.words)
        return (title, page.page.instance?.texts["$each"], table.map(ExportedTable.made) ?? .result(result))
      }
    }
    return ofIndexes + ofBlocks
  }
}

/// What an export holds.
package enum ExportedTable: Sendable {
  /// What an index or a block found.
  case result(FetchResult)
  /// What a block makes from what it found: a statement, or a comparison with the year before.
  case made(ValueTable)
}
