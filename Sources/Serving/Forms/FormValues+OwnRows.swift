import Editing
import Records

/// A reference to a row that a form removes, from the record that the row is written in or from another of its rows.
struct StrandedReference {
  /// The list of the row that has the reference, and its 0-based index in the file; nil for the record itself.
  let row: (list: String, index: Int)?
  let key: String
  /// The id of the removed row.
  let target: String
}

extension FormValues {
  /// The values in which references to the record's own rows follow these where a form moves or copies them: their ids are
  /// places.
  ///
  /// Only references that are as in the file are followed. Those to removed rows are returned.
  /// - Parameters:
  ///   - file: the values of the file.
  ///   - id: the id of the record.
  ///   - newID: the id of the record with these values: the same one, or a copy.
  ///   - entity: its entity, an index into the model's entities.
  func followingOwnRows(
    from file: FormValues, of id: String, nowOf newID: String, _ entity: Int, in model: Model
  ) -> (values: FormValues, stranded: [StrandedReference]) {
    var values = self
    var stranded: [StrandedReference] = []
    let own = OwnRows(of: id, nowOf: newID, entity, places: places(of: file), in: model)
    let lists = model.entities[entity].ownedLists

    /// What a field says after the rows have moved.
    func moved(_ text: String, _ reference: Relationship, from row: (list: String, index: Int)?) -> String {
      let texts = (reference.isMany ? Self.texts(text) : [text]).map { text in
        switch own.outcome(of: text, reference) {
        case .unchanged: return text
        case .moved(let id): return id
        case .removed:
          stranded.append(StrandedReference(row: row, key: reference.name, target: text))
          return text
        }
      }
      return reference.isMany ? Self.joined(texts) : texts[0]
    }
    func follow(
      _ fields: inout [String: String], as old: [String: String], of entity: Int,
      from row: (list: String, index: Int)?
    ) {
      for relationship in model.entities[entity].relationships where relationship.origin == .written {
        guard let text = fields[relationship.name], !text.isEmpty, text == old[relationship.name] else {
          continue
        }
        let followed = moved(text, relationship, from: row)
        if followed != text { fields[relationship.name] = followed }
      }
    }

    follow(&values.fields, as: file.fields, of: entity, from: nil)
    for list in lists {
      for index in (values.rows[list.name] ?? []).indices {
        guard let row = values.rows[list.name]?[index], let was = like == nil ? row.was : row.copied,
          let old = file.rows[list.name], old.indices.contains(was)
        else { continue }
        follow(
          &values.rows[list.name, default: []][index].fields, as: old[was].fields, of: list.destination,
          from: (list.name, was))
      }
    }
    return (values, stranded)
  }
}
