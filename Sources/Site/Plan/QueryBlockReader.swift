import Charts
import Content
import Diagnostics
import Exports
import Formatting
import FrontMatter
import Markdown
import Query
import Records

/// Reads the query blocks of a page.
struct QueryBlockReader {
  private let page: Page
  private let book: Book
  private let defaults: DefaultColumns
  private var names: [String: SourceRange] = [:]
  /// The errors found so far.
  private(set) var diagnostics: [Diagnostic] = []

  /// Reads all blocks of a page.
  /// - Parameter defaults: the columns that blocks of the book share.
  /// - Returns: a plan for each block in the order of the page; nil for a block with errors.
  static func read(
    _ blocks: [QueryBlock], of page: Page, in book: Book, defaults: DefaultColumns
  ) -> (plans: [QueryBlockPlan?], diagnostics: [Diagnostic]) {
    var reader = QueryBlockReader(page: page, book: book, defaults: defaults)
    let plans = blocks.enumerated().map { reader.read($1, number: $0 + 1) }
    return (plans, reader.diagnostics)
  }

  private var graph: RecordGraph { book.graph }

  private mutating func read(_ block: QueryBlock, number: Int) -> QueryBlockPlan? {
    let file = page.file.source
    var yaml = FrontMatterDocument()
    let found = yaml.read(file, block.content)
    diagnostics += found
    guard found.isEmpty else { return nil }
    var reader = Self.mapping(of: yaml)
    let style = reader.word("as", as: QueryBlockPlan.Style.self) ?? .table
    var request = request(style, at: file[block.fence], &reader)
    let styleRange = reader.value("as").map { yaml.range(of: $0) } ?? file[block.fence]
    let titles = reader.texts(byLanguage: "title")
    var title = titles?.label
    title?.select(book.settings.language)
    let name = reader.text("name")
    let link = reader.text("link")
    let hasSummary = reader.boolean("summary") ?? true
    let compare = reader.word("compare", as: Comparison.self) == nil ? nil : reader.text("compare")
    diagnostics += reader.diagnostics
    if request.from == nil, reader.diagnostics.isEmpty {
      report("a query block needs 'from' with an entity, such as 'from: Order'", at: file[block.fence])
    }
    guard request.from != nil else { return nil }
    let taken = SparklinePlan.take(from: &request, style: style, &diagnostics)
    if let instance = page.instance { request = request.about(instance) }
    let (plan, planDiagnostics) = FetchPlan.compile(
      request, entity: nil, graph: graph, defaults: defaults)
    diagnostics += planDiagnostics
    let (exportName, isFree) = self.name(
      name, title: titles?.texts.first, number: number, at: file[block.fence])
    guard let plan, let pictures = taken, reader.diagnostics.isEmpty else { return nil }
    let display = display(
      style, of: plan, request, sparklines: pictures, comparing: compare, at: styleRange, &reader)
    guard let display, reader.diagnostics.isEmpty else { return nil }
    return QueryBlockPlan(
      fence: file[block.fence], display: display,
      title: title.map { title in page.instance.map { EachTexts.replaced(title.text, $0.texts) } ?? title.text
      }
        ?? (style == .number ? labelOfNumber(plan, request, isLinked: link != nil) : nil),
      name: exportName, plan: plan, asOf: request.asOf,
      exportPath: request.exports && isFree ? page.stem + "/" + exportName : nil, link: link,
      hasSummary: hasSummary)
  }

  /// What a number without a title is called: the label written for it, or the column's own if it is a link.
  private func labelOfNumber(_ plan: FetchPlan, _ request: FetchRequest, isLinked: Bool) -> String? {
    guard let written = request.columns.first else {
      return isLinked ? graph.model.entities[plan.entity].pluralLabel : nil
    }
    return written.label != nil || isLinked ? plan.columns.first?.label : nil
  }

  /// The keys and values of a block, which may be those of its style.
  private static func mapping(of yaml: FrontMatterDocument) -> MappingReader {
    func isOf(_ style: QueryBlockPlan.Style) -> Bool {
      yaml.value(of: "as", in: yaml.root).map { yaml.isEqual($0, to: style.rawValue) } ?? false
    }
    let ofStyle =
      if isOf(.statement) {
        ["from", "where", "as-of", "exports"] + StatementPlan.keys
      } else if isOf(.documents) {
        ["from", "where", "sort", "limit", "offset", "subentities", "as-of", "document"]
      } else {
        FetchRequestReader.keys + ["compare"]
      }
    return MappingReader(
      yaml, yaml.root, keys: ["as", "title", "name", "summary", "link"] + ofStyle,
      in: isOf(.statement) ? "a statement" : "a query block")
  }

