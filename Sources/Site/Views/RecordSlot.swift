import Records
import Templates

/// The slots of a record: its attributes and relationships by their columns, and docket's additions.
enum RecordSlot {
  /// docket's additions.
  case record, fields, lists
  /// An attribute, by the index of its column.
  case attribute(Int)
  /// A relationship, by the index of its link column.
  case link(Int)

  /// The slot as an integer.
  var rawValue: Int {
    switch self {
    case .record: 0
    case .fields: 1
    case .lists: 2
    case .attribute(let column): 3 + column * 2
    case .link(let link): 4 + link * 2
    }
  }

  /// Reads a slot.
  init(_ slot: Int) {
    switch slot {
    case 0: self = .record
    case 1: self = .fields
    case 2: self = .lists
    default: self = slot & 1 == 1 ? .attribute((slot - 3) / 2) : .link((slot - 4) / 2)
    }
  }
}

extension Model {
  /// What an entity's records have, and what subentities add, each with its slot and label and, for a relationship, its
  /// destination.
  func properties(from index: Int) -> [(name: String, slot: Int, label: String, destination: Int?)] {
    let attributes = entities[index].attributes + attributesOfSubentities(of: index)
    let relationships = entities[index].relationships + relationshipsOfSubentities(of: index)
    return attributes.map { ($0.name.text, RecordSlot.attribute($0.column).rawValue, $0.label, nil) }
      + relationships.map { ($0.name, RecordSlot.link($0.link).rawValue, $0.label, $0.destination) }
  }
}
