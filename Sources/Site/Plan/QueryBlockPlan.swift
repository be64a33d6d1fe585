import Content
import Diagnostics
import FrontMatter
import Markdown
import Query
import Records

/// A query block of a page, compiled: a fetch request and how to show its result.
struct QueryBlockPlan: Sendable {
  /// How a result is shown.
  enum Style: String, Sendable, CaseIterable {
    /// The words of the key `as`.
    case table, list, number, bar, line
  }

  /// How it is shown.
  var style: Style
  /// The heading.
  var title: String?
  /// The name of its exports: written, else the folded title, else its number on the page.
  var name: String
  /// The compiled request.
  var plan: FetchPlan
  /// What the columns mean in a chart; nil where it is shown otherwise.
  var chart: ChartColumns?
  /// Whether, shown as one number, it is the number of rows: no columns are written.
  var countsRows = false
  /// The day that `today()` is, where it is fixed.
  var asOf: CivilDate?
  /// The path of its exports without the ending; nil where there are none.
  var exportPath: String?
  /// The page that it leads to, as written: that of the records behind a number.
  var link: SourceText?
  /// The way to that page; nil where it leads nowhere.
  var linkURL: String?
  /// Whether its page says what it shows and how that is computed.
  var hasSummary = true
}

/// Reads the query blocks of a page.
struct QueryBlockReader {
  private let page: Page
  private let graph: RecordGraph
  private var names: [String: SourceRange] = [:]
  /// The errors found so far.
  private(set) var diagnostics: [Diagnostic] = []

  /// Reads all blocks of a page.
  /// - Returns: a plan for each block in the order of the page, nil for one with errors.
  static func read(
    _ blocks: [QueryBlock], of page: Page, graph: RecordGraph
  ) -> (plans: [QueryBlockPlan?], diagnostics: [Diagnostic]) {
    var reader = QueryBlockReader(page: page, graph: graph)
    let plans = blocks.enumerated().map { reader.read($1, number: $0 + 1) }
    return (plans, reader.diagnostics)
  }

  private init(page: Page, graph: RecordGraph) {
    self.page = page
    self.graph = graph
  }

  private mutating func read(_ block: QueryBlock, number: Int) -> QueryBlockPlan? {
    let file = page.document.file
    var yaml = FrontMatterDocument()
    let problems = yaml.read(file, block.content)
    diagnostics += problems
    guard problems.isEmpty else { return nil }
    var reader = MappingReader(
      yaml, yaml.root, keys: FetchRequestReader.keys + ["as", "title", "name", "summary", "link"],
      in: "a query block")
    var request = FetchRequestReader.read(&reader)
    request.asOf = request.asOf ?? page.asOf
    request.range = request.range ?? file[block.fence]
    let style = reader.word("as", as: QueryBlockPlan.Style.self) ?? .table
    let styleRange = reader.value("as").map { yaml.range(of: $0) } ?? file[block.fence]
    let title = reader.text("title")
    let name = reader.text("name")
    let link = reader.text("link")
    let hasSummary = reader.boolean("summary") ?? true
    diagnostics += reader.diagnostics
    if request.from == nil, reader.diagnostics.isEmpty {
      diagnostics.append(
        Diagnostic(
          .invalidRequest, at: file[block.fence],
          "a query block needs 'from' with an entity, such as 'from: Order'"))
    }
    guard request.from != nil else { return nil }
    let (plan, planProblems) = FetchPlan.compile(request, entity: nil, graph: graph)
    diagnostics += planProblems
    let (exportName, isFree) = self.name(name, title: title, number: number, at: file[block.fence])
    guard let plan, reader.diagnostics.isEmpty else { return nil }
    var chart: ChartColumns?
    if style == .bar || style == .line {
      do {
        chart = try ChartColumns(plan)
      } catch {
        diagnostics.append(
          error.diagnostic(plan, style: style.rawValue, at: styleRange, hasColumns: !request.columns.isEmpty))
        return nil
      }
    }
    let path = String(OutputPath.page(of: page.document.path).dropLast(5))
    return QueryBlockPlan(
      style: style, title: title?.text, name: exportName, plan: plan, chart: chart,
      countsRows: request.columns.isEmpty, asOf: request.asOf,
      exportPath: request.exports && isFree ? path + "/" + exportName : nil, link: link,
      hasSummary: hasSummary)
  }

  /// A block's name for its exports, and whether no other block of the page has it.
  private mutating func name(_ written: SourceText?, title: SourceText?, number: Int, at fence: SourceRange)
    -> (name: String, isFree: Bool)
  {
    var name = written.map(\.text) ?? title.map { slug($0.text) } ?? ""
    let range = written?.range ?? title?.range ?? fence
    if let written, !isValidID(written.text) {
      diagnostics.append(
        Diagnostic(
          .invalidID, at: written.range,
          "'\(written.text)' is no name for a file: letters, digits, '-', '_' and '.' only; did you mean '\(slug(written.text))'?"
        ))
      name = slug(written.text)
    }
    if name.isEmpty { name = String(number) }
    if let first = names[idFolded(name)] {
      diagnostics.append(
        Diagnostic(
          .urlCollision, at: range, "two blocks of this page are called '\(name)'; give one another 'name'",
          notes: [.init("the other one", at: first)]))
      return (name, false)
    }
    names[idFolded(name)] = range
    return (name, true)
  }
}