  /// The fetch request of a block.
  /// - Parameter fence: the block's first line.
  private func request(
    _ style: QueryBlockPlan.Style, at fence: SourceRange, _ reader: inout MappingReader
  ) -> FetchRequest {
    var request = FetchRequestReader.read(&reader, columns: FetchRequestReader.columnKeys + ["as", "by"])
    request.selectLanguage(book.settings.language)
    request.asOf = request.asOf ?? page.asOf
    // A statement has columns of its own, and no groups.
    if style == .statement { (request.group, request.columns) = ([], [.init("id")]) }
    if style == .documents { (request.exports, request.columns) = (false, [.init("id")]) }
    request.mayCompareRows = true
    request.range = request.range ?? fence
    return request
  }

  private mutating func report(_ summary: String, at range: SourceRange) {
    diagnostics.append(Diagnostic(.invalidRequest, at: range, summary))
  }

  /// What a block shows; nil if its style does not suit the request.
  /// - Parameters:
  ///   - pictures: the columns that are sparklines.
  ///   - compare: the value of `compare`, if it is written.
  ///   - range: the place of the style.
  private mutating func display(
    _ style: QueryBlockPlan.Style, of plan: FetchPlan, _ request: FetchRequest,
    sparklines pictures: [SparklinePlan.Written], comparing compare: SourceText?, at range: SourceRange,
    _ reader: inout MappingReader
  ) -> QueryBlockPlan.Display? {
    if let compare, style != .bar, style != .line {
      report("'compare' is for charts: 'as: bar' or 'as: line'", at: compare.range)
      return nil
    }
    switch style {
    case .table: return sparklines(pictures, of: request).map { .table(sparklines: $0) }
    case .list:
      if plan.pivot != nil {
        report("'pivot' makes columns with headings, which a list has not; leave out 'as: list'", at: range)
        return nil
      }
      return .list
    case .number:
      warnOfFirstValue(of: plan, request)
      return .number(countsRows: request.columns.isEmpty)
    case .bar: return chart(.bar, of: plan, request, comparing: compare, at: range)
    case .line: return chart(.line, of: plan, request, comparing: compare, at: range)
    case .statement:
      defer { diagnostics += reader.diagnostics }
      return statement(of: plan.entity, &reader, at: range).map { .statement($0) }
    case .documents:
      defer { diagnostics += reader.diagnostics }
      return document(of: plan.entity, &reader, at: range).map { .documents($0) }
    }
  }

  /// The name of the documents to show: the one that `document` names, or the only one that the records have.
  private func document(
    of entity: Int, _ reader: inout MappingReader, at range: SourceRange
  ) -> String? {
    let declared = graph.model.entities[entity]
    let documents = book.expressions.documents.filter { declared.family.contains($0.entity) }
    let names = Set(documents.map(\.declaration.name.text)).sorted()
    let named = reader.text("document")
    if let name = named?.text ?? (names.count == 1 ? names.first : nil), names.contains(name) { return name }
    /// Whether the documents meant are some of these.
    func areMeant(_ others: [String]) -> Bool {
      named.map { others.contains($0.text) } ?? (names.isEmpty && !others.isEmpty)
    }
    let absent = declared.declaration.documents.filter { !names.contains($0.name.text) }
    let leftOut = absent.filter(\.isLeftOut).map(\.name.text)
    // The errors of those that model.yml declares are told there.
    if areMeant(absent.filter { !$0.isLeftOut }.map(\.name.text)) { return nil }
    if areMeant(leftOut) {
      reader.report(
        .privateName, at: named?.range ?? range,
        "the document '\(named?.text ?? leftOut[0])' is private and not in a public site")
      return nil
    }
    let summary =
      if let named {
        "\(declared.name) has no document '\(named.text)'"
          + suggestion(nearestName(to: named.text, among: names))
      } else if names.isEmpty {
        "\(declared.name) has no documents; 'documents' in model.yml declares them"
      } else {
        "'document' says which one: \(names.joined(separator: ", "))"
      }
    reader.report(.invalidRequest, at: named?.range ?? range, summary)
    return nil
  }

