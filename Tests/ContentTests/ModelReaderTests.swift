import Content
import Diagnostics
import Records
import TestSupport
import Testing

/// What model.yml says, merged over what it extends.
@Suite struct ModelReaderTests {
  private func read(_ text: String) -> ModelResolution {
    ModelReader.model(SourceFile(path: "model.yml", text: text), currency: .euro)
  }

  private func attribute(_ name: String, of entity: String, in model: Model) throws -> Attribute {
    let index = try #require(model.entity(named: entity))
    return try #require(model.entities[index].attribute(named: name))
  }

  // MARK: Merging

  /// A status with choices takes the place of the built-in state; any other attribute stands beside it.
  @Test func aStatusOfOnesOwnTakesThePlaceOfTheState() throws {
    func states(_ attribute: String) throws -> [String] {
      let model = read("entities:\n  Order: {attributes: {\(attribute)}}\n").model
      let order = try #require(model.entity(named: "Order"))
      return model.entities[order].attributes.filter(\.isState).map(\.name.text)
    }
    #expect(try states("status: {type: string, choices: [waiting, ready]}") == ["status"])
    #expect(try states("state: {type: string, choices: [waiting, ready], derived: null}") == ["state"])
    #expect(try states("status: string") == ["state"])
    #expect(try states("level: integer") == ["state"])
  }

  @Test(arguments: ["[waiting, ready]", "\"waiting, ready\"", "'waiting,ready'"])
  func choicesMayBeOneText(choices: String) throws {
    let model = read("entities: {Order: {attributes: {level: {type: string, choices: \(choices)}}}}\n").model
    let order = try #require(model.entity(named: "Order"))
    let level = try #require(model.entities[order].attribute(named: "level"))
    #expect(level.choices.map(\.text) == ["waiting", "ready"])
  }

  @Test func withoutAFileTheModelIsTheBuiltInOne() {
    let read = ModelReader.model(nil, currency: .euro)
    #expect(read.diagnostics.isEmpty && !read.model.isInvalid)
    #expect(read.model.entityNames == ["Customer", "Service", "Order", "RowOfOrder", "Payment"])
  }

  @Test(arguments: ["# nothing\n", "extends: orders\n", "entities:\n"])
  func anEmptyFileAddsNothing(text: String) {
    let read = read(text)
    #expect(read.diagnostics.isEmpty && !read.model.isInvalid)
    #expect(read.model.entityNames.count == 5)
  }

