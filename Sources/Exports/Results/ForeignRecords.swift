import Query
import Records

/// The records of a result whose currency is another than the site's: an amount without a code is read in the record's
/// currency, so that those of the site's need it in their rows of a CSV file.
struct ForeignRecords: Sendable {
  private let graph: RecordGraph
  private let table: Int
  private let records: [Int32]

  /// Finds out whether there may be such records; nil where there is none.
  init?(_ result: FetchResult) {
    guard let records = result.records else { return nil }
    let graph = result.graph
    table = graph.model.entities[result.plan.entity].table
    guard graph.hasForeignRecords(graph.tables[table].owners?.table ?? table) else { return nil }
    (self.graph, self.records) = (graph, records)
  }

  /// Whether a row's record is one of them.
  func contains(_ place: Int) -> Bool { graph.isForeign(Int(records[place]), in: table) }
}

extension RecordGraph {
  /// Whether a record's currency, or its owner's, is another than the site's.
  package func isForeign(_ row: Int, in table: Int) -> Bool {
    if let owners = tables[table].owners { return isForeign(Int(owners.rows[row]), in: owners.table) }
    return tables[table].columns.contains { column in
      guard case .currency(let values) = column, let currency = values[row] else { return false }
      return currency != model.currency
    }
  }

  /// Whether a table has such records.
  fileprivate func hasForeignRecords(_ table: Int) -> Bool {
    let home = model.currency
    return tables[table].columns.contains { column in
      guard case .currency(let values) = column else { return false }
      // Unwrapped before it is compared: comparing optionals is a call for each record.
      return values.contains { currency in currency.map { $0 != home } ?? false }
    }
  }
}
