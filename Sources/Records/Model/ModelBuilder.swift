import Diagnostics

/// Turns declarations into a model: resolves names, inherits, pairs inverses and lays out the tables.
///
/// Whatever is invalid gives a diagnostic and is marked; nothing is reported about a marked attribute,
/// relationship or entity, or about values computed from it, so that an error in model.yml stays a single
/// one.
package struct ModelBuilder {
  /// The maximum number of ancestors of an entity.
  private static let maximumAncestors = 16
  /// The maximum number of inherited attributes, relationships and rules in all entities together.
  static let maximumInherited = 10_000

  let declarations: [EntityDeclaration]
  var diagnostics: [Diagnostic] = []
  /// The index of each entity in the model, by name.
  var indices: [String: Int] = [:]

  /// Builds a model.
  /// - Parameters:
  ///   - declarations: the entities, already merged with those they extend.
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

  /// The entities with each family in preorder and with parents resolved.
  private mutating func inPreorder() -> [Entity] {
    let declared = Dictionary(keepingFirst: declarations.indices.map { (declarations[$0].name.text, $0) })
    let parents = declarations.indices.map { place in
      declarations[place].parent.flatMap { declared[$0.text] }.flatMap { parent(of: place, $0) }
    }
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
        if declared[parent.text] == nil {
          report(.unknownEntity, parent.range, .unknownEntity(parent.text, names: names(declared.keys)))
        }
        root.isInvalid = true
        root.hasUnknownFamily = true
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
    indices = Dictionary(keepingFirst: entities.indices.map { (entities[$0].name, $0) })
    return entities
  }

  /// The index of an entity's parent; nil, with an error, if one of them is inside another entity.
  private mutating func parent(of place: Int, _ parent: Int) -> Int? {
    let (declaration, above) = (declarations[place], declarations[parent])
    // A parent inside another entity that has a parent itself is reported for that.
    guard declaration.inside != nil || above.inside != nil && above.parent == nil else { return parent }
    report(
      .invalidModel, (declaration.parent ?? declaration.name).range,
      .parentInside(declaration.name.text, parent: above.name.text))
    return nil
  }

  /// The number of ancestors of each entity; 0 for an entity with an invalid parent, which inherits nothing.
  /// - Parameter parents: the index of each entity's parent.
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
        // A cycle is one error, at its first entity.
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
        if isTooDeep[parent] || depths[parent] == Self.maximumAncestors {
          if !isTooDeep[parent], let range = declarations[place].parent?.range {
            report(
              .invalidModel, range,
              .tooManyAncestors(declarations[place].name.text, most: Self.maximumAncestors))
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

  /// The names to suggest from; empty after many errors.
  func names(_ all: some Sequence<String>) -> [String] {
    diagnostics.count < maximumSuggestions ? Array(all) : []
  }

  // MARK: Labels

  /// Gives relationships that are named like their destination the destination's label from model.yml.
  private func labelRelationships(_ entities: inout [Entity]) {
    for index in entities.indices {
      for position in entities[index].relationships.indices {
        let relationship = entities[index].relationships[position]
        guard relationship.isNamedLikeDestination(in: entities) else { continue }
        let declaration = entities[relationship.destination].declaration
        entities[index].relationships[position].destinationLabel =
          relationship.isMany ? declaration.plural : declaration.label
      }
    }
  }

  // MARK: Tables

  /// Gives every attribute a column and every relationship a link column in its family's table.
  ///
  /// An inherited property has its parent's column; sibling entities have their own columns.
  private func layOut(_ entities: inout [Entity]) -> [TableLayout] {
    var tables: [TableLayout] = []
    for index in entities.indices {
      if entities[index].parent == nil {
        tables.append(TableLayout(entities: entities[index].family, columns: [], links: []))
      }
      let table = entities[index].table
      let parent = entities[index].parent.map { entities[$0] }
      for position in entities[index].attributes.indices {
        if let parent, position < entities[index].ownAttributes.startIndex {
          entities[index].attributes[position].column = parent.attributes[position].column
        } else {
          entities[index].attributes[position].column = tables[table].columns.count
          tables[table].columns.append(entities[index].attributes[position].type)
        }
      }
      for position in entities[index].relationships.indices {
        if let parent, position < entities[index].ownRelationships.startIndex {
          entities[index].relationships[position].link = parent.relationships[position].link
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

  /// - Parameter text: the text that certainly fixes the error at its place; nil if none does.
  mutating func report(
    _ id: DiagnosticID, _ range: SourceRange, _ error: ModelError, fixedBy text: String? = nil
  ) {
    let fixIts = text.map { [Diagnostic.FixIt(replacing: range, with: $0)] } ?? []
    diagnostics.append(Diagnostic(id, at: range, error.summary, fixIts: fixIts))
  }
}
