import Content
import Diagnostics
import Exports
import Records
import Testing

struct ModelRoundTripTests {
  @Test func printingAndReadingGivesTheSameModel() throws {
    var random = ModelRandom(seed: 1)
    for number in 0..<150 {
      let (model, diagnostics) = ModelBuilder.build(random.declarationsOfModel(), currency: .euro)
      try #require(diagnostics.isEmpty, "model \(number) is no model: \(diagnostics.map(\.summary))")
      let outline = ModelOutline(model)
      for text in [outline.yaml, outline.json] {
        let read = ModelReader.model(SourceFile(path: "model.yml", text: text), currency: .euro)
        try #require(read.diagnostics.map(\.summary) == [], "\(text)")
        try #require(contents(read.model) == contents(model), "model \(number):\n\(text)")
      }
    }
  }

  @Test func theBuiltInModelReadsBack() {
    let read = ModelReader.model(
      SourceFile(path: "model.yml", text: ModelOutline(BuiltInModel.model).yaml), currency: .euro)
    #expect(read.diagnostics.isEmpty)
    #expect(contents(read.model) == contents(BuiltInModel.model))
  }

  @Test func aModelWithoutEntitiesReadsBack() {
    let (model, _) = ModelBuilder.build([], currency: .euro)
    for text in [ModelOutline(model).yaml, ModelOutline(model).json] {
      let read = ModelReader.model(SourceFile(path: "model.yml", text: text), currency: .euro)
      #expect(read.diagnostics.isEmpty)
      #expect(read.model.entities.isEmpty)
    }
  }
}

/// All that a value holds, but the places where it was written.
private func contents(_ value: Any) -> String {
  switch value {
  case is SourceRange, is SourceFile: return ""
  case let text as SourceText: return text.text.debugDescription
  case let text as String: return text.debugDescription
  default: break
  }
  let mirror = Mirror(reflecting: value)
  if mirror.children.isEmpty { return "\(value)" }
  let parts = mirror.children.map { child in
    "\(child.label ?? ""): \(contents(child.value))"
  }
  let isUnordered = mirror.displayStyle == .dictionary || mirror.displayStyle == .set
  return "(\((isUnordered ? parts.sorted() : parts).joined(separator: "; ")))"
}
