import Content
import Diagnostics
import FileSystem
import Formatting
import FrontMatter
import Markdown
import Query
import Records

/// Makes the pages of `each`: one for each value of an expression, below the page that requests them.
///
///     each: customer        statements.md is statements.html, a list, and statements/mara-lindqvist.html …
///
/// In the query blocks of such a page `$each` is the value, in its texts the value's label, and `$each.phone`
/// a value of the record.
struct EachPages {
  private let names: ValueNames
  private let today: CivilDate
  private var diagnostics: [Diagnostic] = []

  private var graph: RecordGraph { names.graph }

  /// Inserts the pages of each value after the page that requests them.
  /// - Complexity: O(*n* log *n*) in the records of the entity, for each such page.
  static func expand(
    _ book: Book, names: ValueNames, today: CivilDate
  ) -> (book: Book, diagnostics: [Diagnostic]) {
    guard book.pages.contains(where: { $0.each != nil }) else { return (book, []) }
    var pages = EachPages(names: names, today: today)
    var book = book
    book.pages = book.pages.flatMap { page in
      guard let each = page.each else { return [page] }
      var list = page
      // The list of the values does not concern a single one.
      if !EachTexts.paths(in: Array((page.description?.text ?? "").utf8)[...]).isEmpty {
        list.description = nil
      }
      return [list] + pages.instances(of: page, each)
    }
    return (book, pages.diagnostics)
  }

  private mutating func instances(of page: Page, _ each: SourceText) -> [Page] {
    guard let from = page.eachFrom ?? texts("from", inBlocksOf: page).first else {
      report(
        .invalidRequest, each,
        "'each' needs the entity that '\(each.text)' is about: a line 'from: Order', or a query block with one"
      )
      return []
    }
    var request = FetchRequest(columns: [.init(value: each)])
    request.from = from
    request.group = [each]
    let (plan, found) = FetchPlan.compile(request, entity: nil, graph: graph)
    diagnostics += found
    guard let plan, let column = plan.columns.first else { return [] }
    let result = plan.run(graph: graph, today: page.asOf ?? today)
    let unsorted = FetchResult.batches(of: 0..<result.count).flatMap { result.values(of: 0, in: $0) }
    // What has no value is in no period.
    let isPeriod = texts("period", inBlocksOf: page).contains { $0.text == "$each" }
    let values = names.sorted(unsorted.filter { !isPeriod || $0 != .null }) { $0 }
    if let several = values.first(where: { ($0.money?.amounts.count ?? 0) > 1 }) {
      let amounts = names.label(of: several, as: .plain).oneLine
      report(
        .invalidRequest, each,
        "'each' makes a page for one value, and '\(amounts)' are amounts in several currencies, which a query "
          + "cannot compare")
      return []
    }
    let (paths, addresses) = paths(in: page, of: column.type)
    let evaluator = Evaluator(graph: graph, today: page.asOf ?? today)
    return zip(values, names.names(of: values)).map { value, name in
      var texts = [
        "$each": names.label(of: value, as: ValueStyle(column), relationship: column.relationship)
      ]
      for (path, expression) in paths {
        guard case .record(_, let row) = value, case .record(let entity) = column.type else {
          texts[path] = ""
          continue
        }
        let found = evaluator.values(of: expression, rows: [Int32(truncatingIfNeeded: row)]).first ?? .null
        texts[path] =
          found == .null
          ? "" : names.label(of: found, as: ValueStyle(expression, of: entity, in: graph.model))
      }
      var instance = page
      instance.each = nil
      instance.formerPaths = formerPaths(of: page, for: value, named: name)
      instance.eachTexts = []
      instance.description = page.description?.map { EachTexts.replaced($0, texts) }
      instance.instance = .init(
        literal: literal(of: value), texts: texts,
        addresses: Dictionary(keepingFirst: addresses.map { ($0, texts[$0] ?? "") }),
        name: name, record: record(value))
      return instance
    }
  }

  private mutating func report(_ id: DiagnosticID, _ text: SourceText, _ summary: String) {
    diagnostics.append(Diagnostic(id, at: text.range, summary))
  }

  /// The texts of a key in those of a page's query blocks that have it.
  private func texts(_ key: String, inBlocksOf page: Page) -> [SourceText] {
    page.queryBlocks.compactMap { block in
      var yaml = FrontMatterDocument()
      guard yaml.read(page.file.source, block.content).isEmpty else { return nil }
      var reader = MappingReader(yaml, yaml.root, keys: nil, in: "a query block")
      return reader.text(key)
    }
  }

