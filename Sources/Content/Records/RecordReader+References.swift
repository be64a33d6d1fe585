import Diagnostics
import FrontMatter
import Records

extension RecordReader {
  /// Reads one reference, or a list of them, into the link of the row appended last.
  mutating func readReference(
    _ relationship: RelationshipPlan, _ key: FrontMatterNode, _ node: FrontMatterNode, table: Int
  ) {
    guard relationship.origin == .written else {
      chunk.diagnostics.append(
        .computedRelationship(
          relationship.name, of: context.model.entities[relationship.destination].name,
          inverse: relationship.relationship.declaration.inverse?.text, at: document.range(of: key)))
      return
    }
    let link = relationship.link
    guard relationship.isMany else {
      guard isWhole(node, as: nil, of: relationship.name), let target = target(of: node, relationship)
      else { return }
      let last = chunk.parts[table].links[link].targets.count - 1
      chunk.parts[table].links[link].targets[last] = target
      return
    }
    let items = node.kind == .sequence ? Array(document.items(of: node)) : [node]
    var targets: [Int32] = []
    var known: Set<String> = []
    for item in items where isWhole(item, as: nil, of: relationship.name) {
      let id = document.text(of: item)
      guard known.insert(id).inserted else {
        chunk.diagnostics.append(
          .repeatedReference(id, in: relationship.name, at: document.range(of: item)))
        continue
      }
      if let target = target(of: item, relationship) { targets.append(target) }
    }
    chunk.parts[table].links[link].targets += targets
    chunk.parts[table].links[link].counts[chunk.parts[table].links[link].counts.count - 1] = Int32(
      targets.count)
  }

  /// The place of the referred file among its table's, or a deferred reference.
  private mutating func target(of node: FrontMatterNode, _ relationship: RelationshipPlan) -> Int32? {
    let id = document.text(of: node)
    if let place = context.place(of: id, in: relationship.destination) { return place }
    chunk.deferred.append(
      DeferredReference(text: id, range: document.range(of: node), destination: relationship.destination))
    return Int32(-1 - chunk.deferred.count)
  }
}