  @Test func optionsMergeIntoWhatIsDeclared() throws {
    let read = read(
      """
      entities:
        Order:
          sort: -date
          attributes:
            date: {label: Day}
            note: text
          relationships:
            customer: {required: true}
      """)
    #expect(read.diagnostics.isEmpty)
    let date = try attribute("date", of: "Order", in: read.model)
    #expect(date.type == .date && date.isRequired && date.label == "Day")
    #expect(try attribute("note", of: "Order", in: read.model).type == .text)
    let order = read.model.entities[try #require(read.model.entity(named: "Order"))]
    #expect(order.folder == "orders")
    #expect(order.declaration.sort?.text == "-date")
    let customer = try #require(order.relationship(named: "customer"))
    #expect(customer.declaration.isRequired && customer.inverse != nil)
    #expect(order.propertyNames.prefix(3) == ["date", "made", "paid"])
    #expect(order.attributes.last?.name.text == "note")
  }

  @Test func aFormulaTakesThePlaceOfADerivedValue() throws {
    let read = read("entities:\n  Order:\n    attributes:\n      total: {formula: rows.@sum.sum}\n")
    #expect(read.diagnostics.isEmpty)
    let total = try attribute("total", of: "Order", in: read.model)
    #expect(total.derived == nil && total.formula?.text == "rows.@sum.sum")
  }

  @Test func aFormulaTakesThePlaceOfAnInheritedDefault() throws {
    let read = read("entities:\n  RowOfOrder:\n    attributes:\n      quantity: {formula: 2 * 3}\n")
    #expect(read.diagnostics.isEmpty)
    let quantity = try attribute("quantity", of: "RowOfOrder", in: read.model)
    #expect(quantity.formula?.text == "2 * 3" && quantity.defaultValue == nil)
  }

  @Test func aDefaultTakesThePlaceOfWhatIsComputed() throws {
    let read = read(
      "entities:\n  Order:\n    attributes: {paid: {default: false}, received: {default: 0}}\n")
    #expect(read.diagnostics.isEmpty)
    for name in ["paid", "received"] {
      let attribute = try attribute(name, of: "Order", in: read.model)
      #expect(attribute.expression == nil && attribute.defaultValue != nil)
    }
  }

  @Test(arguments: ["null", "~"])
  func nullRemoves(word: String) throws {
    let read = read(
      """
      entities:
        Payment: \(word)
        Order:
          attributes: {received: \(word), open: \(word), paid: boolean, due: \(word)}
        Customer:
          relationships: {orders: \(word)}
      """)
    #expect(read.model.entity(named: "Payment") == nil)
    let order = read.model.entities[try #require(read.model.entity(named: "Order"))]
    #expect(order.attribute(named: "due") == nil)
    // What led to the entity goes with it; what had a removed inverse leads one way.
    #expect(order.relationship(named: "payments") == nil)
    #expect(order.relationship(named: "customer")?.inverse == nil)
    #expect(order.relationship(named: "customer")?.origin == .written)
    #expect(read.diagnostics.isEmpty)
  }

  @Test func extendsNoneStartsFromNothing() throws {
    let read = read(
      "extends: none\nentities:\n  Boat:\n    folder: boats\n    attributes:\n      name: string\n      größe: decimal\n"
    )
    #expect(read.diagnostics.isEmpty)
    #expect(read.model.entityNames == ["Boat"])
    #expect(try attribute("größe", of: "Boat", in: read.model).type == .decimal)
  }

  @Test func subentitiesInheritAndStandBehindTheirParent() throws {
    let read = read(
      """
      entities:
        Hire: {folder: hires, parent: Service, attributes: {days: integer}}
        Firm: {folder: firms, parent: Customer, label: Company, attributes: {vat: string}}
      """)
    #expect(read.diagnostics.isEmpty)
    #expect(
      read.model.entityNames == ["Customer", "Firm", "Service", "Hire", "Order", "RowOfOrder", "Payment"])
    let firm = read.model.entities[1]
    #expect(firm.attributes.map(\.name.text) == ["name", "info", "email", "phone", "address", "vat"])
    #expect(firm.declaration.title?.text == "name")
    #expect(firm.label == "Company")
    #expect(read.model.entities[0].family == 0..<2)
    #expect(read.model.tables.count == 5)
  }

  @Test func everyOptionOfAnAttributeIsRead() throws {
    let read = read(
      """
      extends: none
      entities:
        Boat:
          folder: boats
          attributes:
            name:
              {type: string, required: yes, default: Anna, choices: [Anna, Bertha], min: A, max: C, min-length: 1,
               max-length: 9, pattern: '\\w+', unique: true, label: Name, private: no}
            price: {type: money, digits: 3, total: false}
      """)
    #expect(read.diagnostics.isEmpty)
    let name = try attribute("name", of: "Boat", in: read.model)
    #expect(name.isRequired && name.isUnique && !name.isPrivate)
    #expect(name.choices.map(\.text) == ["Anna", "Bertha"])
    #expect(
      [name.defaultValue, name.minimum, name.maximum, name.pattern].map { $0?.text } == [
        "Anna", "A", "C", "\\w+",
      ])
    #expect(name.minLength == 1 && name.maxLength == 9 && name.label == "Name")
    let price = try attribute("price", of: "Boat", in: read.model)
    #expect(price.digits == 3 && !price.isTotal)
  }

  // MARK: Errors

  /// A model.yml with one error at 1️⃣.
  struct Case: Sendable, CustomTestStringConvertible {
    let id: DiagnosticID
    let text: String

    init(_ id: DiagnosticID, _ text: String) {
      self.id = id
      self.text = text
    }

    var testDescription: String { text }
  }

