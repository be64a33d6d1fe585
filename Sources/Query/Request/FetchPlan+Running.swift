import Records

extension FetchPlan {
  /// Runs the request.
  /// - Parameters:
  ///   - graph: the graph that it was compiled for, with its columns computed.
  ///   - today: the day of the build; a day that the request fixes takes precedence.
  ///   - rows: the only records to consider, in their entity's own order; nil for all.
  ///   - isKept: whether a row belongs to the result, by the value of its first column; nil if all do.
  /// - Complexity: O(*n* log *n*) in the records; O(*n*) without sort, section and group.
  package func run(
    graph: RecordGraph, today: CivilDate, among rows: [Int32]? = nil, keeping isKept: ((Value) -> Bool)? = nil
  ) -> FetchResult {
    let evaluator = Evaluator(graph: graph, today: asOf ?? today)
    let records = records(among: rows, evaluator)
    var result: FetchResult.Rows = isGrouped ? .groups(groups(of: records, evaluator)) : .records(records)
    // Of repeated rows the first in the entity's own order stays, whatever they are sorted by.
    if isDistinct { result = distinct(result, evaluator) }
    if let isKept {
      let values = result.values(of: columns[0].expression, in: 0..<result.count, evaluator)
      result = result.gather(values.indices.filter { isKept(values[$0]) })
    }
    let unsorted = result
    result = sorted(unsorted, by: sort, evaluator)
    var comparison = comparesRows ? RowComparison(self, result, evaluator) : nil
    if let part = part(of: result.count) {
      // Offset and limit apply to the written sort; the rows left are then divided into sections.
      if section == nil {
        result = result.gather(part)
        comparison?.keep(Array(part))
      } else {
        let written = sorted(unsorted, by: writtenSort, evaluator)
        let places = result.places(of: written.gather(part))
        comparison?.keep(places, among: result.places(of: written.gather(0..<part.upperBound)))
        result = result.gather(places)
      }
    }
    return FetchResult(
      plan: comparison?.plan ?? self, rows: result, evaluator: evaluator, compared: comparison?.values ?? [])
  }

  /// The records that meet the predicate, in their entity's own order, before grouping, sorting and limits.
  /// - Parameters: as for `run`.
  package func records(graph: RecordGraph, today: CivilDate) -> [Int32] {
    records(among: nil, Evaluator(graph: graph, today: asOf ?? today))
  }

  /// The number of rows of the result, without sorting or adding up anything, or making the columns of `pivot`.
  /// - Parameters: as for `run`.
  package func count(graph: RecordGraph, today: CivilDate) -> Int {
    let evaluator = Evaluator(graph: graph, today: asOf ?? today)
    let all = graph.rows(of: entity, includingSubentities: includesSubentities)
    let records = matching(all.map { Int32(truncatingIfNeeded: $0) }, evaluator)
    var result: FetchResult.Rows = isGrouped ? .groups(groups(of: records, evaluator)) : .records(records)
    if isDistinct { result = distinct(result, evaluator) }
    return part(of: result.count)?.count ?? result.count
  }

  /// The number of groups, and the maximum number of columns that `pivot` makes of them; nil without `pivot`.
  /// - Parameters: as of `run`.
  func pivotSize(graph: RecordGraph, today: CivilDate, among rows: [Int32]?) -> (rows: Int, columns: Int)? {
    guard let pivot else { return nil }
    let evaluator = Evaluator(graph: graph, today: asOf ?? today)
    let groups = groups(of: records(among: rows, evaluator), evaluator)
    let values = evaluator.groups(of: groups.rows, by: [pivot]).count
    let made = columns.map { column in
      // Nothing comes before the first value, so it has no change.
      column.isOfGroup ? 1 : column.rowFunction == .change ? max(0, values - 1) : values
    }
    return (groups.count, made.reduce(0, +))
  }

  // MARK: Stages

  private func records(among rows: [Int32]?, _ evaluator: Evaluator) -> [Int32] {
    matching(rows ?? ownOrder(evaluator), evaluator)
  }

  private func matching(_ rows: [Int32], _ evaluator: Evaluator) -> [Int32] {
    predicate.map { evaluator.filter(rows, $0) } ?? rows
  }

  private func groups(of records: [Int32], _ evaluator: Evaluator) -> Groups {
    let groups = evaluator.groups(of: records, by: keys)
    return having.map { evaluator.filter(groups, $0) } ?? groups
  }

  /// The entity's records in its own order.
  package func ownOrder(_ evaluator: Evaluator) -> [Int32] {
    let order = evaluator.ownOrder(of: entity)
    guard !includesSubentities else { return order }
    let own = evaluator.graph.rows(of: entity, includingSubentities: false)
    return order.filter { own.contains(Int($0)) }
  }

  private func sorted(
    _ rows: FetchResult.Rows, by sort: [SortDescriptor], _ evaluator: Evaluator
  ) -> FetchResult.Rows {
    guard !sort.isEmpty else { return rows }
    return switch rows {
    case .records(let records): .records(evaluator.sorted(records, by: sort, entity: entity))
    case .groups(let groups): .groups(evaluator.sorted(groups, by: sort))
    }
  }

  /// The rows without those whose columns equal an earlier row's.
  private func distinct(_ rows: FetchResult.Rows, _ evaluator: Evaluator) -> FetchResult.Rows {
    var seen: Set<[Value]> = []
    var kept: [Int] = []
    for batch in FetchResult.batches(of: 0..<rows.count) {
      let values = columns.map { rows.values(of: $0.expression, in: batch, evaluator) }
      for row in batch where seen.insert(values.map { $0[row - batch.lowerBound] }).inserted {
        kept.append(row)
      }
    }
    return rows.gather(kept)
  }

  /// The range that offset and limit leave of a number of rows; nil if it is all of them.
  private func part(of count: Int) -> Range<Int>? {
    let start = min(offset, count)
    let end = limit.map { start + min($0, count - start) } ?? count
    return start == 0 && end == count ? nil : start..<end
  }
}
