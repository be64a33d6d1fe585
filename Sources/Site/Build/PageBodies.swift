import Content
import Diagnostics
import Exports
import FileSystem
import Markdown
import Query
import Records

/// The bodies of pages: parsed and run first, linked when all paths of the site are known.
enum PageBodies {
  /// Parses every body, and compiles and runs its query blocks.
  /// - Parameter documents: the documents of the book, which blocks may show.
  static func parse(
    _ book: Book, _ documents: RecordDocuments, today: CivilDate
  ) async -> (pages: [PageBody], diagnostics: [Diagnostic]) {
    let defaults = DefaultColumns()
    let indexes = indexes(for: book, defaults)
    let parsed = await inParallel(book.pages.count, by: 1) { part in
      parse(
        book.pages[part.lowerBound], at: part.lowerBound, of: book, documents, indexes, defaults, today: today
      )
    }
    let indexed = Set(book.pages.compactMap(\.indexedFolder))
    var pages = withLists(parsed.map(\.page))
    let shown = pages.indices.filter {
      let page = pages[$0].page
      return page.kind == .other && page.instance == nil && !page.isBelowIndex(of: indexed)
    }
    // In natural order, sheet 2 comes before sheet 10.
    let order = shown.sorted {
      NaturalOrder.compare(pages[$0].page.stem, pages[$1].page.stem) == .ascending
    }
    for (number, index) in order.enumerated() { pages[index].number = number }
    return (withSections(pages), parsed.flatMap(\.diagnostics))
  }

  /// The indexes for pages of `each`, which make the same request for one value after another.
  private static func indexes(for book: Book, _ defaults: DefaultColumns) -> EqualityIndexes {
    var indexes = EqualityIndexes()
    for (base, page) in zip(book.pages, book.pages.dropFirst()) where base.each != nil && page.instance != nil
    {
      for plan in QueryBlockReader.read(page.queryBlocks, of: page, in: book, defaults: defaults).plans {
        if let plan { indexes.add(for: plan.plan, graph: book.graph) }
      }
    }
    return indexes
  }

  /// The pages, in which a page with `each` is a list of the pages below it, which follow it.
  private static func withLists(_ pages: [PageBody]) -> [PageBody] {
    pages.enumerated().map { index, page in
      guard page.page.each != nil else { return page }
      var page = page
      let folder = PercentEncoding.path(String(page.page.stem.fileName))
      var list = LinkList()
      for instance in pages[(index + 1)...].prefix(while: { $0.page.instance != nil }).compactMap(
        \.page.instance)
      {
        list.append(
          title: instance.texts["$each"] ?? "", url: "\(folder)/\(PercentEncoding.path(instance.name)).html")
      }
      page.html = Array(list.html.utf8)
      return page
    }
  }

  /// The pages, each with the pages above it.
  private static func withSections(_ pages: [PageBody]) -> [PageBody] {
    var indexes: [Substring: PageBody] = [:]
    for page in pages where page.page.instance == nil {
      if let folder = page.page.indexedFolder { indexes[folder] = page }
    }
    let bases = Dictionary(
      pages.filter { $0.page.each != nil }.map { ($0.page.file.path, $0) },
      uniquingKeysWith: { a, _ in a })
    return pages.map { page in
      guard page.page.kind == .other else { return page }
      var page = page
      let base = page.page.instance == nil ? nil : bases[page.page.file.path]
      var above: [PageBody] = base.map { [$0] } ?? []
      var folder = page.page.file.path[...]
      while let slash = folder.lastIndex(of: "/") {
        folder = folder[..<slash]
        guard let index = indexes[folder], index.index != page.index, index.index != base?.index else {
          continue
        }
        above.append(index)
      }
      page.sections = above.reversed().map { .init(title: $0.title, path: $0.page.stem + ".html") }
      page.isInNavigation = base == nil && (page.number != nil || above.isEmpty)
      page.number = (base?.number ?? page.number) ?? above.first { $0.number != nil }?.number
      return page
    }
  }

  private static func parse(
    _ page: Page, at index: Int, of book: Book, _ documents: RecordDocuments, _ indexes: EqualityIndexes,
    _ defaults: DefaultColumns, today: CivilDate
  ) -> (page: PageBody, diagnostics: [Diagnostic]) {
    var html: [UInt8] = []
    // A page with `each` lists the pages below it, which have its body.
    let body = page.each == nil ? page.file.body : page.file.body.prefix(0)
    let document = MarkdownDocument(page.file.source, body: body.startIndex..<body.endIndex)
    let markdown = document.render(into: &html) { _ in .pending }
    let read = QueryBlockReader.read(markdown.queries, of: page, in: book, defaults: defaults)
    var tooWide: [Diagnostic] = []
    let blocks = read.plans.map { plan -> QueryBlockResult? in
      guard let plan else { return nil }
      let known = page.instance == nil ? nil : indexes.rows(for: plan.plan)
      let rows = documents.rows(of: plan, in: book.graph, today: today, among: known)
      if let error = plan.tooWide(graph: book.graph, today: today, among: rows) {
        tooWide.append(error)
        return nil
      }
      return QueryBlockResult(plan, graph: book.graph, today: today, among: rows)
    }
    let parsed = PageBody(
      page: page, index: index, title: title(of: page, markdown),
      markdown: markdown, html: html, blocks: blocks)
    let shown = blocks.compactMap(\.self)
    let long = book.settings.lintsOff.contains(.longTable) ? [] : shown.compactMap(\.tooLong)
    return (parsed, read.diagnostics + tooWide + shown.flatMap(\.diagnostics) + long)
  }

