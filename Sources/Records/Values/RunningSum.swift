/// A sum that grows value by value, null counting as nothing.
///
///     var sum = RunningSum(from: .null)
///     for row in rows { sum.add(column[row]) }
///     sum.value                         // null if there was nothing to add
package struct RunningSum: Sendable {
  /// The sum so far; null if it has more than 38 digits, and then for good: a later sum must not pass for the whole.
  package private(set) var value: Value
  private var isBeyond = false

  /// A sum that begins with a value: zero, or null if the sum of nothing should be nothing.
  package init(from start: Value) {
    value = start
  }

  /// Adds some of a column's amounts; nothing to a sum of another type.
  /// - Complexity: O(*n*) in the rows.
  package mutating func add(_ amounts: [Money?], at rows: [Int32]) {
    guard case .money(let start) = value else { return }
    put(Self.sum(of: amounts, at: rows, from: start) { $0.adding($1) }.map(Value.money))
  }

  /// Adds some of a column's numbers; nothing to a sum of another type.
  /// - Complexity: O(*n*) in the rows.
  package mutating func add(_ numbers: [Decimal?], at rows: [Int32]) {
    guard case .number(let start) = value else { return }
    put(Self.sum(of: numbers, at: rows, from: start) { $0.adding($1) }.map(Value.number))
  }

  private static func sum<Number>(
    of column: [Number?], at rows: [Int32], from start: Number, adding: (Number, Number) -> Number?
  ) -> Number? {
    var sum = start
    for row in rows {
      guard let number = column[Int(row)] else { continue }
      guard let next = adding(sum, number) else { return nil }
      sum = next
    }
    return sum
  }

  private mutating func put(_ sum: Value?) {
    value = sum ?? .null
    isBeyond = sum == nil
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
