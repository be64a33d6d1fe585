/// The key of a record, or of a row of one of its lists, that a place in a file belongs to.
package struct KeyPlace: Sendable, Equatable {
  /// A row of a list.
  package struct Row: Sendable, Equatable {
    /// The place of the row in the list, from 0.
    package let index: Int
    /// The key of the row; nil for a place in none.
    package let key: String?
  }

  /// The key of the record.
  package let key: String
  /// The row of its list, if the place is in one.
  package let row: Row?
  /// Whether the place is in the name of the key, the row's if there is one, and not in its value.
  package let isName: Bool
}

extension FrontMatterDocument {
  /// The key that an offset in the file belongs to; nil if it is in none.
  /// - Complexity: O(*n*) in the keys and rows.
  package func keyPlace(at offset: Int) -> KeyPlace? {
    func pair(in mapping: FrontMatterNode?) -> (key: FrontMatterNode, value: FrontMatterNode)? {
      pairs(of: mapping).first { key, value in
        (key.bytes.lowerBound...max(value.bytes.upperBound, key.bytes.upperBound)).contains(offset)
      }
    }
    guard let (key, value) = pair(in: root) else { return nil }
    let name = text(of: key)
    let items = Array(items(of: value))
    guard let index = items.lastIndex(where: { $0.bytes.lowerBound <= offset }),
      items[index].kind == .mapping
    else {
      return KeyPlace(key: name, row: nil, isName: offset < key.bytes.upperBound)
    }
    let inner = pair(in: items[index])
    return KeyPlace(
      key: name, row: .init(index: index, key: inner.map { text(of: $0.key) }),
      isName: inner.map { offset < $0.key.bytes.upperBound } ?? false)
  }
}
