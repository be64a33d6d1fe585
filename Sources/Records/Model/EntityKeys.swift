/// The keys that a user may write in an entity's records, in the order for a new file: required keys, then
/// references to single records, then other attributes, and lists at the end.
package struct EntityKeys: Sendable {
  package enum Kind: Sendable {
    /// A value of a type.
    case attribute(Attribute)
    /// References to records.
    case reference(Relationship)
    /// Records that are written inside this one.
    case rows(Relationship)
    /// Whether the record is left out.
    case draft
    /// The record's former ids.
    case was
  }

  /// The names of the keys, with the kind of each.
  package let keys: [(name: String, kind: Kind)]
  /// The attributes and relationships that are computed and cannot be written.
  package let computed: [String]

  /// Looks up an entity's keys.
  package init(_ entity: Entity) {
    let written = entity.attributes.filter { $0.derived == nil }
    let first = written.filter { $0.isRequired && $0.expression == nil }
    let others = written.filter { !($0.isRequired && $0.expression == nil) }
    let references = entity.relationships.filter { $0.origin == .written }
    var keys: [(String, Kind)] = first.map { ($0.name.text, .attribute($0)) }
    keys += references.filter { !$0.isMany }.map { ($0.name, .reference($0)) }
    keys += others.map { ($0.name.text, .attribute($0)) }
    if entity.owner == nil { keys += [("draft", .draft), ("was", .was)] }
    keys += references.filter(\.isMany).map { ($0.name, .reference($0)) }
    keys += entity.ownedLists.map { ($0.name, .rows($0)) }
    self.keys = keys
    computed =
      entity.attributes.filter { $0.derived != nil }.map(\.name.text)
      + entity.relationships.filter { $0.origin == .computed || $0.origin == .owner }.map(\.name)
  }

  /// The names of the keys, in order.
  package var names: [String] { keys.map(\.name) }

  /// The kind of a key; nil if there is no such key.
  package subscript(name: String) -> Kind? { keys.first { $0.name == name }?.kind }
}
