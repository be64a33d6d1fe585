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

  /// To YAML an id such as `22.10`, `true` or `null` is no text, and blanks may stand before `%`.
  @Test func takesWhatYAMLMakesOfTexts() throws {
    let model = """
      extends: none
      entities:
        A:
          folder: as
          attributes: {part: decimal, words: tags}
          relationships: {b: {to: A}, others: {to: A, many: true}}
      """
    let read = ModelReader.model(SourceFile(path: "model.yml", text: model), currency: .euro)
    let bytes = EntitySchema(try #require(read.model.entities.first), of: read.model).bytes
    let json = try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any]
    let properties = try #require(json?["properties"] as? [String: [String: Any]])
    #expect(properties["b"]?["type"] as? [String] == ["string", "number", "boolean", "null"])
    for key in ["others", "was", "words"] {
      let single = (properties[key]?["anyOf"] as? [[String: Any]])?.dropFirst().first
      #expect(single?["type"] as? [String] == ["string", "number", "boolean", "null"], "\(key)")
    }
    let pattern = try #require(properties["part"]?["pattern"] as? String)
    let expression = try Regex(pattern)
    for text in ["7.5 %", "7.5%", "1 000.25"] { #expect(text.contains(expression), "\(text)") }
    #expect(!"7,5".contains(expression))
  }
}
