/// Pairs the rows of a list with those that it had before, by what they hold and not by their position, so that one
/// inserted row is one change.
struct RowMatching {
  /// The pairs, as positions before and after, in the order after; a nil was not there.
  private(set) var pairs: [(old: Int?, new: Int?)] = []

  /// Matches two lists of rows.
  ///
  /// Equal rows are matched first: those in the same order (a longest common subsequence), then those that were moved.
  /// Of those left between two rows in the same order, each is paired with the most similar one left, if at least one
  /// of their values is equal; if no value is, rows at the same place of equally long gaps go together.
  /// - Complexity: O(*n* · *m*) in the rows.
  init(_ old: [[String: String]], _ new: [[String: String]]) {
    var lengths = [[Int]](repeating: [Int](repeating: 0, count: new.count + 1), count: old.count + 1)
    for first in old.indices.reversed() {
      for second in new.indices.reversed() {
        lengths[first][second] =
          old[first] == new[second]
          ? lengths[first + 1][second + 1] + 1 : max(lengths[first + 1][second], lengths[first][second + 1])
      }
    }
    var common: [(old: Int, new: Int)] = []
    var (first, second) = (0, 0)
    while first < old.count, second < new.count {
      if old[first] == new[second] {
        common.append((first, second))
        (first, second) = (first + 1, second + 1)
      } else if lengths[first + 1][second] >= lengths[first][second + 1] {
        first += 1
      } else {
        second += 1
      }
    }
    let moved = Self.moved(old, new, besides: common)
    var start = (old: 0, new: 0)
    for pair in common + [(old.count, new.count)] {
      match((Array(start.old..<pair.old), Array(start.new..<pair.new)), old, new, moved)
      if pair.new < new.count { pairs.append((pair.old, pair.new)) }
      start = (pair.old + 1, pair.new + 1)
    }
  }

  /// The rows that are at another place, as positions before by those after.
  private static func moved(
    _ old: [[String: String]], _ new: [[String: String]], besides common: [(old: Int, new: Int)]
  ) -> [Int: Int] {
    var left = Set(old.indices).subtracting(common.map(\.old)).sorted()
    let matched = Set(common.map(\.new))
    var moved: [Int: Int] = [:]
    for row in new.indices where !matched.contains(row) {
      guard let place = left.firstIndex(where: { old[$0] == new[row] }) else { continue }
      moved[row] = left.remove(at: place)
    }
    return moved
  }

  private mutating func match(
    _ gap: (old: [Int], new: [Int]), _ old: [[String: String]], _ new: [[String: String]], _ moved: [Int: Int]
  ) {
    var left = gap.old.filter { !moved.values.contains($0) }
    var partners = moved
    for row in gap.new where moved[row] == nil {
      let similarity = left.map { other in new[row].count { old[other][$0.key] == $0.value } }
      guard let best = similarity.max(), best > 0, let place = similarity.firstIndex(of: best) else {
        continue
      }
      partners[row] = left.remove(at: place)
    }
    let unmatched = gap.new.filter { partners[$0] == nil }
    if left.count == unmatched.count {
      for (row, other) in zip(unmatched, left) { partners[row] = other }
      left = []
    }
    for row in gap.new { pairs.append((partners[row], row)) }
    for row in left { pairs.append((row, nil)) }
  }
}
