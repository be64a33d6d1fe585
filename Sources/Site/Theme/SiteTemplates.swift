import Content
import Diagnostics
import Records
import Templates

/// A theme's templates, compiled for the shapes of a site.
struct SiteTemplates: Sendable {
  /// All templates in one program.
  let program: TemplateProgram
  /// The template of each entity's records; nil if they have no pages.
  let records: [TemplateProgram.Entry?]
  /// The template of each kind of document, in the model's order.
  let documents: [TemplateProgram.Entry?]
  /// The entity of each kind of document.
  private let documentEntities: [Int]
  /// The template of each entity's index.
  let indexes: [TemplateProgram.Entry?]
  /// The template of each of the site's index tables, specialized for it.
  var tables: [TemplateProgram.Entry?] = []
  /// The template of the home page.
  let home: TemplateProgram.Entry?
  /// The templates that pages may name, and `page`.
  let pages: [String: TemplateProgram.Entry]
  /// The templates of query blocks.
  let blocks: [QueryBlockPlan.Style: TemplateProgram.Entry]

  /// Compiles a theme for the content of a site.
  /// - Parameter range: the place that names the theme.
  static func compile(
    _ theme: Theme, for contents: SiteContents, words: [String: String], at range: SourceRange
  ) -> (templates: SiteTemplates, diagnostics: [Diagnostic]) {
    let book = contents.book
    let shapes = ViewShapes(
      model: book.graph.model, words: words.keys.sorted(), hasAllWords: theme.hasAllTexts,
      wordsElsewhere: theme.textsElsewhere(than: book.settings.language),
      params: book.settings.params, pageParams: book.pages.map(\.params), assets: theme.assetNames)
    func compiled(passingOver misfits: [String: [Diagnostic]]) -> (
      templates: SiteTemplates, diagnostics: [Diagnostic]
    ) {
      var compilation = Compilation(theme, contents, shapes, passingOver: misfits)
      let (templates, diagnostics) = compilation.finish(at: range)
      return (templates, MisspeltParams(settings: book.settings).told(diagnostics))
    }
    let first = compiled(passingOver: [:])
    // The built-in theme's entity templates are made for the built-in model. An entity that a site declares
    // itself is shown like any record.
    let ofEntities = Set(
      book.graph.model.entities.map { "\(Theme.builtInName)/entities/\($0.name).mustache" }
        + book.expressions.documents.flatMap { document in
          book.graph.model.names(upFrom: document.entity).map {
            "\(Theme.builtInName)/entities/\($0).\(document.declaration.name.text).mustache"
          }
        })
    let misfits = Dictionary(grouping: first.diagnostics, by: \.range.file.path).filter { path, _ in
      ofEntities.contains(path)
    }
    return misfits.isEmpty ? first : compiled(passingOver: misfits)
  }

  /// One run over a theme's templates.
  private struct Compilation {
    private let theme: Theme
    private let contents: SiteContents
    private let shapes: ViewShapes
    /// What is wrong with the entity templates that do not fit the model, by path.
    private let passedOver: [String: [Diagnostic]]
    private let set: TemplateSet
    private var compiler: TemplateCompiler
    private var diagnostics: [Diagnostic] = []
    private let hasSyntaxErrors: Bool
    /// The names of templates that the theme lacks.
    private var missing: [String] = []
    /// The templates of records.
    private var ofRecords: Set<String> = []
    /// The templates of documents.
    private var ofDocuments: Set<String> = []

    private var model: Model { contents.book.graph.model }

    init(
      _ theme: Theme, _ contents: SiteContents, _ shapes: ViewShapes,
      passingOver passedOver: [String: [Diagnostic]]
    ) {
      (self.theme, self.contents, self.shapes, self.passedOver) = (theme, contents, shapes, passedOver)
      let parsed = theme.templates.sorted { $0.key < $1.key }.map { TemplateParser.parse($1, name: $0) }
      set = TemplateSet(parsed.map(\.template), builtIn: theme.builtInTemplates)
      compiler = TemplateCompiler(set, shapes: shapes.table)
      diagnostics = parsed.flatMap(\.diagnostics)
      hasSyntaxErrors = diagnostics.hasErrors
    }

