import Content
import Templates

/// The shapes of `params`, from what is written in them.
///
///     params: {claim: Fine, hours: [Mo, Tu]}   `claim` is a text, `hours` a list of texts
struct FreeShapes {
  private let text: Shape.ID

  /// Adds the shape of texts to a table.
  init(in table: inout ShapeTable) {
    var shape = Shape("value", printing: .text)
    shape.isFree = true
    text = table.add(shape)
  }

  /// Adds the shape of a value that is one of several, such as a key that some pages have.
  ///
  /// Nothing is known of one that is a text here, and a list or a mapping there, or has no value anywhere.
  /// - Complexity: O(*n*) in what is written.
  func add(_ values: [FreeValue], to table: inout ShapeTable) -> Shape.ID {
    var pairs: [FreeValue.Pair] = []
    var items: [FreeValue] = []
    var kinds: Set<Kind> = []
    for value in values {
      switch value {
      case .null: continue
      case .text, .boolean: kinds.insert(.text)
      case .list(let own):
        kinds.insert(.list)
        items += own
      case .mapping(let own):
        kinds.insert(.mapping)
        pairs += own
      }
    }
    guard let kind = kinds.first, kinds.count == 1 else { return ShapeTable.dynamic }
    var shape = Shape("value")
    shape.isFree = true
    switch kind {
    case .text: return text
    case .list: shape.element = add(items, to: &table)
    case .mapping:
      for (key, pairs) in Dictionary(grouping: pairs, by: \.key) {
        shape.fields[key] = Shape.Field(slot: 0, shape: add(pairs.map(\.value), to: &table))
      }
    }
    return table.add(shape)
  }

  private enum Kind { case text, list, mapping }
}
