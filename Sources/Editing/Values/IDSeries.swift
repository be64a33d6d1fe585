import Diagnostics
import Records

/// The series that continues an entity's numbered ids.
///
/// An id that ends in digits is a number of the series that its beginning names: `2026-0086` is number 86 of `2026-`.
/// If a beginning is a year, or ends in one, each year has a series of its own. If there are several kinds of
/// ids, the commonest is continued.
///
///     IDSeries(["2026-0085", "2026-0086"])?.next(year: 2026)   // "2026-0087"
///     IDSeries(["2026-0085", "2026-0086"])?.next(year: 2027)   // "2027-0001"
package struct IDSeries: Sendable {
  private let kind: Kind
  /// For each beginning the greatest number.
  private var greatest: [String: Int] = [:]
  private var width = 1
  private let ids: Set<String>

  /// What the ids of a series have in common: what is before and after the year, or the whole beginning.
  private enum Kind: Hashable {
    case yearly(before: String, after: String)
    case plain(String)

    func prefix(year: Int) -> String {
      switch self {
      case .yearly(let before, let after): before + "\(year)" + after
      case .plain(let prefix): prefix
      }
    }
  }

  /// Finds the series of ids; nil if fewer than half of them are numbered.
  /// - Complexity: O(*n*) in the ids.
  package init?(_ ids: some Sequence<String>) {
    var members: [Kind: [(prefix: String, number: Int, width: Int)]] = [:]
    var all: Set<String> = []
    for id in ids {
      all.insert(idFolded(id))
      guard let (prefix, digits) = Self.parts(of: id), let number = Int(digits) else { continue }
      members[Self.kind(of: prefix), default: []].append((prefix, number, digits.utf8.count))
    }
    let numbered = members.values.reduce(0) { $0 + $1.count }
    guard numbered > 0, numbered * 2 >= all.count,
      let (kind, series) = members.max(by: {
        ($0.value.count, $1.key.prefix(year: 0)) < ($1.value.count, $0.key.prefix(year: 0))
      })
    else { return nil }
    self.kind = kind
    self.ids = all
    for (prefix, number, width) in series {
      greatest[prefix] = max(greatest[prefix] ?? 0, number)
      self.width = max(self.width, width)
    }
    // Without leading zeros a number has its natural width.
    if !series.contains(where: { $0.width > "\($0.number)".utf8.count }) { width = 1 }
  }

  /// The series of an entity that has no records yet: by the year.
  package static let ofYears = IDSeries()

  private init() {
    kind = .yearly(before: "", after: "-")
    width = 4
    ids = []
  }

  /// The id after the greatest of the series.
  /// - Parameters:
  ///   - year: the year of the record, for a series that has one a year.
  ///   - taken: ids that are given away already.
  package func next(year: Int, taken: Set<String> = []) -> String {
    let prefix = kind.prefix(year: year)
    var number = greatest[prefix] ?? 0
    while true {
      number += 1
      let digits = String(number)
      let id = prefix + String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
      if !ids.contains(idFolded(id)), !taken.contains(id) { return id }
    }
  }

  /// Whether an id ends in a number.
  static func isNumbered(_ id: String) -> Bool { parts(of: id) != nil }

  /// An id's beginning and the digits at its end; nil if there are none, or more than 15.
  private static func parts(of id: String) -> (prefix: String, digits: String)? {
    let digits = id.utf8.reversed().prefix { $0.isASCIIDigit }.count
    guard (1...15).contains(digits), CivilDate(String(id.suffix(10))) == nil else { return nil }
    // The digits of `2026007` are a year's and a number's.
    let number = digits >= 6 && isYear(id.utf8.suffix(digits).prefix(4)) ? digits - 4 : digits
    return (String(decoding: id.utf8.dropLast(number), as: UTF8.self), String(id.suffix(number)))
  }

  private static func kind(of prefix: String) -> Kind {
    let bytes = Array(prefix.utf8)
    for start in bytes.indices.dropLast(3).reversed() where isYear(bytes[start..<start + 4]) {
      func isDigit(_ index: Int) -> Bool {
        bytes.indices.contains(index) && bytes[index].isASCIIDigit
      }
      guard !isDigit(start - 1), !isDigit(start + 4) else { continue }
      return .yearly(
        before: String(decoding: bytes[..<start], as: UTF8.self),
        after: String(decoding: bytes[(start + 4)...], as: UTF8.self))
    }
    return .plain(prefix)
  }

  private static func isYear(_ bytes: some Collection<UInt8>) -> Bool {
    guard bytes.count == 4, let year = Int(String(decoding: bytes, as: UTF8.self)) else { return false }
    return (1900..<2100).contains(year)
  }
}
