import Content
import Diagnostics
import Formatting
import Query
import Records

// The default columns and order of an index, used if its page names neither.

extension IndexPlanner {
  /// The request of an index with the most useful columns and order. Its exports keep every column.
  /// - Parameters:
  ///   - request: the request as written.
  ///   - plan: the compiled request.
  func wantedPlan(of request: FetchRequest, _ plan: FetchPlan, entity index: Int, day: CivilDate) -> FetchPlan
  {
    guard request.group.isEmpty, !request.isDistinct else { return plan }
    var wanted = request
    let entity = graph.model.entities[index]
    if request.sort.isEmpty, let date = entity.requiredDate {
      wanted.sort = ["-" + Keyword.key(date.name.text), "-id"].map { SourceText($0, name: "sort") }
    }
    if request.columns.isEmpty {
      wanted.columns = columns(of: index, asOf: request.asOf).filter { isUseful($0, of: plan, day: day) }
    }
    return FetchPlan.compile(wanted, entity: index, graph: graph).plan ?? plan
  }

  /// The columns of an entity's list: for a built-in entity the most useful ones, then those of model.yml.
  private func columns(of index: Int, asOf day: CivilDate?) -> [ColumnDeclaration] {
    let entity = graph.model.entities[index]
    // A subentity of a built-in entity is listed like its parent.
    let base = sequence(first: entity) { $0.parent.map { graph.model.entities[$0] } }.first {
      $0.isBuiltIn && ["Order", "Customer", "Service"].contains($0.name)
    }
    let wanted =
      switch base?.name {
      case "Order": columnsOfOrders(entity, asOf: day)
      case "Customer": columnsOfCustomers(entity)
      case "Service": columnsOfServices(entity)
      default: columnsOfOthers(entity, at: index, asOf: day)
      }
    return wanted.valid(in: index, graph, asOf: day)
  }

  /// The columns of an entity, or of what model.yml adds to a built-in one, except the title and long texts.
  private func plainColumns(of entity: Entity, addedTo base: String? = nil) -> [ColumnDeclaration] {
    let known = BuiltInModel.model.entities.first { $0.name == base }?.propertyNames ?? []
    let title = entity.declaration.title?.text
    let attributes = entity.attributes.filter { $0.type != .text && $0.name.text != title }.map(\.name.text)
    let links = entity.relationships.filter { !$0.isMany }.map(\.name)
    return (attributes + links).filter { !known.contains($0) }.map { column(Keyword.key($0)) }
  }

  /// The column of what the model says is the title; none if it says nothing.
  private func titles(of entity: Entity) -> [ColumnDeclaration] {
    guard let title = entity.declaration.title?.text else { return [] }
    // An expression is not a readable heading.
    return [column(title, entity.attribute(named: title) == nil ? graph.model.label(of: "title") : nil)]
  }

  private func columnsOfOrders(_ entity: Entity, asOf day: CivilDate?) -> [ColumnDeclaration] {
    let (added, state) = (plainColumns(of: entity, addedTo: "Order"), day == nil ? ["state"] : [])
    // Many would move the amounts out of sight.
    return [column("id")] + titles(of: entity) + ["date", "customer"].map { column($0) } + added.prefix(3)
      + (state + ["due", "total", "open"]).map { column($0) } + added.dropFirst(3)
  }

  private func columnsOfCustomers(_ entity: Entity) -> [ColumnDeclaration] {
    let orders = entity.relationship(named: "orders")
    let open = orders.flatMap { graph.model.entities[$0.destination].attribute(named: "open") }
    return titles(of: entity) + [
      column("orders.@count", orders?.label),
      column("orders.@max.date", formatter.word("lastOrder", "Last order")),
      column("orders.@sum.open", open?.label),
    ] + plainColumns(of: entity, addedTo: "Customer")
  }

  private func columnsOfServices(_ entity: Entity) -> [ColumnDeclaration] {
    titles(of: entity) + [
      column("price"), column("unit"),
      column("rows.@count", formatter.word("sold", "Times sold")),
      column("rows.@sum.sum", formatter.word("revenue", "Revenue")),
    ] + plainColumns(of: entity, addedTo: "Service")
  }

  /// The columns of an entity that a site declares itself.
  private func columnsOfOthers(
    _ entity: Entity, at index: Int, asOf day: CivilDate?
  ) -> [ColumnDeclaration] {
    let titles = titles(of: entity)
    // A cell with the title of another record leads to that one.
    let request = FetchRequest(columns: titles, asOf: day)
    let path = FetchPlan.compile(request, entity: index, graph: graph).plan?.columns.first?.path
    let hasID = titles.isEmpty || path.map { !$0.steps.isEmpty } ?? false
    return (hasID ? [column("id")] : []) + titles + plainColumns(of: entity)
  }

  private func column(_ expression: String, _ label: String? = nil) -> ColumnDeclaration {
    .init(expression, label: label)
  }

  /// Whether a column is useful: not if it is empty, or if all rows share the same text or state.
  private func isUseful(_ column: ColumnDeclaration, of plan: FetchPlan, day: CivilDate) -> Bool {
    let request = FetchRequest(columns: [column], asOf: plan.asOf)
    let compiled = FetchPlan.compile(request, entity: plan.entity, graph: graph).plan
    guard let shown = compiled?.columns.first, column.value.text != "id" else { return true }
    let isPlain = shown.attributeType != nil || shown.path?.leaf == .record
    guard isPlain, shown.path?.leaf != .title else { return true }
    let rows = graph.rows(of: plan.entity)
    guard !rows.isEmpty else { return true }
    var first: Value?
    let evaluator = Evaluator(graph: graph, today: plan.asOf ?? day)
    let mayBeConstant = [.text, .boolean].contains(shown.type) && rows.count > 2 && !shown.isState
    // Rows nearly always differ among the first ones, so most columns need no further comparison.
    for start in stride(from: rows.lowerBound, to: rows.upperBound, by: 256) {
      let part = (start..<min(start + 256, rows.upperBound)).map { Int32($0) }
      for value in evaluator.values(of: shown.expression, rows: part)
      where value != .null && value != .list([]) {
        guard mayBeConstant else { return true }
        guard let other = first else {
          first = value
          continue
        }
        if other != value { return true }
      }
    }
    return false
  }
}

extension [ColumnDeclaration] {
  /// The columns that compile, since a model may lack what the built-in one has.
  func valid(in entity: Int, _ graph: RecordGraph, asOf day: CivilDate? = nil) -> [ColumnDeclaration] {
    filter {
      FetchPlan.compile(FetchRequest(columns: [$0], asOf: day), entity: entity, graph: graph).plan != nil
    }
  }
}
