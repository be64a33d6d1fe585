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
  static func answer(_ typed: FormFields, _ snapshot: Snapshot, today: CivilDate, canEdit: Bool) -> Response {
    guard let book = snapshot.book, !book.graph.model.isInvalid else {
      return Response(
        503, type: ContentType.of(".html"), .bytes(DiagnosticsPage.page(503, snapshot.diagnostics).bytes))
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
      \(OwnPages.navigation(canEdit: canEdit))
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
    guard let plan else {
      return "\(DiagnosticList(diagnostics).html)\n\(keys(of: entity, book.graph.model))"
    }
    let result = plan.run(graph: book.graph, today: today)
    let table = CSVFile.read(SourceFile(path: "result", bytes: result.csv())).csv
    let (header, lines) = (table?.header ?? [], table?.rows ?? [])
    let most = 500
    let pages = pages(entity, book)
    let shown = lines.prefix(most)
    let headings = header.indices.map { index -> HTML in
      let texts = shown.compactMap { $0.indices.contains(index) ? $0[index].text : nil }
        .filter { !$0.isEmpty }
      let isAmounts = !texts.isEmpty && texts.allSatisfy(isAmount)
      return "<th scope=\"col\"\(isAmounts ? " class=\"money\"" : "" as HTML)>\(header[index].text)</th>"
    }
    let rows = shown.map { line -> HTML in
      let cells = zip(header, line).map { cell($1.text, page: $0.text == "id" ? pages($1.text) : nil) }
      return "<tr>\(cells)</tr>\n"
    }
    return """
      <h2>As a query block of a page</h2>
      <pre>\(block(entity, typed))</pre>
      <p>\(result.count) \(result.count == 1 ? "row" : "rows")\(lines.count > most ? "; the first \(most) are shown" : "")</p>
      <div class="t"><table class="result"><thead><tr>\(headings)</tr></thead>
      <tbody>
      \(rows)</tbody></table></div>
      """
  }

  /// The address of the page of each record of an entity, by its id; of a row its order's.
  private static func pages(_ entity: String, _ book: Book) -> (String) -> String? {
    guard let index = book.graph.model.entity(named: entity) else { return { _ in nil } }
    let table = book.graph.model.entities[index].table
    return { id in
      book.graph.row(withID: id, in: table).map {
        let path = book.graph.document(of: $0, in: table).path
        return "/\(PercentEncoding.path(String(path.dropLast(3)))).html"
      }
    }
  }

  /// The keys that a query of an entity may name.
  private static func keys(of entity: String, _ model: Model) -> HTML {
    guard let entity = model.entity(named: entity).map({ model.entities[$0] }) else { return "" }
    let names = ["id"] + entity.attributes.map(\.name.text) + entity.relationships.map(\.name)
    return "<p>Keys of \(entity.name): \(names.map { " <code>\($0)</code>" as HTML })</p>"
  }

  /// Whether a text begins with digits alone, a day's among them.
  private static func isNumber(_ text: String) -> Bool {
    let digits = text.prefix { $0 != " " }
    return !digits.isEmpty
      && digits.utf8.allSatisfy { (0x30...0x39).contains($0) || [0x2D, 0x2E].contains($0) }
  }

  /// Whether a text is a number, or an amount with its currency. A day has dashes.
  private static func isAmount(_ text: String) -> Bool {
    let words = text.split(separator: " ")
    return isNumber(text) && !text.dropFirst().utf8.contains(UInt8(ascii: "-"))
      && (words.count == 1 || words.count == 2 && words[1].utf8.count == 3)
  }

  /// A cell: what is short or a number stays on one line, numbers stand at the end.
  private static func cell(_ text: String, page: String?) -> HTML {
    let shown: HTML = page.map { "<a href=\"\($0)\">\(text)</a>" } ?? "\(text)"
    if page == nil, isAmount(text) { return "<td class=\"money\">\(shown)</td>" }
    return isNumber(text) || page != nil ? "<td class=\"short\">\(shown)</td>" : "<td>\(shown)</td>"
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
