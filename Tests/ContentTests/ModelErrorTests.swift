import Content
import Diagnostics
import Records
import Testing

/// What does not fit in model.yml is one error, in that file; nothing follows from it in records and pages.
@Suite struct ModelErrorTests {
  /// What is reported of a model and files that rely on it.
  private func diagnosticLines(_ entities: String, _ files: [String: String] = [:]) async throws -> [String] {
    let order = "---\ndate: 2026-03-14\ncustomer: acme\nrows: [{service: chai, sum: 1}]\n---\n"
    let site = try await LoadedSite(
      LoadedSite.base.merging(["orders/o1.md": order]) { $1 }.merging(files) { $1 }
        .merging(["model.yml": "entities:\n  " + entities.replacing("\n", with: "\n  ") + "\n"]) { $1 })
    return site.diagnosticLines
  }

  /// The line that is missing on the other side, and the place of what is no attribute, are said.
  @Test(arguments: [
    (
      "Animal: {folder: animals, relationships: {owner: {to: Customer, inverse: pets}}}",
      "Customer has no relationship 'pets'; add 'pets: {to: Animal, many: true, inverse: owner}' to those of Customer",
      []
    ),
    (
      "Animal: {folder: animals, relationships: {owners: {to: Customer, many: true, inverse: pets}}}",
      "Customer has no relationship 'pets'; add 'pets: {to: Animal, inverse: owners}' to those of Customer, "
        + "with 'many: true' if one Customer may have several",
      []
    ),
    (
      "Order: {relationships: {parts: {to: Part, many: true, inverse: whole}}}\n  Part: {inside: Order.parts}",
      "Part has no relationship 'whole'; add 'whole: {to: Order, inverse: parts}' to those of Part", []
    ),
    ("Order: {attributes: {size: {type: string, choices: [S, M, S]}}}", "'S' is twice in 'choices'", []),
    (
      "Animal: {folder: animals, attributes: {owner: Customer}}", "unknown type 'Customer'",
      [
        "the types are \(AttributeType.allCases.map(\.rawValue).joined(separator: ", "))",
        "an entity is named below 'relationships', as {to: Customer}",
      ]
    ),
  ])
  func aRelationshipSaysWhatItNeeds(entities: String, summary: String, notes: [String]) async throws {
    let site = try await LoadedSite(
      LoadedSite.base.merging(["model.yml": "entities:\n  \(entities)\n"]) { $1 })
    #expect(site.content.diagnostics.map(\.summary) == [summary])
    #expect(site.content.diagnostics.flatMap(\.notes).map(\.text) == notes)
  }

  @Test(arguments: [
    ("Service: {attributes: {name: {translations: {fr: nameFR}}, nameFr: string}}", "model.yml:2:52"),
    ("Service: {attributes: {name: {translations: {fr: price}}}}", "model.yml:2:52"),
    ("Order: {attributes: {total: {translations: {fr: state}}}}", "model.yml:2:32"),
    ("Order: {documents: {invoice: {language: customr.email}}}", "model.yml:2:43"),
    ("Order: {documents: {invoice: {language: total}}}", "model.yml:2:43"),
  ])
  func languagesLeadToTexts(entities: String, place: String) async throws {
    let lines = try await diagnosticLines(entities)
    #expect(lines.map { String($0.prefix(place.utf8.count)) } == [place])
  }

  @Test(arguments: [
    ("A: {folder: Orders}", "model.yml:2:15"), ("A: {folder: things}\nB: {folder: Things}", "model.yml:3:15"),
    // Of a folder of the built-in model, too, which stands after the entity's parent.
    ("Firm: {parent: Customer, folder: Orders}", "model.yml:2:36"),
  ])
  func foldersThatDifferByCaseAreOne(entities: String, place: String) async throws {
    #expect(try await diagnosticLines(entities) == [place + " invalid-model"])
  }

