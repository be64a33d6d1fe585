import Content
import Diagnostics
import FrontMatter
import Query
import Records

/// A page for queries: it shows the result of a typed query, and the query as a block to copy.
enum QueryPage {
  private static let keys = ["where", "sort", "columns", "group", "having", "pivot", "section", "limit"]
  /// The maximum number of rows that are shown.
  private static let maximumRows = 500

  /// Answers with the page.
  static func answer(_ typed: FormFields, _ snapshot: Snapshot, today: CivilDate, canEdit: Bool) -> Response {
    guard let book = snapshot.book, !book.graph.model.isInvalid else {
      return .page(DiagnosticsPage.page(503, snapshot.diagnostics))
    }
    let model = book.graph.model
    let entity = typed["from"] ?? model.entities.first { $0.owner == nil }?.name ?? ""
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
      <h1>\(localized: "Query")</h1>
      <form action="/-/query"><div class="fields"><div class="field"><label for="from">from</label><select id="from" name="from">\(options)</select></div>
      \(fields)</div><p class="buttons"><button>\(localized: "Show")</button></p></form>
      \(result)
      """
    return .page(200, ownPage(title: localized("Query"), main: main, isWide: true))
  }

  private static func show(_ entity: String, _ typed: FormFields, _ book: Book, _ today: CivilDate) -> HTML {
    func source(_ key: String) -> SourceText? {
      guard keys.contains(key) else { return nil }
      return typed[key].map { $0.trimmingSpaces() }.flatMap { $0.isEmpty ? nil : SourceText($0, name: key) }
    }
    var request = FetchRequest { $0 == "from" ? SourceText(entity, name: "from") : source($0) }
    request.mayCompareRows = true
    var diagnostics: [Diagnostic] = []
    if let limit = source("limit") {
      request.limit = Int(limit.text).flatMap { $0 < 0 ? nil : $0 }
      if request.limit == nil {
        let summary = "'limit' is a whole number of at least 0, not '\(limit.text)'"
        diagnostics.append(Diagnostic(.invalidInteger, at: limit.range, summary))
      }
    }
    let (compiled, others) = FetchPlan.compile(request, entity: nil, graph: book.graph)
    diagnostics += others
    guard let plan = compiled, !diagnostics.hasErrors else {
      return "\(DiagnosticList(diagnostics).html)\n\(keys(of: entity, book.graph.model))"
    }
    let result = plan.run(graph: book.graph, today: today)
    let shown = 0..<min(result.count, maximumRows)
    let columns = result.plan.columns.indices.map { column(result, $0, shown, book) }
    let headings = zip(result.plan.columns, columns).map { column, shown in
      "<th scope=\"col\"\(shown.attribute)>\(column.header)</th>" as HTML
    }
    let rows = shown.map { row in
      "<tr>\(columns.map { "<td\($0.attribute)>\($0.cells[row])</td>" as HTML })</tr>\n" as HTML
    }
    return """
      <h2>\(localized: "As a query block of a page")</h2>
      <pre>\(block(entity, typed))</pre>
      <p>\(localized(result.count == 1 ? "{0} row" : "{0} rows", "\(result.count)"))\
      \(result.count > maximumRows ? "; \(localized("the first {0} are shown", "\(maximumRows)"))" : "")</p>
      <div class="t"><table class="result"><thead><tr>\(headings)</tr></thead>
      <tbody>
      \(rows)</tbody></table></div>
      """
  }

  /// A column's cells and their attribute: numbers are right-aligned, short values do not wrap.
  private static func column(_ result: FetchResult, _ index: Int, _ rows: Range<Int>, _ book: Book) -> (
    attribute: HTML, cells: [HTML]
  ) {
    let column = result.plan.columns[index]
    let isID = column.path == FetchPath(steps: [], leaf: .id)
    let table = book.graph.model.entities[result.plan.entity].table
    let cells = result.values(of: index, in: rows).map { value -> HTML in
      let text = book.graph.plainText(of: value)
      let target: RecordHandle? =
        switch value {
        case .record(let table, let row): RecordHandle(table: table, row: row)
        case .text(let id) where isID:
          book.graph.record(withID: id, in: table)
        default: nil
        }
      guard let target else { return "\(text)" }
      // For a row, this is its owner's page.
      return "<a href=\"\(book.graph.file(of: target).pageAddress)\">\(text)</a>"
    }
    let isShort = isID || column.type == .date || column.path?.leaf == .record
    return (column.type.isNumeric ? " class=\"money\"" : isShort ? " class=\"short\"" : "", cells)
  }

  /// The keys that a query of an entity may name.
  private static func keys(of entity: String, _ model: Model) -> HTML {
    guard let entity = model.entity(named: entity).map({ model.entities[$0] }) else { return "" }
    let names = ["id"] + entity.attributes.map(\.name.text) + entity.relationships.map(\.name)
    return "<p>\(localized("Keys of {0}:", entity.name)) \(names.map { " <code>\($0)</code>" as HTML })</p>"
  }

  private static func block(_ entity: String, _ typed: FormFields) -> String {
    let lines = keys.compactMap { key -> String? in
      guard let text = typed[key]?.trimmingSpaces(), !text.isEmpty else { return nil }
      return "\(key): \(expressionScalar(text))\n"
    }
    return "```query\nfrom: \(entity)\n\(lines.joined())```\n"
  }
}
