import Content
import Exports
import Formatting
import Query
import Records

/// The content of the generic templates for each entity: its fields, and its to-many relationships as tables.
struct RecordLists: Sendable {
  /// The maximum number of related records on a record's page. Longer lists get pages of their own.
  static let maximumRows = 100

  /// For each entity, the range of its tables in `tables`.
  private(set) var ranges: [Range<Int>] = []
  /// The tables of all entities, in the model's order.
  private(set) var tables: [TableView] = []
  /// For each entity, its attributes and to-one relationships.
  private(set) var fields: [[FieldView]] = []

  /// Makes the lists and fields of a model.
  init(_ graph: RecordGraph, _ expressions: ModelExpressions, tree: inout ViewTree) {
    let model = graph.model
    let partsOfTotals = expressions.partsOfTotals(in: model)
    for (index, entity) in model.entities.enumerated() {
      let start = tables.count
      for relationship in entity.relationships where relationship.isMany {
        let columns = Self.columns(of: relationship, in: entity, graph)
        tables.append(
          TableView(
            name: relationship.name, label: relationship.label,
            table: model.entities[relationship.destination].table, ownerTable: entity.table,
            columns: columns, rows: .related(link: relationship.link),
            maximumRows: relationship.isBounded ? Self.maximumRows : nil,
            isAdded: entity.isAdded(relationship.name, in: graph.model),
            isInside: relationship.origin == .owned,
            columnsNode: tree.columns(columns)))
      }
      ranges.append(start..<tables.count)
      fields.append(Self.fields(of: entity, at: index, graph, expressions, partsOfTotals))
    }
  }

  /// The columns of a list of related records.
  static func columns(
    of relationship: Relationship, in entity: Entity, _ graph: RecordGraph
  ) -> [ColumnView] {
    if let plan = plan(of: relationship, in: entity, graph) { return ColumnView.columns(of: plan, asOf: nil) }
    let destination = graph.model.entities[relationship.destination]
    let back = relationship.inverse.map { destination.relationships[$0].name }
    let columns = ColumnView.wanted(
      of: destination, ColumnView.defaults(of: relationship.destination, graph, without: back))
    guard !graph.rows(of: relationship.destination).isEmpty else { return columns }
    let filled = columns.filter { $0.leadsToRow || !isEmpty($0, in: graph.tables[destination.table]) }
    return filled.isEmpty ? columns : filled
  }

  /// Whether no record of a table has a value in a column.
  private static func isEmpty(_ column: ColumnView, in table: Table) -> Bool {
    guard case .path(let path) = column.source else { return false }
    if column.ownColumn >= 0 { return table.columns[column.ownColumn].filling == .empty }
    guard path.steps.count == 1, let step = path.steps.first, case .one(let targets) = table.links[step.link]
    else {
      return false
    }
    return targets.allSatisfy { $0 < 0 }
  }

  /// The columns that `lists` in model.yml chooses for a relationship, else the most useful ones for rows of
  /// orders; nil to show the entity's columns.
  private static func plan(
    of relationship: Relationship, in entity: Entity, _ graph: RecordGraph
  ) -> FetchPlan? {
    let list = entity.lists.first { $0.name.text == relationship.name && !$0.columns.isEmpty }
    let columns = list?.columns ?? wantedColumns(of: relationship, graph)
    guard !columns.isEmpty else { return nil }
    return FetchPlan.compile(
      FetchRequest(columns: columns), entity: relationship.destination, graph: graph
    ).plan
  }