  @Test(arguments: [
    ("A: {parent: RowOfOrder, folder: a}", "model.yml:2:15"),
    ("RowOfOrder: {parent: Service}", "model.yml:2:24"),
    (
      "A: {inside: Order.as, parent: Customer, relationships: {order: {to: Order, inverse: as}}}\n"
        + "Order: {relationships: {as: {to: A, many: true, inverse: order}}}", "model.yml:2:33"
    ),
    ("Order: {inside: Customer.orders}", "model.yml:2:19"),
  ])
  func whatIsInsideARecordHasNoFamilyAndNoFolder(entities: String, place: String) async throws {
    #expect(try await diagnosticLines(entities) == [place + " invalid-model"])
  }

  @Test(arguments: [
    ("Order: {attributes: {vat: {type: money, percent: true}}}", "model.yml:2:43"),
    ("Order: {attributes: {vat: {type: decimal, percent: true, total: true}}}", "model.yml:2:67"),
  ])
  func aPercentageIsADecimalThatIsNoTotal(entities: String, place: String) async throws {
    #expect(try await diagnosticLines(entities) == [place + " invalid-model"])
  }

  @Test(arguments: [
    ("RowOfOrder: {documents: {sheet: quantitty = 1}}", "model.yml:2:28 invalid-model"),
    ("Base: {abstract: true, documents: {sheet: nope = true}}", "model.yml:2:45 unknown-key-path"),
    (
      "Base: {abstract: true, documents: {sheet: nope = true}}\nBoat: {parent: Base, folder: boats}",
      "model.yml:2:45 unknown-key-path"
    ),
  ])
  func documentsWithoutAPageAreJudgedOnce(entities: String, error: String) async throws {
    #expect(try await diagnosticLines(entities) == [error])
  }

  private static let firm = ["firms/foo.md": "---\nname: Foo\nvat: 1\n---\n"]
  private static let ofFirm = ["orders/o2.md": "---\ndate: 2026-03-14\ncustomer: foo\n---\n"]

