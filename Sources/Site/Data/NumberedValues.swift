/// Distinct values, numbered in the order in which they are first seen.
struct NumberedValues<Value: Hashable> {
  /// The values by their numbers.
  private(set) var values: [Value] = []
  private var numbers: [Value: Int] = [:]

  /// The number of a value, which is added if it is new.
  mutating func number(of value: Value) -> Int {
    if let number = numbers[value] { return number }
    numbers[value] = values.count
    values.append(value)
    return values.count - 1
  }
}
