import Content
import Query
import Records

/// The records of a result whose currency differs from the site's: an amount without a code is read in the
/// record's currency, so amounts in the site's currency need theirs in such rows of a CSV file.
struct ForeignRecords: Sendable {
  private let currencies: RecordCurrencies
  private let home: Currency
  private let records: [Int32]

  /// Finds out whether there may be such records; nil if there is none.
  init?(_ result: FetchResult) {
    guard let records = result.records else { return nil }
    let model = result.graph.model
    currencies = RecordCurrencies(model.entities[result.plan.entity].table, of: result.graph)
    guard currencies.mayDiffer else { return nil }
    (home, self.records) = (model.currency, records)
  }

  /// Whether a row's record is one of them.
  func contains(_ place: Int) -> Bool { currencies[Int(records[place])] != home }
}
