import Diagnostics
import Query
import Records

extension Reconciliation {
  // MARK: A result

  /// Checks the totals of a result.
  /// - Parameter isOfAll: whether it includes all records, as opposed to a filtered selection.
  package mutating func check(
    _ result: FetchResult, _ place: SourceRange, _ name: String, isOfAll: Bool = true
  ) {
    for (index, column) in result.plan.columns.enumerated() where column.isTotal {
      let what = "the total '\(column.label)' of \(name)"
      let sum = plainSum(of: index, in: result)
      if !sum.matches(result.totals[index]) {
        report(place, what, text(result.totals[index]), sum.description)
      }
      if !result.sections.isEmpty {
        var parts = FigureSum()
        for section in result.sections { parts.add(section.totals[index]) }
        if !parts.matches(result.totals[index]) {
          report(place, what, text(result.totals[index]), "by sections \(parts.description)")
        }
      }
      if result.plan.isGrouped {
        checkGroups(column, index, result, place, what, isOfAll: isOfAll)
      }
    }
    var end = 0
    for section in result.sections where section.rows.lowerBound == end { end = section.rows.upperBound }
    if !result.sections.isEmpty, end != result.count {
      report(place, "the number of rows of \(name)", "\(result.count)", "by sections \(end)")
    }
  }

  /// The sum of a column over all rows, computed from the graph's column if it shows one.
  private func plainSum(of index: Int, in result: FetchResult) -> FigureSum {
    var sum = FigureSum()
    let column = result.plan.columns[index]
    if let records = result.records, let path = column.path, path.steps.isEmpty,
      case .attribute(let place) = path.leaf,
      sum.add(records, of: graph.tables[graph.model.entities[result.plan.entity].table].columns[place])
    {
      return sum
    }
    for batch in FetchResult.batches(of: 0..<result.count) {
      for value in result.values(of: index, in: batch) { sum.add(value) }
    }
    return sum
  }

  // MARK: Groups

  /// Checks that the sums of groups equal the sums over the records.
  private mutating func checkGroups(
    _ column: FetchColumn, _ index: Int, _ result: FetchResult, _ place: SourceRange, _ what: String,
    isOfAll: Bool
  ) {
    guard let members = result.members else { return }
    let plan = result.plan
    let evaluator = Evaluator(graph: graph, today: result.today)
    let isWhole = isOfAll && plan.having == nil && plan.limit == nil && plan.offset == 0
    var records = members
    if isWhole {
      indexes.add(for: plan, graph: graph)
      let rows =
        indexes.rows(for: plan)
        ?? graph.rows(of: plan.entity, includingSubentities: plan.includesSubentities).map {
          Int32(truncatingIfNeeded: $0)
        }
      records = plan.predicate.map { evaluator.filter(rows, $0) } ?? rows
      if records.count != members.count {
        report(
          place, "the number of records in the groups of \(what)", "\(members.count)", "\(records.count)")
      }
    }
    if let pivot = column.pivot {
      records = zip(records, evaluator.values(of: pivot.expression, rows: records)).filter {
        $1 == pivot.value
      }.map(\.0)
    }
    var sum = FigureSum()
    switch summand(of: column.expression.syntax) {
    case .none: return
    case .count: sum.add(Decimal(records.count))
    case .expression(let part):
      let compiled = QueryCompiler(graph: graph).expression(part, of: column.expression, entity: plan.entity)
      guard let expression = compiled, !expression.type.isList else { return }
      for value in evaluator.values(of: expression, rows: records) { sum.add(value) }
    }
    if !sum.matches(result.totals[index]) {
      report(place, what, text(result.totals[index]), "without groups \(sum.description)")
    }
  }

  /// The quantity that a column of groups adds up.
  private enum Summand {
    case none, count
    /// The expression for each record.
    case expression(Syntax)
  }

  private func summand(of syntax: Syntax) -> Summand {
    switch syntax.kind {
    case .path(nil, let steps) where steps.first?.isOperator ?? false:
      if steps[0].name == "count" { return .count }
      guard steps[0].name == "sum", steps.count > 1, !steps.dropFirst().contains(where: \.isOperator) else {
        return .none
      }
      return .expression(Syntax(.path(base: nil, steps: Array(steps.dropFirst()))))
    case .call(.aggregate(.count), _): return .count
    case .call(.aggregate(.sum), let arguments):
      return arguments.first.map { .expression($0) } ?? .none
    default: return .none
    }
  }

  // MARK: An index and its pages

  /// Checks that an index, its sorted pages, and all pages of each filter show the same figures.
  mutating func checkFamilies(_ listings: [IndexListing], place: (IndexListing) -> SourceRange) {
    let families = Dictionary(grouping: listings.indices.filter { !listings[$0].isBase }) {
      listings[$0].entity
    }
    for base in listings where base.isBase {
      let family = (families[base.entity] ?? []).map { listings[$0] }
      let plan = base.result.plan
      if !plan.isDistinct, !plan.isGrouped || plan.limit == nil && plan.offset == 0 {
        for sorted in family where sorted.sort != nil {
          compare(base, with: [sorted], "'\(sorted.stem)'", place(base))
        }
      }
      // With `having`, groups may qualify as a whole but not in parts; distinct rows may repeat on several
      // pages; and with a limit, the first groups of each page are not the first of all.
      let isPart = plan.isGrouped && (plan.limit != nil || plan.offset > 0)
      guard plan.having == nil, !plan.isDistinct, !isPart else { continue }
      for filter in Set(family.compactMap(\.facet?.filter)).sorted() {
        let facets = family.filter { $0.facet?.filter == filter }
        // If there are more values than the limit, some have no page, which a warning reports.
        guard !facets.contains(where: { $0.facet?.isOfTruncatedFilter ?? false }) else { continue }
        let name = "the pages of its filter \(filter + 1)"
        if base.filters[filter].isOfLists {
          compareMembers(base, with: facets, name, place(base))
        } else {
          compare(base, with: facets, name, place(base))
        }
      }
    }
  }

  /// Checks that pages, several of which may show a record, together show exactly the records of an index.
  private mutating func compareMembers(
    _ base: IndexListing, with parts: [IndexListing], _ name: String, _ place: SourceRange
  ) {
    guard let members = base.result.members else { return }
    let found = Set(parts.flatMap { $0.result.members ?? [] })
    if found != Set(members) {
      report(
        place, "the number of records of '\(base.stem)'", "\(members.count)", "by \(name) \(found.count)")
    }
  }

  private mutating func compare(
    _ base: IndexListing, with parts: [IndexListing], _ name: String, _ place: SourceRange
  ) {
    func records(_ listing: IndexListing) -> Int { listing.result.members?.count ?? listing.result.count }
    let count = parts.reduce(0) { $0 + records($1) }
    if count != records(base) {
      report(place, "the number of records of '\(base.stem)'", "\(records(base))", "by \(name) \(count)")
    }
    let plan = base.result.plan
    for (index, column) in plan.columns.enumerated() where column.isTotal {
      // For groups, only counts and sums equal the sums over their parts.
      if plan.isGrouped, case .none = summand(of: column.expression.syntax) { continue }
      var sum = FigureSum()
      for part in parts { sum.add(part.result.totals[index]) }
      if !sum.matches(base.result.totals[index]) {
        report(
          place, "the total '\(column.label)' of '\(base.stem)'", text(base.result.totals[index]),
          "by \(name) \(sum.description)")
      }
    }
  }
}
