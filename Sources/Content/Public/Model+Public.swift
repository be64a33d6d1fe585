import Diagnostics
import Query
import Records

extension Model {
  /// The model in which private things do not exist.
  ///
  /// Rules are left out: they are for those who edit the book, and hold in the full one. A sort of the
  /// built-in model skips private names; in a sort of the site's own they are an error.
  /// - Parameters:
  ///   - names: what is private.
  ///   - graph: the records, linked, whose ids expressions may name.
  func withoutPrivate(_ names: PrivateNames, in graph: RecordGraph) -> (
    model: Model, diagnostics: [Diagnostic]
  ) {
    var declarations: [EntityDeclaration] = []
    var privateEntities: Set<String> = []
    for (index, entity) in entities.enumerated() {
      guard !names.entities.contains(index) else {
        privateEntities.formUnion([entity.name, entity.folder ?? entity.name])
        continue
      }
      declarations.append(publicDeclaration(of: entity, at: index, names, in: graph))
    }
    var built = ModelBuilder.build(declarations, currency: currency)
    built.model.privateEntities = privateEntities
    return built
  }

  /// The declaration of an entity without what is private and without its rules.
  private func publicDeclaration(
    of entity: Entity, at index: Int, _ names: PrivateNames, in graph: RecordGraph
  ) -> EntityDeclaration {
    func isPrivate(_ attribute: DeclaredName) -> Bool {
      entity.attribute(named: attribute.text).map { names.contains($0, of: entity) } ?? false
    }
    var declaration = entity.declaration
    declaration.rules = []
    declaration.lists = Array(entity.ownLists)
    declaration.documents = Array(entity.ownDocuments)
    declaration.title = entity.ownTitle
    declaration.sort = entity.ownSort
    declaration.privateNames = names.names(of: entity)
    declaration.attributes.removeAll { isPrivate($0.name) }
    declaration.relationships.removeAll { relationship in
      entity.relationship(named: relationship.name.text).map { names.contains($0, of: entity) } ?? false
    }
    for index in declaration.attributes.indices {
      declaration.attributes[index].translations.removeAll { isPrivate($0.attribute) }
    }
    for index in declaration.relationships.indices {
      let list = entity.relationship(named: declaration.relationships[index].name.text)
      guard let record = list.map({ entities[$0.destination] }) else { continue }
      declaration.relationships[index].implied?.values.removeAll { value in
        record.attribute(named: value.name.text).map { names.contains($0, of: record) } ?? false
      }
    }
    for index in declaration.documents.indices where declaration.documents[index].isPrivate {
      declaration.documents[index].leaveOut()
    }
    declaration.lists.removeAll { declaration.privateNames[$0.name.text] != nil }
    if let sort = declaration.sort, sort.range.isOfBuiltInModel {
      declaration.sort = sort.without(names, of: index, in: graph)
    }
    return declaration
  }
}

extension SourceText {
  /// Sort expressions without those that read something private; nil if none is left.
  fileprivate func without(_ names: PrivateNames, of entity: Int, in graph: RecordGraph) -> SourceText? {
    let compiler = QueryCompiler(graph: graph)
    let kept = splitAtCommas().filter { item in
      !compiler.sort(item, entity: entity).descriptors.contains {
        names.privateName(in: $0.expression) != nil
      }
    }
    guard let first = kept.first else { return nil }
    // Errors are reported in the full book, so the position of the first expression will do for all.
    return SourceText(text: kept.map(\.text).joined(separator: ", "), file: file, start: first.start)
  }
}
