import Charts
import TestSupport
import Testing

/// Axes have round numbers, and hold every figure.
struct ChartAxisTests {
  /// The least and the greatest figure, and the ticks between which they lie.
  @Test(arguments: [
    (0.0, 1234.5, 2, ["0", "500", "1000", "1500"]),
    (0, 7, 0, ["0", "2", "4", "6", "8"]),
    (0, 1, 0, ["0", "1"]),
    (0, 1, 2, ["0", "0.2", "0.4", "0.6", "0.8", "1.0"]),
    (0, 0, 0, ["0", "1"]),
    (-3, 12, 0, ["-5", "0", "5", "10", "15"]),
    (-800, 0, 2, ["-800", "-600", "-400", "-200", "0"]),
    (0, 0.03, 2, ["0", "0.01", "0.02", "0.03"]),
    (980, 1010, 0, ["980", "990", "1000", "1010"]),
  ])
  func hasRoundNumbers(low: Double, high: Double, scale: Int, ticks: [String]) {
    let axis = ChartAxis(low: low, high: high, scale: scale, maximumTicks: 5)
    #expect(axis.steps.map { axis.plainLabel(ofStep: $0) } == ticks)
  }

  /// From a million on a thousand is left out and named elsewhere.
  @Test(arguments: [
    (999_999.0, 0, "1000", 3), (500_000, 0, "500000", 0), (4_000_000_000, 0, "4000", 6),
    (1e37, 2, "10000", 33),
  ])
  func shortensLargeNumbers(high: Double, scale: Int, last: String, power: Int) {
    let axis = ChartAxis(low: 0, high: high, scale: scale, maximumTicks: 5)
    #expect(axis.plainLabel(ofStep: axis.steps.upperBound) == last)
    #expect(axis.hiddenPower == power)
  }

  @Test func holdsEveryFigure() {
    var random = SeededGenerator(seed: 11)
    for _ in 0..<5000 {
      let size = (0..<Int.random(in: 0...30, using: &random)).reduce(1e-4) { size, _ in size * 10 }
      let first = Double.random(in: -1...1, using: &random) * size
      let second = Bool.random(using: &random) ? 0 : Double.random(in: -1...1, using: &random) * size
      let (low, high) = (min(first, second), max(first, second))
      let most = Int.random(in: 1...8, using: &random)
      let axis = ChartAxis(
        low: low, high: high, scale: Int.random(in: 0...6, using: &random), maximumTicks: most)
      #expect([1, 2, 5].contains(axis.digit))
      #expect((1...most + 2).contains(axis.steps.count - 1), "\(low)...\(high): \(axis)")
      let places = [low, high].map { axis.position(of: $0, in: 100_000) }
      #expect(places[0] <= places[1])
      // The figure stands where a straight line through the ticks has it, so none was moved to the edge.
      let labels = axis.steps.compactMap { Double(axis.plainLabel(ofStep: $0)) }
      let unit = (0..<axis.hiddenPower).reduce(1.0) { unit, _ in unit * 10 }
      let (bottom, top) = ((labels.first ?? 0) * unit, (labels.last ?? 0) * unit)
      let slack = (top - bottom) / 100_000
      for (figure, place) in zip([low, high], places) {
        #expect(abs(bottom + (top - bottom) * Double(place) / 100_000 - figure) <= slack)
      }
    }
  }
}
