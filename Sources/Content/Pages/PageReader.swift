import Diagnostics
import FileSystem
import FrontMatter
import Query
import Records

/// Reads pages: optional front matter with the keys of the page's kind.
struct PageReader {
  private static let pageKeys = [
    "title", "description", "template", "draft", "was", "private", "as-of", "params",
  ]
  private static let eachKeys = ["each", "from"]
  /// The maximum number of filters of an index: the pages of each value have a bar for every filter.
  private static let maximumFilters = 100
  private static let indexKeys = ["page-size", "sorts", "filters", "filter-limit", "feed"]

  /// A record that was read as a page because its file is not in a folder of records. It is of one of several
  /// entities if its keys do not tell which.
  typealias Misplaced = (entities: [Int], id: String, diagnostic: Diagnostic)

  /// The result of reading a page.
  struct Reading: Sendable {
    /// The page; nil if it is left out as a draft, or if an error stops the reading.
    var page: Page?
    /// Whether it is left out as a draft.
    var isLeftOut = false
    /// The record that the file certainly is instead of a page.
    var misplaced: Misplaced?
    /// The errors, except that the record is misplaced.
    var diagnostics: [Diagnostic]
  }

  /// Reads one page.
  /// - Parameters:
  ///   - entry: the page's file.
  ///   - bytes: the file's bytes, or why it cannot be read.
  static func read(
    _ entry: ContentScan.Page, _ bytes: Result<[UInt8], EnvironmentFailure>, _ context: ReadingContext
  ) -> Reading {
    var yaml = FrontMatterDocument()
    let reading = MarkdownFileReading.read(entry.path, bytes, prefix: context.prefix, document: &yaml)
    guard let file = reading.file else { return Reading(diagnostics: reading.diagnostics) }
    if let diagnostic = reading.frontMatter.emptyLinesAbove(in: file.source) {
      return Reading(diagnostics: [diagnostic])
    }
    let kind: Page.Kind =
      entry.entity.map { .index(entity: $0) } ?? (file.path == "index.md" ? .home : .other)
    var page = Page(file: file, kind: kind)
    let isIndex = entry.entity != nil
    let keys =
      pageKeys + (kind == .other ? eachKeys : [])
      + (isIndex ? indexKeys + FetchRequestReader.keys.filter { $0 != "from" && $0 != "pivot" } : [])
    let mayBeRecord = !isIndex && context.model.hasUnknownHomes
    let misplaced =
      isIndex || mayBeRecord ? nil : misplacedRecord(yaml, keys: keys, model: context.model)
    var reader = MappingReader(
      yaml, yaml.root, keys: misplaced == nil && !mayBeRecord ? Array(Set(keys)).sorted() : nil,
      in: isIndex ? "an index page" : "a page")
    let texts = (
      title: reader.texts(byLanguage: "title"), description: reader.texts(byLanguage: "description")
    )
    (page.title, page.description) = (texts.title?.label, texts.description?.label)
    page.template = reader.text("template")
    page.isPrivate = reader.boolean("private") ?? false
    page.isDraft = reader.boolean("draft") ?? false
    page.params = reader.params("params")
    for name in reader.texts("was") {
      if let refusal = FormerName.refusal(of: name.text) {
        reader.report(.invalidID, at: name.range, refusal)
      } else {
        page.formerPaths.append(FormerName.path(name.text, in: file.path))
      }
    }
    if isIndex {
      page.request = FetchRequestReader.read(&reader)
      // An index page may not say `from`: its request is about its folder's entity.
      page.request.from = nil
      page.asOf = page.request.asOf
      page.pageSize = reader.count("page-size", atLeast: 1) ?? page.pageSize
      page.sorts = FetchRequestReader.columns("sorts", options: ["value", "label"], &reader)
      page.filters = filters(&reader)
      page.filterLimit = reader.count("filter-limit", atLeast: 1) ?? page.filterLimit
      if reader.boolean("feed") ?? false { page.feedRange = reader.value("feed").map { yaml.range(of: $0) } }
    } else {
      page.asOf = FetchRequestReader.day("as-of", &reader)
      page.each = reader.text("each")
      page.eachFrom = reader.text("from")
      if page.each != nil { page.eachTexts = (texts.title?.texts ?? []) + (texts.description?.texts ?? []) }
    }
    let isLeftOut = page.isDraft && !context.includesDrafts
    return Reading(
      page: isLeftOut ? nil : page, isLeftOut: isLeftOut,
      misplaced: misplaced.map {
        ($0.entities, nfc(String(file.path.fileName.withoutMarkdownEnding)), $0.diagnostic)
      },
      diagnostics: reading.diagnostics + reader.diagnostics)
  }

  /// The filters of an index.
  private static func filters(_ reader: inout MappingReader) -> [ColumnDeclaration] {
    let filters = FetchRequestReader.columns("filters", options: ["value", "label"], &reader)
    if filters.count > maximumFilters {
      reader.report(
        .invalidRequest, at: filters[maximumFilters].value.range,
        "an index has at most \(maximumFilters) filters, and this one has \(filters.count): each of its pages "
          + "leads to values of all; remove some")
    }
    return Array(filters.prefix(maximumFilters))
  }

  /// The record that a page with an entity's keys certainly is, in the wrong folder: one error for all keys.
  private static func misplacedRecord(
    _ yaml: FrontMatterDocument, keys: [String], model: Model
  ) -> (entities: [Int], diagnostic: Diagnostic)? {
    let unknown = yaml.pairs(of: yaml.root).map(\.key).filter { !keys.contains(yaml.text(of: $0)) }
    guard !unknown.isEmpty else { return nil }
    let entities = model.entities.indices.filter {
      model.entities[$0].folder != nil && !model.entities[$0].isAbstract
    }
    func count(_ index: Int) -> Int {
      unknown.count { model.entities[index].hasProperty(named: yaml.text(of: $0)) }
    }
    guard let most = entities.map(count).max(), most > 0 else { return nil }
    let equal = entities.filter { count($0) == most }
    // What a subentity has in common with its parent is the parent's.
    let found = equal.filter { index in
      !equal.contains { $0 != index && model.entities[$0].family.contains(index) }
    }
    let named = found.map { model.entities[$0] }
    guard let first = named.first,
      let key = unknown.first(where: { first.hasProperty(named: yaml.text(of: $0)) })
    else { return nil }
    let names = named.map(\.name).joined(separator: " and ")
    let folders = named.map { "'\($0.folder ?? "")'" }.joined(separator: " and ")
    let diagnostic = Diagnostic(
      .unknownKey, at: yaml.range(of: key),
      "unknown key '\(yaml.text(of: key))' in a page; it is one of \(names), and such records "
        + (yaml.file.path.hasSuffix("/index.md") ? "are not named 'index.md'" : "lie in \(folders)"),
      notes: [.init("the keys of a page are \(keys.sorted().joined(separator: ", "))")])
    return (found, diagnostic)
  }
}
