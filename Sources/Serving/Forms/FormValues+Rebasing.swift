// What was typed for a file that has changed since.

extension FormValues {
  /// The values for the file as it is now: each row knows its place there, and what the form left alone in a row that it
  /// changed elsewhere is what the file has now.
  /// - Parameters:
  ///   - original: what the file said when the form was shown; nil where that is not known, and no row has a place then.
  ///   - file: what the file says now.
  func rebased(from original: FormValues?, to file: FormValues) -> FormValues {
    var values = self
    for (list, rows) in rows {
      let (old, new) = (original?.rows[list] ?? [], file.rows[list] ?? [])
      let places = Self.places(of: old, in: new)
      let isChanged = original.map { !says(the: $0, of: list) } ?? false
      values.rows[list] = rows.map { row in
        var row = row
        let was = row.was.flatMap { old.indices.contains($0) ? $0 : nil }
        row.was = was.flatMap { places[$0] }
        guard isChanged, let was, let place = row.was else { return row }
        for key in Set(old[was].fields.keys).union(new[place].fields.keys)
        where row.fields[key] ?? "" == old[was].fields[key] ?? "" {
          row.fields[key] = new[place].fields[key] ?? ""
        }
        return row
      }
    }
    return values
  }

  /// Where each of some rows is in a later version of their list: the row that says the same, else of those that are left on
  /// both sides the one in the same order.
  private static func places(of old: [Row], in new: [Row]) -> [Int?] {
    var places: [Int?] = Array(repeating: nil, count: old.count)
    var free = Array(new.indices)
    for index in old.indices {
      guard let place = free.firstIndex(where: { new[$0].fields == old[index].fields }) else { continue }
      places[index] = free.remove(at: place)
    }
    for index in old.indices where places[index] == nil && !free.isEmpty {
      places[index] = free.removeFirst()
    }
    return places
  }
}
