/// A sum that grows value by value, null counting as nothing.
///
///     var sum = RunningSum(from: .null)
///     for row in rows { sum.add(column[row]) }
///     sum.value                         // null where there was nothing to add
package struct RunningSum: Sendable {
  /// The sum so far; null where it has more than 38 digits, and then for good: what follows must not pass for the whole.
  package private(set) var value: Value
  private var isBeyond = false

  /// A sum that begins with a value: zero, or null where nothing added up is to be nothing.
  package init(from start: Value) {
    value = start
  }

  /// Adds a number or an amount of money; what is neither, or not of the sum's type, is left out.
  package mutating func add(_ other: Value) {
    guard !isBeyond else { return }
    switch (value, other) {
    case (.null, .money), (.null, .number): value = other
    case (.money(let a), .money(let b)): value = a.adding(b).map(Value.money) ?? .null
    case (.number(let a), .number(let b)): value = a.adding(b).map(Value.number) ?? .null
    default: return
    }
    isBeyond = value == .null
  }
}
