import History
import TestSupport
import Testing

/// The rows of two versions of a list, paired.
struct RowMatchingTests {
  @Test func pairsRowsAsTheComparisonOfAllWithAllDoes() {
    var random = SeededGenerator(seed: 7)
    var (pairCount, movedCount, missingCount) = (0, 0, 0)
    for round in 0..<3_000 {
      let old = (0..<Int.random(in: 0...30, using: &random)).map { _ in Self.row(round, &random) }
      let new = Self.edited(old, round, &random)
      let limit = round % 3 == 0 ? Int.random(in: 20...400, using: &random) : RowMatching.maximumComparisons
      let pairs = RowMatching(old, new, maximumComparisons: limit).pairs
      let expected = PlainRowMatching(old, new, maximumComparisons: limit).pairs
      #expect(pairs.map(\.old) == expected.map(\.old), "round \(round)")
      #expect(pairs.map(\.new) == expected.map(\.new), "round \(round)")
      pairCount += pairs.count { $0.old != nil && $0.new != nil }
      movedCount += zip(pairs, pairs.dropFirst()).count { ($0.old ?? 0) > ($1.old ?? .max) }
      missingCount += pairs.count { $0.old == nil || $0.new == nil }
    }
    #expect(pairCount > 20_000 && movedCount > 1_000 && missingCount > 2_000)
  }

  /// A row whose values are from larger or smaller sets, so that rows are unique, or many are equal.
  private static func row(_ round: Int, _ random: inout SeededGenerator) -> RowMatching.Row {
    let sizes = [[3, 2, 2], [8, 5, 1_000], [50, 9, 4]][round % 7 % 3]
    var row: RowMatching.Row = [:]
    for (key, size) in zip(["service", "quantity", "price"], sizes)
    where Int.random(in: 0..<9, using: &random) > 0 {
      row[key] = "\(Int.random(in: 0..<size, using: &random))"
    }
    return row
  }

  private static func edited(
    _ rows: [RowMatching.Row], _ round: Int, _ random: inout SeededGenerator
  ) -> [RowMatching.Row] {
    var rows = rows
    if Int.random(in: 0..<4, using: &random) == 0 {
      for place in rows.indices {
        rows[place]["quantity"] = "\((Int(rows[place]["quantity"] ?? "") ?? 0) + 1)"
      }
    }
    for _ in 0..<Int.random(in: 0...10, using: &random) {
      let place = Int.random(in: 0...rows.count, using: &random)
      switch Int.random(in: 0..<4, using: &random) {
      case 0: rows.insert(row(round, &random), at: place)
      case _ where place == rows.count: break
      case 1: rows.remove(at: place)
      case 2:
        let row = rows.remove(at: place)
        rows.insert(row, at: Int.random(in: 0...rows.count, using: &random))
      default: rows[place]["price"] = "\(Int.random(in: 0..<1_000, using: &random))"
      }
    }
    return rows
  }
}

/// Pairs rows as `RowMatching` does, by comparing each row of a gap with all others.
private struct PlainRowMatching {
  typealias Row = RowMatching.Row

  private(set) var pairs: [(old: Int?, new: Int?)] = []

  private let maximumComparisons: Int
  private let old: [Row]
  private let new: [Row]
  private var moved: [Int: Int] = [:]

  init(_ old: [Row], _ new: [Row], maximumComparisons: Int) {
    (self.old, self.new, self.maximumComparisons) = (old, new, maximumComparisons)
    let (before, after) = Self.numbers(of: old, new)
    let common = commonRows(of: before, after)
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

  /// The rows in the same order: the common beginning and end, and a longest common subsequence between them.
  private func commonRows(of old: [Int32], _ new: [Int32]) -> [(old: Int, new: Int)] {
    let start = zip(old, new).prefix { $0 == $1 }.count
    let end = zip(old[start...].reversed(), new[start...].reversed()).prefix { $0 == $1 }.count
    let first = (0..<start).map { (old: $0, new: $0) }
    let middle = commonRows(of: old, start..<old.count - end, new, start..<new.count - end)
    let last = (0..<end).map { (old: old.count - end + $0, new: new.count - end + $0) }
    return first + middle + last
  }

  /// A longest common subsequence of two parts, from a table of the lengths for all of their suffixes.
  private func commonRows(
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
    let compared = max(16, maximumComparisons / max(1, gap.count))
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
