/// The result of comparing two values.
package enum Ordering: Int8, Sendable {
  /// The first comes before the second.
  case ascending = -1
  /// The values are equal in order.
  case same = 0
  /// The first comes after the second.
  case descending = 1

  /// The order of two comparable values.
  package init<Value: Comparable>(_ a: Value, _ b: Value) {
    self = a < b ? .ascending : a == b ? .same : .descending
  }

  /// The order of the two values when exchanged.
  package var reversed: Ordering {
    switch self {
    case .ascending: .descending
    case .same: .same
    case .descending: .ascending
    }
  }
}
