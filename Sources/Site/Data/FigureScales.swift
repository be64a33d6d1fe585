/// The digits after the point of a list's figures, so that the script can add them up as integers and format
/// them like the pages.
///
/// A unit is a currency, or the plain numbers of a column. If a column's amounts have fewer digits than
/// another's in their currency, they get their own unit: `EUR#3`.
struct FigureScales {
  /// The digits of each unit.
  let byUnit: [String: Int]
  /// The units with numbers without end, which are rounded for readers.
  let endless: Set<String>
  /// For each column, its own units.
  private let own: [[String: String]]

  /// Makes the scales of columns.
  /// - Parameters:
  ///   - columns: for each column, the maximum digits of its figures, by currency.
  ///   - endless: for each column, the currencies in which its figures are numbers without end.
  init(_ columns: [[String: Int]], endless: [Set<String>]) {
    var byUnit: [String: Int] = [:]
    for scales in columns { byUnit.merge(scales) { max($0, $1) } }
    var own: [[String: String]] = columns.map { _ in [:] }
    for (column, scales) in columns.enumerated() {
      for (unit, scale) in scales where scale < byUnit[unit] ?? 0 { own[column][unit] = "\(unit)#\(column)" }
    }
    for (column, units) in own.enumerated() {
      for (unit, name) in units { byUnit[name] = columns[column][unit] }
    }
    (self.byUnit, self.own) = (byUnit, own)
    self.endless = Set(endless.enumerated().flatMap { column, units in units.map { own[column][$0] ?? $0 } })
  }

  /// The unit of a column's figures in a currency.
  func unit(_ unit: String, of column: Int) -> String { own[column][unit] ?? unit }

  /// The digits of a column's figures in a currency.
  func digits(of unit: String, in column: Int) -> Int { byUnit[self.unit(unit, of: column)] ?? 0 }
}
