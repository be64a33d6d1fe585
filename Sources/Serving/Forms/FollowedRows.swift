/// Where each row of a list is in a later version of the list.
///
/// Not `RowMatching`, which finds the fewest changes to show: an edit is carried over to these rows, so a guess must be
/// known as one, and the values that name a row count more than the others.
struct FollowedRows {
  /// The place of each row, as an index into the later version; nil for one that is gone.
  private(set) var places: [Int?]
  /// The rows, as indices into the earlier version, whose places are likely and not certain.
  private(set) var guesses: Set<Int> = []

  private let old: [FormValues.Row]
  private let new: [FormValues.Row]
  private let names: Set<String>
  /// The later rows without an earlier one, in order.
  private var free: [Int]

  /// Follows the rows of a list.
  ///
  /// Equal rows belong together. Of those left, the most alike do, if they share a value that names them. Each of the
  /// rest is taken for the one in the same order that follows the same row. That is a guess, and so is a choice among
  /// rows that are equally alike, or a row that was given another name.
  /// - Parameter names: the keys whose values name a row.
  /// - Complexity: O(*n* · *m*) in the rows that are not equal.
  init(of old: [FormValues.Row], in new: [FormValues.Row], names: Set<String>) {
    (self.old, self.new, self.names) = (old, new, names)
    places = Array(repeating: nil, count: old.count)
    free = Array(new.indices)
    for index in old.indices {
      if let place = free.first(where: { new[$0].says(old[index]) }) { match(index, place) }
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

  /// What two rows have in common.
  private struct Likeness: Comparable {
    /// How many of the values that name them.
    var names = 0
    /// How many of all their values.
    var values = 0
    /// Whether the earlier one has values that name it.
    var isNamed = false
    /// Whether a value that names them differs.
    var isNamedOtherwise = false

    /// Whether they may be the same row wherever they are.
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