  @Test(arguments: [
    ("Firm: {parent: Custmer, folder: firms}", "model.yml:2:18 unknown-entity"),
    ("Firm: {parent: Firm, folder: firms}", "model.yml:2:18 invalid-model"),
    ("Firm: {parent: RowOfOrder, folder: firms}", "model.yml:2:18 invalid-model"),
    ("Firm: {parent: Customer}", "model.yml:2:3 invalid-model"),
    ("Firm: {parent: Customer, foldr: firms}", "model.yml:2:28 unknown-key"),
    ("Firm: {parent: Customer, folder: my firms}", "model.yml:2:36 invalid-model"),
    ("Firm: {parent: Customer, folder: Services}", "model.yml:2:36 invalid-model"),
  ])
  func recordsOfAnEntityWithoutAPlaceAreNotJudged(entities: String, error: String) async throws {
    let files = Self.firm.merging(Self.ofFirm) { $1 }
    #expect(try await diagnosticLines(entities, files) == [error])
    // What has nothing to do with them is.
    let wrong = ["orders/o3.md": "---\ndate: 2026-03-14\nrows: [{service: tea, sum: 1}]\n---\n"]
    #expect(
      try await diagnosticLines(entities, files.merging(wrong) { $1 })
        == [error, "orders/o3.md:3:18 unknown-reference"])
  }

  @Test(arguments: ["orders", "Orders"])
  func recordsInAFolderOfTwoEntitiesAreNotJudged(folder: String) async throws {
    let files = ["orders/a1.md", "Orders/a2.md"].filter { $0.hasPrefix(folder) || $0.hasPrefix("orders") }
    #expect(
      try await diagnosticLines(
        "A: {folder: \(folder), attributes: {z: string}}",
        Dictionary(uniqueKeysWithValues: files.map { ($0, "---\nz: a\n---\n") }))
        == ["model.yml:2:15 invalid-model"])
  }

  // MARK: Removals

  /// In any order: what goes with an entity may be named as well.
  @Test(arguments: [
    "Order: null\nRowOfOrder: null\nPayment: null",
    "Order: null\nRowOfOrder: null\nPayment: null\nCustomer: {relationships: {orders: null}}",
    "Customer: {relationships: {orders: null}}\nService: {relationships: {rows: null}}\nPayment: ~\nRowOfOrder: ~\nOrder: ~",
    "Order: null\nRowOfOrder: null\nPayment: null\nService: {relationships: {rows: null}}\nJob: {folder: jobs}",
  ])
  func whatIsRemovedTogetherIsGone(entities: String) async throws {
    #expect(
      try await diagnosticLines(entities, ["orders/o1.md": "---\n---\n", "jobs/j.md": "---\n---\n"]) == [])
  }

  @Test(arguments: [
    "Order: null", "Order: null\nCustomer: {relationships: {orders: null}}", "RowOfOrder: null",
    "Order: null\nPayment: null",
  ])
  func anEntityThatIsReadIsOneErrorWhereItIsRemoved(entities: String) async throws {
    #expect(try await diagnosticLines(entities) == ["model.yml:2:3 unknown-key-path"])
  }

  @Test func onlyWhatIsThereCanBeRemoved() async throws {
    #expect(
      try await diagnosticLines(
        "Order: null\nRowOfOrder: null\nPayment: null\nCustomer: {relationships: {order: null}}",
        ["orders/o1.md": "---\n---\n"]) == ["model.yml:5:30 invalid-model"])
  }

  /// The built-in model is another file.
  @Test func whatStandsWhereTheBuiltInModelHasTheParentsListIsNotInherited() async throws {
    let service = try #require(BuiltInModel.model.entity(named: "Service"))
    let list = try #require(BuiltInModel.model.entities[service].lists.first)
    let head = "entities:\n  Tool: {parent: Service, folder: tools, lists: {"
    let indent = list.name.range.bytes.lowerBound - head.utf8.count
    let model = head + String(repeating: " ", count: indent) + "\(list.name.text): {sort: nope}}}\n"
    let site = try await LoadedSite(LoadedSite.base.merging(["model.yml": model]) { $1 })
    let error = try #require(site.content.diagnostics.first)
    #expect(error.id == .unknownKeyPath && error.range.text == "nope")
    #expect(site.content.diagnostics.count == 1)
  }

  /// Otherwise the order of two lines in model.yml would decide what amounts mean.
  @Test func amountsAreInOneCurrencyAttribute() async throws {
    let deal = ["deals/d1.md": "---\nprice: 100\nheld: USD\npaidIn: CHF\n---\n"]
    let model = "Deal: {folder: deals, attributes: {paidIn: currency, held: currency, price: money}}"
    #expect(try await diagnosticLines(model, deal) == ["model.yml:2:56 invalid-model"])
    // The one that is called 'currency' is, wherever it stands.
    let named = "Deal: {folder: deals, attributes: {paidIn: currency, currency: currency, price: money}}"
    let site = try await LoadedSite([
      "model.yml": "entities:\n  \(named)\n",
      "deals/d1.md": "---\nprice: 100\ncurrency: USD\npaidIn: CHF\n---\n",
      "deals/d2.md": "---\nprice: 100\ncurrency: USD\n---\n",
    ])
    #expect(site.diagnosticLines == [])
    #expect(try site("Deal", "d1", "price") == "100.00 USD")
    #expect(try site("Deal", "d2", "price") == "100.00 USD")
    // A subentity that adds a second one is told so, where it adds it.
    let child =
      "Deal: {folder: deals, attributes: {held: currency}}\n"
      + "Sale: {parent: Deal, folder: sales, attributes: {paidIn: currency}}"
    #expect(try await diagnosticLines(child) == ["model.yml:3:52 invalid-model"])
  }
}
