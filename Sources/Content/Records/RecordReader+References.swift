import Diagnostics
import FileSystem
import FrontMatter
import Records

extension RecordReader {
  /// Reads the former ids of the record in the current file.
  mutating func readFormerNames(_ node: FrontMatterNode) {
    let items = node.kind == .sequence ? Array(document.items(of: node)) : [node]
    for item in items where requireWhole(item, as: nil, of: "was") {
      let text = document.text(of: item)
      let name = nfc(String(text.fileName))
      guard isValidID(String(name.withoutMarkdownEnding)) else {
        chunk.diagnostics.append(
          Diagnostic(
            .invalidID, at: document.range(of: item),
            "'\(text)' is not an id: letters, digits, '-', '_' and '.' only"))
        continue
      }
      if let refusal = FormerName.refusal(of: text) {
        chunk.diagnostics.append(Diagnostic(.invalidID, at: document.range(of: item), refusal))
        continue
      }
      chunk.formerNames.append(
        .init(text: text, file: Int32(chunk.files.count - 1), range: document.range(of: item)))
    }
  }

  /// Reads one reference, or a list of them, into the link of the last appended row.
  mutating func readReference(
    _ relationship: RelationshipPlan, _ key: FrontMatterNode, _ node: FrontMatterNode, part: Int
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
      guard requireWhole(node, as: nil, of: relationship.name) else { return }
      let last = chunk.parts[part].links[link].targets.count - 1
      chunk.parts[part].links[link].targets[last] = place(
        ofReference: node, to: relationship.destination)
      return
    }
    let items = node.kind == .sequence ? Array(document.items(of: node)) : [node]
    var targets: [Int32] = []
    var known: Set<String> = []
    for item in items where requireWhole(item, as: nil, of: relationship.name) {
      let id = document.text(of: item)
      guard known.insert(id).inserted else {
        chunk.diagnostics.append(
          .repeatedReference(id, in: relationship.name, at: document.range(of: item)))
        continue
      }
      targets.append(place(ofReference: item, to: relationship.destination))
    }
    chunk.parts[part].links[link].targets += targets
    chunk.parts[part].links[link].counts[chunk.parts[part].links[link].counts.count - 1] = Int32(
      targets.count)
  }
}
