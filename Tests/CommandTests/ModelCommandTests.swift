import Foundation
import TestSupport
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

struct ModelCommandTests {
  @Test func printsTheBuiltInModelWhereThereIsNoOther() async throws {
    let run = try await ModelSite.folder(adding: ["Content/customers/acme.md": "---\nname: Acme\n---\n"])
      .docket("model")
    #expect(run.status == 0)
    #expect(run.error == "")
    #expect(run.output.hasPrefix("The built-in model 'orders', version 1: 5 entities"))
    #expect(run.output.contains("      rows      to many RowOfOrder, inverse: order, delete: cascade\n"))
    #expect(run.output.contains("      total     money, derived: rows.@sum.sum\n"))
  }

  @Test(arguments: ["Extended", "FromNothing"])
  func theYAMLAndTheJSONStandForTheModel(_ fixture: String) async throws {
    let site = try ModelSite.folder(fixture)
    let yaml = try await site.docket("model", "--format", "yaml").output
    let json = try await site.docket("model", "--format", "json").output
    #expect(yaml.hasPrefix("extends: none\n"))
    let graph = try await site.docket("model", "--graph").output
    for text in [yaml, json] {
      try site.put("Content/model.yml", text)
      #expect(try await site.docket("model", "--format", "yaml").output == yaml)
      #expect(try await site.docket("model", "--format", "json").output == json)
      #expect(try await site.docket("model", "--graph").output == graph)
      #expect(try await site.docket("check").status == 0)
    }
  }

  /// What site.yml turns off is not said by commands that read only the model either.
  @Test(arguments: [["model"], ["export", "schema", "schemas"], ["theme", "names"]])
  func aLintThatIsTurnedOffIsNotTold(command: [String]) async throws {
    let site = try ModelSite.folder(adding: [
      "Content/customers/acme.md": "---\nname: Acme\n---\n",
      "Content/model.yml":
        "entities: {RowOfOrder: {attributes: {listed: {type: money, derived: service.price}}}}\n",
    ])
    #expect(try await Program.docket(in: site.path).run(command).error.contains("[foreign-money]"))
    try site.put("Content/site.yml", "title: Shed\nlints: {foreign-money: false}\n")
    #expect(try await Program.docket(in: site.path).run(command).error == "")
  }

  @Test func theJSONIsJSON() async throws {
    let text = try await ModelSite.folder("Extended").docket("model", "--format", "json").output
    let model = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    let entities = try #require(model["entities"] as? [String: [String: Any]])
    #expect(entities.count == 8)
    #expect(entities["Subscription"]?["parent"] as? String == "Order")
    let payment = try #require(entities["Payment"]?["attributes"] as? [String: [String: Any]])
    #expect(payment["method"]?["choices"] as? [String] == ["cash", "card", "transfer"])
    #expect(payment["date"]?["required"] as? Bool == true)
  }

  @Test func theGraphIsADrawing() async throws {
    let run = try await ModelSite.folder("Extended").docket("model", "--graph")
    #expect(run.status == 0)
    #expect(XMLParser(data: Data(run.output.utf8)).parse())
    for text in [">Subscription<", ">every<", ">Employee<", "role=\"img\"", "<desc"] {
      #expect(run.output.contains(text))
    }
  }

  @Test func needsNoRecordWithoutErrors() async throws {
    let site = try ModelSite.folder(
      "Extended",
      adding: ["Content/orders/bad.md": "---\ndate: never\ncustomer: nobody\n", "Content/x.MD": ""])
    #expect(try await site.docket("check").status == 1)
    let run = try await site.docket("model")
    #expect(run.status == 0)
    #expect(run.error == "")
  }

  @Test func takesIdsInExpressionsAtTheirWord() async throws {
    let site = try ModelSite.folder(
      adding: [
        "Content/model.yml": """
        entities:
          Order:
            rules: [{unless: customer != 'acme', error: no more orders of Acme}]
        """,
        "Content/customers/acme.md": "---\nname: Acme\n---\n",
      ])
    let run = try await site.docket("model")
    #expect(run.status == 0)
    #expect(run.output.contains("+     unless: customer != 'acme', error: no more orders of Acme\n"))
    #expect(try await site.docket("check").status == 0)
  }

  @Test(arguments: [
    ("entities: {Order: {attributes: {total: {type: mony}}}}", "unknown-type", 1),
    (
      "entities:\n  Order:\n    attributes:\n      tip: {type: money, derived: rows.@sum.tip}",
      "unknown-key-path", 4
    ),
    ("entities:\n  Order:\n    attributes:\n      rank: {type: integer, min: first}", "invalid-integer", 4),
    ("entities: [", "yaml-syntax", 1),
  ])
  func reportsErrorsOfTheModel(_ model: String, id: String, line: Int) async throws {
    let run = try await ModelSite.folder(adding: ["Content/model.yml": model + "\n"]).docket("model")
    #expect(run.status == 1)
    #expect(run.output == "")
    #expect(run.error.contains("Content/model.yml:\(line):"), "\(run.error)")
    #expect(run.error.contains("[\(id)]"), "\(run.error)")
  }

  @Test func graphAndFormatExcludeEachOther() async throws {
    let run = try await ModelSite.folder("Extended").docket("model", "--graph", "--format", "json")
    #expect(run.status == 64)
    #expect(run.output == "")
  }
}
