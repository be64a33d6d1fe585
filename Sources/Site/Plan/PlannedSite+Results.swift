import Content
import Query

extension PlannedSite {
  /// What is written as CSV beside the indexes and the blocks of pages, each with what it is called: of a block its title
  /// or, without one, its page's and its name.
  ///
  /// The lists of single records' pages are none of them, for each is a part of an index, and neither are statements.
  package var results: [(title: String, result: FetchResult)] {
    let ofIndexes = factory.listings.filter { $0.isBase && !$0.isRelated }.compactMap { listing in
      listing.export.map { (title: listing.title, result: $0.result) }
    }
    let ofBlocks = factory.pages.flatMap { page in
      zip(page.blocks, page.results).compactMap { block, result -> (title: String, result: FetchResult)? in
        guard let block, let result, block.exportPath != nil, block.statement == nil else { return nil }
        return (block.title ?? (page.blocks.count == 1 ? page.title : "\(page.title) \(block.name)"), result)
      }
    }
    return ofIndexes + ofBlocks
  }
}
