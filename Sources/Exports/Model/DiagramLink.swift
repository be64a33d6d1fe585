import Records

/// A line of a diagram before it is drawn: a relationship with its inverse, one without, or the link to a parent.
struct DiagramLink {
  /// Where a link touches a box.
  struct End {
    /// The entity of the box, an index into the model's entities.
    let entity: Int
    /// The relationship's place among the entity's own; nil for the title.
    let line: Int?
    /// What the line ends in there.
    let head: ModelDiagram.Head
  }

  /// The end that is drawn on the left if possible: the to-one side, the parent.
  let left: End
  /// The other end.
  let right: End

  /// Whether it leads back to its own box.
  var isLoop: Bool { left.entity == right.entity }

  /// The links of a model, a pair of inverse relationships once.
  static func links(of model: Model) -> [DiagramLink] {
    var links: [DiagramLink] = []
    for (index, entity) in model.entities.enumerated() {
      if let parent = entity.parent {
        links.append(
          DiagramLink(
            left: End(entity: parent, line: nil, head: .parent),
            right: End(entity: index, line: nil, head: .none)))
      }
      for (line, relationship) in entity.ownRelationships.enumerated() {
        let head = ModelDiagram.Head(relationship)
        guard let (inverse, place) = inverse(of: relationship, in: model), place != (index, line) else {
          links.append(
            DiagramLink(
              left: End(entity: index, line: line, head: .none),
              right: End(entity: relationship.destination, line: nil, head: head)))
          continue
        }
        // The other side of the pair has added it already.
        guard (index, line) < place else { continue }
        let near = End(entity: index, line: line, head: .init(inverse))
        let far = End(entity: place.entity, line: place.line, head: head)
        let isTurned = inverse.isMany && !relationship.isMany
        links.append(isTurned ? DiagramLink(left: far, right: near) : DiagramLink(left: near, right: far))
      }
    }
    return links
  }

  /// The inverse of a relationship, the entity that declares it, and its place among that entity's own.
  private static func inverse(
    of relationship: Relationship, in model: Model
  ) -> (relationship: Relationship, place: (entity: Int, line: Int))? {
    guard let index = relationship.inverse else { return nil }
    func inherited(_ entity: Int) -> Int {
      model.entities[entity].parent.map { model.entities[$0].relationships.count } ?? 0
    }
    var entity = relationship.destination
    while let parent = model.entities[entity].parent, index < inherited(entity) { entity = parent }
    return (model.entities[entity].relationships[index], (entity, index - inherited(entity)))
  }
}

extension ModelDiagram.Head {
  /// The head of a relationship, at its destination.
  fileprivate init(_ relationship: Relationship) {
    self = relationship.isMany ? .many : .one
  }
}
