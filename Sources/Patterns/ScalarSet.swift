/// The scalars that one step of a pattern matches: ranges and properties, possibly negated or ignoring case.
struct ScalarSet: Hashable, Sendable {
  /// A property, or its opposite.
  struct Member: Hashable, Sendable {
    let property: ScalarProperty
    /// Whether the scalars without the property are meant.
    let isNegated: Bool
  }

  /// The ranges: sorted, disjoint, and folded if case or marks are ignored.
  private let ranges: [ClosedRange<UInt32>]
  private let members: [Member]
  private let isNegated: Bool
  private let ignoresCase: Bool

  /// Makes a set.
  /// - Parameters:
  ///   - ranges: code points, in any order.
  ///   - members: properties.
  ///   - isNegated: whether all other scalars are meant.
  ///   - folding: how scalars are folded before they are compared with the set.
  /// - Complexity: O(*n* log *n*) in the ranges, plus ``foldingCost(of:)``.
  init(
    _ ranges: [ClosedRange<UInt32>], _ members: [Member] = [], isNegated: Bool = false, folding: TextFolding
  ) {
    var ranges = Self.merged(ranges)
    if folding.ignoresCase || folding.ignoresMarks {
      // Scalars are folded before the comparison, so the unfolded ones may stay in the set.
      var images: [ClosedRange<UInt32>] = []
      for range in Self.affected(of: ranges) {
        for value in range {
          guard let scalar = Unicode.Scalar(value), let image = folding.fold(scalar), image != scalar else {
            continue
          }
          images.append(image.value...image.value)
        }
      }
      if !images.isEmpty { ranges = Self.merged(ranges + images) }
    }
    self.ranges = ranges
    self.members = members
    self.isNegated = isNegated
    ignoresCase = folding.ignoresCase
  }

  /// Every scalar.
  static let any = ScalarSet([0...0x10FFFF], folding: TextFolding(ignoresCase: false, ignoresMarks: false))

  /// The line feed, which `^` and `$` look for.
  static let lineFeed = ScalarSet(
    [0x0A...0x0A], folding: TextFolding(ignoresCase: false, ignoresMarks: false))

  /// The marks of general category M, or all other scalars.
  static func mark(isNegated: Bool, folding: TextFolding) -> ScalarSet {
    ScalarSet([], [Member(property: .mark, isNegated: isNegated)], folding: folding)
  }

  /// The number of scalars to fold when making a set of ranges.
  /// - Complexity: O(*n* log *n*) in the ranges.
  static func foldingCost(of ranges: [ClosedRange<UInt32>]) -> Int {
    affected(of: merged(ranges)).reduce(0) { $0 + $1.count }
  }

  /// Whether the set contains a scalar, whose marks have been dropped if they are ignored.
  /// - Complexity: O(log *r* + *p*) for *r* ranges and *p* properties.
  func contains(_ scalar: Unicode.Scalar) -> Bool {
    let folded = ignoresCase ? scalar.caseFolded : scalar
    if isInRanges(folded.value) { return !isNegated }
    let isMember = members.contains { member in
      let holds =
        member.property.holds(of: scalar)
        || (ignoresCase
          && (member.property.holds(of: folded) || member.property.holds(of: scalar.simpleUppercase)))
      return holds != member.isNegated
    }
    return isMember != isNegated
  }

  private func isInRanges(_ value: UInt32) -> Bool {
    var low = 0
    var high = ranges.count
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].upperBound < value { low = middle + 1 } else { high = middle }
    }
    return low < ranges.count && ranges[low].lowerBound <= value
  }

  private static func merged(_ ranges: [ClosedRange<UInt32>]) -> [ClosedRange<UInt32>] {
    var result: [ClosedRange<UInt32>] = []
    for range in ranges.sorted(by: { ($0.lowerBound, $0.upperBound) < ($1.lowerBound, $1.upperBound) }) {
      guard let last = result.last, range.lowerBound <= last.upperBound + 1 else {
        result.append(range)
        continue
      }
      result[result.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
    }
    return result
  }

  private static func affected(of ranges: [ClosedRange<UInt32>]) -> [ClosedRange<UInt32>] {
    ranges.flatMap { range in
      TextFolding.affected.filter { $0.overlaps(range) }.map { range.clamped(to: $0) }
    }
  }
}

/// The distinct sets of a pattern, by number.
struct ScalarSetTable {
  private(set) var sets: [ScalarSet] = []
  /// The number of the line feed's set; nil if there is no `^` or `$`.
  private(set) var lineFeed: Int32?
  private var numbers: [ScalarSet: Int32] = [:]

  /// The number of a set, which is added if it is new.
  mutating func number(of set: ScalarSet) -> Int32 {
    if let number = numbers[set] { return number }
    let number = Int32(truncatingIfNeeded: sets.count)
    sets.append(set)
    numbers[set] = number
    return number
  }

  /// Makes a node that matches a scalar of a set.
  mutating func node(_ set: ScalarSet) -> PatternNode { PatternNode(taking: number(of: set)) }

  /// Makes a node that matches the start or the end of a line.
  mutating func lineBorder(isStart: Bool) -> PatternNode {
    lineFeed = number(of: .lineFeed)
    return PatternNode(isLineStart: isStart)
  }

  /// Makes a node for a scalar as it occurs in folded NFC text; empty for a mark that is ignored.
  mutating func literal(_ scalar: Unicode.Scalar, folding: TextFolding) -> PatternNode {
    // NFC replaces no scalars below this one.
    if scalar.value < 0x300 { return folded(scalar, folding: folding) }
    let composed = String(decoding: String(scalar)._nfcCodeUnits, as: UTF8.self).unicodeScalars
    return PatternNode(sequence: composed.map { folded($0, folding: folding) })
  }

  private mutating func folded(_ scalar: Unicode.Scalar, folding: TextFolding) -> PatternNode {
    guard let value = folding.fold(scalar)?.value else { return PatternNode(sequence: []) }
    return node(ScalarSet([value...value], folding: folding))
  }
}
