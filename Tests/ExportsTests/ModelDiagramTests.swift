import Content
import Diagnostics
import Exports
import Records
import Testing

struct ModelDiagramTests {
  private func model(_ yaml: String) throws -> Model {
    let read = ModelReader.model(SourceFile(path: "model.yml", text: yaml), currency: .euro)
    try #require(read.diagnostics.map(\.summary) == [])
    return read.model
  }

  private func drawn(_ model: Model, title: String = "Model") throws -> DrawnDiagram {
    try #require(DrawnDiagram(ModelDiagram(model).svg(title: title, isStandalone: true)))
  }

  @Test func showsEntitiesAttributesAndRelationships() throws {
    let drawn = try drawn(BuiltInModel.model, title: "Orders & more")
    #expect(drawn.title == "Orders & more")
    #expect(drawn.role == "img")
    #expect(drawn.boxes.count == 5)
    let texts = Set(drawn.texts.map(\.text))
    for entity in BuiltInModel.model.entities {
      #expect(texts.contains(entity.name))
      for name in entity.propertyNames { #expect(texts.contains(name)) }
    }
    #expect(drawn.texts.count { $0.text == "money" } == 7)
  }

  @Test func drawsASingleArrowToOneAndADoubleToMany() throws {
    let drawn = try drawn(BuiltInModel.model)
    // The arrow lies at the record it leads to: at an order's customer arrives Customer.orders.
    #expect(drawn.lines.count == 4)
    #expect(drawn.heads(at: "customer", in: "Order") == 2)
    #expect(drawn.heads(at: "orders", in: "Customer") == 1)
    #expect(drawn.heads(at: "service", in: "RowOfOrder") == 2)
    #expect(drawn.heads(at: "rows", in: "Service") == 1)
    #expect(drawn.hollowTips.isEmpty)
  }

  @Test func drawsOneWayRelationshipsParentsAndLoops() throws {
    let drawn = try drawn(
      model(
        """
        extends: none
        entities:
          Base: {abstract: true}
          A:
            parent: Base
            folder: a
            relationships:
              toOne: {to: B}
              toMany: {to: B, many: true}
              boss: {to: A, inverse: team}
              team: {to: A, many: true, inverse: boss}
              friends: {to: A, many: true, inverse: friends}
          B: {folder: b}
        """))
    // Inheritance, two one way, boss with team, friends.
    #expect(drawn.lines.count == 5)
    #expect(drawn.hollowTips.count == 1)
    #expect(drawn.heads(at: "boss", in: "A") == 2)
    #expect(drawn.heads(at: "team", in: "A") == 1)
    #expect(drawn.heads(at: "toOne", in: "A") == 0)
    #expect(drawn.tips.count == 1 + 2 + 3 + 2)
  }

  @Test func keepsBoxesApartAndLinesOutOfThem() throws {
    var random = ModelRandom(seed: 7)
    for number in 0..<150 {
      let (model, _) = ModelBuilder.build(random.declarationsOfModel(), currency: .euro)
      let drawn = try drawn(model)
      try #require(drawn.boxes.count == model.entities.count)
      for (index, box) in drawn.boxes.enumerated() {
        #expect(box.x >= 0 && box.x + box.width <= drawn.width, "model \(number)")
        #expect(box.y >= 0 && box.y + box.height <= drawn.height, "model \(number)")
        for other in drawn.boxes[..<index] { #expect(!box.overlaps(other), "model \(number)") }
      }
      for point in drawn.lines.flatMap({ $0 }) {
        #expect(!drawn.boxes.contains { $0.holds(point) }, "model \(number) at \(point)")
        #expect(
          (0...drawn.width).contains(point.x) && (0...drawn.height).contains(point.y), "model \(number)")
      }
    }
  }

  @Test func aModelOfAnySizeIsDrawn() throws {
    var yaml = "extends: none\nentities:\n"
    for index in 0..<600 {
      yaml += "  E\(index): {folder: f\(index), relationships: {next: {to: E\((index + 1) % 600)}}}\n"
    }
    let drawn = try drawn(model(yaml))
    #expect(drawn.boxes.count == 600)
    #expect(try self.drawn(model("extends: none\n")).boxes.isEmpty)
  }

  @Test func theSameModelIsDrawnTheSame() {
    let first = ModelDiagram(BuiltInModel.model).svg(title: "M", isStandalone: false)
    for _ in 0..<3 { #expect(ModelDiagram(BuiltInModel.model).svg(title: "M", isStandalone: false) == first) }
  }

  @Test(arguments: [true, false])
  func runsFromLeftToRightInPagesThatDoNot(isStandalone: Bool) {
    let svg = ModelDiagram(BuiltInModel.model).svg(title: "M", isStandalone: isStandalone)
    #expect(svg.prefix { $0 != ">" }.contains(" direction=\"ltr\""))
  }

  @Test func aFileOfItsOwnKnowsDarkAndLight() {
    let diagram = ModelDiagram(BuiltInModel.model)
    #expect(diagram.svg(title: "M", isStandalone: true).contains("color-scheme:light dark"))
    #expect(!diagram.svg(title: "M", isStandalone: false).contains("color-scheme"))
  }
}
