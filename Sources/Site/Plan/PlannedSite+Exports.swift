import Content
import Exports
import Query

extension PlannedSite {
  /// The tables exported as CSV for indexes and query blocks, each with its title: a block's own, or the
  /// title of its page and the block's name. Tables of `each` pages have the page's value as subject.
  ///
  /// Lists on records' pages are not included, because each is part of an index.
  package var exportedTables: [(title: String, subject: String?, table: ExportTable)] {
    let ofIndexes = factory.contents.listings.filter(\.isBase).compactMap { listing in
      listing.export.map {
        (title: listing.title, subject: String?.none, table: ExportTable($0.result))
      }
    }
    let ofBlocks = factory.contents.pages.flatMap { page in
      page.blocks.indices.compactMap {
        index -> (title: String, subject: String?, table: ExportTable)? in
        guard let block = page.blocks[index], let result = page.results[index], block.exportPath != nil else {
          return nil
        }
        let title = block.title ?? (page.blocks.count == 1 ? page.title : "\(page.title) \(block.name)")
        let table = block.exportTable(of: result, page.supplements[index], factory.siteView.formatter)
        return (title, page.page.instance?.texts["$each"], table)
      }
    }
    return ofIndexes + ofBlocks
  }
}
