/// After this many errors of one kind, no more names are suggested: each suggestion compares all names, and later
/// diagnostics are not printed in full anyway.
package let maximumSuggestions = 100

/// The name nearest to a mistyped one, for "did you mean".
///
/// The distance is the optimal string alignment distance (insertions, deletions, substitutions and exchanges
/// of adjacent letters, each one step) between case-folded Unicode scalars. A name is near if its distance is
/// at most a third of the typed length, or one step; a single letter is only near to itself.
/// - Parameters:
///   - typed: the text written by the user.
///   - names: the existing names. If several are equally near, the first in code point order is returned.
/// - Returns: the nearest name; nil if none is near.
/// - Complexity: O(*n*) in the bytes of all names, and O(*n* · *m*) for each of similar length; for several mistyped
///   names use ``NameCandidates``.
package func nearestName(to typed: String, among names: some Sequence<String>) -> String? {
  NameCandidates(Array(names)).nearest(to: typed)
}

/// Names that are compared with many mistyped ones, folded once.
///
///     NameCandidates(["customer", "currency"]).nearest(to: "custmer")    customer
package struct NameCandidates: Sendable {
  private let names: [String]
  /// The folded scalars of all names, and where those of each name end.
  private let scalars: [Unicode.Scalar]
  private let ends: [Int]
  /// The scalars that each name has.
  private let masks: [UInt64]

  /// Folds the names.
  package init(_ names: [String]) {
    var scalars: [Unicode.Scalar] = []
    var masks: [UInt64] = []
    ends = names.map { name in
      let start = scalars.count
      scalars.append(folding: name)
      masks.append(scalars[start...].mask)
      return scalars.count
    }
    self.names = names
    self.scalars = scalars
    self.masks = masks
  }

  /// The name that ``nearestName(to:among:)`` finds.
  /// - Complexity: O(*n*) in the names; few are compared further than by their lengths and first differences.
  package func nearest(to typed: String) -> String? { allNearest(to: typed).min() }

  /// The names nearest to a mistyped one, all of them equally near.
  /// - Complexity: as for ``nearest(to:)``.
  func allNearest(to typed: String) -> [String] {
    guard var search = NameSearch(typed) else { return [] }
    var best: [String] = []
    for index in names.indices {
      guard search.mayBeNear(masks[index]),
        let distance = search.distance(to: scalars.span.extracting(range(index)))
      else { continue }
      if distance < search.limit { best.removeAll() }
      best.append(names[index])
      search.limit = distance
    }
    return best
  }

  /// The indices of all names that are near, at any distance that counts as such.
  /// - Complexity: O(*n*) in the names.
  package func indices(near typed: String) -> [Int] {
    guard var search = NameSearch(typed) else { return [] }
    return names.indices.filter {
      search.mayBeNear(masks[$0]) && search.distance(to: scalars.span.extracting(range($0))) != nil
    }
  }

  /// Where the folded scalars of a name are.
  private func range(_ index: Int) -> Range<Int> { (index == 0 ? 0 : ends[index - 1])..<ends[index] }
}

extension [Unicode.Scalar] {
  /// Appends a name in lower case.
  fileprivate mutating func append(folding name: String) {
    if name.utf8.allSatisfy({ $0 < 0x80 }) {
      for byte in name.utf8 { append(Unicode.Scalar(byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte)) }
    } else {
      append(contentsOf: name.lowercased().unicodeScalars)
    }
  }
}

extension RandomAccessCollection<Unicode.Scalar> {
  /// A set of the scalars, in which several may have one bit.
  fileprivate var mask: UInt64 { reduce(0) { $0 | 1 << UInt64($1.value & 63) } }
}

/// The comparison of one mistyped name with others, up to a maximum distance.
private struct NameSearch {
  /// The mistyped name, folded.
  private let typed: [Unicode.Scalar]
  /// The scalars that it has.
  private let mask: UInt64
  /// The maximum distance of a near name.
  var limit: Int
  /// Three rows of distances between beginnings, used in turn.
  private var (beforeLast, last, row): ([Int], [Int], [Int])

  /// Starts with the maximum distance of a near name; nil if no name can be near.
  init?(_ name: String) {
    var typed: [Unicode.Scalar] = []
    typed.append(folding: name)
    guard !typed.isEmpty, typed.count <= 100 else { return nil }
    self.typed = typed
    mask = typed.mask
    // One step could turn a single letter into any other.
    limit = typed.count == 1 ? 0 : max(1, typed.count / 3)
    row = Array(repeating: 0, count: typed.count + limit + 1)
    (beforeLast, last) = (row, row)
  }

  /// Whether a name with some scalars may be near: each step brings in one new scalar and takes away one at most.
  func mayBeNear(_ other: UInt64) -> Bool {
    (mask & ~other).nonzeroBitCount <= limit && (other & ~mask).nonzeroBitCount <= limit
  }

  /// The distance to a folded name; nil if it exceeds the limit.
  mutating func distance(to name: Span<Unicode.Scalar>) -> Int? {
    guard abs(name.count - typed.count) <= limit else { return nil }
    // What the names begin and end with alike costs nothing.
    var start = 0
    while start < min(typed.count, name.count), typed[start] == name[start] { start += 1 }
    var (end, nameEnd) = (typed.count, name.count)
    while end > start, nameEnd > start, typed[end - 1] == name[nameEnd - 1] {
      (end, nameEnd) = (end - 1, nameEnd - 1)
    }
    let (count, width) = (end - start, nameEnd - start)
    guard count > 0, width > 0 else { return max(count, width) }
    for column in 0...width { last[column] = column }
    for i in 1...count {
      // Cells further from the diagonal than the limit exceed it.
      let (first, past) = (max(1, i - limit), min(width, i + limit) + 1)
      guard first < past else { return nil }
      row[first - 1] = first == 1 ? i : limit + 1
      var least = row[first - 1]
      for j in first..<past {
        let (a, b) = (typed[start + i - 1], name[start + j - 1])
        var cost = min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (a == b ? 0 : 1))
        if i > 1, j > 1, a == name[start + j - 2], typed[start + i - 2] == b {
          cost = min(cost, beforeLast[j - 2] + 1)
        }
        row[j] = cost
        least = min(least, cost)
      }
      guard least <= limit else { return nil }
      if past <= width { row[past] = limit + 1 }
      swap(&beforeLast, &last)
      swap(&last, &row)
    }
    return last[width] <= limit ? last[width] : nil
  }
}

/// The end of a summary that suggests the nearest name: `; did you mean 'acme'?`, or nothing.
/// - Parameter other: the text if no name is near.
package func suggestion(_ nearest: String?, else other: String = "") -> String {
  nearest.map { "; did you mean '\($0)'?" } ?? other
}
