import Diagnostics

/// Turns declarations into a model: looks up every name, inherits, pairs inverses and lays out the tables.
///
/// What does not fit is a diagnostic and is marked invalid, so that one error in model.yml brings no others: nothing is said
/// of an attribute, relationship or entity with a mark, nor of what is computed from one.
package struct ModelBuilder {
  /// The most entities above another.
  private static let mostAncestors = 16
  /// The most attributes, relationships and rules that entities inherit, all taken together.
  private static let mostInherited = 10_000
  /// With more errors than this, no more names are suggested: each costs a look at all there are.
  private static let mostSuggestions = 100

  private let declarations: [EntityDeclaration]
  private var diagnostics: [Diagnostic] = []
  /// The place of each entity among those of the model, by name.
  private var indices: [String: Int] = [:]

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
    checkFolders(&entities)
    resolveProperties(&entities)
    resolveOwners(&entities)
    resolveInverses(&entities)
    labelRelationships(&entities)
    let tables = layOut(&entities)
    return Model(entities: entities, tables: tables, currency: currency)
  }

  // MARK: Families

  /// The entities with each family in preorder, their parents looked up.
  private mutating func inPreorder() -> [Entity] {
    let declared = Dictionary(
      declarations.indices.map { (declarations[$0].name.text, $0) }, uniquingKeysWith: { first, _ in first })
    let parents = declarations.map { declaration in declaration.parent.flatMap { declared[$0.text] } }
    let depths = depths(of: parents)
    var children: [[Int]] = declarations.map { _ in [] }
    var roots: [EntityDeclaration] = []
    var rootPlaces: [Int] = []
    for (place, declaration) in declarations.enumerated() {
      if let parent = parents[place], depths[place] > 0 {
        children[parent].append(place)
        continue
      }
      var root = declaration
      if let parent = declaration.parent {
        if parents[place] == nil {
          report(.unknownEntity, parent.range, .unknownEntity(parent.text, names: names(declared.keys)))
        }
        root.isInvalid = true
      }
      roots.append(root)
      rootPlaces.append(place)
    }
    var entities: [Entity] = []
    func add(_ declaration: EntityDeclaration, _ place: Int, parent: Int?, table: Int) {
      let index = entities.count
      entities.append(Entity(declaration: declaration, parent: parent, index: index, table: table))
      for child in children[place] { add(declarations[child], child, parent: index, table: table) }
      entities[index].family = index..<entities.count
    }
    for (table, root) in roots.enumerated() { add(root, rootPlaces[table], parent: nil, table: table) }
    indices = Dictionary(
      entities.indices.map { (entities[$0].name, $0) }, uniquingKeysWith: { first, _ in first })
    return entities
  }

  /// How many entities stand above each; 0 for one whose parent is an error, which inherits nothing.
  /// - Parameter parents: the place of each entity's parent.
  /// - Complexity: O(*n*)
  private mutating func depths(of parents: [Int?]) -> [Int] {
    var depths = parents.map { $0 == nil ? 0 : -1 }
    var isTooDeep = parents.map { _ in false }
    for start in parents.indices where depths[start] < 0 {
      var path: [Int] = []
      var isOnPath: Set<Int> = []
      var place = start
      while depths[place] < 0, isOnPath.insert(place).inserted, let parent = parents[place] {
        path.append(place)
        place = parent
      }
      if depths[place] < 0, let first = path.firstIndex(of: place) {
        // The entities of a cycle are one error, at the first of them.
        let cycle = path[first...]
        let top = cycle.min() ?? place
        let names = (cycle.drop { $0 != top } + cycle.prefix { $0 != top } + [top]).map {
          declarations[$0].name.text
        }
        if let range = declarations[top].parent?.range { report(.invalidModel, range, .parentCycle(names)) }
        for place in cycle { depths[place] = 0 }
        path.removeSubrange(first...)
      }
      for place in path.reversed() {
        guard let parent = parents[place] else { continue }
        if isTooDeep[parent] || depths[parent] == Self.mostAncestors {
          if !isTooDeep[parent], let range = declarations[place].parent?.range {
            report(
              .invalidModel, range, .tooManyAncestors(declarations[place].name.text, most: Self.mostAncestors)
            )
          }
          isTooDeep[place] = true
          depths[place] = 0
        } else {
          depths[place] = depths[parent] + 1
        }
      }
    }
    return depths
  }

  /// The names to suggest one of; none after many errors.
  private func names(_ all: some Sequence<String>) -> [String] {
    diagnostics.count < Self.mostSuggestions ? Array(all) : []
  }

  // MARK: Properties

  /// Gives each entity its own and its parent's properties, and its parent's title, sort and label.
  private mutating func resolveProperties(_ entities: inout [Entity]) {
    var inherited = 0
    for index in entities.indices {
      if let parent = entities[index].parent.map({ entities[$0] }) {
        let isBelowMost = inherited <= Self.mostInherited
        inherited += parent.attributes.count + parent.relationships.count + parent.declaration.rules.count
        if inherited <= Self.mostInherited {
          inherit(&entities[index], from: parent)
        } else {
          let name = entities[index].declaration.name
          if isBelowMost { report(.invalidModel, name.range, .tooMuchInherited(most: Self.mostInherited)) }
          entities[index].declaration.isInvalid = true
        }
      }
      let declaration = entities[index].declaration
      for attribute in declaration.attributes {
        guard !entities[index].hasProperty(named: attribute.name.text) else {
          report(.invalidModel, attribute.name.range, .declaredTwice(attribute.name.text))
          continue
        }
        entities[index].add(attribute)
      }
      for relationship in declaration.relationships {
        guard let destination = indices[relationship.destination.text] else {
          report(
            .unknownEntity, relationship.destination.range,
            .unknownEntity(relationship.destination.text, names: names(indices.keys)))
          entities[index].declaration.invalidNames.insert(relationship.name.text)
          continue
        }
        guard !entities[index].hasProperty(named: relationship.name.text) else {
          report(.invalidModel, relationship.name.range, .declaredTwice(relationship.name.text))
          continue
        }
        entities[index].add(
          Relationship(declaration: relationship, destination: destination, inverse: nil, origin: .written))
      }
    }
  }

  /// Gives an entity what its parent has.
  private func inherit(_ entity: inout Entity, from parent: Entity) {
    let declaration = entity.declaration
    entity.inheritProperties(of: parent)
    entity.declaration.title = declaration.title ?? parent.declaration.title
    entity.declaration.sort = declaration.sort ?? parent.declaration.sort
    entity.declaration.label = declaration.label ?? parent.declaration.label
    let lists = Set(declaration.lists.map(\.name.text))
    entity.declaration.lists =
      parent.declaration.lists.filter { !lists.contains($0.name.text) } + declaration.lists
    let documents = Set(declaration.documents.map(\.name.text))
    entity.declaration.documents =
      parent.declaration.documents.filter { !documents.contains($0.name.text) } + declaration.documents
    entity.declaration.hasPublicBody = declaration.hasPublicBody ?? parent.declaration.hasPublicBody
    entity.declaration.rules = parent.declaration.rules + declaration.rules
    entity.declaration.invalidNames.formUnion(parent.declaration.invalidNames)
    entity.declaration.isInvalid = declaration.isInvalid || parent.declaration.isInvalid
  }

  /// Looks up `inside: Order.rows`.
  private mutating func resolveOwners(_ entities: inout [Entity]) {
    var ownerless: Set<Int> = []
    for index in entities.indices {
      guard let inside = entities[index].declaration.inside else { continue }
      entities[index].owner = owner(of: index, inside, &entities)
      if entities[index].owner == nil { ownerless.insert(index) }
    }
    guard !ownerless.isEmpty else { return }
    // Without its owner a record has no place in it, and what was meant for its list may be written.
    for index in ownerless { entities[index].declaration.invalidNames.insert("position") }
    for index in entities.indices {
      for list in entities[index].relationships where list.isMany && ownerless.contains(list.destination) {
        entities[index].declaration.invalidNames.insert(list.name)
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
    guard let owner = indices[parts[0]] else {
      report(.unknownEntity, inside.range, .unknownEntity(parts[0], names: names(indices.keys)))
      return nil
    }
    guard let list = entities[owner].relationshipIndex(named: parts[1]),
      entities[owner].relationships[list].isMany, entities[owner].relationships[list].destination == index
    else {
      if !entities[owner].hasInvalid(parts[1]) {
        let lists = entities[owner].relationships.lazy.filter { $0.isMany && $0.destination == index }
        report(
          .invalidModel, inside.range,
          .noSuchList(
            parts[1], owner: parts[0], entity: entities[index].name, names: names(lists.map(\.name))))
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
              .noSuchInverse(
                inverse.text, in: destination.name, names: names(destination.relationships.lazy.map(\.name))))
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
    for (side, other) in unpaired
    where !reported.contains(side) && !reported.contains(other) && !isInvalid(side, entities)
      && !isInvalid(other, entities)
    {
      let relationship = entities[side.entity].relationships[side.relationship]
      let destination = entities[other.entity]
      reported.formUnion([side, other])
      report(
        .inverseMismatch, relationship.declaration.inverse?.range ?? relationship.declaration.name.range,
        .inverseDiffers(
          "\(entities[side.entity].name).\(relationship.name)",
          "\(destination.name).\(destination.relationships[other.relationship].name)"))
    }
    // Whichever side has the error, of the links of either nothing is known.
    for index in entities.indices {
      for relationship in entities[index].relationships
      where relationship.declaration.inverse != nil && relationship.inverse == nil {
        entities[index].declaration.invalidNames.insert(relationship.name)
      }
    }
    resolveOwnedLists(&entities)
  }

  private func isInvalid(_ side: Side, _ entities: [Entity]) -> Bool {
    let entity = entities[side.entity]
    return entity.hasInvalid(entity.relationships[side.relationship].name)
  }

  /// Says of each list of records written inside others, and of its inverse, how its links come to be.
  private mutating func resolveOwnedLists(_ entities: inout [Entity]) {
    for index in entities.indices {
      guard let owner = entities[index].owner else { continue }
      let list = entities[owner.entity].relationships[owner.relationship]
      guard let inverse = list.inverse, !entities[index].relationships[inverse].isMany else {
        let range = entities[index].declaration.inside?.range ?? list.declaration.name.range
        if !entities[owner.entity].hasInvalid(list.name) {
          report(.inverseMismatch, range, .listWithoutInverse("\(entities[owner.entity].name).\(list.name)"))
        }
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
        let nearest = nearestName(to: entity.name, among: names(indices.keys).filter { $0 != entity.name })
        report(.invalidModel, entity.declaration.name.range, .noFolder(entity.name, nearest: nearest))
        // What was meant for the other entity is missing there.
        let other = nearest.flatMap { indices[$0] } ?? namesake(of: index, entities)
        if let other { entities[other].declaration.isInvalid = true }
        entities[index].declaration.isInvalid = true
      }
    }
  }

  /// The entity that declares the most names of another, two at least; nil where there is none, or after many errors.
  private func namesake(of index: Int, _ entities: [Entity]) -> Int? {
    guard diagnostics.count < Self.mostSuggestions else { return nil }
    func names(_ entity: Entity) -> [String] {
      entity.declaration.attributes.map(\.name.text) + entity.declaration.relationships.map(\.name.text)
    }
    let own = Set(names(entities[index]))
    let common = entities.indices.filter { $0 != index }.map { other in
      (count: names(entities[other]).count(where: own.contains), other: other)
    }
    return common.filter { $0.count > 1 }.max { ($0.count, -$0.other) < ($1.count, -$1.other) }?.other
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

  private mutating func report(_ id: DiagnosticID, _ range: SourceRange, _ error: ModelError) {
    diagnostics.append(Diagnostic(id, at: range, error.summary))
  }
}
