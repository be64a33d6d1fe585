import Diagnostics
import Records

/// The numbered series among the ids of an entity's family, and the numbers they lack.
///
/// Ids count as numbers only if at least half of the family's ids are a ``NumberedID``: without `tube-27`, a
/// service `tube-28` is fine. If an order was split, `2026-0007-1` and `2026-0007b` stand for `2026-0007`, and so does
/// one that had this id before.
struct NumberedIDs {
  /// Numbers of a series that no file has.
  struct Gap {
    /// The last id before the gap.
    let before: String
    /// The first id that is missing.
    let first: String
    /// The last id that is missing.
    let last: String
    /// How many are missing.
    let count: Int
    /// The index of the id after the gap, among all ids.
    let after: Int
  }

  private var series: [Substring: [(number: Int, place: Int)]] = [:]
  private var standIns: Set<Substring>
  private var count = 0
  private let ids: [String]
  private let isConsecutive: Bool

  /// Sorts ids into series.
  /// - Parameters:
  ///   - formerIDs: the ids that records had before.
  ///   - isConsecutive: whether numbers are given one after the other, as to documents. Elsewhere they may be sizes, such
  ///     as 20, 30 and 50, unless a third of them follow each other.
  init(_ ids: [String], formerIDs: [String] = [], isConsecutive: Bool = true) {
    self.ids = ids
    self.isConsecutive = isConsecutive
    standIns = Set(formerIDs.map { $0[...] })
    for (place, id) in ids.enumerated() {
      standIns.formUnion(Self.numberedBeginnings(of: id))
      guard let numbered = NumberedID(id) else { continue }
      series[numbered.beginning, default: []].append((numbered.number, place))
      count += 1
    }
  }

  /// The gaps, in the order of the ids after them.
  /// - Complexity: O(*n* log *n*) in the ids.
  var gaps: [Gap] {
    guard count * 2 >= ids.count else { return [] }
    return series.flatMap { prefix, members -> [Gap] in
      let members = members.sorted { ($0.number, $0.place) < ($1.number, $1.place) }
      let steps = zip(members, members.dropFirst())
      // Ids that are mostly far apart are not a series; they may be timestamps.
      let far = steps.count { $1.number - $0.number - 1 > Self.farthest }
      let isDense = far < 2 || far * 2 < members.count
      guard isConsecutive || steps.count(where: { $1.number - $0.number <= 1 }) * 3 >= members.count - 1
      else {
        return []
      }
      return steps.compactMap { before, after in
        let (least, most) = (before.number + 1, after.number - 1)
        guard least <= most, isDense || most - least < Self.farthest,
          !Self.beginsYear(after.number, after: before.number, prefix: prefix)
        else { return nil }
        let width = ids[before.place].utf8.count - prefix.utf8.count
        func id(_ number: Int) -> String { prefix + NumberedID.text(number, width: width) }
        guard most - least < Self.farthest else {
          return Gap(
            before: ids[before.place], first: id(least), last: id(most), count: most - least + 1,
            after: after.place)
        }
        let missing = (least...most).filter { !standIns.contains(id($0)[...]) }
        guard let first = missing.first, let last = missing.last else { return nil }
        return Gap(
          before: ids[before.place], first: id(first), last: id(last), count: missing.count,
          after: after.place)
      }
    }.sorted { $0.after < $1.after }
  }

  /// Whether a number is the first of a year that it begins with, after one of the year before: 2601 after 2538. A prefix
  /// with a number has the year already.
  private static func beginsYear(_ number: Int, after before: Int, prefix: Substring) -> Bool {
    let digits = prefix.utf8.split { !$0.isASCIIDigit }
    guard number > before + 2, digits.allSatisfy({ $0.count < 2 }) else { return false }
    return [100, 1000, 10_000].contains { size in
      let year = number / size
      return number % size == 1 && year == before / size + 1
        && ((20...99).contains(year) || (2000...2099).contains(year))
    }
  }

  /// The largest number of missing ids in one place that someone could still check one by one.
  private static let farthest = 100

  /// The prefixes of an id that end in a digit before a non-digit: `2026-0007` of `2026-0007-1`.
  private static func numberedBeginnings(of id: String) -> [Substring] {
    // Nearly every id has none, and iterating over its Characters is far slower than over its bytes.
    let bytes = id.utf8.span
    guard bytes.indices.dropFirst().contains(where: { bytes[$0 - 1].isASCIIDigit && !bytes[$0].isASCIIDigit })
    else {
      return []
    }
    return zip(id.utf8.indices, id.utf8.indices.dropFirst()).compactMap { digit, next in
      id.utf8[digit].isASCIIDigit && !id.utf8[next].isASCIIDigit ? id[..<next] : nil
    }
  }
}
