/// How many digits after the point a list's figures have, so that the script can add them as integers and print them as the
/// pages do.
///
/// A unit is a currency or the plain numbers of a column. If a column's amounts have fewer digits than another's
/// in their currency, they get a unit of their own: `EUR#3`.
struct FigureScales {
  /// The digits of each unit.
  let byUnit: [String: Int]
  /// For each column its units of their own.
  private let own: [[String: String]]

  /// Makes the scales of columns.
  /// - Parameter columns: for each column the most digits that its figures in a currency have.
  init(_ columns: [[String: Int]]) {
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
  }

  /// The unit of a column's figures in a currency.
  func unit(_ unit: String, of column: Int) -> String { own[column][unit] ?? unit }

  /// The digits of a column's figures in a currency.
  func digits(of unit: String, in column: Int) -> Int { byUnit[self.unit(unit, of: column)] ?? 0 }
}
