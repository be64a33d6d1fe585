import Diagnostics
import Records

extension ModelReader {
  /// Whether there is a property to remove; reports it if not.
  mutating func canRemove(
    _ name: DeclaredName, from declared: [DeclaredName], as kind: ModelResolution.PropertyKind,
    of entity: EntityDeclaration
  ) -> Bool {
    if declared.contains(where: { $0.text == name.text }) {
      removals.append(.init(entity: entity.name.text, name: name.text, range: name.range))
      return true
    }
    let isGone = removals.contains {
      $0.isWithDestination && $0.entity == entity.name.text && $0.name == name.text
    }
    if kind == .relationship, isGone { return false }
    let others: [DeclaredName] =
      kind == .attribute ? entity.relationships.map(\.name) : entity.attributes.map(\.name)
    let declaringAncestor = ancestors(of: entity).first { ancestor in
      (ancestor.attributes.map(\.name) + ancestor.relationships.map(\.name)).contains { $0.text == name.text }
    }
    let reason: String
    if others.contains(where: { $0.text == name.text }) {
      let other: ModelResolution.PropertyKind = kind == .attribute ? .relationship : .attribute
      reason = "; it is of the \(other)s, remove it there"
    } else if let declaringAncestor {
      reason = ": it is inherited from \(declaringAncestor.name.text), and can be removed only there"
    } else {
      reason = suggestion(nearestName(to: name.text, among: declared.map(\.text)))
    }
    diagnostics.append(
      Diagnostic(.invalidModel, at: name.range, "there is no \(kind) '\(name.text)' to remove\(reason)"))
    return false
  }

  /// The entities that an entity inherits from, of those read so far, nearest first.
  func ancestors(of entity: EntityDeclaration) -> [EntityDeclaration] {
    var path: [EntityDeclaration] = []
    var next = entity.parent?.text
    while let name = next, path.count <= entities.count,
      let parent = entities.first(where: { $0.name.text == name })
    {
      path.append(parent)
      next = parent.parent?.text
    }
    return path
  }
}

extension EntityDeclaration {
  /// Removes the list settings of a removed relationship, unless the removing file has them.
  mutating func removeList(named name: String, removedBy file: SourceFile) {
    lists.removeAll { $0.name.text == name && $0.name.range.file.path != file.path }
  }
}
