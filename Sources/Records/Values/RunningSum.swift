/// A sum to which values are added one by one; null is ignored.
///
///     var sum = RunningSum(from: .null)
///     for row in rows { sum.add(column[row]) }
///     sum.value                         // null if there was nothing to add
package struct RunningSum: Sendable {
  /// The sum so far; null for good beyond 38 digits, so that a later sum is not taken for the whole.
  package private(set) var value: Value
  private var isBeyond = false

  /// Makes a sum that starts with a value: zero, or null if the sum of no values should be null.
  package init(from start: Value) {
    value = start
  }

  /// Adds a number or an amount; a value of a type other than the sum's is ignored.
  package mutating func add(_ other: Value) {
    guard !isBeyond else { return }
    switch (value, other) {
    case (.null, .money), (.null, .number): value = other
    case (.money(var sum), .money(let amount)):
      // The sum owns its memory alone while it is added to.
      value = .null
      if sum.add(amount) { value = .money(sum) } else { isBeyond = true }
    case (.number(let a), .number(let b)):
      value = a.adding(b).map(Value.number) ?? .null
      isBeyond = value == .null
    default: return
    }
  }
}
