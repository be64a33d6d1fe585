import Content

/// Pairs the rows of a list with those that it had before, by what they hold and not by their position, so that one
/// inserted row is one change. A pair that is unlikely does no harm here; where an edit follows its rows it would, and
/// the forms of `docket serve` pair them otherwise.
struct RowMatching {
  /// What a row holds, by key.
  typealias Row = [String: String]

  /// How many pairs of rows are compared where two lists differ. Lists that differ in more are matched with fewer
  /// comparisons, so that time and memory stay those of the rows.
  static let maximumComparisons = 4_000_000

  /// The pairs, as positions before and after, in the order after; a nil was not there.
  private(set) var pairs: [(old: Int?, new: Int?)] = []

  private let old: [Row]
  private let new: [Row]
  /// The rows that are elsewhere in the list, as positions before by those after.
  private var moved: [Int: Int] = [:]

  /// Matches two lists of rows.
  ///
  /// Equal rows are matched first: those in the same order (a longest common subsequence), then those that were moved.
  /// Of those left between two rows in the same order, each is paired with the most similar one left, if at least one
  /// of their values is equal; if no value is, rows at the same place of equally long gaps go together.
  ///
  /// Where the lists differ in very many rows, those that are equal count as moved, and a row is compared with the
  /// first ones left alone.
  /// - Complexity: O(*n* + *m*), and for the rows between the first and the last difference their product, up to
  ///   `maximumComparisons`.
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
  ///   - updated: the change of a row that was there before, at these positions; nil if it has none.
  ///   - inserted: the change of a row that was not.
  ///   - deleted: the change of a row that is no longer there, at its position before.
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

  /// The rows in the same order: what both lists begin and end with, and a longest common subsequence between.
  private static func commonRows(of old: [Int32], _ new: [Int32]) -> [(old: Int, new: Int)] {
    let start = zip(old, new).prefix { $0 == $1 }.count
    let end = zip(old[start...].reversed(), new[start...].reversed()).prefix { $0 == $1 }.count
    let first = (0..<start).map { (old: $0, new: $0) }
    let middle = commonRows(of: old, start..<old.count - end, new, start..<new.count - end)
    let last = (0..<end).map { (old: old.count - end + $0, new: new.count - end + $0) }
    return first + middle + last
  }

  /// A longest common subsequence of two parts, by the lengths of those of all their ends.
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

  /// Pairs equal rows that are not in the same order, the first with the first.
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
