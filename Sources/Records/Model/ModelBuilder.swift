import Diagnostics

/// Turns declarations into a model: looks up every name, inherits, pairs inverses and lays out the tables.
///
/// What does not fit is a diagnostic and is left out, so that one error in model.yml brings no others.
package struct ModelBuilder {
  private let declarations: [EntityDeclaration]
  private var diagnostics: [Diagnostic] = []

  /// Builds a model.
  /// - Parameters:
  ///   - declarations: the entities, already merged over the ones they extend.
  ///   - currency: the currency of amounts that name none.
  /// - Returns: the model and every error in it.
  package static func build(
    _ declarations: [EntityDeclaration], currency: Currency
  ) -> (model: Model, diagnostics: [Diagnostic]) {
    var builder = ModelBuilder(declarations: declarations)
    let model = builder.model(currency: currency)
    return (model, builder.diagnostics)
  }

  private init(declarations: [EntityDeclaration]) {
    self.declarations = declarations
  }

  private mutating func model(currency: Currency) -> Model {
    var entities = inPreorder()
    resolveProperties(&entities)
    resolveOwners(&entities)
    resolveInverses(&entities)
    checkFolders(&entities)
    labelRelationships(&entities)
    let tables = layOut(&entities)
    return Model(entities: entities, tables: tables, currency: currency)
  }

  // MARK: Families

  /// The entities with each family in preorder, their parents looked up.
  private mutating func inPreorder() -> [Entity] {
    var children: [String: [EntityDeclaration]] = [:]
    var roots: [EntityDeclaration] = []
    var reported: Set<String> = []
    let names = declarations.map(\.name.text)
    for declaration in declarations {
      guard let parent = declaration.parent else {
        roots.append(declaration)
        continue
      }
      if !names.contains(parent.text) {
        report(.unknownEntity, parent.range, .unknownEntity(parent.text, names: names))
        roots.append(incomplete(declaration))
      } else if let cycle = cycle(from: declaration) {
        // The entities of a cycle are one error.
        if reported.isDisjoint(with: cycle) { report(.invalidModel, parent.range, .parentCycle(cycle)) }
        reported.formUnion(cycle)
        roots.append(incomplete(declaration))
      } else {
        children[parent.text, default: []].append(declaration)
      }
    }
    var entities: [Entity] = []
    func add(_ declaration: EntityDeclaration, parent: Int?, table: Int) {
      let index = entities.count
      entities.append(
        Entity(
          declaration: declaration, parent: parent, family: index..<index + 1, table: table, attributes: [],
          relationships: [], owner: nil))
      for child in children[declaration.name.text] ?? [] { add(child, parent: index, table: table) }
      entities[index].family = index..<entities.count
    }
    for (table, root) in roots.enumerated() { add(root, parent: nil, table: table) }
    return entities
  }

  /// A declaration without what it would inherit.
  private func incomplete(_ declaration: EntityDeclaration) -> EntityDeclaration {
    var declaration = declaration
    declaration.isInvalid = true
    return declaration
  }

  /// The names from an entity up to itself again, where its parents go round.
  private func cycle(from declaration: EntityDeclaration) -> [String]? {
    var path = [declaration.name.text]
    var next = declaration.parent?.text
    while let name = next, path.count <= declarations.count {
      path.append(name)
      if name == declaration.name.text { return path }
      next = declarations.first { $0.name.text == name }?.parent?.text
    }
    return nil
  }

  // MARK: Properties

  /// Gives each entity its own and its parent's properties, and its parent's title, sort and label.
  private mutating func resolveProperties(_ entities: inout [Entity]) {
    let names = entities.map(\.name)
    for index in entities.indices {
      let declaration = entities[index].declaration
      if let parent = entities[index].parent.map({ entities[$0] }) {
        entities[index].attributes = parent.attributes
        entities[index].relationships = parent.relationships
        entities[index].declaration.title = declaration.title ?? parent.declaration.title
        entities[index].declaration.sort = declaration.sort ?? parent.declaration.sort
        entities[index].declaration.label = declaration.label ?? parent.declaration.label
        let lists = declaration.lists
        entities[index].declaration.lists =
          parent.declaration.lists.filter { list in !lists.contains { $0.name.text == list.name.text } }
          + lists
        entities[index].declaration.hasPublicBody =
          declaration.hasPublicBody ?? parent.declaration.hasPublicBody
        entities[index].declaration.rules = parent.declaration.rules + declaration.rules
        entities[index].declaration.invalidNames.formUnion(parent.declaration.invalidNames)
        entities[index].declaration.isInvalid = declaration.isInvalid || parent.declaration.isInvalid
      }
      var taken = Set(entities[index].propertyNames)
      for attribute in declaration.attributes {
        guard taken.insert(attribute.name.text).inserted else {
          report(.invalidModel, attribute.name.range, .declaredTwice(attribute.name.text))
          continue
        }
        entities[index].attributes.append(attribute)
      }
      for relationship in declaration.relationships {
        guard let destination = names.firstIndex(of: relationship.destination.text) else {
          report(
            .unknownEntity, relationship.destination.range,
            .unknownEntity(relationship.destination.text, names: names))
          entities[index].declaration.invalidNames.insert(relationship.name.text)
          continue
        }
        guard taken.insert(relationship.name.text).inserted else {
          report(.invalidModel, relationship.name.range, .declaredTwice(relationship.name.text))
          continue
        }
        entities[index].relationships.append(
          Relationship(declaration: relationship, destination: destination, inverse: nil, origin: .written))
      }
    }
  }

  /// Looks up `inside: Order.rows`.
  private mutating func resolveOwners(_ entities: inout [Entity]) {
    for index in entities.indices {
      guard let inside = entities[index].declaration.inside else { continue }
      entities[index].owner = owner(of: index, inside, &entities)
      guard entities[index].owner == nil else { continue }
      // Without its owner a record has no place in it, and what was meant for its list may be written.
      entities[index].declaration.invalidNames.insert("position")
      for other in entities.indices {
        for list in entities[other].relationships where list.destination == index && list.isMany {
          entities[other].declaration.invalidNames.insert(list.name)
        }
      }
    }
  }

  /// The relationship in whose list an entity's records are written; nil where `inside` is an error.
  private mutating func owner(
    of index: Int, _ inside: DeclaredName, _ entities: inout [Entity]
  ) -> (entity: Int, relationship: Int)? {
    let parts = inside.text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2 else {
      report(.invalidModel, inside.range, .malformedInside(inside.text))
      return nil
    }
    guard let owner = entities.firstIndex(where: { $0.name == parts[0] }) else {
      report(.unknownEntity, inside.range, .unknownEntity(parts[0], names: entities.map(\.name)))
      return nil
    }
    guard let list = entities[owner].relationshipIndex(named: parts[1]),
      entities[owner].relationships[list].isMany, entities[owner].relationships[list].destination == index
    else {
      if !entities[owner].hasInvalid(parts[1]) {
        let lists = entities[owner].relationships.filter { $0.isMany && $0.destination == index }
        report(
          .invalidModel, inside.range,
          .noSuchList(parts[1], owner: parts[0], entity: entities[index].name, names: lists.map(\.name)))
        entities[owner].declaration.invalidNames.insert(parts[1])
      }
      return nil
    }
    guard entities[owner].declaration.inside == nil, entities[index].parent == nil,
      entities[index].family.count == 1
    else {
      report(.invalidModel, inside.range, .nestedInside(entities[index].name))
      return nil
    }
    return (owner, list)
  }

  /// A relationship of an entity, by their indices.
  private struct Side: Hashable {
    let entity: Int
    let relationship: Int
  }

  /// Pairs each relationship with its inverse and says how its links come to be.
  private mutating func resolveInverses(_ entities: inout [Entity]) {
    // One side that names a wrong inverse leaves the other unpaired, too; a pair is reported once.
    var unpaired: [(side: Side, other: Side)] = []
    var reported: Set<Side> = []
    for index in entities.indices {
      for (position, relationship) in entities[index].relationships.enumerated() {
        guard let inverse = relationship.declaration.inverse else { continue }
        let side = Side(entity: index, relationship: position)
        let isInherited = entities[index].parent.map { position < entities[$0].relationships.count } ?? false
        let destination = entities[relationship.destination]
        guard let back = destination.relationshipIndex(named: inverse.text) else {
          if !isInherited, !destination.hasInvalid(inverse.text) {
            report(
              .inverseMismatch, inverse.range,
              .noSuchInverse(inverse.text, in: destination.name, names: destination.relationships.map(\.name))
            )
          }
          reported.insert(side)
          continue
        }
        let pair = destination.relationships[back]
        guard pair.declaration.inverse?.text == relationship.name,
          entities[pair.destination].family.contains(index)
        else {
          let other = Side(entity: relationship.destination, relationship: back)
          if !isInherited { unpaired.append((side, other)) }
          continue
        }
        entities[index].relationships[position].inverse = back
        if relationship.isMany, !pair.isMany {
          entities[index].relationships[position].origin = .computed
        }
      }
    }
    for (side, other) in unpaired where !reported.contains(side) && !reported.contains(other) {
      let relationship = entities[side.entity].relationships[side.relationship]
      let destination = entities[other.entity]
      reported = reported.union([side, other])
      report(
        .inverseMismatch, relationship.declaration.inverse?.range ?? relationship.declaration.name.range,
        .inverseDiffers(
          "\(entities[side.entity].name).\(relationship.name)",
          "\(destination.name).\(destination.relationships[other.relationship].name)"))
    }
    resolveOwnedLists(&entities)
  }

  /// Says of each list of records written inside others, and of its inverse, how its links come to be.
  private mutating func resolveOwnedLists(_ entities: inout [Entity]) {
    for index in entities.indices {
      guard let owner = entities[index].owner else { continue }
      let list = entities[owner.entity].relationships[owner.relationship]
      guard let inverse = list.inverse, !entities[index].relationships[inverse].isMany else {
        let range = entities[index].declaration.inside?.range ?? list.declaration.name.range
        report(.inverseMismatch, range, .listWithoutInverse("\(entities[owner.entity].name).\(list.name)"))
        entities[index].owner = nil
        entities[index].declaration.invalidNames.insert("position")
        entities[owner.entity].declaration.invalidNames.insert(list.name)
        continue
      }
      entities[index].relationships[inverse].origin = .owner
      for heir in entities[owner.entity].family {
        entities[heir].relationships[owner.relationship].origin = .owned
      }
    }
  }

  private mutating func checkFolders(_ entities: inout [Entity]) {
    var folders: [String: DeclaredName] = [:]
    for (index, entity) in entities.enumerated() {
      if let folder = entity.declaration.folder {
        if folder.text.isEmpty {
          // A name that is no folder's is reported where it is read.
          entities[index].declaration.folder = nil
        } else if entity.declaration.inside != nil {
          report(.invalidModel, folder.range, .folderAndInside(entity.name))
          entities[index].declaration.folder = nil
        } else if let other = folders[folder.text] {
          diagnostics.append(
            Diagnostic(
              .invalidModel, at: folder.range, ModelError.folderTaken(folder.text).summary,
              notes: [.init("the other entity's folder", at: other.range)]))
          entities[index].declaration.folder = nil
        } else {
          folders[folder.text] = folder
        }
      } else if entity.declaration.inside == nil, !entity.isAbstract, !entity.declaration.hasUnknownHome {
        let others = entities.lazy.map(\.name).filter { $0 != entity.name }
        let nearest = nearestName(to: entity.name, among: others)
        report(.invalidModel, entity.declaration.name.range, .noFolder(entity.name, nearest: nearest))
        // What was meant for the other entity is missing there.
        if let meant = entities.firstIndex(where: { $0.name == nearest }) {
          entities[meant].declaration.invalidNames.formUnion(entity.propertyNames)
        }
      }
    }
  }

  // MARK: Labels

  /// Calls relationships that are named like their destination as model.yml calls that.
  private func labelRelationships(_ entities: inout [Entity]) {
    for index in entities.indices {
      for position in entities[index].relationships.indices {
        let relationship = entities[index].relationships[position]
        let destination = entities[relationship.destination]
        let declaration = destination.declaration
        let list = destination.owner.map { entities[$0.entity].relationships[$0.relationship].name }
        let label: String? =
          relationship.isMany
          ? [destination.folder, list].contains(relationship.name) ? declaration.plural : nil
          : relationship.name.lowercased() == destination.name.lowercased() ? declaration.label : nil
        entities[index].relationships[position].destinationLabel = label
      }
    }
  }

  // MARK: Tables

  /// Gives every attribute a column and every relationship a link column in its family's table.
  ///
  /// An inherited property has its parent's column; entities side by side have columns of their own.
  private func layOut(_ entities: inout [Entity]) -> [TableLayout] {
    var tables: [TableLayout] = []
    for index in entities.indices {
      if entities[index].parent == nil {
        tables.append(TableLayout(entities: entities[index].family, columns: [], links: []))
      }
      let table = entities[index].table
      let inherited = entities[index].parent.map { entities[$0] }
      for position in entities[index].attributes.indices {
        if let inherited, position < inherited.attributes.count {
          entities[index].attributes[position].column = inherited.attributes[position].column
        } else {
          entities[index].attributes[position].column = tables[table].columns.count
          tables[table].columns.append(entities[index].attributes[position].type)
        }
      }
      for position in entities[index].relationships.indices {
        if let inherited, position < inherited.relationships.count {
          entities[index].relationships[position].link = inherited.relationships[position].link
        } else {
          entities[index].relationships[position].link = tables[table].links.count
          let relationship = entities[index].relationships[position]
          tables[table].links.append(
            LinkLayout(
              destination: entities[relationship.destination].table, isMany: relationship.isMany))
        }
      }
    }
    return tables
  }

  private mutating func report(_ id: DiagnosticID, _ range: SourceRange, _ mistake: ModelError) {
    diagnostics.append(Diagnostic(id, at: range, mistake.summary))
  }
}