  @Test(arguments: [
    Case(.unknownKey, "1️⃣entitys:\n  Order:\n"),
    Case(.unknownKey, "entities:\n  Order:\n    1️⃣atributes: {note: text}\n"),
    Case(.unknownKey, "entities:\n  Order:\n    attributes:\n      note: {type: text, 1️⃣requird: true}\n"),
    Case(.unknownKey, "entities:\n  Order:\n    relationships:\n      customer: {1️⃣inverses: orders}\n"),
    Case(.unknownKey, "entities:\n  Order:\n    rules:\n      - {unless: made, 1️⃣erro: x}\n"),
    Case(.wrongShape, "extends: 1️⃣order\n"),
    Case(.wrongShape, "1️⃣- entities\n"),
    Case(.wrongShape, "entities:\n  1️⃣- Order\n"),
    Case(.wrongShape, "entities:\n  Order: 1️⃣orders\n"),
    Case(.wrongShape, "entities:\n  Order:\n    attributes: 1️⃣note\n"),
    Case(.wrongShape, "entities:\n  Order:\n    relationships:\n      customer: 1️⃣Customer\n"),
    Case(.wrongShape, "entities:\n  Order:\n    body: 1️⃣shown\n"),
    Case(.wrongShape, "entities:\n  Order:\n    rules: 1️⃣made = true\n"),
    Case(.wrongShape, "entities:\n  Order:\n    relationships:\n      rows: {delete: 1️⃣cascaded}\n"),
    Case(
      .invalidBoolean, "entities:\n  Order:\n    attributes:\n      note: {type: text, required: 1️⃣very}\n"),
    Case(
      .invalidInteger, "entities:\n  Order:\n    attributes:\n      note: {type: text, max-length: 1️⃣long}\n"),
    Case(.unknownType, "entities:\n  Order:\n    attributes:\n      note: 1️⃣txt\n"),
    Case(.unknownType, "entities:\n  Order:\n    attributes:\n      due: 1️⃣day\n"),
    Case(.unknownType, "entities:\n  Order:\n    attributes:\n      1️⃣note: {label: Note}\n"),
    Case(.reservedName, "entities:\n  Order:\n    attributes:\n      1️⃣path: string\n"),
    Case(.reservedName, "entities:\n  Order:\n    relationships:\n      1️⃣page: {to: Service}\n"),
    Case(.invalidModel, "entities:\n  Order:\n    attributes:\n      1️⃣my note: string\n"),
    Case(.invalidModel, "entities:\n  1️⃣2nd:\n    folder: seconds\n"),
    Case(.invalidModel, "entities:\n  1️⃣Ordr: null\n"),
    Case(.invalidModel, "entities:\n  Order:\n    attributes:\n      1️⃣dat: null\n"),
    Case(.invalidModel, "entities:\n  Order:\n    attributes:\n      1️⃣customer: string\n"),
    Case(.invalidModel, "entities:\n  Order:\n    relationships:\n      1️⃣date: {to: Customer}\n"),
    Case(.invalidModel, "entities:\n  Order:\n    relationships:\n      1️⃣courier: {many: true}\n"),
    Case(.invalidModel, "entities:\n  Order:\n    folder: 1️⃣../orders\n"),
    Case(.invalidModel, "entities:\n  1️⃣Firm:\n    attributes: {name: string}\n"),
    Case(.invalidModel, "entities:\n  Firm:\n    folder: 1️⃣orders\n"),
    Case(.invalidModel, "entities:\n  Firm:\n    folder: firms\n    parent: 1️⃣Firm\n"),
    Case(.invalidModel, "entities:\n  RowOfOrder:\n    folder: 1️⃣rows\n"),
    Case(.invalidModel, "entities:\n  Box:\n    inside: 1️⃣Order\n"),
    Case(.invalidModel, "entities:\n  Box:\n    inside: 1️⃣Order.boxes\n"),
    Case(.invalidModel, "entities:\n  Order:\n    rules:\n      - 1️⃣{unless: made}\n"),
    Case(
      .invalidModel, "entities:\n  Order:\n    attributes:\n      open: {derived: total, formula: 1️⃣total}\n"),
    Case(
      .invalidModel, "entities:\n  Firm: {folder: firms, parent: Customer, attributes: {1️⃣name: string}}\n"),
    Case(.unknownEntity, "entities:\n  Firm: {folder: firms, parent: 1️⃣Custumer}\n"),
    Case(.unknownEntity, "entities:\n  Order:\n    relationships:\n      customer: {to: 1️⃣Custumer}\n"),
    Case(.unknownEntity, "entities:\n  Box:\n    inside: 1️⃣Ordr.boxes\n"),
    Case(.inverseMismatch, "entities:\n  Order:\n    relationships:\n      customer: {inverse: 1️⃣order}\n"),
    Case(
      .inverseMismatch, "entities:\n  Customer:\n    relationships:\n      orders: {inverse: 1️⃣custmer}\n"),
    Case(
      .inverseMismatch,
      "entities:\n  Order:\n    relationships:\n      agent: {to: Customer, inverse: 1️⃣orders}\n"),
    Case(.duplicateKey, "entities:\n  Order:\n    attributes:\n      note: text\n      1️⃣note: text\n"),
    Case(.yamlSyntax, "entities:\n  Order: 1️⃣{folder: orders\n"),
    Case(.unquotedText, "entities:\n  Order:\n    sort: date 1️⃣# newest last\n"),
    Case(.unquotedText, "entities:\n  Order:\n    attributes:\n      place: string 1️⃣# a town\n"),
    Case(.unquotedText, "entities:\n  Firm:\n    folder: firms 1️⃣# all\n"),
    // What has no ': ' in braces
    Case(
      .yamlSyntax, "entities:\n  Firm: {folder: firms, attributes: {name: {type: string, 1️⃣required}}}\n"),
    Case(
      .yamlSyntax,
      "entities:\n  Firm: {folder: firms, relationships: {owner: {to: Customer, inverse: firms, 1️⃣many}}}\n"
        + "  Customer: {relationships: {firms: {to: Firm, many: true, inverse: owner}}}\n"),
    Case(
      .unquotedText,
      "entities:\n  Order:\n    attributes:\n      late: {type: money, derived: 1️⃣TERNARY(paid = true, 0, total)}\n"
    ),
    Case(.unquotedText, "entities:\n  Order:\n    rules:\n      - {unless: paid = true, error: 1️⃣a, b}\n"),
    Case(.yamlSyntax, "entities:\n  Order:\n    attributes: {1️⃣note, place: text}\n"),
    // Options that say nothing of the attribute's type, or that no value keeps
    Case(.invalidModel, "entities:\n  Order:\n    attributes:\n      gift: {type: boolean, 1️⃣min: 3}\n"),
    Case(
      .invalidModel, "entities:\n  Order:\n    attributes:\n      size: {type: integer, 1️⃣min-length: 3}\n"),
    Case(
      .invalidModel, "entities:\n  Order:\n    attributes:\n      size: {type: integer, 1️⃣pattern: x}\n"),
    Case(.invalidModel, "entities:\n  Order:\n    attributes:\n      size: {type: integer, 1️⃣digits: 3}\n"),
    Case(.invalidModel, "entities:\n  Order:\n    attributes:\n      sent: {type: date, 1️⃣total: true}\n"),
    Case(
      .invalidModel, "entities:\n  Order:\n    attributes:\n      state: {type: string, choices: 1️⃣[]}\n"),
    Case(
      .wrongShape, "entities:\n  Order:\n    attributes:\n      state: {type: string, choices: 1️⃣{a: b}}\n"),
    Case(
      .invalidModel,
      "entities:\n  Order:\n    attributes:\n      size: {type: integer, derived: 1 + 1, default: 1️⃣3}\n"),
    Case(
      .invalidModel, "entities:\n  Order:\n    attributes:\n      currency: {formula: 1️⃣customer.name}\n"),
    Case(
      .invalidModel,
      "entities:\n  Order:\n    attributes:\n      money: {type: currency, derived: \"1️⃣'EUR'\"}\n"
    ),
    Case(.invalidModel, "entities:\n  Order:\n    attributes:\n      1️⃣received: currency\n"),
    Case(.unknownType, "entities:\n  Order:\n    attributes:\n      1️⃣note:\n"),
    Case(
      .invalidModel, "entities:\n  Order:\n    relationships:\n      rows: {min-count: 1️⃣2, max-count: 1}\n"),
    Case(.invalidModel, "entities:\n  Order:\n    relationships:\n      customer: {min-count: 1️⃣1}\n"),
    Case(.invalidModel, "entities:\n  Order:\n    rules:\n      - 1️⃣{unless: made, error: \"\"}\n"),
    // An error in what a folder or an owner is makes no others
    Case(.invalidBoolean, "entities:\n  Firm:\n    abstract: 1️⃣maybe\n"),
    Case(.unknownKey, "entities:\n  Firm:\n    1️⃣foldr: firms\n"),
    // Removals
    Case(.invalidModel, "entities:\n  Order:\n    attributes: {1️⃣customer: null}\n"),
    Case(
      .invalidModel, "entities:\n  Firm: {folder: firms, parent: Customer, attributes: {1️⃣name: null}}\n"),
    Case(.unknownKeyPath, "entities:\n  1️⃣Order: null\n"),
    Case(.unknownKeyPath, "entities:\n  Order:\n    relationships: {1️⃣payments: null}\n"),
  ])
  func eachErrorIsReportedOnceAndInItsPlace(example: Case) throws {
    let marked = MarkedText(example.text)
    let read = read(marked.text)
    #expect(read.diagnostics.map(\.id) == [example.id], "\(read.diagnostics.map(\.summary))")
    #expect(read.diagnostics.first?.range.bytes.lowerBound == marked.offsets["1️⃣"])
    #expect(read.diagnostics.first?.range.file.path == "model.yml")
  }

