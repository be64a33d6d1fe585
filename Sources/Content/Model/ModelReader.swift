import Diagnostics
import FrontMatter
import Query
import Records

/// Reads model.yml into declarations, merged by name over the ones it extends.
package struct ModelReader {
  /// model.yml, or the built-in model.
  let document: FrontMatterDocument
  /// The entities as far as they are read, those that are extended among them.
  var entities: [EntityDeclaration] = []
  /// What is taken away.
  var removals: [ReadModel.Removal] = []
  /// What is declared otherwise than in what is extended.
  var changes: [DeclaredName] = []
  /// What is wrong.
  var diagnostics: [Diagnostic] = []
  private var isWhole = true

  /// The model of a site.
  /// - Parameters:
  ///   - file: model.yml as it was read; nil where there is none.
  ///   - currency: the site's currency.
  /// - Returns: the model, and every mistake in the file. After a YAML mistake it is the built-in model.
  package static func model(_ file: SourceFile?, currency: Currency) -> ReadModel {
    var reader = read(BuiltInModel.source, over: [])
    if let file { reader = read(file, over: reader.entities) }
    let built = ModelBuilder.build(reader.entities, currency: currency)
    let read = ReadModel(
      model: built.model, isWhole: reader.isWhole, removals: reader.removals, changes: reader.changes,
      diagnostics: reader.diagnostics)
    return read.adding(built.diagnostics)
  }

  private static func read(_ file: SourceFile, over base: [EntityDeclaration]) -> ModelReader {
    var document = FrontMatterDocument()
    let problems = document.read(file, 0..<file.bytes.count)
    var reader = ModelReader(document: document)
    reader.diagnostics = problems
    reader.entities = base
    // With a key written twice the rest can still be read.
    if problems.contains(where: { $0.id != .duplicateKey }) {
      reader.isWhole = false
    } else {
      reader.readFile(over: base)
    }
    return reader
  }

  private init(document: FrontMatterDocument) {
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
        entities = merged
        let name = DeclaredName(document.text(of: key), at: document.range(of: key))
        if isNull(value) {
          guard merged.contains(where: { $0.name.text == name.text }) else {
            let nearest = nearestName(to: name.text, among: merged.map(\.name.text))
            diagnostics.append(
              Diagnostic(
                .invalidModel, at: name.range,
                "there is no entity '\(name.text)' to remove\(suggestion(nearest))"))
            continue
          }
          merged.removeAll { $0.name.text == name.text }
          removals.append(.init(name: name.text, range: name.range))
          // What led to the entity goes with it: one line removes it.
          for index in merged.indices {
            for relationship in merged[index].relationships where relationship.destination.text == name.text {
              removals.append(.init(name: relationship.name.text, range: name.range))
            }
            merged[index].relationships.removeAll { $0.destination.text == name.text }
          }
        } else if let index = merged.firstIndex(where: { $0.name.text == name.text }) {
          readEntity(&merged[index], value)
        } else if Self.entityKeys.contains(name.text) {
          // It was meant for the entity above, whose records are not to be told of what it lacks.
          diagnostics.append(
            Diagnostic(
              .invalidModel, at: name.range,
              "'\(name.text)' stands beside the entities; indent it, and what follows, below its entity"))
          for (above, _) in list.pairs where above.index < key.index {
            guard let index = merged.firstIndex(where: { document.isEqual(above, to: $0.name.text) }) else {
              continue
            }
            merged[index].isInvalid = true
          }
        } else {
          var entity = EntityDeclaration(name: name)
          _ = isAllowed(name)
          readEntity(&entity, value)
          merged.append(entity)
        }
      }
      file.join(list)
    }
    entities = merged.map { declaration in
      var declaration = declaration
      // A relationship whose inverse is removed leads one way.
      for (index, relationship) in declaration.relationships.enumerated() {
        if let inverse = relationship.inverse,
          removals.contains(where: {
            $0.entity == relationship.destination.text && $0.name == inverse.text
          })
        {
          declaration.relationships[index].inverse = nil
        }
      }
      // The built-in state is told from three attributes; without one of them there is none.
      let told = [("paid", AttributeType.boolean), ("made", .boolean), ("due", .date)].allSatisfy {
        name, type in
        declaration.attributes.contains { $0.name.text == name && $0.type == type }
      }
      if !told {
        declaration.attributes.removeAll {
          $0.name.text == "state" && $0.derived?.range.file.path == BuiltInModel.source.path
        }
      }
      return declaration
    }
    isWhole = file.diagnostics.isEmpty
    diagnostics += file.diagnostics
  }

  // MARK: Entities

  private static let entityKeys = [
    "folder", "inside", "parent", "abstract", "label", "plural", "title", "sort", "private", "body", "lists",
    "rules", "attributes", "relationships",
  ]

  private mutating func readEntity(_ entity: inout EntityDeclaration, _ node: FrontMatterNode) {
    var reader = MappingReader(document, node, keys: Self.entityKeys, in: "an entity")
    if let folder = reader.text("folder") { entity.folder = self.folder(folder) }
    if let inside = reader.text("inside") { entity.inside = DeclaredName(inside.text, at: inside.range) }
    if let parent = reader.text("parent") { entity.parent = DeclaredName(parent.text, at: parent.range) }
    if let isAbstract = reader.boolean("abstract") { entity.isAbstract = isAbstract }
    if let label = reader.text("label") { entity.label = label.text }
    if let plural = reader.text("plural") { entity.plural = plural.text }
    if let lists = reader.mapping("lists", keys: nil, in: "'lists'") { readLists(&entity, lists, &reader) }
    if let title = reader.text("title", as: .expression) { entity.title = title }
    if let sort = reader.text("sort") { entity.sort = sort }
    if let isPrivate = reader.privateMark() { entity.isPrivate = isPrivate }
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
    if reader.diagnostics.contains(where: { mayHideNames($0, in: reader) }) { entity.isInvalid = true }
    entity.hasUnknownHome = reader.diagnostics.contains { mistake in
      ["folder", "inside", "abstract"].contains { key in
        reader.value(key).map { document.range(of: $0).bytes == mistake.range.bytes } ?? false
          || mistake.id == .unknownKey && nearestName(to: mistake.range.text, among: [key]) != nil
      }
    }
    diagnostics += reader.diagnostics
    refuseNamesakes(&entity)
  }

  /// Whether a mistake in an entity may hide attributes or relationships: that of `lable` or in `rules` does not.
  private func mayHideNames(_ mistake: Diagnostic, in reader: MappingReader) -> Bool {
    let harmless = ["label", "plural", "title", "sort", "private", "body", "lists", "rules"]
    switch mistake.id {
    case .unknownKey:
      return nearestName(to: mistake.range.text, among: Self.entityKeys).map { !harmless.contains($0) }
        ?? true
    case .wrongShape:
      return !harmless.contains { key in
        reader.value(key).map { document.range(of: $0).bytes == mistake.range.bytes } ?? false
      }
    default: return false
    }
  }

  /// Reads how lists of related records are shown.
  private func readLists(
    _ entity: inout EntityDeclaration, _ lists: MappingReader, _ reader: inout MappingReader
  ) {
    for (key, value) in lists.pairs {
      let name = DeclaredName(document.text(of: key), at: document.range(of: key))
      entity.lists.removeAll { $0.name.text == name.text }
      guard !isNull(value) else { continue }
      var list = MappingReader(document, value, keys: ["columns", "sort"], in: "a list")
      let columns = FetchRequestReader.columns("columns", &list).map {
        RecordList.Column(value: $0.value, label: $0.label, isTotal: $0.isTotal)
      }
      entity.lists.append(RecordList(name: name, columns: columns, sort: list.text("sort")))
      reader.join(list)
    }
    reader.join(lists)
  }

  /// What `body` may say.
  private enum Visibility: String, CaseIterable {
    case `public`, `private`
  }

  /// A folder's path below Content: parts of letters, digits, `-`, `_` and `.`, parted by `/`.
  private mutating func folder(_ text: SourceText) -> DeclaredName {
    let parts = text.text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.allSatisfy({ isValidID(String($0)) }) else {
      diagnostics.append(
        Diagnostic(
          .invalidModel, at: text.range,
          "'\(text.text)' is no folder below Content: letters, digits, '-', '_' and '.' only, such as 'customers'"
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
        unless == nil || when == nil, error == nil || warning == nil, !message.text.isEmpty
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

  // MARK: Names

  /// The names of docket's own keys, which no attribute and no relationship may have.
  static let reservedNames = [
    "id", "path", "draft", "was", "position", "implied", "record", "page", "site", "fields", "lists",
  ]

  /// The name of a property of an entity; nil for one that is not allowed.
  mutating func name(_ node: FrontMatterNode, in entity: inout EntityDeclaration) -> DeclaredName? {
    let name = DeclaredName(document.text(of: node), at: document.range(of: node))
    guard isAllowed(name) else {
      entity.invalidNames.insert(name.text)
      return nil
    }
    return name
  }

  /// Whether a name has letters, digits and `_`, does not begin with a digit, and is none of docket's own; reports
  /// it otherwise.
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
          "a name has letters, digits and '_' and begins with no digit, unlike '\(text)'"))
      return false
    }
    guard !Self.reservedNames.contains(text) else {
      diagnostics.append(
        Diagnostic(.reservedName, at: name.range, "'\(text)' is docket's own name; choose another"))
      return false
    }
    return true
  }

  /// Reports the names that an entity has both as an attribute and as a relationship, and keeps what was there first.
  private mutating func refuseNamesakes(_ entity: inout EntityDeclaration) {
    for relationship in entity.relationships {
      guard let attribute = entity.attributes.first(where: { $0.name.text == relationship.name.text }) else {
        continue
      }
      let isOwn = relationship.name.range.file.path == document.file.path
      let (name, there) = isOwn ? (relationship.name, "an attribute") : (attribute.name, "a relationship")
      diagnostics.append(
        Diagnostic(.invalidModel, at: name.range, "'\(name.text)' is \(there) already; choose another name"))
      if isOwn {
        entity.relationships.removeAll { $0.name.text == name.text }
      } else {
        entity.attributes.removeAll { $0.name.text == name.text }
      }
      entity.invalidNames.insert(name.text)
    }
  }

  /// Whether a value is `null`, which takes a name away.
  func isNull(_ node: FrontMatterNode) -> Bool {
    document.isEqual(node, to: "null") || document.isEqual(node, to: "~")
  }
}
