/// Rows that are still to be paired, found by the values that they share with another row.
///
/// A row is compared only with rows that share one of its rarest values, until no other can be more similar.
/// So changed rows whose texts or amounts differ are paired without comparing each with all.
struct RowCandidates {
  /// A key with its value.
  private struct Item: Hashable {
    let key: String
    let value: String
  }

  /// The number of each key, and of each item.
  private var keys: [String: Int] = [:]
  private var items: [Item: Int] = [:]
  /// For each row and each key the number of its item; -1 for none.
  private var table: [Int] = []
  /// The places of the rows with an item, ascending; rows up to `begins` are taken.
  private var places: [[Int]] = []
  private var begins: [Int] = []
  private var isTaken: [Bool]
  /// The number of rows to compare with, including taken ones.
  private var end: Int

  /// Makes candidates.
  /// - Parameter limit: the maximum number of remaining rows to compare with; later ones move up as others
  ///   are taken.
  init(_ rows: [RowMatching.Row], limit: Int) {
    isTaken = Array(repeating: false, count: rows.count)
    end = min(limit, rows.count)
    for key in rows.lazy.flatMap(\.keys) where keys[key] == nil { keys[key] = keys.count }
    table = Array(repeating: -1, count: rows.count * keys.count)
    for (place, row) in rows.enumerated() {
      for (key, value) in row {
        let item = Item(key: key, value: value)
        let number = items[item] ?? places.count
        if number == places.count {
          items[item] = number
          places.append([])
        }
        places[number].append(place)
        if let column = keys[key] { table[place * keys.count + column] = number }
      }
    }
    begins = Array(repeating: 0, count: places.count)
  }

  /// The places of the remaining rows, ascending.
  var remaining: [Int] { isTaken.indices.filter { !isTaken[$0] } }

  /// Takes the row that shares most values with another row; of several, the first.
  /// - Returns: its place; nil if no row shares any.
  mutating func take(mostSimilarTo row: RowMatching.Row) -> Int? {
    let wanted = row.compactMap { key, value in
      items[Item(key: key, value: value)].map { (column: keys[key] ?? 0, item: $0) }
    }.sorted { (places[$0.item].count, $0.item) < (places[$1.item].count, $1.item) }
    var best: (place: Int, count: Int)?
    search: for (index, (_, item)) in wanted.enumerated() {
      // A row that shares none of the items so far has at most the others.
      if let best, best.count > wanted.count - index { break }
      while begins[item] < places[item].count, isTaken[places[item][begins[item]]] { begins[item] += 1 }
      for place in places[item][begins[item]...] where !isTaken[place] {
        guard place < end else { break }
        let count = wanted.count { table[place * keys.count + $0.column] == $0.item }
        if best.map({ count > $0.count || count == $0.count && place < $0.place }) ?? true {
          best = (place, count)
        }
        // No earlier row shares as much: it would have been found here.
        if index == 0, count == wanted.count { break search }
      }
    }
    guard let best else { return nil }
    isTaken[best.place] = true
    end = min(end + 1, isTaken.count)
    return best.place
  }
}