  @Test func foldersThatAreNoneAreNotTheSame() {
    let read = read("entities:\n  A: {folder: a b}\n  B: {folder: ../c}\n")
    #expect(read.diagnostics.map(\.range.text) == ["a b", "../c"])
  }

  @Test(arguments: ["[open, in work]", "open, in work"])
  func choicesAreAListOrATextWithCommas(choices: String) throws {
    let read = read(
      "entities:\n  Order:\n    attributes:\n      state:\n        type: string\n        choices: \(choices)\n"
    )
    #expect(read.diagnostics.isEmpty)
    let state = try attribute("state", of: "Order", in: read.model)
    #expect(state.choices.map(\.text) == ["open", "in work"])
    #expect(state.choices.map(\.range.text) == ["open", "in work"])
  }

  @Test func anAttributeOfAnotherTypeForgetsWhatSaysNothingOfIt() throws {
    let read = read("entities:\n  RowOfOrder:\n    attributes: {price: string, discount: boolean}\n")
    #expect(read.diagnostics.filter { $0.id == .invalidModel }.isEmpty)
    #expect(try attribute("price", of: "RowOfOrder", in: read.model).digits == nil)
    #expect(try attribute("discount", of: "RowOfOrder", in: read.model).maximum == nil)
  }

  @Test func aDefaultOfAnotherTypeIsForgotten() throws {
    let read = read(
      "entities:\n  Order:\n    attributes: {made: date}\n  RowOfOrder:\n    attributes: {quantity: integer, discount: string}\n"
    )
    #expect(read.diagnostics.isEmpty)
    #expect(try attribute("made", of: "Order", in: read.model).defaultValue == nil)
    #expect(try attribute("quantity", of: "RowOfOrder", in: read.model).defaultValue?.text == "1")
    let discount = try attribute("discount", of: "RowOfOrder", in: read.model)
    #expect([discount.defaultValue, discount.minimum, discount.maximum].allSatisfy { $0 == nil })
  }

