import Content
import Diagnostics
import Records
import Templates

/// A theme's templates, compiled against the shapes of what they show.
struct SiteTemplates: Sendable {
  /// All templates in one program.
  let program: TemplateProgram
  /// The template of each entity's records; nil where they have no pages.
  let records: [TemplateProgram.Entry?]
  /// The template of each entity's index.
  let indexes: [TemplateProgram.Entry?]
  /// The home page's.
  let home: TemplateProgram.Entry?
  /// The templates that pages name, and `page`.
  let pages: [String: TemplateProgram.Entry]
  /// The templates of query blocks.
  let blocks: [QueryBlockPlan.Style: TemplateProgram.Entry]

  /// Compiles a theme.
  /// - Parameters:
  ///   - theme: the theme.
  ///   - shapes: what templates see.
  ///   - pages: the pages, which may name templates of their own.
  ///   - styles: the ways in which the site's query blocks are shown.
  ///   - range: where the theme is named.
  ///   - passedOver: the paths of entities' templates that do not fit the model.
  static func compile(
    _ theme: Theme, shapes: ViewShapes, model: Model, pages: [Page], styles: Set<QueryBlockPlan.Style>,
    at range: SourceRange, passingOver passedOver: Set<String> = []
  ) -> (templates: SiteTemplates, diagnostics: [Diagnostic]) {
    var diagnostics: [Diagnostic] = []
    var parsed: [Template] = []
    for (name, file) in theme.templates.sorted(by: { $0.key < $1.key }) {
      let result = TemplateParser.parse(file, name: name)
      parsed.append(result.template)
      diagnostics += result.diagnostics
    }
    var compiler = TemplateCompiler(TemplateSet(parsed), shapes: shapes.table)
    var missing: [String] = []
    func entry(_ name: String, _ stack: [Shape.ID]) -> TemplateProgram.Entry? {
      guard theme.templates[name] != nil else {
        if !missing.contains(name) { missing.append(name) }
        return nil
      }
      return compiler.add(name, shapes: stack)
    }
    let records = model.entities.indices.map { index -> TemplateProgram.Entry? in
      let entity = model.entities[index]
      guard entity.folder != nil, !entity.isAbstract else { return nil }
      let own = "entities/\(entity.name)"
      let fits = theme.templates[own].map { !passedOver.contains($0.path) } ?? false
      return entry(fits ? own : "record", [shapes.page, shapes.records[index]])
    }
    let indexes = model.entities.indices.map { index in
      model.entities[index].folder == nil ? nil : entry("index", [shapes.indexes[index]])
    }
    let home = entry("home", [shapes.home])
    var pageEntries: [String: TemplateProgram.Entry] = [:]
    pageEntries["page"] = entry("page", [shapes.page])
    for page in pages {
      guard let named = page.template, page.kind == .other, pageEntries[named.text] == nil else { continue }
      guard theme.templates[named.text] != nil else {
        let nearest = nearestName(to: named.text, among: theme.templates.keys.sorted())
        diagnostics.append(
          Diagnostic(
            .missingTemplate, at: named.range,
            "the theme '\(theme.name)' has no template '\(named.text)'\(suggestion(nearest))"))
        continue
      }
      pageEntries[named.text] = compiler.add(named.text, shapes: [shapes.page])
    }
    var blocks: [QueryBlockPlan.Style: TemplateProgram.Entry] = [:]
    for style in QueryBlockPlan.Style.allCases where styles.contains(style) {
      blocks[style] = entry("blocks/\(style.rawValue)", [shapes.block])
    }
    if !missing.isEmpty {
      let names = missing.map { "'\($0).mustache'" }.joined(separator: ", ")
      diagnostics.append(
        Diagnostic(
          .missingTemplate, at: range,
          "the theme '\(theme.name)' has no template \(names); "
            + "add \(missing.count == 1 ? "it" : "them"), or 'parent: default' to its theme.yml"))
    }
    diagnostics += UnusedTemplates(in: theme, model: model, pages: pages).warnings
    diagnostics += UnusedTexts(in: theme, model: model).warnings
    let compiled = compiler.finish()
    // The built-in theme shows the built-in model; an entity that a site has declared anew is a record like others.
    let misfits = Set(compiled.diagnostics.map(\.range.file.path)).intersection(
      model.entities.map { "\(Theme.builtInName)/entities/\($0.name).mustache" })
    if !misfits.isEmpty, passedOver.isEmpty {
      return compile(
        theme, shapes: shapes, model: model, pages: pages, styles: styles, at: range, passingOver: misfits)
    }
    return (
      SiteTemplates(
        program: compiled.program, records: records, indexes: indexes, home: home, pages: pageEntries,
        blocks: blocks),
      diagnostics + compiled.diagnostics
    )
  }

  private init(
    program: TemplateProgram, records: [TemplateProgram.Entry?], indexes: [TemplateProgram.Entry?],
    home: TemplateProgram.Entry?, pages: [String: TemplateProgram.Entry],
    blocks: [QueryBlockPlan.Style: TemplateProgram.Entry]
  ) {
    self.program = program
    self.records = records
    self.indexes = indexes
    self.home = home
    self.pages = pages
    self.blocks = blocks
  }
}
