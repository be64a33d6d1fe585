import Records

/// The pages that list records with a tag, from filters of indexes by attributes of type tags.
struct TagPages: Sendable {
  /// For each entity the paths, by the attribute's column and the tag.
  private var paths: [[Int: [String: String]]]

  /// Finds the pages of each entity, in its own index or its parent's.
  init(_ model: Model, _ listings: [IndexListing]) {
    paths = Array(repeating: [:], count: model.entities.count)
    var filters: [Int: [IndexFilter]] = [:]
    for listing in listings where listing.isBase { filters[listing.entity] = listing.filters }
    for listing in listings {
      // `none` is the page of records without tags.
      guard let facet = listing.facet, facet.key != "none",
        let column = filters[listing.entity]?[facet.filter].tags
      else { continue }
      paths[listing.entity][column, default: [:]][facet.label] = listing.path(ofPage: 1)
    }
    for (index, entity) in model.entities.enumerated() {
      if let parent = entity.parent { paths[index].merge(paths[parent]) { own, _ in own } }
    }
  }

  /// The paths by tag; nil if the field has no tags, or the entity's index has no filter by them.
  func paths(for field: ColumnView, of entity: Int) -> [String: String]? { paths[entity][field.ownColumn] }
}
