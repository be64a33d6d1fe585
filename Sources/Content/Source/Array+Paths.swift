import Diagnostics
import FileSystem

extension Array {
  /// The place of an element in an array that is sorted by path: its index, or an empty range where it would
  /// be inserted.
  /// - Complexity: O(log *n*)
  func range(of path: String, by pathOf: (Element) -> String) -> Range<Int> {
    let index = partitioningIndex { !pathOf($0).precedes(path) }
    return index..<(index < count && pathOf(self[index]).isSamePath(as: path) ? index + 1 : index)
  }
}