  @Test(arguments: [
    ("Order", "made: {choices: [yes]}", "unknown-choice"),
    ("RowOfOrder", "discount: {min: 0.1}", "out-of-range"),
    ("RowOfOrder", "discount: {max: -1}", "invalid-model"), ("Order", "total: integer", "type-mismatch"),
  ])
  func whatDoesNotFitTheBuiltInDeclarationIsTheSitesError(
    entity: String, attribute: String, id: String
  ) async throws {
    let model = "entities:\n  \(entity):\n    attributes:\n      \(attribute)\n"
    #expect(try await LoadedSite(["model.yml": model]).diagnosticLines == ["model.yml:4:7 \(id)"])
  }

  @Test(arguments: [
    ("int", "integer"), ("number", "decimal"), ("Float", "decimal"), ("bool", "boolean"),
    ("datetime", "date"),
    ("uri", "url"), ("strng", "string"),
  ])
  func aTypeByItsNameElsewhereIsOffered(written: String, meant: String) {
    let read = read("entities:\n  Order:\n    attributes: {note: \(written)}\n")
    #expect(read.diagnostics.map(\.summary) == ["unknown type '\(written)'; did you mean '\(meant)'?"])
  }

  @Test func aFileThatCannotBeReadLeavesTheBuiltInModel() {
    let read = read("entities:\n  Order:\n    attributes: {note: 'x}\n")
    #expect(read.model.isInvalid)
    #expect(read.model.entityNames.count == 5)
  }
}
