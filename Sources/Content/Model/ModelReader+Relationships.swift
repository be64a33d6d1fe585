import Diagnostics
import FrontMatter
import Records

extension ModelReader {
  /// Reads a relationship into its entity.
  mutating func readRelationship(
    _ entity: inout EntityDeclaration, _ key: FrontMatterNode, _ node: FrontMatterNode
  ) {
    guard let name = name(key, in: &entity) else { return }
    guard !isNull(node) else { return removeRelationship(name, of: &entity) }
    guard !node.isScalar else {
      diagnostics.append(
        Diagnostic(
          .wrongShape, at: document.range(of: node),
          "a relationship is written as keys with values, such as '{to: \(entityName(node) ?? "Order")}'"))
      entity.invalidNames.insert(name.text)
      return
    }
    let index = relationshipPlaces[name.text]
    let (relationship, found) = self.relationship(name, node, over: index.map { entity.relationships[$0] })
    if !found.isEmpty || relationship == nil { entity.invalidNames.insert(name.text) }
    diagnostics += found
    guard let relationship else { return }
    if let index {
      changes.append(name)
      entity.relationships[index] = relationship
    } else {
      relationshipPlaces[name.text] = entity.relationships.count
      entity.relationships.append(relationship)
    }
  }

  private mutating func removeRelationship(_ name: DeclaredName, of entity: inout EntityDeclaration) {
    guard canRemove(name, from: entity.relationships.map(\.name), as: .relationship, of: entity) else {
      return
    }
    entity.removedNames.insert(name.text)
    entity.removeList(named: name.text, removedBy: document.file)
    entity.relationships.removeAll { $0.name.text == name.text }
    relationshipPlaces = Self.places(of: entity.relationships.map(\.name))
  }

  /// Reads the declaration of a relationship.
  /// - Parameter extended: the relationship of the extended model that this changes; nil for a new one.
  /// - Returns: the relationship, or nil if it has no destination, and its errors.
  private func relationship(
    _ name: DeclaredName, _ node: FrontMatterNode, over extended: RelationshipDeclaration?
  ) -> (relationship: RelationshipDeclaration?, diagnostics: [Diagnostic]) {
    var reader = MappingReader(
      document, node,
      keys: [
        "to", "many", "inverse", "required", "min-count", "max-count", "delete", "label", "private",
        "was", "implied",
      ],
      in: "a relationship")
    let destination = reader.text("to").map { DeclaredName($0.text, at: $0.range) }
    guard
      var relationship = extended
        ?? destination.map({ RelationshipDeclaration(name: name, destination: $0) })
    else {
      if reader.diagnostics.isEmpty {
        reader.report(
          .invalidModel, at: name.range, "'\(name.text)' needs 'to' with the entity that it leads to")
      }
      return (nil, reader.diagnostics)
    }
    relationship.name = name
    if let destination { relationship.destination = destination }
    // Whoever writes it means a list, however it is spelled.
    if reader.value("many") != nil { relationship.isMany = reader.boolean("many") ?? true }
    if let value = reader.text("inverse") { relationship.inverse = DeclaredName(value.text, at: value.range) }
    if let value = reader.boolean("required") { relationship.isRequired = value }
    if let value = reader.count("min-count") { relationship.minCount = value }
    if let value = reader.count("max-count") { relationship.maxCount = value }
    if let value = reader.word("delete", as: DeleteRule.self) { relationship.deleteRule = value }
    if let value = reader.label("label") { relationship.label = value }
    if let value = reader.boolean("private") { relationship.isPrivate = value }
    if reader.value("was") != nil { relationship.formerNames = Self.formerNames(&reader) }
    if let value = reader.value("implied") {
      relationship.implied = isNull(value) ? nil : implied(value, &reader) ?? relationship.implied
    }
    refuseCounts(of: &relationship, &reader)
    return (relationship, reader.diagnostics)
  }

  /// Reads the implied record of a list; nil if it has an error.
  private func implied(_ node: FrontMatterNode, _ reader: inout MappingReader) -> ImpliedDeclaration? {
    var implied = MappingReader(document, node, keys: nil, in: "'implied'")
    defer { reader.merge(implied) }
    var predicate: SourceText?
    var values: [(name: DeclaredName, value: SourceText)] = []
    for (key, value) in implied.pairs where !value.isEmpty {
      let name = DeclaredName(document.text(of: key), at: document.range(of: key))
      guard let text = implied.text(value, of: name.text, as: .expression) else { continue }
      if name.text == "when" { predicate = text } else { values.append((name, text)) }
    }
    guard let predicate else {
      if implied.diagnostics.isEmpty {
        implied.report(
          .invalidModel, at: node,
          "'implied' needs 'when' with a predicate, and an expression for each attribute of the record")
      }
      return nil
    }
    return ImpliedDeclaration(when: predicate, values: values)
  }

  /// The entity that a text names, of the entities read so far.
  private func entityName(_ node: FrontMatterNode) -> String? {
    let text = document.text(of: node)
    return isEntity(text) ? text : nil
  }

  /// Reports counts that no record could meet or that have no effect.
  private func refuseCounts(of relationship: inout RelationshipDeclaration, _ reader: inout MappingReader) {
    let counts = [reader.value("min-count"), reader.value("max-count")].compactMap { $0 }
    guard reader.diagnostics.isEmpty, let first = counts.first else { return }
    if !relationship.isMany {
      reader.report(
        .invalidModel, at: first,
        "'\(relationship.name.text)' leads to one record and has no counts; "
          + "write 'required: true' for at least one, 'many: true' for several")
    } else if let least = relationship.minCount, let most = relationship.maxCount, least > most {
      reader.report(
        .invalidModel, at: first,
        "at least \(least) and at most \(most) records is a count that nothing has")
    }
    if !reader.diagnostics.isEmpty { (relationship.minCount, relationship.maxCount) = (nil, nil) }
  }
}