    mutating func finish(at range: SourceRange) -> (templates: SiteTemplates, diagnostics: [Diagnostic]) {
      let (records, documents) = (records(), documents())
      // Related records may have full lists on pages of their own.
      let listed = Set(contents.cutLists.map(\.relationship.destination))
      var ofIndexes: [Int: String] = [:]
      let indexes = model.entities.indices.map { index -> TemplateProgram.Entry? in
        guard model.entities[index].folder != nil || listed.contains(index) else { return nil }
        let name = template(ofPage: .index(entity: index)) ?? "index"
        ofIndexes[index] = name
        return entry(name, [shapes.indexes[index]], for: model.entities[index].name)
      }
      let ofHome = template(ofPage: .home) ?? "home"
      let home = entry(ofHome, [shapes.home])
      let (pages, blocks) = (pages(), blocks())
      reportMissing(at: range)
      let (program, found) = compiler.finish()
      let isComplete = theme.hasAllTemplates && !(diagnostics + found).hasErrors
      diagnostics +=
        UnusedTemplates(
          in: theme, model: model, pages: contents.book.pages, ofRecords: ofRecords, isComplete: isComplete
        ).warnings
      diagnostics += ThemeTextChecker(theme: theme, model: model).warnings + theme.sharedAssetNames
      diagnostics += untranslatedTexts()
      diagnostics += AssetLinks(theme: theme, book: contents.book).warnings
      diagnostics +=
        UnlinkedPages(
          theme: theme, set: set, model: model, listings: contents.listings, templates: ofIndexes
        ).warnings
      let ofPages = contents.book.pages.map { page in
        switch page.kind {
        case .home: (page, ofHome)
        case .index(let entity): (page, ofIndexes[entity] ?? "index")
        case .other: (page, page.template?.text ?? "page")
        }
      }
      // What a template with an error of syntax prints is unknown.
      if !hasSyntaxErrors {
        // A name with an error may be that of the content.
        let wrong = Set((diagnostics + found).filter { $0.severity == .error }.map(\.range.file.path))
        diagnostics += UnprintedContent(theme: theme, set: set, pages: ofPages).warnings.filter {
          !wrong.contains($0.range.file.path)
        }
      }
      let templates = SiteTemplates(
        program: program, records: records, documents: documents,
        documentEntities: contents.book.expressions.documents.map(\.entity), indexes: indexes, home: home,
        pages: pages,
        blocks: blocks)
      return (templates, diagnostics + found)
    }

    /// The warnings of texts that documents take from the site's language, because theirs has none.
    private func untranslatedTexts() -> [Diagnostic] {
      let language = contents.book.settings.language
      let missing = theme.ownTexts(missingIn: language)
      guard !missing.isEmpty else { return [] }
      let printed = ofDocuments.reduce(into: Set<String>()) { $0.formUnion(set.names(reachedFrom: $1)) }
      return missing.filter { printed.contains($0.name) }.map { text in
        Diagnostic(
          .unknownName, .warning, at: text.nameRange,
          "the text '\(text.name)' is missing in the language '\(language)' of some documents, which have it in "
            + "'\(text.language)'")
      }
    }

    /// A template that every theme must have.
    private mutating func entry(
      _ name: String, _ stack: [Shape.ID], for purpose: String? = nil
    ) -> TemplateProgram.Entry? {
      guard theme.templates[name] != nil else {
        if !missing.contains(name) { missing.append(name) }
        return nil
      }
      return compiler.add(name, shapes: stack, for: purpose ?? name)
    }

    private mutating func records() -> [TemplateProgram.Entry?] {
      model.entities.indices.map { index in
        let entity = model.entities[index]
        guard entity.folder != nil, !entity.isAbstract else { return nil }
        // A subentity is shown like the entity that it inherits from.
        let name =
          model.names(upFrom: index).map { "entities/\($0)" }.first { name in
            theme.templates[name].map { passedOver[$0.path] == nil } ?? false
          } ?? "record"
        ofRecords.insert(name)
        return entry(name, [shapes.page, shapes.records[index]], for: entity.name)
      }
    }

