import Content
import Diagnostics
import FileSystem
import Records

/// Some pages of a site with what they need, for a folder of their own or for sending by mail.
///
/// Links to pages outside the selection are removed, including those that a list's script makes. Linked files
/// that are not pages (exports, attachments, styles) come along.
package struct SitePart: Sendable {
  /// The indices in the plan of the requested pages.
  let pages: [Int]
  /// The paths that links of the part may lead to.
  let paths: Set<String>
  /// The documents whose pages are among them.
  let files: Set<Int>
  /// Whether everything that a page needs is put into the page itself.
  let isSingleFile: Bool

  /// A name that no page has.
  package struct UnknownPage: Error {
    /// The name as it was written.
    package let name: String
    /// The name of the nearest page.
    package let nearest: String?
  }
}

extension PlannedSite {
  /// A part of the site, which was made for it: ``SitePipeline/Purpose/part(_:)``.
  /// - Parameters:
  ///   - names: of pages: the path of a file of Content, the path of a page in the site, or the id of a record. A
  ///     page with `each` brings those below it, an index all of its pages.
  ///   - isSingleFile: whether everything that a page needs is put into the page itself.
  /// - Complexity: O(*n*) in the files of the site, for each name.
  package func part(_ names: [String], isSingleFile: Bool) throws(SitePart.UnknownPage) -> PlannedSite {
    var pages: Set<Int> = []
    for name in names {
      let found = plan.places(of: name, in: factory.book, factory.listings)
      guard !found.isEmpty else {
        let stems = plan.items.indices.filter { plan.items[$0].isPage }.map { plan.paths[$0] }
        throw SitePart.UnknownPage(
          name: name,
          nearest: nearestName(to: SitePlan.stem(of: name, in: factory.book) + ".html", among: stems))
      }
      pages.formUnion(found)
    }
    // The script of a list leads to the pages of its index.
    let indexes = Set(pages.compactMap(indexedEntity))
    let wanted = keepingData(of: indexes.contains).needed(by: pages.sorted())
    let kept = isSingleFile ? pages.sorted() : plan.items.indices.filter { wanted.contains(plan.paths[$0]) }
    var site = keepingData(of: indexes.contains)
    site.plan = plan.keeping(kept)
    let paths = isSingleFile ? Set(pages.map { plan.paths[$0] }) : wanted
    site.part = SitePart(
      pages: site.plan.items.indices.filter { site.plan.items[$0].isPage }, paths: paths,
      files: Set(plan.recordPagePaths.indices.filter { paths.contains(plan.recordPagePaths[$0]) }),
      isSingleFile: isSingleFile)
    site.whole = isSingleFile ? plan : nil
    return site
  }

  /// The entity whose index a page is; nil for any other page, including sorted and filtered ones.
  private func indexedEntity(of page: Int) -> Int? {
    guard case .index(let listing, _) = plan.items[page], factory.listings[listing].isBase else { return nil }
    return factory.listings[listing].entity
  }

  /// The paths of some pages and of everything they lead to that is not a page.
  private func needed(by pages: [Int]) -> Set<String> {
    var paths = Set(pages.map { plan.paths[$0] })
    let others = Dictionary(
      plan.items.indices.filter { !plan.items[$0].isPage && !plan.items[$0].isRedirect }.map {
        (plan.paths[$0], $0)
      },
      uniquingKeysWith: { first, _ in first })
    var renderer = FileRenderer(self)
    for page in pages {
      let (bytes, _) = renderer.bytes(of: page)
      for link in HTMLLinks.links(in: bytes) {
        guard let target = HTMLLinks.path(link.destination, from: plan.paths[page]) else { continue }
        if others[target] != nil { paths.insert(target) }
      }
      // The script of a list reads its data by itself.
      if let indexed = indexedEntity(of: page) {
        for (index, item) in plan.items.enumerated() {
          if case .data(let entity, _) = item, entity == indexed { paths.insert(plan.paths[index]) }
        }
      }
    }
    for (index, item) in plan.items.enumerated() { if case .asset = item { paths.insert(plan.paths[index]) } }
    return paths
  }
}
