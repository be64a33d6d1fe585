import Diagnostics

// Properties: those that entities inherit, and their own.

extension ModelBuilder {
  /// Gives each entity its parent's and its own properties, and its parent's title, sort and label.
  mutating func resolveProperties(_ entities: inout [Entity]) {
    var inherited = 0
    for index in entities.indices {
      if let parent = entities[index].parent.map({ entities[$0] }) {
        let isBelowMost = inherited <= Self.maximumInherited
        inherited += parent.attributes.count + parent.relationships.count + parent.declaration.rules.count
        if inherited <= Self.maximumInherited {
          entities[index].inherit(from: parent)
        } else {
          let name = entities[index].declaration.name
          if isBelowMost { report(.invalidModel, name.range, .tooMuchInherited(most: Self.maximumInherited)) }
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
      checkFormerNames(of: entities[index])
      checkTranslations(of: entities[index])
      checkCurrencies(of: entities[index])
    }
  }

  /// Reports attributes of which it is unknown which one gives the currency of amounts.
  private mutating func checkCurrencies(of entity: Entity) {
    let currencies = entity.attributes.filter { $0.type == .currency }
    guard let first = currencies.first, entity.currencyAttribute?.name.text != "currency" else { return }
    let own = Set(entity.declaration.attributes.map(\.name.text))
    for other in currencies.dropFirst() where own.contains(other.name.text) {
      report(
        .invalidModel, other.name.range,
        .secondCurrency(other.name.text, besides: first.name.text, of: entity.name))
    }
  }

  /// Reports translations of texts that are no texts of the same entity.
  private mutating func checkTranslations(of entity: Entity) {
    for attribute in entity.ownAttributes {
      for name in attribute.translations.map(\.attribute) where !entity.hasInvalid(name.text) {
        let translation = entity.attribute(named: name.text)
        guard !(translation.map { $0.type == .string || $0.type == .text } ?? false) else { continue }
        let texts = entity.attributes.lazy.filter { $0.type == .string || $0.type == .text }.map(\.name.text)
        report(
          .invalidModel, name.range,
          .noSuchTranslation(name.text, of: entity.name, type: translation?.type, names: names(texts)))
      }
    }
  }

  /// Reports former names that do not tell which property is meant.
  private mutating func checkFormerNames(of entity: Entity) {
    let own =
      entity.ownAttributes.map { ($0.name, $0.formerNames) }
      + entity.ownRelationships.map { ($0.declaration.name, $0.declaration.formerNames) }
    for (declared, formerNames) in own {
      let name = declared.text
      // A key of a subentity must not be what its parent called another one.
      if let present = entity.presentName(of: name), !own.contains(where: { $0.0.text == present }) {
        report(.invalidModel, declared.range, .formerName(name, of: present))
      }
      for former in formerNames {
        let taken = entity.hasProperty(named: former.text) ? former.text : entity.presentName(of: former.text)
        if let taken, taken != name || former.text == name {
          let isOfOther = taken == former.text && taken != name
          report(.invalidModel, former.range, .formerNameTaken(former.text, by: taken, isOfOther: isOfOther))
        }
      }
    }
  }

  /// Resolves `inside: Order.rows` of all entities.
  mutating func resolveOwners(_ entities: inout [Entity]) {
    var ownerless: Set<Int> = []
    for index in entities.indices {
      guard let inside = entities[index].declaration.inside else { continue }
      entities[index].owner = owner(of: index, inside, &entities)
      if entities[index].owner == nil { ownerless.insert(index) }
    }
    guard !ownerless.isEmpty else { return }
    // Without an owner, records have no position, and other records may write the list as a key.
    for index in ownerless { entities[index].declaration.invalidNames.insert("position") }
    for index in entities.indices {
      for list in entities[index].relationships where list.isMany && ownerless.contains(list.destination) {
        entities[index].declaration.invalidNames.insert(list.name)
      }
    }
  }

  /// The relationship whose list contains an entity's records; nil if `inside` is invalid.
  mutating func owner(
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
      if let present = entities[owner].presentName(of: parts[1]),
        let list = entities[owner].relationshipIndex(named: present),
        entities[owner].relationships[list].destination == index
      {
        report(
          .invalidModel, inside.range, .formerRelationship(parts[1], in: parts[0], now: present),
          fixedBy: "\(parts[0]).\(present)")
        entities[owner].declaration.invalidNames.formUnion([parts[1], present])
      } else if !entities[owner].hasInvalid(parts[1]) {
        let lists = entities[owner].relationships.lazy.filter { $0.isMany && $0.destination == index }
        report(
          .invalidModel, inside.range,
          .noSuchList(
            parts[1], owner: parts[0], entity: entities[index].name, names: names(lists.map(\.name))))
        entities[owner].declaration.invalidNames.insert(parts[1])
      }
      return nil
    }
    guard entities[owner].declaration.inside == nil else {
      if !entities[owner].declaration.hasUnknownHome {
        report(.invalidModel, inside.range, .nestedInside(entities[index].name))
      }
      return nil
    }
    // For subentities, the error is reported at their parents' names.
    return entities[index].family.count == 1 ? (owner, list) : nil
  }

  /// A relationship of an entity, by indices.
  private struct Side: Hashable {
    let entity: Int
    let relationship: Int
  }

  /// Pairs each relationship with its inverse, and determines how its links arise.
  mutating func resolveInverses(_ entities: inout [Entity]) {
    var unpaired: [(side: Side, other: Side)] = []
    var reported: Set<Side> = []
    for index in entities.indices {
      for (position, relationship) in entities[index].relationships.enumerated() {
        guard let inverse = relationship.declaration.inverse else { continue }
        let side = Side(entity: index, relationship: position)
        let isInherited = position < entities[index].ownRelationships.startIndex
        let destination = entities[relationship.destination]
        guard let back = destination.relationshipIndex(named: inverse.text) else {
          if !isInherited { reportMissing(inverse, of: relationship, entities[index], in: destination) }
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
    reportUnpaired(unpaired, entities, besides: reported)
    // The links of both sides are unknown, whichever has the error.
    for index in entities.indices {
      for relationship in entities[index].relationships
      where relationship.declaration.inverse != nil && relationship.inverse == nil {
        entities[index].declaration.invalidNames.insert(relationship.name)
      }
    }
    resolveOwnedLists(&entities)
  }

  /// Reports that the destination of a relationship has no relationship with the name of the inverse.
  private mutating func reportMissing(
    _ inverse: DeclaredName, of relationship: Relationship, _ entity: Entity, in destination: Entity
  ) {
    let present = destination.presentName(of: inverse.text)
    if let present, destination.relationshipIndex(named: present) != nil {
      report(
        .inverseMismatch, inverse.range,
        .formerRelationship(inverse.text, in: destination.name, now: present), fixedBy: present)
    } else if !destination.hasInvalid(inverse.text) {
      report(
        .inverseMismatch, inverse.range,
        .noSuchInverse(
          inverse.text, in: destination.name, names: names(destination.relationships.lazy.map(\.name)),
          declaration: destination.attribute(named: inverse.text) == nil
            ? "\(inverse.text): {to: \(entity.name), "
              + "\(relationship.isMany ? "" : "many: true, ")inverse: \(relationship.name)}" : nil,
          mayBeMany: relationship.isMany && destination.declaration.inside == nil))
    }
  }

  /// Reports relationships that name each other as inverses on one side only. If one side names a wrong inverse, the
  /// other is unpaired as well; each pair is reported once.
  private mutating func reportUnpaired(
    _ pairs: [(side: Side, other: Side)], _ entities: [Entity], besides reported: Set<Side>
  ) {
    var reported = reported
    for (side, other) in pairs
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
  }

  private func isInvalid(_ side: Side, _ entities: [Entity]) -> Bool {
    let entity = entities[side.entity]
    return entity.hasInvalid(entity.relationships[side.relationship].name)
  }

  /// Determines how the links of lists inside owners, and of their inverses, arise.
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

  mutating func checkFolders(_ entities: inout [Entity]) {
    // Some file systems and hosts ignore case in names.
    var folders: [String: Int] = [:]
    func refuse(_ index: Int, _ error: ModelError? = nil, note: String = "", at place: SourceRange? = nil) {
      let folder = entities[index].declaration.folder
      entities[index].declaration.folder = nil
      entities[index].declaration.hasUnknownHome = true
      guard let error, let folder, let place else { return }
      diagnostics.append(
        Diagnostic(.invalidModel, at: folder.range, error.summary, notes: [.init(note, at: place)]))
    }
    // Of entities with the same folder, the later has the error; those of the extended model come first.
    for index in declarations.compactMap({ indices[$0.name.text] }) {
      let entity = entities[index]
      if let folder = entity.declaration.folder {
        if folder.text.isEmpty {
          // An invalid folder name is reported where it is read.
          refuse(index)
        } else if let inside = entity.declaration.inside {
          refuse(
            index, .folderAndInside(entity.name), note: "where its records are written", at: inside.range)
        } else if let other = folders[idFolded(folder.text)] {
          let taken = entities[other].declaration.folder ?? folder
          refuse(index, .folderTaken(taken.text), note: "the other entity's folder", at: taken.range)
          // It is unknown whose records are in the folder.
          entities[other].declaration.isInvalid = true
        } else {
          folders[idFolded(folder.text)] = index
        }
      } else if entity.declaration.inside == nil, !entity.isAbstract, !entity.declaration.hasUnknownHome {
        let nearest = nearestName(to: entity.name, among: names(indices.keys).filter { $0 != entity.name })
        report(.invalidModel, entity.declaration.name.range, .noFolder(entity.name, nearest: nearest))
        // Keys that were meant for the other entity are missing there.
        let other = nearest.flatMap { indices[$0] } ?? namesake(of: index, entities)
        if let other { entities[other].declaration.isInvalid = true }
        entities[index].declaration.isInvalid = true
        entities[index].declaration.hasUnknownHome = true
      }
    }
  }

  /// The entity with the most names in common, at least two; nil if there is none, or after many errors.
  private func namesake(of index: Int, _ entities: [Entity]) -> Int? {
    guard diagnostics.count < maximumSuggestions else { return nil }
    func names(_ entity: Entity) -> [String] {
      entity.declaration.attributes.map(\.name.text) + entity.declaration.relationships.map(\.name.text)
    }
    let own = Set(names(entities[index]))
    let common = entities.indices.filter { $0 != index }.map { other in
      (count: names(entities[other]).count(where: own.contains), other: other)
    }
    return common.filter { $0.count > 1 }.max { ($0.count, -$0.other) < ($1.count, -$1.other) }?.other
  }
}
