import Content
import Diagnostics
import Records
import Testing

/// What model.yml calls entities, and how it shows lists of related records.
@Suite struct ModelLabelTests {
  private func model(_ yaml: String) throws -> Model {
    let read = ModelReader.model(SourceFile(path: "model.yml", text: yaml), currency: .euro)
    try #require(read.diagnostics.map(\.summary) == [])
    return read.model
  }

  private func entity(_ name: String, _ model: Model) throws -> Entity {
    model.entities[try #require(model.entity(named: name))]
  }

  @Test func anEntitysLabelsAreThoseOfTheRelationshipsToIt() throws {
    let model = try model(
      """
      entities:
        Customer: {label: Client, plural: Clients, relationships: {guarantor: {to: Customer}}}
        Order: {label: Job, plural: Jobs, relationships: {customer: {label: For}}}
        RowOfOrder: {plural: Lines}
        Service: {label: Work}
        Trainer: {folder: people/head-trainers, attributes: {name: string}}
      """)
    #expect(try entity("Trainer", model).pluralLabel == "Head-trainers")
    #expect(try entity("Customer", model).pluralLabel == "Clients")
    #expect(try entity("Customer", model).relationship(named: "orders")?.label == "Jobs")
    // A relationship of another name is called by that, and one with a label by its own.
    #expect(try entity("Customer", model).relationship(named: "guarantor")?.label == "Guarantor")
    #expect(try entity("Order", model).relationship(named: "customer")?.label == "For")
    #expect(try entity("Order", model).relationship(named: "rows")?.label == "Lines")
    #expect(try entity("RowOfOrder", model).relationship(named: "order")?.label == "Job")
    #expect(try entity("RowOfOrder", model).relationship(named: "service")?.label == "Work")
    #expect(try entity("Service", model).pluralLabel == "Services")
  }

  /// A label by language is that of the language, or of its main language, or the first.
  @Test(arguments: [
    ("fr", ["Acompte", "Travaux", "Travaux"]), ("fr-CH", ["Acompte", "Travaux", "Travaux"]),
    ("FR_be", ["Avance", "Travaux", "Travaux"]), ("it", ["Anzahlung", "Jobs", "Jobs"]),
  ])
  func aLabelMayDependOnTheLanguage(language: String, labels: [String]) throws {
    let yaml = """
      entities:
        Order:
          label: Job
          plural: {en: Jobs, fr: Travaux}
          attributes:
            deposit: {type: money, label: {de: Anzahlung, fr: Acompte, fr-BE: Avance}}

      """
    let read = ModelReader.model(
      SourceFile(path: "model.yml", text: yaml), currency: .euro, language: language)
    #expect(read.diagnostics.map(\.summary) == [])
    let order = try entity("Order", read.model)
    #expect(
      try [
        order.attribute(named: "deposit")?.label, order.pluralLabel,
        entity("Customer", read.model).relationship(named: "orders")?.label,
      ] == labels)
  }

  /// A to-many relationship with the English plural of its destination's name is named like it in any folder.
  @Test func aRelationshipIsNamedLikeAnEntityWhateverTheFolderOfThat() throws {
    let model = try model(
      """
      entities:
        Order: {label: Visite, plural: Visites, folder: visites}
        Tuner: {folder: tuners, relationships: {orders: {to: Order, many: true}, late: {to: Order, many: true}}}
      """)
    #expect(try entity("Customer", model).relationship(named: "orders")?.label == "Visites")
    #expect(try entity("Tuner", model).relationship(named: "orders")?.label == "Visites")
    #expect(try entity("Tuner", model).relationship(named: "late")?.label == "Late")
  }

  @Test(arguments: [
    ("netEUR", "Net EUR"), ("openUSD2", "Open USD2"), ("vatID", "Vat ID"), ("totalInclVAT", "Total incl VAT"),
    ("dateOfBirth", "Date of birth"), ("planB", "Plan b"), ("URL", "URL"), ("step2Done", "Step2 done"),
  ])
  func aNameInWordsKeepsAbbreviations(name: String, label: String) throws {
    let model = try model("entities: {Order: {attributes: {\(name): string}}}\n")
    #expect(try entity("Order", model).attribute(named: name)?.label == label)
  }

  @Test func aBuiltInEntityKeepsItsWordsBelowAParent() throws {
    let model = try model(
      """
      entities:
        Paper: {abstract: true, label: Sheet, attributes: {made: {type: boolean, default: false}}}
        Order: {parent: Paper, attributes: {made: null}}
        Quote: {parent: Paper, folder: quotes}
      """)
    #expect(try entity("Order", model).label == "Order")
    #expect(try entity("Quote", model).label == "Sheet")
    // What state is computed from is still there.
    #expect(try entity("Order", model).attribute(named: "state")?.isState == true)
  }

  @Test func listsAreInheritedOneByOne() throws {
    let model = try model(
      """
      entities:
        Customer:
          lists:
            orders: {columns: "date, total, open", sort: -date}
        Firm:
          parent: Customer
          folder: firms
          relationships: {branches: {to: Firm, many: true}}
          lists:
            orders: {columns: [id, {value: total, label: Sum, total: true}]}
            branches: {sort: name}
      """)
    let customer = try entity("Customer", model).lists
    #expect(customer.map(\.name.text) == ["orders"])
    #expect(customer.first?.columns.map(\.value.text) == ["date", "total", "open"])
    #expect(customer.first?.sort?.text == "-date")
    let firm = try entity("Firm", model).lists
    #expect(firm.map(\.name.text) == ["orders", "branches"])
    #expect(firm.first?.columns.map(\.label?.text) == [nil, "Sum"])
    #expect(firm.first?.sort == nil)
  }

  @Test(arguments: [
    ("{oders: {sort: date}}", "model.yml:1:31 unknown-key"),
    ("{orders: {sort: dade}}", "model.yml:1:46 unknown-key-path"),
    ("{orders: {columns: [totl]}}", "model.yml:1:50 unknown-key-path"),
    ("{orders: {colums: id}}", "model.yml:1:40 unknown-key"),
  ])
  func anErrorInAListIsLocated(lists: String, diagnosticLine: String) async throws {
    let site = try await LoadedSite.order(
      "date: 2026-03-14", model: "entities: {Customer: {lists: \(lists)}}")
    #expect(site.diagnosticLines == [diagnosticLine])
  }
}