  /// Inserts the destinations of links into the bodies.
  static func link(
    _ pages: [PageBody], to targets: LinkTargets
  ) async -> (pages: [PageBody], uses: LinkUses, diagnostics: BodyDiagnostics) {
    let linked = await inParallel(pages.count, by: 1) { link(pages[$0.lowerBound], to: targets) }
    var uses = LinkUses()
    var diagnostics = BodyDiagnostics()
    var ofInstances = BodyDiagnostics()
    for page in linked {
      uses.formUnion(page.uses)
      if page.page.page.instance == nil {
        diagnostics.append(page.diagnostics)
      } else {
        ofInstances.append(page.diagnostics)
      }
    }
    diagnostics.append(
      ofInstances.onePerPlace { "and likewise on \(counted($0, "other page", "other pages")) of 'each'" })
    return (linked.map(\.page), uses, diagnostics)
  }

  private static func link(
    _ page: PageBody, to targets: LinkTargets
  ) -> (page: PageBody, uses: LinkUses, diagnostics: BodyDiagnostics) {
    var page = page
    var lookup = LinkLookup(targets)
    let file = page.page.file
    let path = page.page.stem + ".html"
    let instance = page.page.instance
    // In the body, an address of the record is inserted with the other values.
    func resolve(_ link: LinkReference, isInBody: Bool) -> LinkResolution {
      guard let instance, link.destination.contains("$each") else {
        return lookup.resolve(link, in: file, at: path)
      }
      switch instance.destination(link.destination) {
      case .elsewhere(let address):
        return address.map { .rewritten(isInBody ? link.destination : $0) } ?? .omitted
      case .site(let destination):
        func resolve(_ destination: String) -> LinkResolution {
          lookup.resolve(LinkReference(destination, isImage: link.isImage), in: file, at: path)
        }
        let resolution = resolve(destination)
        guard case .failed = resolution else { return resolution }
        // What has no value has no page and no file.
        if instance.isOfNoValue { return .omitted }
        if let own = instance.destinationBesideRecord(link.destination, from: file.path),
          case let found = resolve(own), case .rewritten = found
        {
          return found
        }
        return resolution
      }
    }
    let linked = page.markdown.resolveLinks(in: &page.html) { resolve($0, isInBody: true) }
    page.positions = linked.positions
    if let instance {
      (page.html, page.positions) = EachTexts.replaced(
        inHTML: page.html, for: instance, marks: page.positions)
    }
    var diagnostics = linked.diagnostics
    for index in page.blocks.indices {
      guard let link = page.blocks[index]?.plan.link else { continue }
      switch resolve(LinkReference(link.text, isImage: false), isInBody: false) {
      case .rewritten(let url): page.linkURLs[index] = url
      case .unchanged, .pending, .omitted: break
      case .failed(let failure):
        diagnostics.append(failure.diagnostic(at: link.range), missing: failure.missing)
      }
    }
    if page.page.title == nil { page.dropTitle() }
    return (page, lookup.uses, diagnostics)
  }

  /// The title: the written one, else the first heading, else the file's name; pages of `each` add the value.
  private static func title(of page: Page, _ markdown: RenderedMarkdown) -> String {
    let written = page.title?.text ?? markdown.headings.first?.text
    guard let instance = page.instance else {
      return written.flatMap { page.each == nil || !$0.contains("$each") ? $0 : nil } ?? name(of: page)
    }
    let title = written ?? name(of: page)
    return EachTexts.replaced(title.contains("$each") ? title : title + " – $each", instance.texts)
  }

  /// The file's name as a title: "Unpaid orders" for `unpaid-orders.md`.
  private static func name(of page: Page) -> String {
    labelInWords(String(page.file.path.fileName.withoutMarkdownEnding).replacing("-", with: "_"))
  }
}

extension Page {
  /// The query blocks of its body.
  /// - Complexity: O(*n*) in the bytes of the body.
  var queryBlocks: [QueryBlock] { MarkdownDocument(file.source, body: file.body).reading().queries }

  /// The folder whose `index.md` the page is; nil for Content's own `index.md` and for other pages.
  fileprivate var indexedFolder: Substring? {
    let folder = file.path.parentFolder
    return kind == .other && !folder.isEmpty && file.path.fileName == "index.md" ? folder : nil
  }

  /// Whether the page is beside an `index.md`, which links to it, so that the navigation need not.
  fileprivate func isBelowIndex(of folders: Set<Substring>) -> Bool {
    indexedFolder == nil && folders.contains(file.path.parentFolder)
  }
}
