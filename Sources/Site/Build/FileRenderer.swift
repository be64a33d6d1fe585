import Content
import Diagnostics
import Exports
import FileSystem
import Formatting
import Publishing
import Query
import Records
import Templates

/// Renders the files of a site one after another with one buffer.
struct FileRenderer: ~Copyable {
  private let site: PlannedSite
  private let repeated: RepeatedRows?
  private var renderer: TemplateRenderer
  private var output = Output(capacity: 16 << 10)
  private var mark = SearchEngineMark()
  /// The attachments read ahead: their range, and the bytes of each.
  private var fetched: (range: Range<Int>, files: [Result<[UInt8], EnvironmentFailure>]) = (0..<0, [])
  /// The export written last and its table, since its other format is next.
  private var exported: (index: Int, table: ExportTable)?
  /// The errors of the file being rendered.
  private var errors: [Diagnostic] = []
  /// The errors of the files that were rendered but not written because of them.
  private(set) var diagnostics: [Diagnostic] = []

  /// The files that pages of a part need and that could not be embedded in them.
  private(set) var leftOut: Set<String> = []

  /// Makes a renderer without compiling or reading anything.
  /// - Parameter repeated: the rows that several files share; nil to render rows in every file.
  init(_ site: PlannedSite, repeating repeated: RepeatedRows? = nil) {
    self.site = site
    self.repeated = repeated
    renderer = TemplateRenderer(site.factory.templates.program)
  }

  /// Renders a file of the plan, and writes it if it changed.
  /// - Returns: the file's entry in the output; nil if it has errors and was not written.
  mutating func write(_ index: Int, to folder: SiteOutput) throws(EnvironmentFailure) -> SiteOutput.Entry? {
    switch site.plan.items[index] {
    case .asset(let asset):
      switch site.theme.assets[asset].source {
      case .file(let path, let theme):
        if let location = theme.location(of: path) { return try folder.copy(fileAt: location, to: index) }
        let bytes = try theme.read(path)
        return try folder.write(index, bytes.span)
      case .builtIn(let text):
        let bytes = text.bytes
        return try folder.write(index, bytes.span)
      }
    case .attachment(let attachment):
      let book = site.book
      if let location = book.source.location(of: book.attachments[attachment]) {
        return try folder.copy(fileAt: location, to: index)
      }
      let bytes = try fetch(attachment)
      return try folder.write(index, bytes.span)
    default:
      let errors = render(index)
      diagnostics += errors
      return errors.isEmpty ? try folder.write(index, output.bytes.span) : nil
    }
  }

  /// The bytes of an attachment that is not on disk, read together with some of the following ones.
  private mutating func fetch(_ attachment: Int) throws(EnvironmentFailure) -> [UInt8] {
    let book = site.book
    if !fetched.range.contains(attachment) {
      let range = attachment..<min(attachment + 16, book.attachments.count)
      fetched = (range, book.source.read(Array(book.attachments[range]), limit: .max - 1))
    }
    return try fetched.files[attachment - fetched.range.lowerBound].get()
  }

  /// Renders a file of the plan into the buffer.
  /// - Returns: the errors that only rendering with data can find.
  mutating func render(_ index: Int) -> [Diagnostic] {
    output.removeAll()
    errors = []
    let path = site.plan.paths[index]
    switch site.plan.items[index] {
    case .record(let table, let row): render(site.factory.page(ofRecord: row, in: table, at: path))
    case .document(let kind, let row): render(document: kind, row: row, at: path)
    case .index(let listing, let page): render(site.factory.page(ofListing: listing, number: page, at: path))
    case .page(let page):
      render(site.factory.page(withBlocks(site.factory.contents.pages[page], at: path), at: path))
    case .home: render(site.factory.page(nil, at: path))
    case .model: render(site.factory.pageOfModel(at: path))
    case .history: render(site.factory.pageOfHistory(at: path))
    case .historyFeed:
      append(site.factory.history?.feed(siteTitle: site.book.settings.title, base: base).bytes)
    case .contents: render(site.factory.pageOfContents(at: path))
    case .values(let listing, let filter):
      render(site.factory.page(ofValuesOf: listing, filter: filter, at: path))
    case .search(let part):
      output.appendVerbatim {
        site.factory.search?.append(
          part, site: site.factory.siteView, pages: site.factory.contents.pages, to: &$0)
      }
    case .data(let entity, let part):
      output.appendVerbatim {
        site.factory.contents.data[entity]?.append(part, site: site.factory.siteView, to: &$0)
      }
    case .export(let export, let format): append(export, as: format)
    case .feed(let listing): append(feed(of: site.factory.contents.listings[listing]))
    case .calendar(let listing): append(calendar(of: site.factory.contents.listings[listing]))
    case .sitemap(let part): append(Sitemap.bytes(part: part, pages: site.plan.pagePaths, base: base))
    case .robots: append(RobotsFile.bytes(base: base))
    case .accent: append(site.factory.navigation.brand.accent.map { Array(Brand.style(accent: $0).utf8) })
    case .redirect(let redirect):
      let target = site.plan.redirects[redirect].target
      append(RedirectPage(target: target, language: site.book.settings.language).bytes(at: path))
    case .asset, .attachment: break
    }
    if site.plan.items[index].isPage { finishPage(index) }
    return errors
  }

  /// Adds what every page has regardless of its layout, and removes what its part of the site lacks.
  private mutating func finishPage(_ index: Int) {
    if !site.book.isPublic, let gap = mark.gap(in: output.bytes) {
      output.insert(verbatim: SearchEngineMark.tag, at: gap)
    }
    if let part = site.part {
      let page = site.page(output.bytes, index, of: part)
      leftOut.formUnion(page.leftOut)
      output.removeAll()
      output.append(verbatim: page.bytes.span)
    }
  }

