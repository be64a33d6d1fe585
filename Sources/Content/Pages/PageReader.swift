import Diagnostics
import Query
import Records
import YAML

/// Reads pages: optional front matter with the keys of the page's kind.
struct PageReader {
  private static let pageKeys = ["title", "description", "template", "draft", "private", "as-of", "params"]
  private static let indexKeys = ["page-size", "sorts", "filters", "filter-limit", "feed"]

  /// Reads one page.
  /// - Returns: the page, nil for a draft and where a mistake stops the reading, and the mistakes.
  static func read(
    _ entry: ContentScan.Entry, prefix: Int, includesDrafts: Bool
  ) -> (page: Page?, diagnostics: [Diagnostic]) {
    var yaml = YAMLDocument()
    let reading = DocumentReading.read(entry.path, prefix: prefix, document: &yaml)
    guard let document = reading.document else { return (nil, reading.diagnostics) }
    let kind: Page.Kind =
      entry.entity.map { .index(entity: $0) } ?? (document.path == "index.md" ? .home : .other)
    var page = Page(document: document, kind: kind)
    let isIndex = entry.entity != nil
    let keys = pageKeys + (isIndex ? indexKeys + FetchRequestReader.keys.filter { $0 != "from" } : [])
    var reader = MappingReader(
      yaml, yaml.root, keys: Array(Set(keys)).sorted(), in: isIndex ? "an index page" : "a page")
    page.title = reader.text("title")?.text
    page.description = reader.text("description")?.text
    page.template = reader.text("template")
    page.isPrivate = reader.boolean("private") ?? false
    let isDraft = reader.boolean("draft") ?? false
    if let params = reader.mapping("params", keys: nil, in: "params") {
      page.params = params.pairs.map { .init(key: yaml.text(of: $0.key), value: FreeValue(yaml, $0.value)) }
      reader.join(params)
    }
    if isIndex {
      page.request = FetchRequestReader.read(&reader)
      // An unknown key here; what the request asks for is of the folder's entity.
      page.request.from = nil
      page.asOf = page.request.asOf
      page.pageSize = reader.count("page-size", atLeast: 1) ?? page.pageSize
      page.sorts = FetchRequestReader.list("sorts", &reader)
      page.filters = FetchRequestReader.list("filters", &reader)
      page.filterLimit = reader.count("filter-limit", atLeast: 1) ?? page.filterLimit
      if reader.boolean("feed") ?? false { page.feedRange = reader.value("feed").map { yaml.range(of: $0) } }
    } else {
      page.asOf = FetchRequestReader.day("as-of", &reader)
    }
    return (isDraft && !includesDrafts ? nil : page, reader.diagnostics)
  }
}