  /// The former paths of the page for a value: below each name that its page or its record had.
  private func formerPaths(of page: Page, for value: Value, named name: String) -> [String] {
    var names = [name]
    if case .record(let table, let row) = value {
      names += graph.formerNames.names(of: .init(table: table, row: row)).map(\.id)
    }
    let stems = [page.stem] + page.formerPaths.map { String($0.dropLast(3)) }
    return stems.flatMap { stem in names.map { "\(stem)/\($0).md" } }.filter {
      $0 != "\(page.stem)/\(name).md"
    }
  }

  /// The record that a value is; nil for any other value, and for a record without a file of its own.
  private func record(_ value: Value) -> Page.Instance.Record? {
    guard case .record(let table, let row) = value, graph.tables[table].owners == nil else { return nil }
    let entities = sequence(first: graph.entity(of: row, in: table)) { graph.model.entities[$0].parent }
    return .init(
      stem: String(graph.file(of: row, in: table).path.withoutMarkdownEnding),
      folders: entities.compactMap { graph.model.entities[$0].folder })
  }

  /// A value in query syntax.
  private func literal(of value: Value) -> String {
    switch value {
    case .null: "NIL"
    case .boolean(let flag): flag ? "TRUE" : "FALSE"
    case .number(let number): number.description
    case .record(let table, let row): predicateLiteral(graph.id(of: row, in: table))
    case .text, .date, .money, .list: predicateLiteral(value.plainText ?? "")
    }
  }

  // MARK: Texts

  /// The key paths after `$each` in a page's texts, compiled for the records of the values.
  /// - Returns: the expressions by their texts, and the texts of those that are addresses which links begin with.
  private mutating func paths(
    in page: Page, of type: StaticType
  ) -> (expressions: [String: Expression], addresses: Set<String>) {
    var paths: [String: Expression] = [:]
    var addresses: Set<String> = []
    let file = page.file.source
    let found =
      page.eachTexts.flatMap { text in
        EachTexts.paths(in: Array(text.text.utf8)[...]).map { text[$0.start..<$0.start + $0.text.utf8.count] }
      }
      + EachTexts.paths(in: file.bytes[page.file.body]).map {
        SourceText(text: $0.text, file: file, start: $0.start)
      }
    let destinations = destinations(in: page)
    var destinationsElsewhere: Set<Range<Int>> = []
    for path in found where path.text != "$each" {
      let start = path.range.bytes.lowerBound
      let place = destinations.partitioningIndex { $0.upperBound > start }
      if destinations.indices.contains(place), destinations[place].contains(start),
        !destinationsElsewhere.contains(destinations[place])
      {
        // What follows elsewhere in a destination is the ending of a file: '../customers/$each.md'.
        guard destinations[place].lowerBound == start, let address = address(path, of: type) else { continue }
        addresses.insert(path.text)
        destinationsElsewhere.insert(destinations[place])
        switch address {
        case .success(let expression): paths[path.text] = expression
        case .failure(let error): diagnostics.append(error)
        }
        continue
      }
      guard paths[path.text] == nil else { continue }
      guard case .record(let entity) = type else {
        report(
          .unknownKeyPath, path, "'$each' is not a record here, and has no '\(path.text.dropFirst(6))'")
        continue
      }
      let compiled = QueryCompiler(graph: graph).expression(key(of: path), entity: entity)
      diagnostics += compiled.diagnostics
      if let expression = compiled.expression {
        guard !expression.type.isList else {
          report(.typeMismatch, path, "'\(path.text)' is a list; a text shows one value")
          continue
        }
        paths[path.text] = expression
      }
    }
    return (paths, addresses)
  }

  /// A key path that leads to an attribute of type url, or the error of one to what is private; nil for any other.
  private func address(_ path: SourceText, of type: StaticType) -> Result<Expression, Diagnostic>? {
    guard case .record(let entity) = type else { return nil }
    let compiled = QueryCompiler(graph: graph).expression(key(of: path), entity: entity)
    if let error = compiled.diagnostics.first(where: { $0.id == .privateName }) { return .failure(error) }
    guard let expression = compiled.expression,
      KeyPathReading(expression.syntax, from: entity, in: graph.model)?.attribute?.type == .url
    else { return nil }
    return .success(expression)
  }

  private func key(of path: SourceText) -> SourceText { path["$each.".utf8.count..<path.text.utf8.count] }

  /// The places in a page's file of destinations within the site: of its links and images, and of `link` in its query
  /// blocks.
  private func destinations(in page: Page) -> [Range<Int>] {
    (MarkdownDocument(page.file.source, body: page.file.body).reading().pendingDestinations
      + texts("link", inBlocksOf: page).map(\.range.bytes)).sorted { $0.lowerBound < $1.lowerBound }
  }
}
