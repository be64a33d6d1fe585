import Content
import Diagnostics
import Query
import Records

/// What the generic templates show of each entity: its fields, and its to-many relationships as tables.
struct RecordLists: Sendable {
  /// For each entity where its tables begin and end in `tables`.
  private(set) var ranges: [Range<Int>] = []
  /// The tables of all entities, in the model's order.
  private(set) var tables: [TableView] = []
  /// For each entity its attributes and to-one relationships.
  private(set) var fields: [[FieldView]] = []

  /// Makes the lists and fields of a model.
  /// - Parameters:
  ///   - graph: the records, whose ids the model's columns may name.
  ///   - tree: receives the columns.
  init(_ graph: RecordGraph, tree: inout ViewTree) {
    let model = graph.model
    for entity in model.entities {
      let start = tables.count
      for relationship in entity.relationships where relationship.isMany {
        let destination = model.entities[relationship.destination]
        let back = relationship.inverse.map { destination.relationships[$0].name }
        let columns =
          Self.columns(of: relationship, in: entity, graph)
          ?? ColumnView.wanted(of: destination, ColumnView.defaults(of: destination, model, without: back))
        tables.append(
          TableView(
            name: relationship.name, label: relationship.label, table: destination.table,
            ownerTable: entity.table, columns: columns, rows: .related(link: relationship.link),
            isAdded: entity.isAdded(relationship.name), tree: &tree))
      }
      ranges.append(start..<tables.count)
      fields.append(Self.fields(of: entity, model))
    }
  }

  /// The columns that `lists` in model.yml chooses for a relationship; nil where it chooses none.
  private static func columns(
    of relationship: Relationship, in entity: Entity, _ graph: RecordGraph
  ) -> [ColumnView]? {
    guard let list = entity.lists.first(where: { $0.name.text == relationship.name }), !list.columns.isEmpty
    else { return nil }
    var request = FetchRequest()
    request.columns = list.columns.map { .init(value: $0.value, label: $0.label, isTotal: $0.isTotal) }
    let plan = FetchPlan.compile(request, entity: relationship.destination, graph: graph).plan
    return plan.map { ColumnView.columns(of: $0, asOf: nil) }
  }

  private static func fields(of entity: Entity, _ model: Model) -> [FieldView] {
    entity.attributes.map { FieldView($0, of: entity) }
      + entity.relationships.filter { !$0.isMany }.map {
        FieldView($0, to: model.entities[$0.destination].table, of: entity)
      }
  }
}

extension ColumnView {
  /// Of the columns of a built-in entity those that people want first, in their order, and what model.yml adds.
  static func wanted(of entity: Entity, _ columns: [ColumnView]) -> [ColumnView] {
    guard entity.name == "Order" else { return columns }
    func column(_ name: String) -> ColumnView? { columns.first { $0.name == name } }
    return ["id", "date", "customer"].compactMap(column) + columns.filter(\.isAdded)
      + ["state", "due", "total", "received", "open"].compactMap(column)
  }

  /// The columns of an entity where none are named: id, title, attributes and to-one relationships.
  /// - Parameter name: a relationship to leave out, since all records of a list share it.
  static func defaults(of entity: Entity, _ model: Model, without name: String?) -> [ColumnView] {
    var columns: [ColumnView] = []
    let hasPage = entity.owner == nil
    let title = entity.declaration.title.flatMap { entity.attribute(named: $0.text) }
    if hasPage, title == nil {
      columns.append(
        ColumnView(
          name: "id", label: model.label(of: "id"), type: "id", isNumber: false, isTotal: false,
          source: .path(FetchPath(steps: [], leaf: .id)), linkSteps: 0))
    }
    for attribute in entity.attributes {
      columns.append(
        ColumnView(
          name: attribute.name.text, label: attribute.label, type: attribute.type.rawValue,
          isNumber: attribute.type.isNumeric, isTotal: attribute.isTotal,
          source: .path(FetchPath(steps: [], leaf: .attribute(column: attribute.column))),
          linkSteps: attribute.name.text == title?.name.text && hasPage ? 0 : nil,
          isAdded: entity.isAdded(attribute.name.text), isState: attribute.isState))
    }
    for relationship in entity.relationships where !relationship.isMany && relationship.name != name {
      let destination = model.entities[relationship.destination]
      let step = FetchPath.Step(link: relationship.link, destination: destination.table)
      columns.append(
        ColumnView(
          name: relationship.name, label: relationship.label, type: "record", isNumber: false, isTotal: false,
          source: .path(FetchPath(steps: [step], leaf: .record)), linkSteps: 1,
          isAdded: entity.isAdded(relationship.name)))
    }
    return columns
  }
}

extension Entity {
  /// The attribute whose text is the title of the entity's records as it stands.
  var titleAttribute: Attribute? {
    guard let attribute = declaration.title.flatMap({ attribute(named: $0.text) }) else { return nil }
    return attribute.type == .string || attribute.type == .text ? attribute : nil
  }

  /// Whether a property is none of the built-in entity's of this name, so that no built-in template knows of it.
  func isAdded(_ property: String) -> Bool {
    let model = BuiltInModel.model
    guard let builtIn = model.entity(named: name) else { return true }
    return !model.entities[builtIn].propertyNames.contains(property)
  }
}

extension AttributeType {
  /// Whether its values are set to the right in a table.
  var isNumeric: Bool { self == .integer || self == .decimal || self == .money }
}

extension ViewTree {
  /// Adds a table's columns.
  /// - Parameter sorts: how the columns sort; as many, or none.
  mutating func columns(_ columns: [ColumnView], _ sorts: [ColumnSort?] = []) -> Index {
    list(columns.enumerated()) { tree, item in
      let column = item.element
      let sort = item.offset < sorts.count ? sorts[item.offset] : nil
      return tree.object(ColumnFields.self) { tree, field in
        switch field {
        case .label: tree.text(column.label)
        case .name: tree.text(column.name)
        case .type: tree.text(column.type)
        case .isNumber: tree.add(.flag(column.isNumber))
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
