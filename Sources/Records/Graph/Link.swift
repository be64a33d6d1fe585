/// The links of one relationship for all records of a table, by row.
package enum Link: Sendable {
  /// The row of the destination, or -1 for none.
  case one([Int32])
  /// For row *r*, the destinations `targets[offsets[r]..<offsets[r + 1]]`.
  case many(offsets: [Int32], targets: [Int32])

  /// Makes a link column without links.
  package init(isMany: Bool, count: Int) {
    self =
      isMany
      ? .many(offsets: Array(repeating: 0, count: count + 1), targets: [])
      : .one(Array(repeating: -1, count: count))
  }

  /// Whether every row has a destination.
  /// - Complexity: O(*n*) in the rows up to the first without one.
  package var isFull: Bool {
    switch self {
    case .one(let targets): targets.allSatisfy { $0 >= 0 }
    case .many(let offsets, _): zip(offsets, offsets.dropFirst()).allSatisfy { $0 < $1 }
    }
  }

  /// The number of links; of a to-one relationship, that of its rows.
  package var count: Int {
    switch self {
    case .one(let targets), .many(_, let targets): targets.count
    }
  }

  /// The destination of a to-one relationship; nil if there is none.
  package func target(of row: Int) -> Int? {
    guard case .one(let targets) = self, targets[row] >= 0 else { return nil }
    return Int(targets[row])
  }

  /// The destinations of a row, for either kind of relationship.
  package func targets(of row: Int) -> ArraySlice<Int32> {
    switch self {
    case .one(let targets): targets[row] >= 0 ? targets[row...row] : targets[row..<row]
    case .many(let offsets, let targets): targets[Int(offsets[row])..<Int(offsets[row + 1])]
    }
  }

  /// The inverse links: for each destination, its sources in order.
  /// - Parameter count: the number of rows of the destination's table.
  /// - Complexity: O(*n*) in sources, links and destinations, by a counting sort.
  package func inverted(destinationCount count: Int) -> Link {
    var offsets = [Int32](repeating: 0, count: count + 1)
    forEachTarget { _, target in offsets[target + 1] += 1 }
    for row in 0..<count { offsets[row + 1] += offsets[row] }
    var next = offsets
    var inverse = [Int32](repeating: 0, count: Int(offsets[count]))
    forEachTarget { source, target in
      inverse[Int(next[target])] = Int32(source)
      next[target] += 1
    }
    return .many(offsets: offsets, targets: inverse)
  }

  private func forEachTarget(_ body: (_ source: Int, _ target: Int) -> Void) {
    switch self {
    case .one(let targets):
      for source in targets.indices where targets[source] >= 0 { body(source, Int(targets[source])) }
    case .many(let offsets, let targets):
      for source in offsets.indices.dropLast() {
        for index in offsets[source]..<offsets[source + 1] { body(source, Int(targets[Int(index)])) }
      }
    }
  }

  /// The same links, with each row's destinations sorted by rank.
  /// - Parameters:
  ///   - ranks: the rank of each row of the destination's table.
  ///   - rows: the rows whose destinations to sort; nil for all.
  package func sorted(by ranks: [Int32], in rows: Range<Int>? = nil) -> Link {
    guard case .many(let offsets, var targets) = self else { return self }
    for row in rows ?? offsets.indices.dropLast() where offsets[row + 1] - offsets[row] > 1 {
      targets[Int(offsets[row])..<Int(offsets[row + 1])].sort { ranks[Int($0)] < ranks[Int($1)] }
    }
    return .many(offsets: offsets, targets: targets)
  }

  /// The links of some rows; none for row -1.
  func gathered(_ rows: [Int32]) -> Link {
    switch self {
    case .one(let targets): return .one(rows.map { $0 < 0 ? -1 : targets[Int($0)] })
    case .many:
      var offsets: [Int32] = [0]
      var targets: [Int32] = []
      for row in rows {
        if row >= 0 { targets += self.targets(of: Int(row)) }
        offsets.append(Int32(truncatingIfNeeded: targets.count))
      }
      return .many(offsets: offsets, targets: targets)
    }
  }

  /// The same links after their destinations have moved; links to dropped destinations are left out.
  /// - Parameter rows: the new row of each old row, or -1 if it is dropped.
  func redirected(to rows: [Int32]) -> Link {
    switch self {
    case .one(let targets): return .one(targets.map { $0 < 0 ? -1 : rows[Int($0)] })
    case .many(let offsets, let targets):
      var starts: [Int32] = [0]
      var kept: [Int32] = []
      starts.reserveCapacity(offsets.count)
      kept.reserveCapacity(targets.count)
      for row in offsets.indices.dropLast() {
        for target in targets[Int(offsets[row])..<Int(offsets[row + 1])] where rows[Int(target)] >= 0 {
          kept.append(rows[Int(target)])
        }
        starts.append(Int32(truncatingIfNeeded: kept.count))
      }
      return .many(offsets: starts, targets: kept)
    }
  }
}
