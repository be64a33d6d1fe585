/// The longest sequence of rows that two lists have in the same order; equal rows have equal numbers.
///
/// Of several such sequences it is the one that a walk through both lists finds: it takes two rows if they are
/// equal, and otherwise leaves out the old one if a longest sequence remains without it.
struct CommonRows {
  /// The positions in both lists, ascending.
  private(set) var pairs: [(old: Int, new: Int)] = []

  /// Finds the common beginning and end, and the longest common sequence between them.
  /// - Parameter limit: the maximum number of pairs to compare between the beginning and the end. With more
  ///   rows, nothing between them counts as common.
  /// - Complexity: the product of the rows between the beginning and the end.
  init(of old: [Int32], _ new: [Int32], limit: Int) {
    let start = zip(old, new).prefix { $0 == $1 }.count
    let end = zip(old[start...].reversed(), new[start...].reversed()).prefix { $0 == $1 }.count
    pairs = (0..<start).map { ($0, $0) }
    addMiddle(old[start..<old.count - end], new[start..<new.count - end], limit: limit)
    pairs += (0..<end).map { (old.count - end + $0, new.count - end + $0) }
  }

  private mutating func addMiddle(_ old: ArraySlice<Int32>, _ new: ArraySlice<Int32>, limit: Int) {
    guard !old.isEmpty, !new.isEmpty, old.count <= limit / new.count else { return }
    // Rows without an equal one take no part.
    let others = Set(new)
    let kept = old.indices.filter { others.contains(old[$0]) }
    guard !kept.isEmpty else { return }
    add(kept, kept.map { old[$0] }, new)
  }

  /// Adds the longest sequence, from a table of the lengths for all suffixes.
  /// - Parameters:
  ///   - old: the positions of the rows in the old list.
  ///   - numbers: their numbers.
  ///   - new: the rows of the new list.
  private mutating func add(_ old: [Int], _ numbers: [Int32], _ new: ArraySlice<Int32>) {
    let width = new.count + 1
    var lengths = [Int32](repeating: 0, count: (old.count + 1) * width)
    for first in old.indices.reversed() {
      for second in new.indices.reversed() {
        let place = first * width + second - new.startIndex
        lengths[place] =
          numbers[first] == new[second]
          ? lengths[place + width + 1] + 1 : max(lengths[place + width], lengths[place + 1])
      }
    }
    var (first, second) = (0, new.startIndex)
    while first < old.count, second < new.endIndex {
      let place = first * width + second - new.startIndex
      if numbers[first] == new[second] {
        pairs.append((old[first], second))
        (first, second) = (first + 1, second + 1)
      } else if lengths[place + width] >= lengths[place + 1] {
        first += 1
      } else {
        second += 1
      }
    }
  }
}
