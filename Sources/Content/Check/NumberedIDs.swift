import Records

/// The numbered series among the ids of an entity's family, and the numbers they lack.
///
/// An id that ends in digits is a number of the series its beginning names: `2026-0007` is number 7 of `2026-`. Ids
/// are taken for numbers where at least half of the family's end in digits, for a service `tube-28` is no successor of
/// a `tube-26`; and an id that ends in a date is none.
struct NumberedIDs {
  /// Numbers of a series that no file has.
  struct Gap {
    /// The last id in front of the gap.
    let before: String
    /// The first id that is missing.
    let first: String
    /// The last id that is missing.
    let last: String
    /// How many are missing.
    let count: Int
    /// The place of the id behind the gap among all ids.
    let behind: Int
  }

  private var series: [Substring: [(number: Int, place: Int)]] = [:]
  private var numbered = 0
  private let ids: [String]

  /// Sorts ids into series.
  init(_ ids: [String]) {
    self.ids = ids
    for (place, id) in ids.enumerated() {
      guard let (prefix, number) = Self.number(of: id) else { continue }
      series[prefix, default: []].append((number, place))
      numbered += 1
    }
  }

  /// The gaps, in the order of the ids behind them.
  /// - Complexity: O(*n* log *n*) in the ids.
  var gaps: [Gap] {
    guard numbered * 2 >= ids.count else { return [] }
    return series.flatMap { prefix, members -> [Gap] in
      let members = members.sorted { ($0.number, $0.place) < ($1.number, $1.place) }
      return zip(members, members.dropFirst()).compactMap { before, behind in
        guard behind.number - before.number > 1 else { return nil }
        let width = ids[before.place].utf8.count - prefix.utf8.count
        return Gap(
          before: ids[before.place], first: prefix + Self.text(before.number + 1, width: width),
          last: prefix + Self.text(behind.number - 1, width: width),
          count: behind.number - before.number - 1, behind: behind.place)
      }
    }.sorted { $0.behind < $1.behind }
  }

  /// The series and the number of an id; nil where it has none, or one of more than 15 digits.
  private static func number(of id: String) -> (prefix: Substring, number: Int)? {
    var digits = 0
    var number = 0
    var scale = 1
    for byte in id.utf8.reversed() {
      guard byte &- UInt8(ascii: "0") < 10 else { break }
      digits += 1
      guard digits <= 15 else { return nil }
      number += Int(byte &- UInt8(ascii: "0")) * scale
      scale *= 10
    }
    guard digits > 0, digits != 2 || CivilDate(String(id.suffix(10))) == nil else { return nil }
    return (Substring(id.utf8.dropLast(digits)), number)
  }

  private static func text(_ number: Int, width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
  }
}
