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
  /// - Complexity: O(*n* log *n*) if no row occurs twice between the beginning and the end; otherwise the
  ///   product of the rows there.
  init(of old: [Int32], _ new: [Int32], limit: Int) {
    let start = zip(old, new).prefix { $0 == $1 }.count
    let end = zip(old[start...].reversed(), new[start...].reversed()).prefix { $0 == $1 }.count
    pairs = (0..<start).map { ($0, $0) }
    addMiddle(old[start..<old.count - end], new[start..<new.count - end], limit: limit)
    pairs += (0..<end).map { (old.count - end + $0, new.count - end + $0) }
  }

  private mutating func addMiddle(_ old: ArraySlice<Int32>, _ new: ArraySlice<Int32>, limit: Int) {
    guard !old.isEmpty, !new.isEmpty, old.count <= limit / new.count else { return }
    var places: [Int32: Int] = [:]
    var isUnique = true
    for place in new.indices where places.updateValue(place, forKey: new[place]) != nil { isUnique = false }
    // Rows without an equal one take no part.
    let kept = old.indices.filter { places[old[$0]] != nil }
    guard !kept.isEmpty else { return }
    if isUnique, Set(kept.map { old[$0] }).count == kept.count {
      addUnique(kept, kept.compactMap { places[old[$0]] }, from: new.startIndex)
    } else {
      addRepeated(kept, kept.map { old[$0] }, new)
    }
  }

  /// Adds the sequence of rows that occur once.
  /// - Parameters:
  ///   - old: the positions of the rows in the old list.
  ///   - places: their positions in the new list.
  ///   - start: the first position in the new list.
  private mutating func addUnique(_ old: [Int], _ places: [Int], from start: Int) {
    // For each length, the highest position at which an ascending sequence of this length begins.
    var firsts: [Int] = []
    /// The length of the longest sequence from a position of the new list on.
    func length(from place: Int) -> Int {
      var (low, high) = (0, firsts.count)
      while low < high {
        let middle = (low + high) / 2
        if firsts[middle] >= place { low = middle + 1 } else { high = middle }
      }
      return low
    }
    var changes: [(length: Int, former: Int?)] = []
    for place in places.reversed() {
      let length = length(from: place + 1)
      changes.append((length, length < firsts.count ? firsts[length] : nil))
      if length < firsts.count { firsts[length] = place } else { firsts.append(place) }
    }
    var next = start
    for (index, place) in places.enumerated() {
      // From here on, the lengths are those of the rows after this one.
      if let (length, former) = changes.popLast() {
        if let former { firsts[length] = former } else { firsts.removeLast() }
      }
      guard place >= next, place == next || length(from: place + 1) + 1 > length(from: next) else { continue }
      pairs.append((old[index], place))
      next = place + 1
    }
  }

  /// Adds the sequence of rows of which some occur several times, from a table of the lengths for all
  /// suffixes.
  private mutating func addRepeated(_ old: [Int], _ numbers: [Int32], _ new: ArraySlice<Int32>) {
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