    private mutating func documents() -> [TemplateProgram.Entry?] {
      contents.book.expressions.documents.map { document in
        let name = document.declaration.name
        let candidates = model.names(upFrom: document.entity).map { "entities/\($0).\(name.text)" }
        let found = candidates.first { theme.templates[$0] != nil }
        guard let found, let file = theme.templates[found], passedOver[file.path] == nil else {
          let wrong = found.flatMap { theme.templates[$0] }.flatMap { passedOver[$0.path] } ?? []
          if let found, let error = paramWithoutText(wrong, in: found) {
            diagnostics.append(error)
            return nil
          }
          diagnostics.append(
            Diagnostic(
              .missingTemplate, at: name.range,
              found == nil
                ? "the theme '\(theme.name)' has no template '\(candidates[0]).mustache' for it"
                  + otherDocuments(than: document)
                : "the built-in template '\(candidates[0]).mustache' does not fit the model; add one to your own theme"
                  + (contents.book.isPublic ? ", or mark the document as private" : ""),
              notes: wrong.map { .init($0.summary, at: $0.range) }))
          return nil
        }
        ofDocuments.insert(found)
        return compiler.add(
          found, shapes: [shapes.page, shapes.records[document.entity]],
          for: "\(model.entities[document.entity].name).\(name.text)")
      }
    }

    /// The error of a param that is a list or a mapping where a built-in template prints a text.
    private func paramWithoutText(_ wrong: [Diagnostic], in template: String) -> Diagnostic? {
      let prefix = "site.params."
      guard let name = wrong.lazy.map(\.range.text).first(where: { $0.hasPrefix(prefix) }),
        case let key = String(name.dropFirst(prefix.count)),
        let range = contents.book.settings.paramRanges[key]
      else { return nil }
      return Diagnostic(
        .wrongShape, at: range,
        "'\(key)' is one text where '\(template).mustache' prints it; write several lines after '|'")
    }

    /// What to do about a document without a template: a similar name, or how to begin with a template that
    /// the theme has; empty if it has none for the entity.
    private func otherDocuments(than document: ModelExpressions.CompiledDocument) -> String {
      let prefixes = model.names(upFrom: document.entity).map { "entities/\($0)." }
      let templates = theme.templates.keys.sorted().filter { name in
        prefixes.contains { name.hasPrefix($0) }
      }
      let names = templates.compactMap { $0.split(separator: ".").last.map(String.init) }
      if let nearest = nearestName(to: document.declaration.name.text, among: names) {
        return suggestion(nearest)
      }
      guard let first = templates.first else { return "" }
      // 'theme copy' has the built-in templates only.
      return theme.builtInTemplates.contains(first)
        ? "; 'docket theme copy \(first)' gets one to begin with"
        : "; '\(first).mustache' is one to begin with"
    }

    private mutating func pages() -> [String: TemplateProgram.Entry] {
      var entries: [String: TemplateProgram.Entry] = [:]
      entries["page"] = entry("page", [shapes.page])
      for page in contents.book.pages where page.kind == .other {
        guard let name = template(of: page), entries[name] == nil else { continue }
        entries[name] = compiler.add(name, shapes: [shapes.page], for: name)
      }
      return entries
    }

    /// The template that the home page or an index page names; nil if it names none of the theme.
    private mutating func template(ofPage kind: Page.Kind) -> String? {
      contents.book.pages.first { $0.kind == kind }.flatMap { template(of: $0) }
    }

    /// The template that a page names; nil if it names none, or one that the theme lacks, which is reported.
    private mutating func template(of page: Page) -> String? {
      guard let named = page.template else { return nil }
      if theme.builtInTemplates.contains(named.text), let role = otherRole(of: named.text, than: page.kind) {
        diagnostics.append(
          Diagnostic(
            .missingTemplate, at: named.range,
            "'\(named.text)' is a template of \(role), and not of this page"))
        return nil
      }
      if theme.templates[named.text] != nil { return named.text }
      let name = named.text.hasSuffix(".mustache") ? String(named.text.dropLast(9)) : named.text
      let nearest = nearestName(to: name, among: theme.templates.keys.sorted())
      diagnostics.append(
        Diagnostic(
          .missingTemplate, at: named.range,
          "the theme '\(theme.name)' has no template '\(named.text)'\(suggestion(nearest))"))
      return nil
    }

