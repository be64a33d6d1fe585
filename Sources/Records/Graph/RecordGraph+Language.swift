extension RecordGraph {
  /// Replaces texts by their translations where a record has one.
  ///
  /// Values that were computed from a text stay as they are.
  /// - Parameter language: a tag (BCP 47) in any case, with parts joined by `-` or `_`.
  /// - Complexity: O(*n*) in the records of entities with translated attributes.
  package mutating func translate(to language: String) {
    for entity in model.entities {
      for attribute in entity.ownAttributes {
        guard let index = nearestLanguage(to: language, among: attribute.translations.map(\.language)),
          let other = entity.attribute(named: attribute.translations[index].attribute.text),
          case .text(let texts) = tables[entity.table].columns[attribute.column],
          case .text(let translated) = tables[entity.table].columns[other.column]
        else { continue }
        tables[entity.table].columns[attribute.column] = .text(zip(translated, texts).map { $0 ?? $1 })
      }
    }
  }
}