  /// The most useful columns for rows of orders listed with their service: the order, its date and customer
  /// before the row's values, and the text if a row has one. Empty for other lists.
  private static func wantedColumns(
    of relationship: Relationship, _ graph: RecordGraph
  ) -> [ColumnDeclaration] {
    let row = graph.model.entities[relationship.destination]
    guard relationship.isBounded, row.name == "RowOfOrder",
      let order = row.relationship(named: "order").map({ graph.model.entities[$0.destination] }),
      let date = order.attribute(named: "date"), let customer = order.relationship(named: "customer")
    else { return [] }
    let texts = row.attribute(named: "text").map { graph.tables[row.table].columns[$0.column].filling }
    let own = (texts == .empty ? ["quantity"] : ["text", "quantity"]).map { ColumnDeclaration($0) }
    // The record whose list it is need not be named in each row.
    let references = row.relationships.filter {
      !$0.isMany && $0.name != relationship.declaration.inverse?.text
    }
    let added = (row.attributes.map(\.name.text) + references.map(\.name)).filter {
      row.isAdded($0, in: graph.model)
    }
    let columns: [ColumnDeclaration] =
      [
        .init("order.date", label: date.label), .init("order"),
        .init("order.customer", label: customer.label),
      ]
      + own + added.map { .init(Keyword.key($0)) } + [.init("sum")]
    return columns.valid(in: relationship.destination, graph)
  }

  /// The request for all records of a list, with the columns of its table.
  /// - Parameter columns: the table's columns.
  static func plan(
    ofAll relationship: Relationship, in entity: Entity, columns: [ColumnView], _ graph: RecordGraph
  ) -> FetchPlan? {
    if let plan = plan(of: relationship, in: entity, graph) { return plan }
    let all = FetchRequest(columns: columns.map { .init($0.type == .id ? "id" : Keyword.key($0.name)) })
    return FetchPlan.compile(all, entity: relationship.destination, graph: graph).plan
  }

  private static func fields(
    of entity: Entity, at index: Int, _ graph: RecordGraph, _ expressions: ModelExpressions,
    _ parts: Set<Expression.Dependency>
  ) -> [FieldView] {
    let model = graph.model
    let total = entity.attribute(named: "total", of: .money)
    return entity.attributes.map { attribute in
      FieldView(
        column: ColumnView(attribute, of: entity, in: model),
        isTitle: entity.isTitle(attribute) && [.string, .text].contains(attribute.type),
        isPart: parts.contains(.init(table: entity.table, column: attribute.column)) && !attribute.isPrivate
          && (attribute.type == .money || attribute.isPercent || entity.owner != nil),
        isSubtracted: attribute.type == .money
          && total.map { expressions.subtracts(attribute.name.text, from: $0, of: index, in: model) } ?? false
      )
    }
      + entity.relationships.filter { !$0.isMany }.map {
        FieldView(column: ColumnView($0, of: entity, in: model))
      } + ColumnView.references(of: index, graph, without: nil).map { FieldView(column: $0) }
  }
}

extension ColumnView {
  /// The most useful columns of a built-in entity, in their order, followed by those that model.yml adds.
  static func wanted(of entity: Entity, _ columns: [ColumnView]) -> [ColumnView] {
    guard entity.name == "Order" else { return columns }
    func column(_ name: String) -> ColumnView? { columns.first { $0.name == name } }
    let added = columns.filter(\.isAdded)
    // Many would move the amounts out of sight, as in an index.
    return ["id", "date", "customer"].compactMap(column) + added.prefix(3)
      + ["state", "due", "total", "received", "open"].compactMap(column) + added.dropFirst(3)
  }

  /// The maximum number of default columns, to limit the size of many lists of records with many values.
  private static let maximumDefaults = 40

  /// The default columns of an entity: id, title, attributes and to-one relationships, up to 40, and the lists of
  /// references of records inside others.
  /// - Parameter name: a relationship to leave out, because all records of a list share its value.
  static func defaults(of index: Int, _ graph: RecordGraph, without name: String?) -> [ColumnView] {
    let (model, entity) = (graph.model, graph.model.entities[index])
    var columns: [ColumnView] = []
    if entity.owner == nil, entity.titleAttribute == nil {
      columns.append(
        ColumnView(
          name: "id", label: model.label(of: "id"), type: .id,
          source: .path(FetchPath(steps: [], leaf: .id)), linkSteps: 0))
    }
    columns += entity.attributes.prefix(maximumDefaults).map { ColumnView($0, of: entity, in: model) }
    let links = entity.relationships.lazy.filter { !$0.isMany && $0.name != name }
    columns += links.prefix(max(0, maximumDefaults - columns.count)).map {
      ColumnView($0, of: entity, in: model)
    }
    return columns + references(of: index, graph, without: name)
  }

