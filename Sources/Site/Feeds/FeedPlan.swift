import Query
import Records

/// The Atom feed of an index: its newest records.
///
/// A record's own date decides whether it is new, not the clock or the times of files.
struct FeedPlan: Sendable {
  /// A record in a feed.
  struct Entry: Sendable {
    /// The record's row.
    let row: Int
    let day: CivilDate
  }

  /// The maximum number of records in a feed.
  static let limit = 50

  /// The path: `orders/feed.xml`.
  let path: String
  /// The records' table.
  let table: Int
  /// The records, newest first; on the same date, in descending order of ids.
  let entries: [Entry]

  /// Selects the newest records of a result; records without a date are left out.
  /// - Returns: nil if the result does not consist of records, or the entity has no date.
  /// - Complexity: O(*n* log *n*) in the result.
  init?(_ result: FetchResult, path: String) {
    let graph = result.graph
    let entity = graph.model.entities[result.plan.entity]
    guard let date = entity.requiredDate ?? entity.attributes.first(where: { $0.type == .date }),
      let records = result.records,
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
