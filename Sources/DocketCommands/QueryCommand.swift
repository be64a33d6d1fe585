import ArgumentParser
import Content
import Diagnostics
import Exports
import History
import Query
import Records

/// `docket query`
struct QueryCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "query", abstract: "Run a fetch request and print the result.",
    discussion: """
      The options are the keys of a fetch request, as in an index page or a query block; the language is \
      NSPredicate's.

        docket query Order --where 'made == true AND paid == false' --sort date
        docket query RowOfOrder --group service.name \\
          --columns 'service.name, @count, @sum.sum' --sort '-@sum.sum' --limit 5

      \(Reference.fetchRequests)

      \(Reference.expressions)
      """)

  /// The output format of a result.
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case table, csv, json, markdown
  }

  @Argument(
    help: ArgumentHelp("The entity whose records are fetched.", valueName: "entity"),
    completion: Completions.allEntities)
  var entity: String

  @Option(
    name: .customLong("where"), parsing: .unconditional,
    help: ArgumentHelp("The predicate a record must meet.", valueName: "predicate"))
  var predicate: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("What to sort by; '-x' or 'x desc' descends.", valueName: "expressions"))
  var sort: String?

  @Option(parsing: .unconditional, help: ArgumentHelp("The maximum number of results.", valueName: "n"))
  var limit: Int?

  @Option(
    parsing: .unconditional, help: ArgumentHelp("How many results to skip.", valueName: "n"))
  var offset = 0

  @Option(
    parsing: .unconditional, help: ArgumentHelp("The columns, separated by commas.", valueName: "expressions")
  )
  var columns: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The expression to section the result by.", valueName: "expression"))
  var section: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The expressions to group by; columns may then hold @count, @sum.x, sum(x).", valueName: "expressions"))
  var group: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The expression whose values each get a column of every figure.", valueName: "expression"))
  var pivot: String?

  @Option(
    parsing: .unconditional, help: ArgumentHelp("The predicate a group must meet.", valueName: "predicate"))
  var having: String?

  @Flag(help: "Drop repeated rows of columns.")
  var distinct = false

  @Flag(name: .customLong("no-subentities"), help: "Leave out records of subentities.")
  var excludesSubentities = false

  @Option(name: .customLong("as-of"), help: ArgumentHelp("The day that today() is.", valueName: "date"))
  var asOf: String?

  @Flag(help: "Print only the number of results.")
  var count = false

  @Flag(help: "Print only the ids, one per line, as other commands take them.")
  var ids = false

  @Option(
    help: ArgumentHelp(
      "How to print: table, csv, json or markdown; table on a terminal, csv otherwise.", valueName: "format"))
  var format: Format?

  @OptionGroup var revision: RevisionOption

  @OptionGroup var options: CommonOptions

  func validate() throws {
    if count, ids { throw ValidationError("--count and --ids exclude each other") }
    if ids, group != nil || distinct {
      throw ValidationError("--ids needs records; a group or a distinct row has no id")
    }
    if limit.map({ $0 < 0 }) ?? false {
      throw ValidationError("--limit is a number of results, not less than 0")
    }
    if offset < 0 { throw ValidationError("--offset is a number of results, not less than 0") }
    if let asOf, CivilDate(asOf) == nil {
      throw ValidationError("--as-of is a day such as 2026-03-14, not '\(asOf)'")
    }
  }

  func run() async throws {
    let settings = try Settings.recovered(options, at: revision)
    let console = settings.console
    // A long past takes seconds to read.
    let model = (try? settings.source.read("model.yml")).map { String(decoding: $0, as: UTF8.self) }
    let expressions = [model, predicate, sort, columns, section, group, pivot, having].compactMap(\.self)
    let (history, historyDiagnostics) =
      expressions.contains(where: BookHistory.isRead) ? await settings.history() : (nil, [])
    let book = await settings.loader(history: history).load().inLanguage(ofOption: settings.language)
    keepUntilExit(book)
    let graph = book.graph
    let diagnostics = settings.ordered(book.diagnostics)
    let (plan, requestDiagnostics) = FetchPlan.compile(request(of: graph.model), entity: nil, graph: graph)
    if diagnostics.hasErrors {
      // Without a valid model no name is known, and an id may belong to a record that could not be read.
      let ofRequest =
        graph.model.isInvalid ? [] : requestDiagnostics.filter { $0.id != .unknownReference }
      try settings.fail(diagnostics + ofRequest, saying: "a result could be wrong")
    }
    try console.report(settings.ordered(historyDiagnostics), to: .error)
    try console.report(requestDiagnostics, to: .error)
    guard let plan else { throw ExitCode(1) }
    if count {
      try console.write("\(plan.count(graph: graph, today: settings.today))\n", to: .output)
    } else {
      if let error = plan.tooWide(graph: graph, today: settings.today) { try settings.fail([error]) }
      let result = plan.run(graph: graph, today: settings.today)
      if ids {
        try printIDs(result, console)
      } else {
        try console.write(bytes(of: result, book.settings.csv, console), to: .output)
      }
    }
    // A table shows the day itself.
    let saysDay = !count && !ids && format(on: console) == .table
    if let day = plan.day(today: settings.today), !saysDay { try settings.say("as of \(day)") }
  }

  // MARK: Request

  /// The request given by the options. Each text is a separate source, named after its option.
  private func request(of model: Model) -> FetchRequest {
    let name = model.entity(called: entity).map { model.entities[$0].name } ?? entity
    let options = [
      "where": predicate, "sort": sort, "columns": columns, "section": section, "group": group,
      "pivot": pivot, "having": having,
    ]
    var request = FetchRequest { key in
      key == "from"
        ? SourceText(name, name: "entity") : (options[key] ?? nil).map { SourceText($0, name: "--\(key)") }
    }
    request.limit = limit
    request.offset = offset
    request.mayCompareRows = true
    request.isDistinct = distinct
    request.includesSubentities = !excludesSubentities
    request.asOf = asOf.flatMap { CivilDate($0) }
    request.range = asOf.map { SourceText($0, name: "--as-of").range }
    // Errors in columns that are not shown must not prevent the result.
    if count || ids, !distinct, group == nil, columns == nil {
      request.columns = [.init("id")]
    }
    return request
  }

  // MARK: Result

  private func format(on console: Console) -> Format {
    format ?? (console.isTerminal(.output) ? .table : .csv)
  }

  private func bytes(of result: FetchResult, _ dialect: CSVDialect, _ console: Console) -> [UInt8] {
    switch format(on: console) {
    case .table: result.text(width: console.isTerminal(.output) ? console.width : nil)
    case .csv: result.csv(dialect)
    case .json: result.json()
    case .markdown: result.markdown()
    }
  }

  private func printIDs(_ result: FetchResult, _ console: Console) throws {
    let table = result.graph.model.entities[result.plan.entity].table
    var text = ""
    for row in result.records ?? [] {
      text += result.graph.commandName(of: RecordHandle(table: table, row: Int(row))) + "\n"
    }
    try console.write(text, to: .output)
  }
}
