import Diagnostics
import Records

extension FetchPlan {
  /// The maximum number of cells of a table with `pivot`: some 70 MB in memory.
  static let maximumCells = 1_000_000

  /// The error if `pivot` makes too many columns or cells, known before any of them is computed.
  /// - Parameters:
  ///   - rows: as of `run`, like the others.
  ///   - maximumColumns: how many columns can be read.
  /// - Complexity: O(*n* log *n*) in the records.
  package func tooWide(
    graph: RecordGraph, today: CivilDate, among rows: [Int32]? = nil, maximumColumns: Int = .max
  ) -> Diagnostic? {
    guard let pivot, let size = pivotSize(graph: graph, today: today, among: rows) else { return nil }
    let made = "'\(pivot.text)' makes \(size.columns) columns"
    let cells = size.rows * size.columns
    let excess: String
    if size.columns > maximumColumns {
      excess = "\(made), and a table has at most \(maximumColumns)"
    } else if cells > Self.maximumCells {
      excess = "\(made) of \(size.rows) rows, \(cells) cells, and a table has at most \(Self.maximumCells)"
    } else {
      return nil
    }
    return Diagnostic(.invalidRequest, at: pivot.range, "\(excess); group by it instead")
  }
}
