import Records

extension Evaluator {
  /// One value for each list; nil elements are skipped.
  func aggregate(_ aggregate: Aggregate, _ type: StaticType, _ offsets: [Int32], _ elements: Vector) -> Vector
  {
    if aggregate == .count { return .number(count(offsets, elements)) }
    switch elements {
    case .number(let lane): return .number(self.aggregate(aggregate, offsets, lane))
    case .money(let lane): return .money(self.aggregate(aggregate, offsets, lane))
    case .date(let lane):
      return .date(fold(offsets, lane, from: nil) { $0.isLess($1, aggregate) ? $0 : $1 })
    case .text(let lane):
      let wanted: Ordering = aggregate == .min ? .ascending : .descending
      return .text(fold(offsets, lane, from: nil) { NaturalOrder.compare($0, $1) == wanted ? $0 : $1 })
    case .boolean, .record, .list: return .null(type)
    }
  }

  private func aggregate(_ aggregate: Aggregate, _ offsets: [Int32], _ lane: Lane<Decimal>) -> Lane<Decimal> {
    switch aggregate {
    case .min, .max, .count: fold(offsets, lane, from: nil) { $0.isLess($1, aggregate) ? $0 : $1 }
    case .sum: fold(offsets, lane, from: .zero) { $0.adding($1) }
    case .avg:
      fold(offsets, lane, from: nil) { $0.adding($1) }.zip(divisors(offsets, lane)) { $0.divided(by: $1) }
    }
  }

  private func aggregate(_ aggregate: Aggregate, _ offsets: [Int32], _ lane: Lane<Money>) -> Lane<Money> {
    switch aggregate {
    case .min, .max, .count: Lane(extremes(offsets, lane, aggregate == .min ? .ascending : .descending))
    case .sum:
      fold(offsets, lane, from: Money(.zero, graph.model.currency), into: { $0.add($1) })
        .map(\.withoutSurplusZeros)
    case .avg:
      fold(offsets, lane, from: nil, into: { $0.add($1) })
        .zip(divisors(offsets, lane)) { $0.divided(by: $1) }.map(\.withoutSurplusZeros)
    }
  }

  /// The least or greatest amount of each list. Lists with several currencies have none, regardless of order
  /// and of zeros, which can be compared with amounts in any currency.
  private func extremes(_ offsets: [Int32], _ lane: Lane<Money>, _ wanted: Ordering) -> [Money?] {
    (0..<offsets.count - 1).map { index in
      var result: Money?
      var currency: Currency?
      for place in offsets[index]..<offsets[index + 1] {
        guard let element = lane[Int(place)] else { continue }
        guard let amount = element.single else { return nil }
        if !amount.number.isZero {
          guard currency ?? amount.currency == amount.currency else { return nil }
          currency = amount.currency
        }
        result =
          result.map { element.sortOrder($0, home: graph.model.currency) == wanted ? element : $0 } ?? element
      }
      return result
    }
  }

  /// Combines the elements of each list, skipping nil; if a combination has no value, neither has the list.
  private func fold<T>(
    _ offsets: [Int32], _ lane: Lane<T>, from start: T?, _ combine: (T, T) -> T?
  ) -> Lane<T> {
    fold(
      offsets, lane, from: start,
      into: { value, element in
        guard let next = combine(value, element) else { return false }
        value = next
        return true
      })
  }

  /// Combines the elements of each list in place.
  /// - Parameter combine: adds an element to a value; returns false if there is no value then.
  private func fold<T>(
    _ offsets: [Int32], _ lane: Lane<T>, from start: T?, into combine: (inout T, T) -> Bool
  ) -> Lane<T> {
    var result: [T?] = []
    result.reserveCapacity(offsets.count)
    for index in 0..<offsets.count - 1 {
      var value = start
      for place in offsets[index]..<offsets[index + 1] {
        guard let element = lane[Int(place)] else { continue }
        // Taken out, the value owns its memory alone.
        guard var next = value.take() else {
          value = element
          continue
        }
        guard combine(&next, element) else { break }
        value = next
      }
      result.append(value)
    }
    return Lane(result)
  }

  private func divisors<T>(_ offsets: [Int32], _ lane: Lane<T>) -> Lane<Decimal> {
    Lane(counts(offsets, lane).map { Decimal($0) })
  }

  private func counts<T>(_ offsets: [Int32], _ lane: Lane<T>) -> [Int] {
    (0..<offsets.count - 1).map { index in
      (offsets[index]..<offsets[index + 1]).reduce(0) { $0 + (lane[Int($1)] == nil ? 0 : 1) }
    }
  }

  private func count(_ offsets: [Int32], _ elements: Vector) -> Lane<Decimal> {
    switch elements {
    case .text(let lane): divisors(offsets, lane)
    case .number(let lane): divisors(offsets, lane)
    case .money(let lane): divisors(offsets, lane)
    case .boolean(let lane): divisors(offsets, lane)
    case .date(let lane): divisors(offsets, lane)
    case .record(let lane): divisors(offsets, lane)
    case .list: Lane(zip(offsets, offsets.dropFirst()).map { Decimal(Int($1 - $0)) })
    }
  }

  // MARK: Distinct

  /// Each list without nil and duplicates.
  func distinct(_ offsets: [Int32], _ elements: Vector) -> Vector {
    let kept =
      switch elements {
      case .text(let lane): firsts(offsets, lane)
      case .number(let lane): firsts(offsets, lane)
      case .money(let lane): firsts(offsets, lane)
      case .boolean(let lane): firsts(offsets, lane)
      case .date(let lane): firsts(offsets, lane)
      case .record(let lane): firsts(offsets, lane)
      case .list: (places: [Int32](), offsets: offsets)
      }
    return .list(offsets: kept.offsets, elements: elements.gather(kept.places))
  }

  private func firsts<T>(_ offsets: [Int32], _ lane: Lane<T>) -> (places: [Int32], offsets: [Int32]) {
    var places: [Int32] = []
    var ends: [Int32] = [0]
    for index in 0..<offsets.count - 1 {
      var seen: Set<T> = []
      for place in offsets[index]..<offsets[index + 1] {
        if let element = lane[Int(place)], seen.insert(element).inserted { places.append(place) }
      }
      ends.append(Int32(truncatingIfNeeded: places.count))
    }
    return (places, ends)
  }
}

extension Comparable {
  /// Whether @min or @max takes this value rather than the other.
  fileprivate func isLess(_ other: Self, _ aggregate: Aggregate) -> Bool {
    aggregate == .min ? self < other : self > other
  }
}
