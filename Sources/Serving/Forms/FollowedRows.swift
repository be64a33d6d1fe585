/// Finds each row of a list in a later version of the list.
///
/// This is not `RowMatching`, which finds the fewest changes to display. An edit is transferred to these
/// rows, so guesses must be known as such, and values that name a row count more than others.
struct FollowedRows {
  /// The index of each row in the later version; nil if it was removed.
  private(set) var places: [Int?]
  /// The indices in the earlier version of rows whose match is likely but uncertain.
  private(set) var guesses: Set<Int> = []

  private let old: [FormValues.Row]
  private let new: [FormValues.Row]
  private let names: Set<String>
  /// The later rows that are not matched yet, in order.
  private var free: [Int]

  /// Matches the rows of two versions of a list.
  ///
  /// Equal rows are matched first. Of the remaining ones, the most similar are matched if they share a value
  /// that names them. Each of the rest is matched with the next later row that follows the same row. Such a
  /// match is a guess, and so is a choice among equally similar rows, or a match whose name changed.
  /// - Parameter names: the keys whose values name a row.
  /// - Complexity: O(*n* · *m*) in the rows that are not equal.
  init(of old: [FormValues.Row], in new: [FormValues.Row], names: Set<String>) {
    (self.old, self.new, self.names) = (old, new, names)
    places = Array(repeating: nil, count: old.count)
    free = Array(new.indices)
    for index in old.indices {
      if let place = free.first(where: { new[$0].hasSameValues(as: old[index]) }) { match(index, place) }
    }
    matchAlike()
    matchByPlace()
  }

  private mutating func match(_ index: Int, _ place: Int) {
    places[index] = place
    free.removeAll { $0 == place }
  }

  private mutating func matchAlike() {
    let left = old.indices.filter { places[$0] == nil }
    var pairs: [(likeness: Likeness, distance: Int, old: Int, new: Int)] = []
    for (rank, index) in left.enumerated() {
      for (otherRank, place) in free.enumerated() {
        let likeness = likeness(index, place)
        if likeness.isEnough { pairs.append((likeness, abs(rank - otherRank), index, place)) }
      }
    }
    pairs.sort { a, b in
      a.likeness != b.likeness
        ? a.likeness > b.likeness : (a.distance, a.old, a.new) < (b.distance, b.old, b.new)
    }
    for (alike, _, index, place) in pairs where places[index] == nil && free.contains(place) {
      let isOneOfSeveral =
        free.contains { $0 != place && likeness(index, $0) == alike }
        || left.contains { $0 != index && places[$0] == nil && likeness($0, place) == alike }
      if isOneOfSeveral || alike.isNamedOtherwise { guesses.insert(index) }
      match(index, place)
    }
  }

  private mutating func matchByPlace() {
    let same = Set(places.compactMap(\.self))
    var before: Int?
    for index in old.indices {
      if let place = places[index] {
        before = place
      } else if let next = free.first(where: { place in
        new.indices.last { $0 < place && same.contains($0) } == before
      }) {
        match(index, next)
        guesses.insert(index)
      }
    }
  }

  // MARK: Likeness

  /// The similarity of two rows.
  private struct Likeness: Comparable {
    /// The number of equal values that name them.
    var names = 0
    /// The number of equal values.
    var values = 0
    /// Whether the earlier row has values that name it.
    var isNamed = false
    /// Whether a value that names them differs.
    var isNamedOtherwise = false

    /// Whether they may be the same row regardless of position.
    var isEnough: Bool { isNamed ? names > 0 : values > 0 }

    static func < (a: Likeness, b: Likeness) -> Bool { (a.names, a.values) < (b.names, b.values) }
  }

  private func likeness(_ index: Int, _ place: Int) -> Likeness {
    var likeness = Likeness()
    for (key, value) in old[index].fields where !value.isEmpty {
      let isName = names.contains(key)
      let other = new[place].fields[key] ?? ""
      if isName { likeness.isNamed = true }
      guard other == value else {
        if isName { likeness.isNamedOtherwise = true }
        continue
      }
      likeness.values += 1
      if isName { likeness.names += 1 }
    }
    return likeness
  }
}
