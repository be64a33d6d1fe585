/// Pairs the rows of two versions of a list by content rather than position, so that an inserted row is a
/// single change. An unlikely pair does no harm here. It would where an edit updates its rows, so the forms
/// of `docket serve` pair rows differently.
package struct RowMatching {
  /// The content of a row, by key.
  package typealias Row = [String: String]

  /// The maximum number of row pairs to compare. Lists with more differences are matched with fewer
  /// comparisons, so that time and memory stay linear in the rows.
  package static let maximumComparisons = 4_000_000

  /// The pairs of positions before and after, in the order after; nil for a position that does not exist.
  package private(set) var pairs: [(old: Int?, new: Int?)] = []

  private let maximumComparisons: Int
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
  /// - Complexity: O(*n* log *n*), and the product of the rows between the first and the last difference, up to
  ///   `maximumComparisons`.
  package init(_ old: [Row], _ new: [Row], maximumComparisons: Int = maximumComparisons) {
    (self.old, self.new, self.maximumComparisons) = (old, new, maximumComparisons)
    let (before, after) = Self.numbers(of: old, new)
    let common = CommonRows(of: before, after, limit: maximumComparisons).pairs
    findMoved(before, after, besides: common)
    let gone = Set(moved.values)
    var start = (old: 0, new: 0)
    for pair in common + [(old.count, new.count)] {
      match((start.old..<pair.old).filter { !gone.contains($0) }, start.new..<pair.new)
      if pair.new < new.count { pairs.append((pair.old, pair.new)) }
      start = (pair.old + 1, pair.new + 1)
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
    guard !gap.isEmpty else { return pairs += gapBefore.map { ($0, nil) } }
    var candidates = RowCandidates(
      gapBefore.map { old[$0] }, limit: max(16, maximumComparisons / gap.count))
    var partners: [Int: Int] = [:]
    for row in gap where moved[row] == nil {
      partners[row] = candidates.take(mostSimilarTo: new[row]).map { gapBefore[$0] }
    }
    var left = candidates.remaining.map { gapBefore[$0] }
    let unmatched = gap.filter { moved[$0] == nil && partners[$0] == nil }
    if left.count == unmatched.count {
      for (row, other) in zip(unmatched, left) { partners[row] = other }
      left = []
    }
    for row in gap { pairs.append((moved[row] ?? partners[row], row)) }
    for row in left { pairs.append((row, nil)) }
  }
}
