import Diagnostics
import Records

/// Declares entities in Swift, in the words of model.yml.
enum TestModel {
  /// The built-in model, with what the language's other rules need: tags, choices, a subentity, a many-to-many
  /// relationship and keys named like reserved words.
  static let model: Model = {
    let (model, diagnostics) = ModelBuilder.build(
      [customer, service, repair, person, order, rowOfOrder, payment], currency: .euro)
    assert(diagnostics.isEmpty)
    return model
  }()

  private static let customer = entity(
    "Customer", folder: "customers", title: "name", sort: "name",
    attributes: [
      attribute("name", .string), attribute("info", .text), attribute("email", .email),
      attribute("phone", .string), attribute("address", .text), attribute("labels", .tags),
      attribute("rating", .integer),
      attribute("kind", .string) { $0.choices = ["person", "firm", "club"].map(text) },
      attribute("level", .integer) { $0.choices = ["1", "2", "3"].map(text) },
      attribute("since", .date), attribute("share", .decimal),
    ],
    relationships: [relationship("orders", to: "Order", isMany: true, inverse: "customer")])

  private static let service = entity(
    "Service", folder: "services", title: "name", sort: "name",
    attributes: [
      attribute("name", .string), attribute("info", .text), attribute("price", .money) { $0.digits = 6 },
      attribute("unit", .string),
    ],
    relationships: [relationship("rows", to: "RowOfOrder", isMany: true, inverse: "service")])

  private static let repair = entity(
    "Repair", folder: "repairs", parent: "Service", attributes: [attribute("warranty", .integer)])

  private static let person = entity(
    "Person", folder: "people", title: "name", sort: "name",
    attributes: [attribute("name", .string), attribute("no", .integer)],
    relationships: [relationship("jobs", to: "Order", isMany: true, inverse: "staff")])

  private static let order = entity(
    "Order", folder: "orders", sort: "date, customer.name",
    attributes: [
      attribute("date", .date), attribute("made", .boolean),
      attribute("paid", .boolean) {
        $0.formula = text("paidOn != nil OR (payments.@count > 0 AND received >= total)")
      },
      attribute("paidOn", .date), attribute("due", .date), attribute("currency", .currency),
      attribute("total", .money) { $0.derived = text("rows.@sum.sum") },
      attribute("received", .money) { $0.derived = text("payments.@sum.sum") },
      attribute("open", .money) { $0.derived = text("TERNARY(paid = true, 0, total - received)") },
      attribute("in", .string), attribute("count", .integer),
    ],
    relationships: [
      relationship("customer", to: "Customer", inverse: "orders"),
      relationship("rows", to: "RowOfOrder", isMany: true, inverse: "order"),
      relationship("payments", to: "Payment", isMany: true, inverse: "order"),
      relationship("staff", to: "Person", isMany: true, inverse: "jobs"),
    ])

  private static let rowOfOrder = entity(
    "RowOfOrder", inside: "Order.rows", sort: "service.name, position",
    attributes: [
      attribute("text", .string), attribute("quantity", .decimal),
      attribute("price", .money) { $0.digits = 6 }, attribute("discount", .decimal),
      attribute("sum", .money) { $0.formula = text("quantity * price * (1 - discount)") },
    ],
    relationships: [
      relationship("order", to: "Order", inverse: "rows"),
      relationship("service", to: "Service", inverse: "rows"),
    ])

  private static let payment = entity(
    "Payment", inside: "Order.payments", sort: "date, position",
    attributes: [attribute("date", .date), attribute("sum", .money), attribute("note", .string)],
    relationships: [relationship("order", to: "Order", inverse: "payments")])

  // MARK: Declarations

  static func text(_ text: String) -> SourceText { SourceText(text, name: "model.yml") }

  private static func name(_ name: String) -> DeclaredName { DeclaredName(name, at: text(name).range) }

  private static func entity(
    _ name: String, folder: String? = nil, inside: String? = nil, parent: String? = nil, title: String? = nil,
    sort: String? = nil, attributes: [Attribute], relationships: [RelationshipDeclaration] = []
  ) -> EntityDeclaration {
    var entity = EntityDeclaration(name: self.name(name))
    entity.folder = folder.map(self.name)
    entity.inside = inside.map(self.name)
    entity.parent = parent.map(self.name)
    entity.title = title.map(text)
    entity.sort = sort.map(text)
    entity.attributes = attributes
    entity.relationships = relationships
    return entity
  }

  private static func attribute(
    _ name: String, _ type: AttributeType, _ adjust: (inout Attribute) -> Void = { _ in }
  ) -> Attribute {
    var attribute = Attribute(name: self.name(name), type: type)
    adjust(&attribute)
    return attribute
  }

  private static func relationship(
    _ name: String, to destination: String, isMany: Bool = false, inverse: String
  ) -> RelationshipDeclaration {
    var relationship = RelationshipDeclaration(name: self.name(name), destination: self.name(destination))
    relationship.isMany = isMany
    relationship.inverse = self.name(inverse)
    return relationship
  }
}
