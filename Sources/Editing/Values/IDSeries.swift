import Diagnostics
import Records

/// Continues the series of an entity's numbered ids.
///
/// `2026-0086` is number 86 with the prefix `2026-`. If a prefix is or ends in a year, each year has its own
/// series. Nearly all ids must have the same form: a `tube-28` among other names is not numbered.
///
///     var series = IDSeries(["2026-0085", "2026-0086"])
///     series?.next(year: 2026)   // "2026-0087"
///     series?.next(year: 2027)   // "2027-0001"
package struct IDSeries: Sendable {
  private let kind: Kind
  /// The greatest number by prefix.
  private var greatest: [String: Int] = [:]
  private var width = 1

  /// What the ids of a series have in common: the text before and after the year, or the whole prefix.
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

  /// Whether each year has a series of its own.
  var isYearly: Bool { if case .yearly = kind { true } else { false } }

  /// Finds the series of ids; nil if a quarter of them or more have another form. An order that was split
  /// does not count as another form: `2026-0007-1` belongs to `2026-0007`.
  /// - Complexity: O(*n*) in the ids.
  package init?(_ ids: some Sequence<String>) {
    var members: [Kind: [NumberedID]] = [:]
    let all = Set(ids)
    var count = 0
    for id in all {
      let numbered = NumberedID(id)
      if let numbered, numbered.beginning.last == "-", all.contains(String(numbered.beginning.dropLast())) {
        continue
      }
      count += 1
      if let numbered { members[Self.kind(of: String(numbered.beginning)), default: []].append(numbered) }
    }
    guard
      let (kind, series) = members.max(by: {
        ($0.value.count, $1.key.prefix(year: 0)) < ($1.value.count, $0.key.prefix(year: 0))
      }), series.count * 4 >= count * 3
    else { return nil }
    self.kind = kind
    for id in series {
      greatest[String(id.beginning), default: 0] = max(greatest[String(id.beginning)] ?? 0, id.number)
      width = max(width, id.width)
    }
    // Numbers without leading zeros are not padded.
    if !series.contains(where: { $0.width > "\($0.number)".utf8.count }) { width = 1 }
  }

  /// The yearly series of an entity that has no records yet.
  package static let ofYears = IDSeries()

  private init() {
    kind = .yearly(before: "", after: "-")
    width = 4
  }

  /// The id after the greatest of the series. It then is the greatest.
  /// - Parameter year: the year of the record, for a yearly series.
  package mutating func next(year: Int) -> String {
    let prefix = kind.prefix(year: year)
    let number = (greatest[prefix] ?? 0) + 1
    greatest[prefix] = number
    return prefix + NumberedID.text(number, width: width)
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
    Int(String(decoding: bytes, as: UTF8.self)).map(NumberedID.years.contains) ?? false
  }
}
