import Content
import Query
import Records

/// The records of a result whose currency differs from the site's. `import` reads an amount without a code in
/// the record's currency, so in these rows written amounts in the site's currency need the code.
struct ForeignRecords: Sendable {
  private let currencies: RecordCurrencies
  private let home: Currency
  private let records: [Int32]

  /// Finds such records; nil if there can be none.
  init?(_ result: FetchResult) {
    guard let records = result.records else { return nil }
    let model = result.graph.model
    currencies = RecordCurrencies(model.entities[result.plan.entity].table, of: result.graph)
    guard currencies.mayDiffer else { return nil }
    (home, self.records) = (model.currency, records)
  }

  /// Whether a row's record has another currency than the site.
  func contains(_ place: Int) -> Bool { currencies[Int(records[place])] != home }
}
