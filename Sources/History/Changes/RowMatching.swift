/// Pairs the rows of a list with those that it had before, by what they hold and not by their position, so that one
/// inserted row is one change.
struct RowMatching {
  /// The pairs, as positions before and after, in the order after; a nil was not there.
  private(set) var pairs: [(old: Int?, new: Int?)] = []

  /// Matches two lists of rows.
  ///
  /// Equal rows in the same order are matched first (a longest common subsequence). Of those left between two of
  /// them, each is paired with the most similar one left, if at least one of their values is equal; if no value is,
  /// rows at the same place of equally long gaps go together.
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
    var (first, second) = (0, 0)
    var gap = (old: [Int](), new: [Int]())
    while first < old.count || second < new.count {
      if first < old.count, second < new.count, old[first] == new[second] {
        match(gap, old, new)
        gap = ([], [])
        pairs.append((first, second))
        (first, second) = (first + 1, second + 1)
      } else if second == new.count
        || first < old.count && lengths[first + 1][second] >= lengths[first][second + 1]
      {
        gap.old.append(first)
        first += 1
      } else {
        gap.new.append(second)
        second += 1
      }
    }
    match(gap, old, new)
    joinMovedRows(old, new)
  }

  /// Pairs a row that is gone from one place with an equal one at another.
  private mutating func joinMovedRows(_ old: [[String: String]], _ new: [[String: String]]) {
    for index in pairs.indices {
      guard pairs[index].old == nil, let row = pairs[index].new,
        let other = pairs.firstIndex(where: { $0.new == nil && $0.old.map { old[$0] == new[row] } ?? false })
      else { continue }
      pairs[index].old = pairs[other].old
      pairs[other].old = nil
    }
    pairs.removeAll { $0.old == nil && $0.new == nil }
  }

  private mutating func match(
    _ gap: (old: [Int], new: [Int]), _ old: [[String: String]], _ new: [[String: String]]
  ) {
    var left = gap.old
    var partners: [Int: Int] = [:]
    for row in gap.new {
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
