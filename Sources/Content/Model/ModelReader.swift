import Diagnostics
import Records
import YAML

/// Reads model.yml into declarations, merged by name over the ones it extends.
package struct ModelReader {
  private let document: YAMLDocument
  private var entities: [EntityDeclaration] = []
  private var diagnostics: [Diagnostic] = []

  /// The model of a site.
  /// - Parameters:
  ///   - file: model.yml as it was read; nil where there is none.
  ///   - currency: the site's currency.
  /// - Returns: the model, and every mistake in the file. After a YAML mistake it is the built-in model.
  package static func model(
    _ file: SourceFile?, currency: Currency
  ) -> (model: Model, diagnostics: [Diagnostic]) {
    let builtIn = read(BuiltInModel.source, over: [])
    var declarations = builtIn.entities
    var diagnostics = builtIn.diagnostics
    if let file {
      let own = read(file, over: declarations)
      declarations = own.entities
      diagnostics += own.diagnostics
    }
    let built = ModelBuilder.build(declarations, currency: currency)
    return (built.model, diagnostics + built.diagnostics)
  }

  private static func read(
    _ file: SourceFile, over base: [EntityDeclaration]
  ) -> (entities: [EntityDeclaration], diagnostics: [Diagnostic]) {
    var document = YAMLDocument()
    let problems = document.parse(file, 0..<file.bytes.count)
    guard problems.isEmpty else { return (base, problems) }
    var reader = ModelReader(document: document)
    reader.readFile(over: base)
    return (reader.entities, reader.diagnostics)
  }

  private init(document: YAMLDocument) {
    self.document = document
  }

  // MARK: The file

  /// What `extends` may say.
  private enum Base: String, CaseIterable {
    case orders, none
  }

  private mutating func readFile(over base: [EntityDeclaration]) {
    var file = MappingReader(document, document.root, keys: ["extends", "entities"], in: "model.yml")
    var merged = file.word("extends", as: Base.self) == Base.none ? [] : base
    if let list = file.mapping("entities", keys: nil, in: "'entities'") {
      for (key, value) in list.pairs {
        guard let name = name(key) else { continue }
        if isNull(value) {
          remove(&merged, name, called: "entity") { $0.name }
          // What led to the entity goes with it: one line removes it.
          for index in merged.indices {
            merged[index].relationships.removeAll { $0.destination.text == name.text }
          }
        } else if let index = merged.firstIndex(where: { $0.name.text == name.text }) {
          readEntity(&merged[index], value)
        } else {
          var entity = EntityDeclaration(name: name)
          readEntity(&entity, value)
          merged.append(entity)
        }
      }
      file.join(list)
    }
    entities = merged
    diagnostics += file.diagnostics
  }

  // MARK: Entities

  private mutating func readEntity(_ entity: inout EntityDeclaration, _ node: YAMLNode) {
    var reader = MappingReader(
      document, node,
      keys: [
        "folder", "inside", "parent", "abstract", "label", "title", "sort", "private", "body", "rules",
        "attributes",
        "relationships",
      ], in: "an entity")
    if let folder = reader.text("folder").flatMap({ self.folder($0) }) { entity.folder = folder }
    if let inside = reader.text("inside") { entity.inside = DeclaredName(inside.text, at: inside.range) }
    if let parent = reader.text("parent") { entity.parent = DeclaredName(parent.text, at: parent.range) }
    if let isAbstract = reader.boolean("abstract") { entity.isAbstract = isAbstract }
    if let label = reader.text("label") { entity.label = label.text }
    if let title = reader.text("title") { entity.title = title }
    if let sort = reader.text("sort") { entity.sort = sort }
    if let isPrivate = reader.boolean("private") { entity.isPrivate = isPrivate }
    if let body = reader.word("body", as: Visibility.self) { entity.hasPublicBody = body == .public }
    if let rules = reader.value("rules") { readRules(&entity, rules) }
    if let list = reader.mapping("attributes", keys: nil, in: "'attributes'") {
      for (key, value) in list.pairs { readAttribute(&entity, key, value) }
      reader.join(list)
    }
    if let list = reader.mapping("relationships", keys: nil, in: "'relationships'") {
      for (key, value) in list.pairs { readRelationship(&entity, key, value) }
      reader.join(list)
    }
    diagnostics += reader.diagnostics
  }

  /// What `body` may say.
  private enum Visibility: String, CaseIterable {
    case `public`, `private`
  }

  /// A folder's path below Content: parts of letters, digits, `-`, `_` and `.`, parted by `/`.
  private mutating func folder(_ text: SourceText) -> DeclaredName? {
    let parts = text.text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.allSatisfy({ isValidID(String($0)) }) else {
      diagnostics.append(
        Diagnostic(
          .invalidModel, at: text.range,
          "'\(text.text)' is no folder below Content: letters, digits, '-', '_' and '.' only, such as 'customers'"
        ))
      return nil
    }
    return DeclaredName(text.text, at: text.range)
  }

  private mutating func readRules(_ entity: inout EntityDeclaration, _ node: YAMLNode) {
    guard node.kind == .sequence else {
      diagnostics.append(
        Diagnostic(
          .wrongShape, at: document.range(of: node),
          "'rules' is a list, each a predicate and what to tell the user"))
      return
    }
    for item in document.items(of: node) {
      var reader = MappingReader(document, item, keys: ["unless", "when", "error", "warn"], in: "a rule")
      let unless = reader.text("unless")
      let when = reader.text("when")
      let error = reader.text("error")
      let warning = reader.text("warn")
      if let predicate = unless ?? when, let message = error ?? warning,
        unless == nil || when == nil, error == nil || warning == nil
      {
        entity.rules.append(
          Rule(
            predicate: predicate, firesWhenTrue: unless == nil, message: message.text,
            severity: error == nil ? .warning : .error))
      } else if reader.diagnostics.isEmpty {
        reader.add(
          Diagnostic(
            .invalidModel, at: document.range(of: item),
            "a rule has 'unless' or 'when' with a predicate, and 'error' or 'warn' with a sentence"))
      }
      diagnostics += reader.diagnostics
    }
  }

  // MARK: Properties

  private static let attributeKeys = [
    "type", "required", "default", "choices", "min", "max", "min-length", "max-length", "pattern", "unique",
    "digits",
    "label", "private", "total", "derived", "formula",
  ]

  private mutating func readAttribute(_ entity: inout EntityDeclaration, _ key: YAMLNode, _ node: YAMLNode) {
    guard let name = name(key) else { return }
    if isNull(node) { return remove(&entity.attributes, name, called: "attribute") { $0.name } }
    var reader = MappingReader(
      document, node.isScalar ? nil : node, keys: Self.attributeKeys, in: "an attribute")
    let typeText = node.isScalar ? reader.text(node, of: name.text) : reader.text("type")
    let type = typeText.flatMap { attributeType($0) }
    let index = entity.attributes.firstIndex { $0.name.text == name.text }
    guard
      var attribute = index.map({ entity.attributes[$0] }) ?? type.map({ Attribute(name: name, type: $0) })
    else {
      if typeText == nil, reader.diagnostics.isEmpty {
        reader.add(
          Diagnostic(
            .unknownType, at: name.range, "'\(name.text)' needs a type, such as '\(name.text): string'"))
      }
      diagnostics += reader.diagnostics
      return
    }
    attribute.name = name
    if let type { attribute.type = type }
    if let value = reader.boolean("required") { attribute.isRequired = value }
    if let value = reader.text("default") { attribute.defaultValue = value }
    if reader.value("choices") != nil { attribute.choices = reader.texts("choices") }
    if let value = reader.text("min") { attribute.minimum = value }
    if let value = reader.text("max") { attribute.maximum = value }
    if let value = reader.count("min-length") { attribute.minLength = value }
    if let value = reader.count("max-length") { attribute.maxLength = value }
    if let value = reader.text("pattern") { attribute.pattern = value }
    if let value = reader.boolean("unique") { attribute.isUnique = value }
    if let value = reader.count("digits") { attribute.digits = value }
    if let value = reader.text("label") { attribute.writtenLabel = value.text }
    if let value = reader.boolean("private") { attribute.isPrivate = value }
    if let value = reader.boolean("total") { attribute.writtenTotal = value }
    let derived = reader.text("derived")
    let formula = reader.text("formula")
    if derived != nil || formula != nil {
      attribute.derived = derived
      attribute.formula = derived == nil ? formula : nil
      if derived != nil, let formula {
        reader.add(
          Diagnostic(
            .invalidModel, at: formula.range,
            "an attribute is 'derived' (always computed) or has a 'formula' (computed when not written), not both"
          ))
      }
    }
    diagnostics += reader.diagnostics
    if let index {
      entity.attributes[index] = attribute
    } else {
      entity.attributes.append(attribute)
    }
  }

  private mutating func attributeType(_ text: SourceText) -> AttributeType? {
    if let type = AttributeType(rawValue: text.text) { return type }
    let names = AttributeType.allCases.map(\.rawValue)
    diagnostics.append(
      Diagnostic(
        .unknownType, at: text.range,
        "unknown type '\(text.text)'\(suggestion(nearestName(to: text.text, among: names)))",
        notes: [.init("the types are \(names.joined(separator: ", "))")]))
    return nil
  }

  private mutating func readRelationship(_ entity: inout EntityDeclaration, _ key: YAMLNode, _ node: YAMLNode)
  {
    guard let name = name(key) else { return }
    if isNull(node) { return remove(&entity.relationships, name, called: "relationship") { $0.name } }
    var reader = MappingReader(
      document, node,
      keys: ["to", "many", "inverse", "required", "min-count", "max-count", "delete", "label", "private"],
      in: "a relationship")
    let index = entity.relationships.firstIndex { $0.name.text == name.text }
    let destination = reader.text("to").map { DeclaredName($0.text, at: $0.range) }
    guard
      var relationship = index.map({ entity.relationships[$0] })
        ?? destination.map({ RelationshipDeclaration(name: name, destination: $0) })
    else {
      if reader.diagnostics.isEmpty {
        reader.add(
          Diagnostic(
            .invalidModel, at: name.range, "'\(name.text)' needs 'to' with the entity that it leads to"))
      }
      diagnostics += reader.diagnostics
      return
    }
    relationship.name = name
    if let destination { relationship.destination = destination }
    if let value = reader.boolean("many") { relationship.isMany = value }
    if let value = reader.text("inverse") { relationship.inverse = DeclaredName(value.text, at: value.range) }
    if let value = reader.boolean("required") { relationship.isRequired = value }
    if let value = reader.count("min-count") { relationship.minCount = value }
    if let value = reader.count("max-count") { relationship.maxCount = value }
    if let value = reader.word("delete", as: DeleteRule.self) { relationship.deleteRule = value }
    if let value = reader.text("label") { relationship.label = value.text }
    if let value = reader.boolean("private") { relationship.isPrivate = value }
    diagnostics += reader.diagnostics
    if let index {
      entity.relationships[index] = relationship
    } else {
      entity.relationships.append(relationship)
    }
  }

  // MARK: Names

  /// The names of docket's own keys, which no attribute and no relationship may have.
  static let reservedNames = [
    "id", "path", "draft", "was", "position", "record", "page", "site", "fields", "lists",
  ]

  /// A declared name: letters, digits and `_`, not beginning with a digit, and none of docket's own.
  private mutating func name(_ node: YAMLNode) -> DeclaredName? {
    let text = document.text(of: node)
    let range = document.range(of: node)
    guard let first = text.unicodeScalars.first, first.properties.isAlphabetic || first == "_",
      text.unicodeScalars.allSatisfy({
        $0.properties.isAlphabetic || $0.properties.numericType == .decimal || $0 == "_"
          || $0.properties.generalCategory == .nonspacingMark
      })
    else {
      diagnostics.append(
        Diagnostic(
          .invalidModel, at: range,
          "a name has letters, digits and '_' and begins with no digit, unlike '\(text)'"))
      return nil
    }
    guard !Self.reservedNames.contains(text) else {
      diagnostics.append(
        Diagnostic(.reservedName, at: range, "'\(text)' is docket's own name; choose another"))
      return nil
    }
    return DeclaredName(text, at: range)
  }

  private func isNull(_ node: YAMLNode) -> Bool {
    document.isEqual(node, to: "null") || document.isEqual(node, to: "~")
  }

  private mutating func remove<Item>(
    _ items: inout [Item], _ name: DeclaredName, called kind: String, named: (Item) -> DeclaredName
  ) {
    let names = items.map { named($0).text }
    guard let index = names.firstIndex(of: name.text) else {
      diagnostics.append(
        Diagnostic(
          .invalidModel, at: name.range,
          "there is no \(kind) '\(name.text)' to remove\(suggestion(nearestName(to: name.text, among: names)))"
        ))
      return
    }
    items.remove(at: index)
  }
}
