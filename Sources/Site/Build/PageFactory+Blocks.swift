import Charts
import Formatting
import Locale
import Query
import Records

extension PageFactory {
  /// A query block of a page.
  /// - Parameters:
  ///   - day: the day that the block states for its figures; nil for none.
  ///   - linkURL: the address that its link leads to.
  ///   - documents: the documents that it shows.
  func rendering(
    of block: QueryBlockResult, asOf day: CivilDate?, linkURL: String?, documents: [Sheet], at path: String
  ) -> Rendering? {
    guard let template = templates.blocks[block.plan.style] else { return nil }
    let shown = block.with(block.result.headed(by: valueNames))
    let (block, result) = (shown.plan, shown.result)
    var nodes = PageNodes(site: siteView)
    nodes.add(PageDescription(title: block.title ?? block.name, path: path))
    let statement = shown.statement
    let table = nodes.add(
      statement?.table(of: block, siteView.formatter, tree: &nodes.tree)
        ?? table(of: shown, tree: &nodes.tree))
    let node = nodes.tree.object(BlockFields.self) { tree, field in
      switch field {
      case .title: tree.text(block.title)
      case .name: tree.text(block.name)
      case .summary: tree.text(block.hasSummary ? summary(of: result) : nil)
      case .query: tree.text(block.hasSummary ? result.plan.requestText(in: siteView.graph.model) : nil)
      case .asOf: day.map { tree.add(.value(.date($0))) }
      case .table: tree.add(.handle(table))
      case .svg: svg(of: shown).map { tree.add(.html($0)) }
      case .value:
        if case .number(countsRows: true) = block.display {
          tree.add(.value(.number(Decimal(result.count))))
        } else {
          figure(of: 0, in: result, to: &tree)
        }
      case .opening: statement.map { tree.add(.value(.money($0.opening))) }
      case .closing: statement.map { tree.add(.value(.money($0.closing))) }
      case .since: statement?.since.map { tree.add(.value(.date($0))) }
      case .until: statement?.until.map { tree.add(.value(.date($0))) }
      case .url: tree.text(linkURL)
      case .documents:
        tree.list(documents) { tree, sheet in
          tree.object(SheetFields.self) { tree, field in
            switch field {
            case .content: tree.add(.html(sheet.html))
            case .language: tree.text(sheet.locale.tag)
            case .direction: tree.text(sheet.locale.direction.rawValue)
            }
          }
        }
      case .others:
        if case .number(countsRows: false) = block.display {
          tree.list(result.plan.columns.indices.dropFirst()) { tree, column in
            tree.object(FigureFields.self) { tree, field in
              switch field {
              case .label: tree.text(result.plan.columns[column].label)
              case .value: figure(of: column, in: result, to: &tree)
              }
            }
          }
        } else {
          nil
        }
      }
    }
    nodes[.block] = node
    return Rendering(view: nodes.view(path: path), template: template)
  }

  /// A document of a record that a block shows among others.
  struct Sheet {
    /// The main part of its page.
    let html: [UInt8]
    /// The language that it is in.
    let locale: SiteLocale
  }

  /// The filter of a result in words; nil without one, or if its meaning is not clear.
  private func summary(of result: FetchResult) -> String? {
    let description = FilterDescription(
      entity: result.plan.entity, today: result.today, names: valueNames)
    return result.plan.predicate.flatMap(description.text)
  }

  private var valueNames: ValueNames {
    ValueNames(graph: siteView.graph, titles: siteView.titles, formatter: siteView.formatter)
  }

  /// The figure of a column, formatted as in a table's cell; nil if it has no value.
  private func figure(
    of index: Int, in result: FetchResult, to tree: inout ViewTree
  ) -> ViewTree.Index? {
    let value = result.figure(of: index)
    guard value != .null else { return nil }
    let column = result.plan.columns[index]
    let style = ValueStyle(column)
    guard style == .state else { return tree.add(.value(value, style)) }
    let table = siteView.graph.model.entities[result.plan.entity].table
    let row = result.plan.comparesRows ? nil : result.records?.first.map { Int($0) }
    return tree.text(siteView.state(value, along: column.path, from: row, in: table))
  }

  /// The picture of a query block shown as a chart; nil if there is nothing to draw.
  private func svg(of block: QueryBlockResult) -> [UInt8]? {
    let result = block.result
    guard case .chart(let kind, let planned, _) = block.plan.display,
      let columns = result.plan.pivoted == nil ? planned : try? ChartColumns(result.plan)
    else { return nil }
    let chart = Chart(
      result, columns, kind: kind, title: block.plan.title, earlier: block.earlier,
      formatter: siteView.formatter
    ) {
      siteView.title(of: $1, in: $0)
    }
    return chart.map { ChartLayout.draw($0, formatter: siteView.formatter).svg(name: block.plan.name) }
  }

  /// The table of a block: its result, with last year's figures and sparklines as further columns.
  private func table(of shown: QueryBlockResult, tree: inout ViewTree) -> TableView {
    let (block, result) = (shown.plan, shown.result)
    let sparklines = if case .table(let sparklines) = block.display { sparklines } else { [SparklinePlan]() }
    guard shown.earlier != nil || !sparklines.isEmpty else {
      return TableView(
        result, name: block.name, label: block.title, exportPath: block.exportPath, siteView.graph.model,
        tree: &tree)
    }
    var columns = ColumnView.columns(of: result.plan, asOf: result.day)
    let compared = shown.compared
    var values =
      compared?.values ?? result.plan.columns.indices.map { result.values(of: $0, in: 0..<result.count) }
    var totals = result.totals
    let rows = compared?.rows ?? Array(0..<result.count)
    if let compared {
      for (column, own) in compared.earlier {
        let label = siteView.formatter.sentence("yearBefore", "{0}, a year before", columns[column].label)
        columns.append(ColumnView(label, of: columns[column]))
        values.append(own.map { $0 ?? .null })
        var sum = RunningSum(from: .null)
        if result.plan.columns[column].isTotal { for value in own { if let value { sum.add(value) } } }
        totals.append(sum.value)
      }
    }
    var pictures: [Int: [[UInt8]]] = [:]
    for (sparkline, parts) in zip(sparklines, shown.sparklines) {
      let place = min(sparkline.position, columns.count)
      columns.insert(ColumnView(sparkline: sparkline.label), at: place)
      values.insert(Array(repeating: .null, count: rows.count), at: place)
      totals.insert(.null, at: place)
      let lines = Sparkline.pictures(of: parts, for: result, formatter: siteView.formatter)
      pictures[place] = rows.map { $0.map { lines[$0] } ?? [] }
    }
    return TableView(
      name: block.name, label: block.title, table: siteView.graph.model.entities[result.plan.entity].table,
      columns: columns, rows: .values(rows.indices.map { row in values.map { $0[row] } }),
      count: rows.count,
      sections: TableView.sections(
        of: result, withPicturesAt: sparklines.map(\.position), count: columns.count),
      totals: totals, exportPath: block.exportPath,
      scales: TableView.scales(of: columns, totals: totals) { values[$0] }, pictures: pictures,
      columnsNode: tree.columns(columns))
  }
}
