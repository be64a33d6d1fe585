/// The name before the parenthesis of a call, which may be in any case.
///
///     FunctionName("ADDMONTHS")   .addMonths, which is spelled addMonths
package enum FunctionName: Sendable, Equatable {
  /// A function of one value.
  case ofValue(Function)
  /// The day of the build.
  case today
  /// The same day of another month.
  case addMonths
  /// A figure of the records of a group.
  case aggregate(Aggregate)
  /// The number of distinct values in a group.
  case countDistinct
  /// A function of a column that reads other rows.
  case ofRows(RowFunction)
  /// A name that no function has, as written.
  case unknown(String)

  package static let known: [FunctionName] =
    Function.allCases.map(ofValue) + [today, addMonths] + Aggregate.allCases.map(aggregate) + [countDistinct]
    + RowFunction.allCases.map(ofRows)

  private static let byFoldedName = Dictionary(
    uniqueKeysWithValues: known.map { ($0.description.lowercased(), $0) })

  /// Reads a name.
  package init(_ written: String) { self = Self.byFoldedName[written.lowercased()] ?? .unknown(written) }

  /// Whether it is a function of a record, which needs no group and no other rows.
  var isOfRecord: Bool {
    switch self {
    case .ofValue, .today, .addMonths: true
    case .aggregate, .countDistinct, .ofRows, .unknown: false
    }
  }
}

extension FunctionName: CustomStringConvertible {
  /// The name as docket spells it.
  package var description: String {
    switch self {
    case .ofValue(let function): function.rawValue
    case .today: "today"
    case .addMonths: "addMonths"
    case .aggregate(let aggregate): aggregate.rawValue
    case .countDistinct: "countDistinct"
    case .ofRows(let function): function.rawValue
    case .unknown(let name): name
    }
  }
}

/// A construct that looks like a call, but whose arguments are not all values.
package enum CallForm: String, Sendable, CaseIterable {
  /// A value that depends on a condition.
  case ternary = "TERNARY"
  /// A value as another type.
  case cast = "CAST"
  /// The elements of a list that meet a predicate.
  case subquery = "SUBQUERY"
}
