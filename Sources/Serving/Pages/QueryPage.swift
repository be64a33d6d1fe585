import Content
import Diagnostics
import Editing
import Exports
import Query
import Records

/// The query language as a page: a request is typed, its result shown, and given as a query block to copy.
enum QueryPage {
  private static let keys = ["where", "sort", "columns", "group", "limit"]

  /// Answers with the page.
  static func answer(_ typed: FormFields, _ snapshot: Snapshot, today: CivilDate) -> Response {
    guard let book = snapshot.book, book.hasWholeModel else {
      return Response(
        503, type: ContentType.of(".html"), .bytes(ProblemsPage.page(503, snapshot.diagnostics).bytes))
    }
    let model = book.graph.model
    let entity =
      typed["from"] ?? model.entityNames.first {
        model.entity(named: $0).map { model.entities[$0].owner == nil } ?? false
      } ?? ""
    var result: HTML = ""
    if typed["from"] != nil { result = show(entity, typed, book, today) }
    let options = model.entityNames.map {
      "<option\($0 == entity ? " selected" : "" as HTML)>\($0)</option>" as HTML
    }
    let fields = keys.map { key -> HTML in
      """
      <div class="field"><label for="\(key)">\(key)</label><input id="\(key)" name="\(key)" value="\(typed[key] ?? "")" \
      autocomplete="off" spellcheck="false"></div>

      """
    }
    let main: HTML = """
      <nav class="crumbs"><a href="/">Home</a> · <a href="/-/problems">Problems</a></nav>
      <h1>Query</h1>
      <form action="/-/query"><div class="fields"><div class="field"><label for="from">from</label><select id="from" name="from">\(options)</select></div>
      \(fields)</div><p class="buttons"><button>Show</button></p></form>
      \(result)
      """
    return Response(
      200, type: ContentType.of(".html"), .bytes(ownPage(title: "Query", main: main, isWide: true)))
  }

  private static func show(_ entity: String, _ typed: FormFields, _ book: Book, _ today: CivilDate) -> HTML {
    func source(_ key: String) -> SourceText? {
      typed[key].map { $0.trimmingSpaces() }.flatMap { $0.isEmpty ? nil : SourceText($0, name: key) }
    }
    var request = FetchRequest()
    request.from = SourceText(entity, name: "from")
    request.predicate = source("where")
    request.sort = source("sort")?.splitAtCommas() ?? []
    request.columns = (source("columns")?.splitAtCommas() ?? []).map { .init(value: $0) }
    request.group = source("group")?.splitAtCommas() ?? []
    request.limit = source("limit").flatMap { Int($0.text) }.map { max(0, $0) }
    let (plan, diagnostics) = FetchPlan.compile(request, entity: nil, graph: book.graph)
    guard let plan else { return DiagnosticList(diagnostics).html }
    let result = plan.run(graph: book.graph, today: today)
    let table = CSVFile.read(SourceFile(path: "result", bytes: result.csv())).csv
    let (header, lines) = (table?.header ?? [], table?.rows ?? [])
    let most = 500
    let rows = lines.prefix(most).map { "<tr>\($0.map { "<td>\($0.text)</td>" as HTML })</tr>\n" as HTML }
    return """
      <p>\(result.count) \(result.count == 1 ? "row" : "rows")\(lines.count > most ? "; the first \(most) are shown" : "")</p>
      <div class="t"><table><thead><tr>\(header.map { "<th scope=\"col\">\($0.text)</th>" as HTML })</tr></thead>
      <tbody>
      \(rows)</tbody></table></div>
      <h2>As a query block of a page</h2>
      <pre>\(block(entity, typed))</pre>
      """
  }

  private static func block(_ entity: String, _ typed: FormFields) -> String {
    let lines = keys.compactMap { key -> String? in
      guard let text = typed[key]?.trimmingSpaces(), !text.isEmpty else { return nil }
      let needsQuotes = text.contains(": ") || text.contains(" #") || "@%&*!|>'\"[{`".contains(text.prefix(1))
      return "\(key): " + (needsQuotes ? "'" + text.replacing("'", with: "''") + "'" : text) + "\n"
    }
    return "```query\nfrom: \(entity)\n\(lines.joined())```\n"
  }
}
