/// An axis with ticks at round numbers: 1, 2 or 5 times a power of ten apart.
///
///     ChartAxis(low: 0, high: 1234, scale: 2, maximumTicks: 5)      // 0, 500, 1,000, 1,500
package struct ChartAxis: Sendable {
  /// The numbers of the first and the last tick, in steps from zero.
  package let steps: ClosedRange<Int>
  /// The first digit of a step: 1, 2 or 5.
  package let digit: Int
  /// The exponent of a step's power of ten.
  let exponent: Int

  /// The smallest exponent of a step: finer steps cannot be distinguished, and their labels would be long.
  private static let finest = -9

  /// Makes an axis that covers two figures.
  /// - Parameters:
  ///   - low: the least figure.
  ///   - high: the greatest figure; if both are 0, the axis ends at 1.
  ///   - scale: the maximum number of digits after the point of figures and ticks.
  ///   - maximumTicks: the maximum number of steps between the figures.
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

  /// The position of a figure on a line of a given length.
  package func position(of value: Double, in length: Int) -> Int {
    let step = Double(digit) * Self.power(exponent)
    let part = (value / step - Double(steps.lowerBound)) / Double(steps.count - 1)
    return Int((min(max(part, 0), 1) * Double(length)).rounded())
  }

  /// The position of a tick on a line of a given length.
  func position(ofStep step: Int, in length: Int) -> Int {
    (step - steps.lowerBound) * length / (steps.count - 1)
  }

  /// The exponent that labels leave out to stay short: 3 for millions, 6 for billions.
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

  /// A power of ten. Unlike `pow`, IEEE 754 multiplication and division agree on every machine.
  private static func power(_ exponent: Int) -> Double {
    let power = (0..<abs(exponent)).reduce(1.0) { power, _ in power * 10 }
    return exponent < 0 ? 1 / power : power
  }
}