    /// What a built-in template shows instead of a page of a kind; nil if such a page may name it.
    private func otherRole(of template: String, than kind: Page.Kind) -> String? {
      switch template {
      case "home": return kind == .home ? nil : "the home page"
      case "index": if case .index = kind { return nil } else { return "lists" }
      case "record": return "records"
      default:
        return template.hasPrefix("entities/")
          ? "records" : template.hasPrefix("blocks/") ? "query blocks" : nil
      }
    }

    private mutating func blocks() -> [QueryBlockPlan.Style: TemplateProgram.Entry] {
      var entries: [QueryBlockPlan.Style: TemplateProgram.Entry] = [:]
      let used = Set(contents.pages.flatMap(\.blocks).compactMap { $0?.plan.style })
      for style in QueryBlockPlan.Style.allCases {
        let name = "blocks/\(style.rawValue)"
        // The site's own template must be right before a page uses it.
        let isOwn = theme.templates[name] != nil && !theme.builtInTemplates.contains(name)
        if isOwn || used.contains(style) { entries[style] = entry(name, [shapes.block]) }
      }
      return entries
    }

    private mutating func reportMissing(at range: SourceRange) {
      guard !missing.isEmpty else { return }
      let names = missing.map { "'\($0).mustache'" }.joined(separator: ", ")
      diagnostics.append(
        Diagnostic(
          .missingTemplate, at: range,
          "the theme '\(theme.name)' has no template \(names); "
            + "add \(missing.count == 1 ? "it" : "them"), or 'parent: default' to its theme.yml"))
    }
  }

  /// The templates, with the content that all pages of a site share evaluated in advance.
  func specialized(for site: SiteView) -> SiteTemplates {
    let view = StaticView(site)
    var entries: [(entry: TemplateProgram.Entry, contexts: [StaticHandle?])] = []
    /// Requests an entry, and returns its index among the requested ones.
    func request(_ entry: TemplateProgram.Entry?, _ contexts: StaticHandle...) -> Int? {
      guard let entry else { return nil }
      entries.append((entry, contexts))
      return entries.count - 1
    }
    let ofRecords = records.enumerated().map { request($1, StaticView.root, view.record(of: $0)) }
    let ofIndexes = indexes.map { request($0, StaticView.root) }
    let ofHome = request(home, StaticView.root)
    let ofPages = pages.sorted { $0.key < $1.key }.map { ($0.key, request($0.value, StaticView.root)) }
    let ofBlocks = QueryBlockPlan.Style.allCases.map { ($0, request(blocks[$0], StaticView.root)) }
    let ofDocuments = zip(documents, documentEntities).map {
      request($0, StaticView.root, view.record(of: $1))
    }
    let ofTables = site.indexTables.map { table in
      request(
        indexes[site.indexEntities[table - site.indexTables.lowerBound]], StaticView.root(showing: table))
    }
    let (program, made) = program.specialized(for: view, entries: entries)
    func entry(_ place: Int?) -> TemplateProgram.Entry? { place.map { made[$0] } }
    return SiteTemplates(
      program: program, records: ofRecords.map(entry), documents: ofDocuments.map(entry),
      documentEntities: documentEntities, indexes: ofIndexes.map(entry), tables: ofTables.map(entry),
      home: entry(ofHome),
      pages: Dictionary(uniqueKeysWithValues: ofPages.map { ($0, entry($1)) }).compactMapValues(\.self),
      blocks: Dictionary(uniqueKeysWithValues: ofBlocks.map { ($0, entry($1)) }).compactMapValues(\.self))
  }
}

extension Model {
  /// The names of an entity and of the entities that it inherits from.
  fileprivate func names(upFrom entity: Int) -> [String] {
    var names: [String] = []
    var next: Int? = entity
    while let index = next {
      names.append(entities[index].name)
      next = entities[index].parent
    }
    return names
  }
}
