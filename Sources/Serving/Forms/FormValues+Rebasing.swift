// Applying typed values to a file that has changed since the form was shown.

extension FormValues {
  /// The values for a changed file, and the names of rows to mark in each list.
  struct Rebased {
    var values: FormValues
    /// The changed rows whose match in the file is a guess.
    var guessed: [String: Set<String>] = [:]
    /// The rows that the form removed and that were changed in the file.
    var removed: [String: Set<String>] = [:]
  }

  /// Applies the values to the current file: rows are identified by their current positions. In a list that
  /// the form changed, fields that it did not change, added rows and removed rows are taken from the file.
  /// - Parameters:
  ///   - original: the values of the file when the form was shown; nil if unknown.
  ///   - file: the current values of the file.
  ///   - names: the keys whose values name the rows of a list.
  func rebased(
    from original: FormValues?, to file: FormValues, names: (_ list: String) -> Set<String>
  ) -> Rebased {
    var result = Rebased(values: self)
    for (list, rows) in rows {
      let (old, new) = (original?.rows[list] ?? [], file.rows[list] ?? [])
      let matching = FollowedRows(of: old, in: new, names: names(list))
      let places = matching.places
      guard let original, !hasSameValue(as: original, of: list) else {
        // The rows are the original ones, in the original order.
        result.values.rows[list] = rows.enumerated().map { index, row in
          row.moved(to: places.indices.contains(index) ? places[index] : nil, places)
        }
        continue
      }
      var rebased = rows.compactMap { Self.rebased($0, from: old, to: new, places) }
      result.guessed[list] = Set(
        rows.filter { row in
          row.was.map { matching.guesses.contains($0) && !row.hasSameValues(as: old[$0]) } ?? false
        }.map(\.name))
      // A row removed in the form stays removed. If the file changed it, it is shown for removal.
      let removed = old.indices.filter { was in !rows.contains { $0.was == was } }
      let changed = Set(
        removed.compactMap { was in places[was].flatMap { new[$0].hasSameValues(as: old[was]) ? nil : $0 } })
      let known = Set(removed.compactMap { places[$0] }).subtracting(changed)
        .union(rebased.compactMap(\.was))
      for place in new.indices where !known.contains(place) {
        let before = rebased.lastIndex { $0.was.map { $0 < place } ?? false }
        let name = Self.freeName(in: rebased)
        if changed.contains(place) { result.removed[list, default: []].insert(name) }
        rebased.insert(
          Row(name: name, was: place, fields: new[place].fields), at: before.map { $0 + 1 } ?? 0)
      }
      result.values.rows[list] = rebased
    }
    return result
  }

  /// A row of a changed list; nil if the file no longer has it and the form did not change it.
  private static func rebased(_ row: Row, from old: [Row], to new: [Row], _ places: [Int?]) -> Row? {
    guard let was = row.was, old.indices.contains(was) else { return row.moved(to: nil, places) }
    guard let place = places[was] else {
      return row.hasSameValues(as: old[was]) ? nil : row.moved(to: nil, places)
    }
    var row = row.moved(to: place, places)
    for key in Set(old[was].fields.keys).union(new[place].fields.keys).subtracting(row.kept)
    where row.emptied.contains(key) || row.fields[key] ?? "" == old[was].fields[key] ?? "" {
      row.fields[key] = new[place].fields[key] ?? ""
    }
    return row
  }

  /// Two empty rows with unused names. If a save is refused, its rows keep their names.
  static func spareRows(beside rows: [Row]) -> [Row] {
    let last = rows.compactMap { Int($0.name) }.reduce(rows.count + 999) { max($0, $1) }
    return (1...2).map { Row(name: "\(last + $0)", was: nil, fields: [:]) }
  }

  /// The smallest unused number for a row's name, starting at the number of rows.
  private static func freeName(in rows: [Row]) -> String {
    let names = Set(rows.map(\.name))
    var number = rows.count
    while names.contains("\(number)") { number += 1 }
    return "\(number)"
  }
}

extension FormValues.Row {
  /// The row at another place of the file.
  /// - Parameter places: the new index of each row of the file; nil for a removed row.
  fileprivate func moved(to place: Int?, _ places: [Int?]) -> FormValues.Row {
    var row = self
    row.was = place
    row.copied = copied.flatMap { places.indices.contains($0) ? places[$0] : nil }
    return row
  }

  /// Whether a row has the same values as another.
  func hasSameValues(as other: FormValues.Row) -> Bool {
    Set(fields.keys).union(other.fields.keys).allSatisfy { fields[$0] ?? "" == other.fields[$0] ?? "" }
  }
}
