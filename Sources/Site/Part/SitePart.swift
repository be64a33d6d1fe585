import Diagnostics

/// Some pages of a site with the files they need, in a folder of their own or as files to send by mail.
///
/// Links to pages outside the selection are removed, including those that a list's script makes. Linked files
/// that are not pages (exports, attachments, styles) come along.
package struct SitePart: Sendable {
  /// The valid targets of links in the part.
  let paths: Set<String>
  /// The whole site, if every file that a page needs is embedded in it; nil if these are files beside it.
  let whole: WholeSite?

  /// A name that matches no page.
  package struct UnknownPage: Error {
    /// The name as it was written.
    package let name: String
    /// The name of the nearest page.
    package let nearest: String?
    /// Whether there is a page of that name, which shows the whole site and is not made for a part of it.
    package let isOfWholeSite: Bool
  }
}

/// The whole site of a part, to embed files of it in the part's pages.
struct WholeSite: Sendable {
  /// The plan of the whole site.
  let plan: SitePlan
  /// The index in the plan of each file that is not a page, by its path.
  let files: [String: Int]

  init(plan: SitePlan) {
    self.plan = plan
    files = Dictionary(
      keepingFirst: plan.items.indices.filter { !plan.items[$0].isPage }.map { (plan.paths[$0], $0) })
  }

  /// Whether a file holds a whole list, however many pages it has.
  func holdsList(at path: String) -> Bool {
    switch files[path].map({ plan.items[$0] }) {
    case .export, .calendar, .feed: true
    default: false
    }
  }
}

extension PlannedSite {
  /// A part of the site, which must have been made for ``SitePipeline/Purpose/part(_:)``.
  /// - Parameters:
  ///   - names: the names of pages: the path of a file of Content, the path of a page in the site, or the id
  ///     of a record. A page with `each` includes the pages below it, an index all of its pages.
  ///   - isSingleFile: whether to embed every file that a page needs.
  /// - Complexity: O(*n*) in the files of the site, for each name.
  package func part(_ names: [String], isSingleFile: Bool) throws(SitePart.UnknownPage) -> PlannedSite {
    var pages: Set<Int> = []
    for name in names {
      let found = plan.places(of: name, in: book, factory.contents.listings)
      guard !found.isEmpty else {
        let stems = plan.items.indices.filter { plan.items[$0].isPage }.map { plan.paths[$0] }
        let path = SitePlan.stem(of: name, in: book) + ".html"
        throw SitePart.UnknownPage(
          name: name, nearest: nearestName(to: path, among: stems), isOfWholeSite: stems.contains(path))
      }
      pages.formUnion(found)
    }
    // The script of a list links to the pages of its index, and does not sort or filter other lists.
    let indexes = Set(pages.compactMap(indexedEntity))
    var site = self
    site.factory.contents.data = factory.contents.data.filter { indexes.contains($0.key) }
    if isSingleFile {
      site.plan = plan.keeping(pages.sorted())
      site.part = SitePart(paths: Set(site.plan.paths), whole: WholeSite(plan: plan))
    } else {
      let paths = site.needed(by: pages.sorted())
      site.plan = plan.keeping(plan.items.indices.filter { paths.contains(plan.paths[$0]) })
      site.part = SitePart(paths: paths, whole: nil)
    }
    return site
  }

  /// The entity whose index a page is; nil for other pages, including sorted and filtered ones.
  private func indexedEntity(of page: Int) -> Int? {
    guard case .index(let listing, _) = plan.items[page], factory.contents.listings[listing].isBase
    else { return nil }
    return factory.contents.listings[listing].entity
  }

  /// The paths of some pages and of all other files that they link to.
  private func needed(by pages: [Int]) -> Set<String> {
    var paths = Set(pages.map { plan.paths[$0] })
    let others = Set(
      zip(plan.paths, plan.items).filter { !$1.isPage && !$1.isRedirect }.map(\.0))
    var renderer = FileRenderer(self)
    for page in pages {
      let (bytes, _) = renderer.bytes(of: page)
      let tags = HTMLTag.tags(in: bytes)
      if let start = HTMLLinks.start(of: tags, at: plan.paths[page]) {
        let targets = HTMLLinks.destinations(in: bytes, tags).compactMap { HTMLLinks.path($0, from: start) }
        paths.formUnion(others.intersection(targets))
      }
      // The script of a list loads its data on its own.
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
