/// Distinct values, numbered in the order in which they are first seen.
package struct NumberedValues<Value: Hashable> {
  /// The values by their numbers.
  package internal(set) var values: [Value] = []
  @usableFromInline var numbers: [Value: Int] = [:]

  /// Starts without values.
  @inlinable package init() {}

  /// The number of a value, which is added if it is new.
  @inlinable package mutating func number(of value: Value) -> Int {
    if let number = numbers[value] { return number }
    numbers[value] = values.count
    values.append(value)
    return values.count - 1
  }
}