  private mutating func append(_ bytes: [UInt8]?) {
    if let bytes { output.append(verbatim: bytes.span) }
  }

  private func feed(of listing: IndexListing) -> [UInt8]? {
    listing.feed.map { plan in
      AtomFeed(
        plan, of: listing, site: site.factory.siteView, siteTitle: site.book.settings.title, base: base
      ).bytes
    }
  }

  private func calendar(of listing: IndexListing) -> [UInt8]? {
    let settings = site.book.settings
    let calendar = DueCalendar(
      site: site.factory.siteView, listing: listing, siteTitle: settings.title, base: settings.baseURL)
    return listing.calendar.map(calendar.bytes)
  }

  /// Renders a file of the plan.
  mutating func bytes(of index: Int) -> (bytes: [UInt8], errors: [Diagnostic]) {
    let errors = render(index)
    return (output.bytes, errors)
  }

  /// The URL at which the site is published.
  private var base: String { site.book.settings.baseURL ?? "" }

  private mutating func render(_ page: PageFactory.Rendering?) {
    guard let page else { return }
    let source = PageSource(site: site.factory.siteView, page: page.view, repeated: repeated)
    errors += renderer.render(page.template, page.contexts, from: source, to: &output)
  }

  /// Renders a document in the language that its record asks for.
  private mutating func render(document kind: Int, row: Int, at path: String) {
    guard let translation = translation(ofDocument: kind, row: row) else {
      return render(site.factory.page(ofDocument: kind, row: row, at: path))
    }
    guard let page = translation.factory.page(ofDocument: kind, row: row, at: path) else { return }
    var renderer = TemplateRenderer(translation.factory.templates.program)
    let source = PageSource(site: translation.factory.siteView, page: page.view)
    errors += renderer.render(page.template, page.contexts, from: source, to: &output)
  }

  /// The site in the language of a document; nil if that is the site's own.
  private func translation(ofDocument kind: Int, row: Int) -> PlannedSite? {
    let languages = site.factory.contents.documents.kinds[kind].languages
    return languages[Int32(truncatingIfNeeded: row)].flatMap { site.translations[$0] }
  }

  private mutating func append(_ index: Int, as format: ExportFormat) {
    let export = site.exports[index]
    if repeated?.append(export, as: format, for: site, to: &output) ?? false { return }
    let known = exported.flatMap { $0.index == index ? $0.table : nil }
    let table = known ?? export.table(site.factory.siteView.formatter).withFewValues
    exported = (index, table)
    output.appendVerbatim { RowWriter(table, as: format.rowFormat(in: site)).append(to: &$0) }
  }

  /// A page with the results of its query blocks inserted.
  private mutating func withBlocks(_ page: PageBody, at path: String) -> PageBody {
    guard !page.positions.isEmpty else { return page }
    var page = page
    var html: [UInt8] = []
    var start = 0
    for row in page.rowsOfBlocks {
      html += page.html[start..<page.positions[row.lowerBound]]
      let isOfTiles = page.blocks[row.lowerBound]?.plan.style == .number
      if isOfTiles { html += Array("<div class=\"tiles\">\n".utf8) }
      // A row of tiles shows its day once, at its end.
      let day = row.compactMap { page.blocks[$0]?.result.day }.first
      for index in row {
        start = page.positions[index]
        guard let block = page.blocks[index] else { continue }
        render(
          site.factory.rendering(
            of: block, asOf: index == row.last ? day : nil, linkURL: page.linkURLs[index],
            documents: documents(of: block, at: path), at: path))
        html += output.bytes
        output.removeAll()
      }
      if isOfTiles { html += Array("</div>\n".utf8) }
    }
    page.html = html + page.html[start...]
    return page
  }
}

extension FileRenderer {
  /// The main parts of the documents that a block shows, made for the page at a path.
  private mutating func documents(of block: QueryBlockResult, at path: String) -> [PageFactory.Sheet] {
    guard case .documents(let name) = block.plan.display, let records = block.result.records else {
      return []
    }
    let (graph, kinds) = (site.book.graph, site.factory.contents.documents.kinds)
    let table = graph.model.entities[block.plan.plan.entity].table
    return records.compactMap { record in
      let (row, entity) = (Int(record), graph.entity(of: Int(record), in: table))
      let kind = kinds.firstIndex { $0.name == name && $0.entity == entity && $0.contains(row) }
      guard let kind else { return nil }
      render(document: kind, row: row, at: path)
      defer { output.removeAll() }
      let shown = translation(ofDocument: kind, row: row) ?? site
      return PageFactory.Sheet(
        html: HTMLTag.part(
          HTMLTag.content(of: ["main", "body"], in: output.bytes),
          endingHeadingIDsWith: "." + graph.id(of: row, in: table)),
        locale: shown.factory.siteView.formatter.locale)
    }
  }
}

extension PageBody {
  /// The blocks in rows: consecutive numbers with the same day share a row, any other block has its own.
  fileprivate var rowsOfBlocks: [Range<Int>] {
    var rows: [Range<Int>] = []
    var dayOfRow: CivilDate?
    for index in positions.indices {
      let day = blocks[index]?.result.day
      let isAfterNumber =
        index > 0 && blocks[index]?.plan.style == .number && blocks[index - 1]?.plan.style == .number
      if isAfterNumber, day == nil || dayOfRow == nil || day == dayOfRow,
        html[positions[index - 1]..<positions[index]].allSatisfy({ $0 <= 0x20 })
      {
        rows[rows.count - 1] = rows[rows.count - 1].lowerBound..<index + 1
        dayOfRow = dayOfRow ?? day
      } else {
        rows.append(index..<index + 1)
        dayOfRow = day
      }
    }
    return rows
  }
}
