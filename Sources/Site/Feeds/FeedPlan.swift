import Diagnostics
import Query
import Records

/// The Atom feed of an index: its newest records.
///
/// A record's own date decides what is new; the clock and the times of files play no part.
struct FeedPlan: Sendable {
  /// A record in a feed.
  struct Entry: Sendable {
    /// The record's row.
    let row: Int
    /// Its day.
    let day: CivilDate
  }

  /// How many records a feed has.
  static let limit = 50

  /// The path: `orders/feed.xml`.
  let path: String
  /// The records' table.
  let table: Int
  /// The records, the newest first; of one day, the last id first.
  let entries: [Entry]

  /// Takes the newest of a result's records; those without a day have no place in an order by day.
  /// - Returns: nil if the result is not of records, or the entity has no date.
  /// - Complexity: O(*n* log *n*) in the result.
  init?(_ result: FetchResult, path: String) {
    let graph = result.graph
    let entity = graph.model.entities[result.plan.entity]
    let dates = entity.attributes.filter { $0.type == .date }
    guard let date = dates.first(where: \.isRequired) ?? dates.first, let records = result.records,
      case .date(let days) = graph.tables[entity.table].columns[date.column]
    else { return nil }
    self.path = path
    table = entity.table
    let ids = graph.tables[entity.table].ids
    entries = records.compactMap { row in days[Int(row)].map { Entry(row: Int(row), day: $0) } }
      .sorted { a, b in
        a.day == b.day ? NaturalOrder.compare(ids[a.row], ids[b.row]) == .descending : b.day < a.day
      }
      .prefix(Self.limit).map(\.self)
  }
}
