import Content
import Diagnostics
import Exports
import Foundation
import Records
import Testing

struct EntitySchemaTests {
  /// The keys that the schema of an entity requires.
  private func required(_ name: String, _ yaml: String) throws -> [String] {
    let read = ModelReader.model(SourceFile(path: "model.yml", text: yaml), currency: .euro)
    try #require(read.diagnostics.map(\.summary) == [])
    let entity = read.model.entities[try #require(read.model.entity(named: name))]
    let json = try JSONSerialization.jsonObject(with: Data(EntitySchema(entity, of: read.model).bytes))
    return try #require(json as? [String: Any])["required"] as? [String] ?? []
  }

  @Test(arguments: [("A", ["n"]), ("B", []), ("C", ["a"])])
  func requiresNoLinkThatMayBeWrittenAtTheOtherEnd(entity: String, keys: [String]) throws {
    let model = """
      extends: none
      entities:
        A:
          folder: as
          attributes: {n: {type: integer, required: true}, m: {type: integer, required: true, default: 1}}
          relationships: {b: {to: B, inverse: a, required: true}}
        B: {folder: bs, relationships: {a: {to: A, inverse: b, required: true}}}
        C: {folder: cs, relationships: {a: {to: A, required: true}}}
      """
    #expect(try required(entity, model) == keys)
  }
}
