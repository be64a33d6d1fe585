import Content

/// Pairs the rows of two versions of a list by content rather than position, so that an inserted row is a
/// single change. An unlikely pair does no harm here. It would where an edit updates its rows, so the forms
/// of `docket serve` pair rows differently.
struct RowMatching {
  /// The content of a row, by key.
  typealias Row = [String: String]

  /// The maximum number of row pairs to compare. Lists with more differences are matched with fewer
  /// comparisons, so that time and memory stay linear in the rows.
  static let maximumComparisons = 4_000_000

  /// The pairs of positions before and after, in the order after; nil for a position that does not exist.
  private(set) var pairs: [(old: Int?, new: Int?)] = []

  private let old: [Row]
  private let new: [Row]
  /// The rows that moved within the list: positions before, by positions after.
  private var moved: [Int: Int] = [:]

  /// Matches two lists of rows.
  ///
  /// Equal rows are matched first: those in the same order (a longest common subsequence), then moved ones.
  /// In each gap between the former, rows are paired with the most similar remaining ones if at least one
  /// value is equal. Otherwise, rows at the same place of gaps of equal length are paired.
  ///
  /// If very many rows differ, equal rows count as moved, and a row is compared with only the first others.
  /// - Complexity: O(*n* + *m*), plus, for the rows between the first and the last difference, their product,
  ///   up to `maximumComparisons`.
  init(_ old: [Row], _ new: [Row]) {
    (self.old, self.new) = (old, new)
    let (before, after) = Self.numbers(of: old, new)
    let common = Self.commonRows(of: before, after)
    findMoved(before, after, besides: common)
    let gone = Set(moved.values)
    var start = (old: 0, new: 0)
    for pair in common + [(old.count, new.count)] {
      match((start.old..<pair.old).filter { !gone.contains($0) }, start.new..<pair.new)
      if pair.new < new.count { pairs.append((pair.old, pair.new)) }
      start = (pair.old + 1, pair.new + 1)
    }
  }

  /// The changes of the rows, in the order of the pairs.
  /// - Parameters:
  ///   - updated: the change of a row present in both lists, given its positions; nil if there is none.
  ///   - inserted: the change of a row present only in the new list.
  ///   - deleted: the change of a row present only in the old list.
  func changes(
    updated: (_ old: Int, _ new: Int) -> RecordChange?, inserted: (_ new: Int) -> RecordChange,
    deleted: (_ old: Int) -> RecordChange
  ) -> [RecordChange] {
    pairs.compactMap { pair in
      switch (pair.old, pair.new) {
      case (let old?, let new?): updated(old, new)
      case (nil, let new?): inserted(new)
      case (let old?, nil): deleted(old)
      case (nil, nil): nil
      }
    }
  }

  /// Gives equal rows equal numbers.
  private static func numbers(of old: [Row], _ new: [Row]) -> (old: [Int32], new: [Int32]) {
    var known: [Row: Int32] = [:]
    func number(of row: Row) -> Int32 {
      if let number = known[row] { return number }
      defer { known[row] = Int32(known.count) }
      return Int32(known.count)
    }
    return (old.map(number), new.map(number))
  }

  /// The rows in the same order: the common beginning and end, and a longest common subsequence between them.
  private static func commonRows(of old: [Int32], _ new: [Int32]) -> [(old: Int, new: Int)] {
    let start = zip(old, new).prefix { $0 == $1 }.count
    let end = zip(old[start...].reversed(), new[start...].reversed()).prefix { $0 == $1 }.count
    let first = (0..<start).map { (old: $0, new: $0) }
    let middle = commonRows(of: old, start..<old.count - end, new, start..<new.count - end)
    let last = (0..<end).map { (old: old.count - end + $0, new: new.count - end + $0) }
    return first + middle + last
  }

  /// A longest common subsequence of two parts, from a table of the lengths for all of their suffixes.
  private static func commonRows(
    of old: [Int32], _ oldPart: Range<Int>, _ new: [Int32], _ newPart: Range<Int>
  ) -> [(old: Int, new: Int)] {
    guard !oldPart.isEmpty, !newPart.isEmpty, oldPart.count <= maximumComparisons / newPart.count else {
      return []
    }
    let width = newPart.count + 1
    var lengths = [Int32](repeating: 0, count: (oldPart.count + 1) * width)
    for first in oldPart.reversed() {
      for second in newPart.reversed() {
        let place = (first - oldPart.lowerBound) * width + second - newPart.lowerBound
        lengths[place] =
          old[first] == new[second]
          ? lengths[place + width + 1] + 1 : max(lengths[place + width], lengths[place + 1])
      }
    }
    var common: [(old: Int, new: Int)] = []
    var (first, second) = (oldPart.lowerBound, newPart.lowerBound)
    while first < oldPart.upperBound, second < newPart.upperBound {
      let place = (first - oldPart.lowerBound) * width + second - newPart.lowerBound
      if old[first] == new[second] {
        common.append((first, second))
        (first, second) = (first + 1, second + 1)
      } else if lengths[place + width] >= lengths[place + 1] {
        first += 1
      } else {
        second += 1
      }
    }
    return common
  }

  /// Pairs equal rows that are not in the same order, in order of occurrence.
  private mutating func findMoved(
    _ before: [Int32], _ after: [Int32], besides common: [(old: Int, new: Int)]
  ) {
    let (oldMatched, newMatched) = (Set(common.map(\.old)), Set(common.map(\.new)))
    var left: [Int32: [Int]] = [:]
    for row in before.indices.reversed() where !oldMatched.contains(row) {
      left[before[row], default: []].append(row)
    }
    for row in after.indices where !newMatched.contains(row) { moved[row] = left[after[row]]?.popLast() }
  }

  /// Pairs the rows of a gap between two rows in the same order.
  private mutating func match(_ gapBefore: [Int], _ gap: Range<Int>) {
    var left = gapBefore
    var partners: [Int: Int] = [:]
    let compared = max(16, Self.maximumComparisons / max(1, gap.count))
    for row in gap where moved[row] == nil {
      let similarity = left.prefix(compared).map { other in new[row].count { old[other][$0.key] == $0.value }
      }
      guard let best = similarity.max(), best > 0, let place = similarity.firstIndex(of: best) else {
        continue
      }
      partners[row] = left.remove(at: place)
    }
    let unmatched = gap.filter { moved[$0] == nil && partners[$0] == nil }
    if left.count == unmatched.count {
      for (row, other) in zip(unmatched, left) { partners[row] = other }
      left = []
    }
    for row in gap { pairs.append((moved[row] ?? partners[row], row)) }
    for row in left { pairs.append((row, nil)) }
  }
}
