import Diagnostics
import Records

/// The series that continues an entity's numbered ids.
///
/// `2026-0086` is number 86 of `2026-`. If a beginning is a year, or ends in one, each year has a series of its own.
/// Nearly all ids must be of one form: a `tube-28` among other names is no number.
///
///     var series = IDSeries(["2026-0085", "2026-0086"])
///     series?.next(year: 2026)   // "2026-0087"
///     series?.next(year: 2027)   // "2027-0001"
package struct IDSeries: Sendable {
  private let kind: Kind
  /// For each beginning the greatest number.
  private var greatest: [String: Int] = [:]
  private var width = 1

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

  /// Whether each year has a series of its own.
  var isYearly: Bool { if case .yearly = kind { true } else { false } }

  /// Finds the series of ids; nil if a quarter of them or more have another form. An order that was split is one:
  /// `2026-0007-1` belongs to `2026-0007`.
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
    // Without leading zeros a number has its natural width.
    if !series.contains(where: { $0.width > "\($0.number)".utf8.count }) { width = 1 }
  }

  /// The series of an entity that has no records yet: by the year.
  package static let ofYears = IDSeries()

  private init() {
    kind = .yearly(before: "", after: "-")
    width = 4
  }

  /// The id after the greatest of the series, which is the greatest then.
  /// - Parameter year: the year of the record, for a series that has one a year.
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
