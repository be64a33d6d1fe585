import FrontMatter
import Records

/// What references to a record's own rows become where the rows move, or are copied into another record: the id of a row
/// is its record's and its place.
package struct OwnRows {
  /// What becomes of a reference.
  package enum Outcome: Equatable {
    /// It is none to a row of the record.
    case unchanged
    /// The row has gone.
    case removed
    /// The new id of the row.
    case moved(String)
  }

  private let model: Model
  private let id: String
  private let newID: String
  private let places: [String: [Int?]]
  private let lists: [Relationship]

  /// - Parameters:
  ///   - id: the id of the record.
  ///   - newID: the id of the record that has the rows afterwards: the same one, or a copy.
  ///   - entity: its entity, an index into the model's entities.
  ///   - places: for each list the new 0-based index of each row; nil for one that has gone.
  package init(
    of id: String, nowOf newID: String, _ entity: Int, places: [String: [Int?]], in model: Model
  ) {
    (self.id, self.newID, self.places, self.model) = (id, newID, places, model)
    lists = model.entities[entity].ownedLists
  }

  /// What becomes of a reference.
  /// - Parameters:
  ///   - text: the id that is written.
  ///   - reference: the relationship that it is written in.
  package func outcome(of text: String, _ reference: Relationship) -> Outcome {
    guard let mark = text.lastIndex(of: "#"), text[..<mark] == id,
      let number = Int(text[text.index(after: mark)...])
    else { return .unchanged }
    let family = model.entities[reference.destination].family
    guard let list = lists.first(where: { model.entities[$0.destination].family.overlaps(family) }),
      let places = places[list.name], places.indices.contains(number - 1)
    else { return .unchanged }
    return places[number - 1].map { .moved("\(newID)#\($0 + 1)") } ?? .removed
  }

  /// A field of the record or of a row, an entity's, with its references where their rows are now. One whose row has gone
  /// stays.
  func following(_ field: RecordOperation.Field, of entity: Int) -> RecordOperation.Field {
    guard let relationship = model.entities[entity].relationship(named: field.key) else { return field }
    func moved(_ text: String) -> String {
      if case .moved(let id) = outcome(of: text, relationship) { id } else { text }
    }
    return switch field.value {
    case .text(let text): .init(field.key, .text(moved(text)))
    case .list(let texts): .init(field.key, .list(texts.map(moved)))
    case .rows(let rows):
      .init(
        field.key, .rows(rows.map { row in row.map { following($0, of: relationship.destination) } }))
    }
  }
}