  /// The plan of a statement; nil if there is an error, for example data that a public site lacks.
  private func statement(
    of entity: Int, _ reader: inout MappingReader, at range: SourceRange
  ) -> StatementPlan? {
    let declared = graph.model.entities[entity]
    if let name = book.leftOut?.names.privateName(of: declared.name, reads: AccountColumns.reads) {
      reader.report(
        .privateName, at: range,
        "a statement of \(declared.name) is private, since it reads '\(name)', and not in a public site")
      return nil
    }
    return StatementPlan(
      &reader, entity: declared, columns: AccountColumns(of: entity, in: graph.model, book.expressions),
      at: range, instance: page.instance)
  }

  /// A chart; nil if the request does not suit it, or cannot be compared with the previous year's.
  private mutating func chart(
    _ kind: Chart.Kind, of plan: FetchPlan, _ request: FetchRequest, comparing compare: SourceText?,
    at range: SourceRange
  ) -> QueryBlockPlan.Display? {
    do {
      let columns = try ChartColumns(plan)
      if let compare, let hint = columns.reasonNotToCompareYears(of: plan) {
        report(hint, at: compare.range)
        return nil
      }
      return .chart(kind, columns, comparesYear: compare != nil)
    } catch {
      diagnostics.append(
        error.diagnostic(plan, style: kind.rawValue, at: range, hasColumns: !request.columns.isEmpty))
      return nil
    }
  }

  /// The plans of sparkline columns; nil if one has errors.
  private mutating func sparklines(
    _ pictures: [SparklinePlan.Written], of request: FetchRequest
  ) -> [SparklinePlan]? {
    var plain = request
    plain.pivot = nil
    var plans: [SparklinePlan] = []
    for picture in pictures {
      guard let plan = SparklinePlan(picture, of: plain, graph: graph, &diagnostics) else { return nil }
      plans.append(plan)
    }
    return plans
  }

  /// Warns about a figure that is not a total, and comes from the first row without a defined order.
  private mutating func warnOfFirstValue(of plan: FetchPlan, _ request: FetchRequest) {
    guard let column = plan.columns.first, let written = request.columns.first, !column.isTotal,
      column.expression.type.isNumeric, request.sort.isEmpty, request.limit != 1, !plan.hasOneGroup
    else { return }
    let hasNoTotal =
      column.isYear || column.expression.isWeekday || plan.keys.contains(where: \.type.isList)
      || column.attribute?.isPercent ?? false || column.rowFunction != nil
    let text = written.value.text
    // The sum of quotients is no quotient of sums.
    let total =
      column.isRatio || column.expression.isQuotient
      ? (plan.isGrouped ? "'group: 1' for one figure of all, " : "")
      : hasNoTotal
        ? "" : "'{value: \(text.hasPrefix("@") ? "\"\(text)\"" : text), total: true}' for its total, "
    diagnostics.append(
      Diagnostic(
        .invalidRequest, .warning, at: written.value.range,
        "'\(text)' is not added up, so the number is the first row's; write \(total)'sort' or "
          + "'limit: 1' if one row is meant"))
  }

  /// The words of the key `compare`.
  private enum Comparison: String, CaseIterable { case year }

  /// A block's name for its exports, and whether it is unique on the page.
  private mutating func name(_ written: SourceText?, title: SourceText?, number: Int, at fence: SourceRange)
    -> (name: String, isFree: Bool)
  {
    var name = written.map(\.text) ?? title.map { slug($0.text) } ?? ""
    let range = written?.range ?? title?.range ?? fence
    if let written, !isValidID(written.text) {
      diagnostics.append(
        Diagnostic(
          .invalidID, at: written.range,
          "'\(written.text)' is not a file name: letters, digits, '-', '_' and '.' only"
            + suggestion(slug(written.text).isEmpty ? nil : slug(written.text))))
      name = slug(written.text)
    }
    if name.isEmpty { name = String(number) }
    if let first = names[idFolded(name)] {
      diagnostics.append(
        Diagnostic(
          .urlCollision, at: range,
          "two blocks of this page are called '\(name)'; give one of them another 'name'",
          notes: [.init("the other one", at: first)]))
      return (name, false)
    }
    names[idFolded(name)] = range
    return (name, true)
  }
}

extension ChartColumns {
  /// Why a chart cannot be compared with the previous year's; nil if it can.
  fileprivate func reasonNotToCompareYears(of plan: FetchPlan) -> String? {
    if series != nil { return "'compare' leaves no room for a second key of 'group'" }
    guard plan.isGrouped, plan.pivot == nil, plan.columns[0].isStepOfTime else {
      return "'compare: year' needs a step of time as 'group' and first column, such as 'date.month'"
    }
    return nil
  }
}
