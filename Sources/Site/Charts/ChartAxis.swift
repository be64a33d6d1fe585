/// An axis with round numbers: 1, 2 or 5 times a power of ten apart.
///
///     ChartAxis(low: 0, high: 1234, scale: 2, maximumTicks: 5)      // 0, 500, 1,000, 1,500
package struct ChartAxis: Sendable {
  /// The steps of the first and the last tick, counted from zero.
  package let steps: ClosedRange<Int>
  /// The first digit of a step: 1, 2 or 5.
  package let digit: Int
  /// The power of ten of a step.
  let exponent: Int

  /// The smallest power of ten that a step has; finer steps cannot be distinguished, and their labels would be long.
  private static let finest = -9

  /// Makes an axis that holds two figures.
  /// - Parameters:
  ///   - low: the least figure.
  ///   - high: the greatest figure; if both are 0, the axis goes to 1.
  ///   - scale: the digits after the point that the figures have at most; ticks have no more.
  ///   - maximumTicks: how many steps there are at most between the figures.
  package init(low: Double, high: Double, scale: Int, maximumTicks: Int) {
    let high = low == 0 && high == 0 ? 1 : high
    let rough = (high - low) / Double(max(1, maximumTicks))
    var exponent = max(Self.finest, -scale)
    while Self.power(exponent + 1) <= rough { exponent += 1 }
    let unit = Self.power(exponent)
    let digit = [1, 2, 5].first { Double($0) * unit >= rough } ?? 10
    self.digit = digit == 10 ? 1 : digit
    self.exponent = digit == 10 ? exponent + 1 : exponent
    let step = Double(self.digit) * Self.power(self.exponent)
    let first = Int((low / step).rounded(.down))
    steps = first...max(first + 1, Int((high / step).rounded(.up)))
  }

  /// Where a figure is on a line of some length, from its start.
  package func position(of value: Double, in length: Int) -> Int {
    let step = Double(digit) * Self.power(exponent)
    let part = (value / step - Double(steps.lowerBound)) / Double(steps.count - 1)
    return Int((min(max(part, 0), 1) * Double(length)).rounded())
  }

  /// Where a tick is on a line of some length, from its start.
  func position(ofStep step: Int, in length: Int) -> Int {
    (step - steps.lowerBound) * length / (steps.count - 1)
  }

  /// The power of ten that labels leave out, so that they stay short: 3 from a million on, 6 from a billion on.
  package var hiddenPower: Int {
    let largest = max(abs(steps.lowerBound), abs(steps.upperBound)) * digit
    let digits = String(largest).utf8.count + exponent
    return digits > 6 ? min((digits - 4) / 3 * 3, max(0, exponent / 3 * 3)) : 0
  }

  /// The label of a tick as a plain decimal.
  package func plainLabel(ofStep step: Int) -> String {
    let power = exponent - hiddenPower
    let digits = String(abs(step) * digit)
    let sign = step < 0 ? "-" : ""
    guard power < 0, step != 0 else {
      return sign + digits + String(repeating: "0", count: step == 0 ? 0 : power)
    }
    let padded = String(repeating: "0", count: max(0, 1 - power - digits.utf8.count)) + digits
    return sign + padded.dropLast(-power) + "." + padded.suffix(-power)
  }

  /// A power of ten, the same on every machine: multiplication and division are exact by IEEE 754, `pow` is not.
  private static func power(_ exponent: Int) -> Double {
    let power = (0..<abs(exponent)).reduce(1.0) { power, _ in power * 10 }
    return exponent < 0 ? 1 / power : power
  }
}
