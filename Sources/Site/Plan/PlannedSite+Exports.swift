import Content
import Exports

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
      page.exports.map { export in
        let name = page.blocks.count == 1 ? page.title : "\(page.title) \(export.block?.plan.name ?? "")"
        return (
          title: export.block?.plan.title ?? name, subject: page.page.instance?.texts["$each"],
          table: export.table(factory.siteView.formatter)
        )
      }
    }
    return ofIndexes + ofBlocks
  }
}