  /// The lists of references from and to records inside others, which have no pages of their own to show them.
  /// - Parameter name: a relationship to leave out.
  fileprivate static func references(
    of index: Int, _ graph: RecordGraph, without name: String?
  ) -> [ColumnView] {
    let entity = graph.model.entities[index]
    guard entity.owner != nil else { return [] }
    return entity.relationships.filter { $0.isMany && $0.origin != .owned && $0.name != name }.compactMap {
      list in
      let request = FetchRequest(columns: [.init(Keyword.key(list.name), label: list.label)])
      guard let column = FetchPlan.compile(request, entity: index, graph: graph).plan?.columns.first else {
        return nil
      }
      return ColumnView(
        name: list.name, label: list.label, type: .records,
        isAdded: entity.isAdded(list.name, in: graph.model),
        source: .expression(column.expression, asOf: nil), maximumItems: list.origin == .written ? nil : 24)
    }
  }

  /// Makes the column of an attribute of an entity's own records.
  fileprivate convenience init(_ attribute: Attribute, of entity: Entity, in model: Model) {
    self.init(
      name: attribute.name.text, label: attribute.label, type: ColumnType(attribute.type),
      isTotal: attribute.isTotal, isAdded: entity.isAdded(attribute.name.text, in: model),
      digits: attribute.digits ?? 0,
      source: .path(FetchPath(steps: [], leaf: .attribute(column: attribute.column))),
      linkSteps: entity.isTitle(attribute) && entity.owner == nil ? 0 : nil, style: ValueStyle(attribute))
  }

  /// Makes the column of a to-one relationship of an entity's own records.
  fileprivate convenience init(_ relationship: Relationship, of entity: Entity, in model: Model) {
    let step = FetchPath.Step(
      link: relationship.link, destination: model.entities[relationship.destination].table)
    self.init(
      name: relationship.name, label: relationship.label, type: .record,
      isAdded: entity.isAdded(relationship.name, in: model), namesMissing: relationship.isExpected,
      source: .path(FetchPath(steps: [step], leaf: .record)), linkSteps: 1)
  }
}

extension Entity {
  /// Whether an attribute is the title of the records.
  fileprivate func isTitle(_ attribute: Attribute) -> Bool {
    attribute.name.text == titleAttribute?.name.text
  }

  /// Whether a property is not in the built-in entity of this name, or in that of the nearest entity that it inherits
  /// from, so that no built-in template shows it.
  func isAdded(_ property: String, in model: Model) -> Bool {
    let builtIn = BuiltInModel.model
    for heir in sequence(first: self, next: { $0.parent.map { model.entities[$0] } }) {
      if let index = builtIn.entity(named: heir.name) {
        return !builtIn.entities[index].hasProperty(named: property)
      }
    }
    return true
  }
}

extension ViewTree {
  /// Adds a table's columns.
  /// - Parameter sorts: the sort links of the columns; one for each, or none.
  mutating func columns(_ columns: [ColumnView], _ sorts: [ColumnSort?] = []) -> Index {
    list(columns.enumerated()) { tree, item in
      let column = item.element
      let sort = item.offset < sorts.count ? sorts[item.offset] : nil
      return tree.object(ColumnFields.self) { tree, field in
        switch field {
        case .label: tree.text(column.label)
        case .name: tree.text(column.name)
        case .type: tree.text(column.type.name)
        case .isNumber: tree.add(.flag(column.type.isNumber))
        case .isTotal: tree.add(.flag(column.isTotal))
        case .url: sort?.path.map { tree.add(.path($0)) }
        case .isSortable: tree.add(.flag(sort?.isSortable ?? false))
        case .isAscending: tree.add(.flag(sort?.isDescending == false))
        case .isDescending: tree.add(.flag(sort?.isDescending == true))
        }
      }
    }
  }
}

extension Relationship {
  /// Whether a record's page may show only part of the list. Records written inside are shown in full.
  var isBounded: Bool { isMany && origin != .owned }
}
