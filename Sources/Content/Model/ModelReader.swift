import Diagnostics
import FrontMatter
import Records

/// Reads model.yml into declarations, merged by name over the ones it extends.
package struct ModelReader {
  /// model.yml, or the built-in model.
  let document: FrontMatterDocument
  /// The entities read so far, including those of the extended model.
  private(set) var entities: [EntityDeclaration] = []
  /// The index of each entity in `entities`, by name.
  private var entityPlaces: [String: Int] = [:]
  /// The indices of the current entity's attributes, by name.
  var attributePlaces: [String: Int] = [:]
  /// The indices of the current entity's relationships, by name.
  var relationshipPlaces: [String: Int] = [:]
  /// The removed names.
  var removals: [ModelResolution.Removal] = []
  /// The names that are declared differently than in the extended model.
  var changes: [DeclaredName] = []
  /// The errors found.
  var diagnostics: [Diagnostic] = []
  /// Whether a part of the file could not be read, so that entities may be missing.
  private var isInvalid = false

  /// The model of a site.
  /// - Parameters:
  ///   - file: model.yml as it was read; nil if there is none.
  ///   - currency: the site's currency.
  /// - Returns: the model, and every error in the file. After a YAML error, the built-in model.
  package static func model(
    _ file: SourceFile?, currency: Currency, language: String = "en"
  ) -> ModelResolution {
    var reader = read(BuiltInModel.source, over: [])
    if let file { reader = read(file, over: reader.entities) }
    let built = ModelBuilder.build(reader.entities, currency: currency)
    var model = built.model
    model.isInvalid = reader.isInvalid
    model.selectLanguage(language)
    let read = ModelResolution(
      model: model, removals: reader.removals, changes: reader.changes,
      diagnostics: reader.diagnostics)
    return read.adding(built.diagnostics)
  }

  private static func read(_ file: SourceFile, over base: [EntityDeclaration]) -> ModelReader {
    var document = FrontMatterDocument()
    let diagnostics =
      Diagnostic.blankFile(file).map { [$0] } ?? document.read(file, 0..<file.bytes.count)
    var reader = ModelReader(document: document)
    reader.diagnostics = diagnostics
    reader.entities = base
    // After a duplicate key, the rest can still be read.
    if diagnostics.contains(where: { $0.id != .duplicateKey }) {
      reader.isInvalid = true
    } else {
      reader.readFile()
    }
    return reader
  }

  private init(document: FrontMatterDocument) {
    self.document = document
  }

  // MARK: The file

  /// The values of `extends`.
  private enum Base: String, CaseIterable {
    case orders, none
  }

  private mutating func readFile() {
    var file = MappingReader(document, document.root, keys: ["extends", "entities"], in: "model.yml")
    if file.word("extends", as: Base.self) == Base.none { entities = [] }
    entityPlaces = Self.places(of: entities.map(\.name))
    if let list = file.mapping("entities") {
      for (key, value) in list.pairs { readEntity(key, value, in: list) }
      file.merge(list)
    }
    for index in entities.indices {
      // In place, each call would copy all entities, since it also reads the model.
      var entity = entities[index]
      removeInverses(of: &entity)
      removeBuiltInState(of: &entity)
      // The built-in entities have words of each language.
      entity.inheritsLabel = entity.parent == nil || !entity.name.range.isOfBuiltInModel
      entities[index] = entity
    }
    isInvalid = isInvalid || !file.diagnostics.isEmpty
    diagnostics += file.diagnostics
  }

  /// Reads the entry of an entity, which removes, changes or adds it.
  private mutating func readEntity(_ key: FrontMatterNode, _ value: FrontMatterNode, in list: MappingReader) {
    let name = DeclaredName(document.text(of: key), at: document.range(of: key))
    if isNull(value) {
      removeEntity(name)
    } else if let place = entityPlaces[name.text] {
      var entity = entities[place]
      readEntity(&entity, value)
      entities[place] = entity
    } else if Self.entityKeys.contains(name.text) {
      // The key was meant for the entity above, whose records must not be reported because of it.
      diagnostics.append(
        Diagnostic(
          .invalidModel, at: name.range,
          "'\(name.text)' is beside the entities; indent it, and what follows, below its entity"))
      for (above, _) in list.pairs where above.index < key.index {
        guard let place = entityPlaces[document.text(of: above)] else { continue }
        entities[place].isInvalid = true
      }
    } else {
      var entity = EntityDeclaration(name: name)
      let isAllowed = isAllowed(name)
      readEntity(&entity, value)
      if !isAllowed {
        // The intended name, and thus the entity, is unknown.
        entity.hasUnknownHome = true
        entity.isInvalid = true
        isInvalid = true
      }
      entityPlaces[name.text] = entities.count
      entities.append(entity)
    }
  }

  /// Makes relationships one-way if their inverse is removed.
  private func removeInverses(of declaration: inout EntityDeclaration) {
    for (index, relationship) in declaration.relationships.enumerated() {
      guard let inverse = relationship.inverse else { continue }
      let isRemoved = removals.contains {
        $0.entity == relationship.destination.text && $0.name == inverse.text && !$0.isWithDestination
      }
      if isRemoved { declaration.relationships[index].inverse = nil }
    }
  }

  /// Removes the built-in state if one of the three attributes it is computed from is gone, and not inherited, or if the
  /// model has its own status, which replaces it.
  private func removeBuiltInState(of declaration: inout EntityDeclaration) {
    func isBuiltInState(_ attribute: Attribute) -> Bool {
      attribute.name.text == "state" && attribute.derived?.range.isOfBuiltInModel ?? false
    }
    guard declaration.attributes.contains(where: isBuiltInState) else { return }
    let attributes = declaration.attributes + ancestors(of: declaration).flatMap(\.attributes)
    let isComputable = [("paid", AttributeType.boolean), ("made", .boolean), ("due", .date)].allSatisfy {
      name, type in
      attributes.contains { $0.name.text == name && $0.type == type }
    }
    let hasStatus = declaration.attributes.contains { $0.name.text != "state" && $0.isState }
    guard !isComputable || hasStatus else { return }
    declaration.attributes.removeAll(where: isBuiltInState)
  }

  /// Whether an entity of that name has been read.
  func isEntity(_ name: String) -> Bool { entityPlaces[name] != nil }

  /// The indices of names in a list, by name.
  static func places(of names: [DeclaredName]) -> [String: Int] {
    Dictionary(keepingFirst: names.indices.map { (names[$0].text, $0) })
  }

  // MARK: Entities

  /// Removes an entity and the relationships that led to it, so that one line is enough.
  private mutating func removeEntity(_ name: DeclaredName) {
    guard let place = entityPlaces[name.text] else {
      let nearest = nearestName(to: name.text, among: entities.map(\.name.text))
      diagnostics.append(
        Diagnostic(
          .invalidModel, at: name.range, "there is no entity '\(name.text)' to remove\(suggestion(nearest))"))
      return
    }
    // If this file also declares it, the name is a duplicate, which is reported as such.
    guard entities[place].name.range.file.path != document.file.path else { return }
    entities.remove(at: place)
    entityPlaces = Self.places(of: entities.map(\.name))
    removals.append(.init(name: name.text, range: name.range))
    for index in entities.indices {
      for relationship in entities[index].relationships where relationship.destination.text == name.text {
        removals.append(
          .init(
            entity: entities[index].name.text, name: relationship.name.text, range: name.range,
            isWithDestination: true))
        entities[index].removeList(named: relationship.name.text, removedBy: document.file)
      }
      entities[index].relationships.removeAll { $0.destination.text == name.text }
    }
  }

  private static let entityKeys = [
    "folder", "inside", "parent", "abstract", "label", "plural", "title", "sort", "private", "body", "lists",
    "documents", "rules", "attributes", "relationships",
  ]

  private mutating func readEntity(_ entity: inout EntityDeclaration, _ node: FrontMatterNode) {
    attributePlaces = Self.places(of: entity.attributes.map(\.name))
    relationshipPlaces = Self.places(of: entity.relationships.map(\.name))
    var reader = MappingReader(document, node, keys: Self.entityKeys, in: "an entity")
    if let folder = reader.text("folder") { entity.folder = self.folder(folder) }
    if let inside = reader.text("inside") { entity.inside = DeclaredName(inside.text, at: inside.range) }
    if let parent = reader.text("parent") { entity.parent = DeclaredName(parent.text, at: parent.range) }
    if let isAbstract = reader.boolean("abstract") { entity.isAbstract = isAbstract }
    if let label = reader.label("label") { entity.label = label }
    if let plural = reader.label("plural") { entity.plural = plural }
    if let lists = reader.mapping("lists") { readLists(&entity, lists, &reader) }
    if let documents = reader.mapping("documents") {
      readDocuments(&entity, documents, &reader)
    }
    if let title = reader.text("title", as: .expression) { entity.title = title }
    if let sort = reader.text("sort") { entity.sort = sort }
    if let isPrivate = reader.boolean("private") { entity.isPrivate = isPrivate }
    if let body = reader.word("body", as: Visibility.self) { entity.hasPublicBody = body == .public }
    if let rules = reader.value("rules") { readRules(&entity, rules) }
    if let list = reader.mapping("attributes") {
      for (key, value) in list.pairs { readAttribute(&entity, key, value) }
      reader.merge(list)
    }
    if let list = reader.mapping("relationships") {
      for (key, value) in list.pairs { readRelationship(&entity, key, value) }
      reader.merge(list)
    }
    if reader.diagnostics.contains(where: { mayHideNames($0, in: reader) }) { entity.isInvalid = true }
    let homeKeys = ["folder", "inside", "abstract"]
    let homes = homeKeys.compactMap { reader.value($0).map { document.range(of: $0).bytes } }
    entity.hasUnknownHome = reader.diagnostics.contains { error in
      homes.contains(error.range.bytes)
        || error.id == .unknownKey && nearestName(to: error.range.text, among: homeKeys) != nil
    }
    diagnostics += reader.diagnostics
    refuseNamesakes(&entity)
  }

  /// Whether an error in an entity may hide properties: an error in `lable` or `rules` does not.
  private func mayHideNames(_ error: Diagnostic, in reader: MappingReader) -> Bool {
    let harmless = ["label", "plural", "title", "sort", "private", "body", "lists", "documents", "rules"]
    switch error.id {
    case .unknownKey:
      return nearestName(to: error.range.text, among: Self.entityKeys).map { !harmless.contains($0) }
        ?? true
    case .wrongShape:
      return !harmless.contains { key in
        reader.value(key).map { document.range(of: $0).bytes == error.range.bytes } ?? false
      }
    default: return false
    }
  }

  /// Reads the settings of the lists of related records.
  private func readLists(
    _ entity: inout EntityDeclaration, _ lists: MappingReader, _ reader: inout MappingReader
  ) {
    for (key, value) in lists.pairs {
      let name = DeclaredName(document.text(of: key), at: document.range(of: key))
      entity.lists.removeAll { $0.name.text == name.text }
      guard !isNull(value) else { continue }
      var list = MappingReader(document, value, keys: ["columns", "sort"], in: "a list")
      let columns = FetchRequestReader.columns("columns", &list)
      entity.lists.append(RecordList(name: name, columns: columns, sort: list.text("sort")))
      reader.merge(list)
    }
    reader.merge(lists)
  }

  /// The values of `body`.
  private enum Visibility: String, CaseIterable {
    case `public`, `private`
  }

  /// A folder's path below Content: parts of letters, digits, `-`, `_` and `.`, separated by `/`.
  private mutating func folder(_ text: SourceText) -> DeclaredName {
    let parts = text.text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.allSatisfy({ isValidID(String($0)) }) else {
      diagnostics.append(
        Diagnostic(
          .invalidModel, at: text.range,
          "'\(text.text)' is not a folder below Content: letters, digits, '-', '_' and '.' only, such as 'customers'"
        ))
      return DeclaredName("", at: text.range)
    }
    return DeclaredName(text.text, at: text.range)
  }

  private mutating func readRules(_ entity: inout EntityDeclaration, _ node: FrontMatterNode) {
    guard node.kind == .sequence else {
      diagnostics.append(
        Diagnostic(
          .wrongShape, at: document.range(of: node),
          "'rules' is a list, each a predicate and a message for the user"))
      return
    }
    for item in document.items(of: node) {
      var reader = MappingReader(document, item, keys: ["unless", "when", "error", "warn"], in: "a rule")
      let unless = reader.text("unless")
      let when = reader.text("when")
      let error = reader.text("error")
      let warning = reader.text("warn")
      if let predicate = unless ?? when, let message = error ?? warning,
        unless == nil || when == nil, error == nil || warning == nil, !message.text.isEmpty
      {
        entity.rules.append(
          Rule(
            predicate: predicate, firesWhenTrue: unless == nil, message: message.text,
            severity: error == nil ? .warning : .error))
      } else if reader.diagnostics.isEmpty {
        reader.report(
          .invalidModel, at: item,
          "a rule has 'unless' or 'when' with a predicate, and 'error' or 'warn' with a sentence")
      }
      diagnostics += reader.diagnostics
    }
  }

  // MARK: Names

  /// The names of docket's own keys, which no attribute or relationship may have.
  static let reservedNames = [
    "id", "path", "draft", "was", "position", "implied", "record", "page", "site", "fields", "lists",
    "lints",
  ]

  /// The name of an entity's property; nil if it is not allowed.
  mutating func name(_ node: FrontMatterNode, in entity: inout EntityDeclaration) -> DeclaredName? {
    let name = DeclaredName(document.text(of: node), at: document.range(of: node))
    guard isAllowed(name) else {
      // Records may use the intended name, which is unknown.
      entity.isInvalid = true
      return nil
    }
    return name
  }

  /// Whether a name has only letters, digits and `_`, does not begin with a digit, and is not reserved;
  /// reports it otherwise.
  private mutating func isAllowed(_ name: DeclaredName) -> Bool {
    let text = name.text
    guard let first = text.unicodeScalars.first, first.properties.isAlphabetic || first == "_",
      text.unicodeScalars.allSatisfy({
        $0.properties.isAlphabetic || $0.properties.numericType == .decimal || $0 == "_"
          || $0.properties.generalCategory == .nonspacingMark
      })
    else {
      diagnostics.append(
        Diagnostic(
          .invalidModel, at: name.range,
          "a name has letters, digits and '_' and does not begin with a digit, unlike '\(text)'"))
      return false
    }
    guard !Self.reservedNames.contains(text) else {
      diagnostics.append(
        Diagnostic(.reservedName, at: name.range, "'\(text)' is docket's own name; choose another"))
      return false
    }
    return true
  }

  /// Reads the former names of an attribute or relationship, without those that none can have had; reports
  /// them.
  static func formerNames(_ reader: inout MappingReader) -> [DeclaredName] {
    reader.names("was").filter { name in
      guard reservedNames.contains(name.text) else { return true }
      reader.report(
        .reservedName, at: name.range,
        "'\(name.text)' is docket's own name, so nothing was ever called that; remove it from 'was'")
      return false
    }
  }

  /// Reports names that an entity has both as an attribute and as a relationship, and keeps the one that was
  /// there first.
  private mutating func refuseNamesakes(_ entity: inout EntityDeclaration) {
    let path = document.file.path
    func isOwn(_ name: DeclaredName) -> Bool { name.range.file.path == path }
    var both: Set<String> = []
    for relationship in entity.relationships {
      guard let place = attributePlaces[relationship.name.text] else { continue }
      let (name, there) =
        isOwn(relationship.name)
        ? (relationship.name, "an attribute") : (entity.attributes[place].name, "a relationship")
      diagnostics.append(
        Diagnostic(.invalidModel, at: name.range, "'\(name.text)' is already \(there); choose another name"))
      both.insert(name.text)
    }
    guard !both.isEmpty else { return }
    // The earlier declaration stays.
    let own = Set(entity.relationships.map(\.name).filter { both.contains($0.text) && isOwn($0) }.map(\.text))
    entity.relationships.removeAll { own.contains($0.name.text) }
    entity.attributes.removeAll { both.contains($0.name.text) && !own.contains($0.name.text) }
    entity.invalidNames.formUnion(both)
  }

  /// Whether a value is `null`, which removes a name.
  func isNull(_ node: FrontMatterNode) -> Bool {
    document.isEqual(node, to: "null") || document.isEqual(node, to: "~")
  }
}
