import Diagnostics
import Records

/// Makes models that fit together, with every option that there is and texts that YAML would mangle.
struct ModelRandom {
  private var state: UInt64
  private var declarations: [EntityDeclaration] = []
  /// Whether one of them has an attribute of type currency.
  private var hasCurrency = false

  /// The same models for the same seed.
  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

  private mutating func below(_ limit: Int) -> Int {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Int(state % UInt64(limit))
  }

  private mutating func chance(_ percent: Int) -> Bool { below(100) < percent }

  private mutating func maybe<Value>(_ percent: Int, _ value: Value) -> Value? {
    chance(percent) ? value : nil
  }

  private static let texts = [
    "a", "name", "x = 1 AND y != 'b'", "a, b", "- dash", "#3", "Werkstatt #3", "key: value", "", " ",
    "trailing ",
    "\"quoted\"", "it's", "back\\slash", "[list]", "{map}", "null", "~", "true", "no", "1.10", "-5", "0",
    "10%",
    "line\nbreak", "tab\there", "ünïcode", "日本語", "a\u{301}", "😀", "!tag", "&anchor", "*alias", "@at",
    "`tick`",
    "> folded", "| literal", "? key", "\u{FEFF}bom", "rows.@sum.sum",
    "TERNARY(a, b, c)",
    "--- x", "a:b", "trailing:", ",", "=", "<<", "%directive",
  ]

  private mutating func text() -> SourceText { SourceText(Self.texts[below(Self.texts.count)], name: "test") }

  private func name(_ text: String) -> DeclaredName {
    DeclaredName(text, at: SourceText(text, name: "test").range)
  }

  /// The declarations of a model.
  mutating func declarationsOfModel() -> [EntityDeclaration] {
    declarations = []
    hasCurrency = false
    let words = [
      "Order", "Größe", "_x", "A1", "rows", "Ёлка", "Entity", "null", "yes", "日本", "Very_Long_Name_Of_It",
    ]
    let count = 1 + below(words.count)
    for index in 0..<count { addEntity(words[index], index) }
    for index in 0..<below(2 * count + 1) { addRelationship(index) }
    for index in declarations.indices where chance(30) { putInside(index) }
    return declarations
  }

  private mutating func addEntity(_ word: String, _ index: Int) {
    var entity = EntityDeclaration(name: name(word))
    if index > 0, chance(35) { entity.parent = name(declarations[below(index)].name.text) }
    entity.isAbstract = chance(15)
    if !entity.isAbstract || chance(50) { entity.folder = name("folder-\(index)/sub.folder") }
    entity.label = maybe(30, label())
    entity.title = maybe(50, text())
    entity.sort = maybe(50, text())
    entity.hasPublicBody = maybe(30, chance(50))
    for _ in 0..<below(3) {
      entity.rules.append(
        Rule(
          predicate: text(), firesWhenTrue: chance(50), message: "x" + text().text,
          severity: chance(50) ? .error : .warning))
    }
    for position in 0..<below(5) { entity.attributes.append(attribute("a\(index)_\(position)")) }
    declarations.append(entity)
  }

  private mutating func label() -> LabelText {
    let translations = ["en", "pt-BR"].prefix(below(3)).map {
      LabelText.Translation(language: $0, text: text().text)
    }
    return LabelText(translations) ?? LabelText(text().text)
  }

  private mutating func attribute(_ word: String) -> Attribute {
    var type = AttributeType.allCases[below(AttributeType.allCases.count)]
    // Of two in a family it would be unknown which one amounts are in.
    if type == .currency, hasCurrency { type = .string }
    hasCurrency = hasCurrency || type == .currency
    var attribute = Attribute(name: name(word), type: type)
    guard chance(70) else { return attribute }
    attribute.isRequired = chance(30)
    attribute.defaultValue = maybe(30, text())
    var choices: Set<String> = []
    attribute.choices =
      chance(20) ? (0...below(3)).map { _ in text() }.filter { choices.insert($0.text).inserted } : []
    attribute.minimum = maybe(20, text())
    attribute.maximum = maybe(20, text())
    attribute.minLength = maybe(10, below(100))
    attribute.maxLength = maybe(10, below(100))
    attribute.pattern = maybe(20, text())
    attribute.isUnique = chance(10)
    attribute.digits = maybe(20, below(10))
    attribute.writtenLabel = maybe(30, label())
    attribute.writtenTotal = maybe(30, chance(50))
    if chance(50) { attribute.derived = maybe(40, text()) } else { attribute.formula = maybe(40, text()) }
    dropMisfits(&attribute)
    return attribute
  }

  /// Takes away what says nothing of an attribute's type, or of one that is computed: that is an error in model.yml.
  private func dropMisfits(_ attribute: inout Attribute) {
    if attribute.type == .currency { (attribute.derived, attribute.formula) = (nil, nil) }
    if attribute.expression != nil { attribute.defaultValue = nil }
    if ![.integer, .decimal, .money, .date, .string, .text].contains(attribute.type) {
      (attribute.minimum, attribute.maximum) = (nil, nil)
    }
    if !attribute.type.isText {
      (attribute.minLength, attribute.maxLength, attribute.pattern) = (nil, nil, nil)
    }
    if attribute.type != .money { attribute.digits = nil }
    if ![.integer, .decimal, .money].contains(attribute.type) { attribute.writtenTotal = nil }
  }

  private mutating func addRelationship(_ index: Int) {
    let (from, to) = (below(declarations.count), below(declarations.count))
    var there = relationship("r\(index)", to: to)
    if chance(20) {
      declarations[from].relationships.append(there)
    } else if from == to, chance(30) {
      there.inverse = name("r\(index)")
      declarations[from].relationships.append(there)
    } else {
      there.inverse = name("s\(index)")
      var back = relationship("s\(index)", to: from)
      back.inverse = name("r\(index)")
      declarations[from].relationships.append(there)
      declarations[to].relationships.append(back)
    }
  }

  private mutating func relationship(_ word: String, to entity: Int) -> RelationshipDeclaration {
    var relationship = RelationshipDeclaration(
      name: name(word), destination: name(declarations[entity].name.text))
    relationship.isMany = chance(50)
    relationship.isRequired = chance(20)
    if relationship.isMany {
      relationship.minCount = maybe(10, below(5))
      relationship.maxCount = maybe(10, 5 + below(5))
    }
    relationship.deleteRule = DeleteRule.allCases[below(DeleteRule.allCases.count)]
    relationship.label = maybe(20, label())
    return relationship
  }

  /// Writes an entity inside another one, where it has no parent and no heirs.
  private mutating func putInside(_ index: Int) {
    let owner = below(declarations.count)
    let word = declarations[index].name.text
    guard owner != index, declarations[owner].inside == nil, declarations[index].parent == nil,
      !declarations.contains(where: { $0.parent?.text == word }),
      !declarations.contains(where: { $0.inside?.text.hasPrefix(word + ".") ?? false })
    else { return }
    var list = relationship("list\(index)", to: index)
    list.isMany = true
    list.inverse = name("owner\(index)")
    var back = relationship("owner\(index)", to: owner)
    back.isMany = false
    (back.minCount, back.maxCount) = (nil, nil)
    back.inverse = name("list\(index)")
    declarations[owner].relationships.append(list)
    declarations[index].relationships.append(back)
    declarations[index].folder = nil
    declarations[index].inside = name("\(declarations[owner].name.text).list\(index)")
  }
}
