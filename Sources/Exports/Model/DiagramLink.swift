import Records

/// A line of a diagram before layout: a relationship with its inverse, if any, or the link to a parent.
struct DiagramLink {
  /// The end of a link at a box.
  struct End {
    /// The entity of the box, an index into the model's entities.
    let entity: Int
    /// The index of the relationship among the entity's own; nil for an end at the title.
    let line: Int?
    /// The arrowhead at this end.
    let head: ModelDiagram.Head
  }

  /// The end that is preferably on the left: the to-one side, or the parent.
  let left: End
  /// The other end.
  let right: End

  /// Whether both ends are at the same box.
  var isLoop: Bool { left.entity == right.entity }

  /// The links of a model; inverse relationships share one link.
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
        // The other relationship of the pair has already added the link.
        guard (index, line) < place else { continue }
        let near = End(entity: index, line: line, head: .init(inverse))
        let far = End(entity: place.entity, line: place.line, head: head)
        let isTurned = inverse.isMany && !relationship.isMany
        links.append(isTurned ? DiagramLink(left: far, right: near) : DiagramLink(left: near, right: far))
      }
    }
    return links
  }

  /// The inverse of a relationship, the entity that declares it, and its index among that entity's own.
  private static func inverse(
    of relationship: Relationship, in model: Model
  ) -> (relationship: Relationship, place: (entity: Int, line: Int))? {
    guard let index = relationship.inverse else { return nil }
    func inherited(_ entity: Int) -> Int { model.entities[entity].ownRelationships.startIndex }
    var entity = relationship.destination
    while let parent = model.entities[entity].parent, index < inherited(entity) { entity = parent }
    return (model.entities[entity].relationships[index], (entity, index - inherited(entity)))
  }
}

extension ModelDiagram.Head {
  /// Makes the arrowhead at a relationship's destination.
  fileprivate init(_ relationship: Relationship) {
    self = relationship.isMany ? .many : .one
  }
}
