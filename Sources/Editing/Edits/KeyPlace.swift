import FrontMatter

/// The key of a record, or of one of its rows, at a place in a file.
package struct KeyPlace: Sendable, Equatable {
  /// A row of a list.
  package struct Row: Sendable, Equatable {
    /// The index of the row in the list, from 0.
    package let index: Int
    /// The key of the row; nil if the place is in none of its keys.
    package let key: String?
  }

  /// The key of the record.
  package let key: String
  /// The row of the key's list; nil if the place is not in a row.
  package let row: Row?
  /// Whether the place is in the key's name and not in its value; for a row, this is about the row's key.
  package let isName: Bool
}

extension FrontMatterDocument {
  /// The key at an offset in the file; nil if there is none.
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
