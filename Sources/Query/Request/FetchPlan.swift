import Diagnostics
import Records

/// A fetch request compiled against a graph: ready to run, and to run again for other days or rows.
///
///     let (plan, diagnostics) = FetchPlan.compile(request, entity: order, graph: graph)
///     let result = plan?.run(graph: graph, today: today)
///
/// The order of work is where, group, having, distinct, sort, offset, limit, section. Of repeated rows the
/// first in the entity's own order stays, whatever the sort is.
package struct FetchPlan: Sendable {
  /// The entity whose records are fetched, an index into the model's entities.
  package let entity: Int
  /// Whether records of subentities are included.
  package let includesSubentities: Bool
  /// The predicate a record must meet.
  package let predicate: Expression?
  /// The expressions whose equal values make a group; empty if the result is of records.
  package let keys: [Expression]
  /// The predicate a group must meet.
  package let having: Expression?
  /// What the result is sorted by, the section's expression first.
  package var sort: [SortDescriptor]
  /// What offset and limit count in: the sort as it is written, which the section comes after.
  let sortBeforeSection: [SortDescriptor]
  /// The expression that divides the result into sections.
  package let section: Section?
  /// What is shown, at least one column.
  package internal(set) var columns: [FetchColumn]
  /// The expression for each of whose values a column about a group becomes one of its own when the plan is run.
  package let pivot: Expression?
  /// The columns before that; nil if none were made from them.
  package internal(set) var pivoted: [FetchColumn]?
  /// Whether rows with the same columns are dropped.
  package let isDistinct: Bool
  /// How many results are skipped at the start.
  package var offset: Int
  /// The maximum number of results; nil for all. As in `NSFetchRequest`, a limit of 0 is no limit.
  package var limit: Int?
  /// The day that `today()` is, if the request fixes it.
  package var asOf: CivilDate?

  /// What a result is sectioned by.
  package struct Section: Sendable {
    /// The expression whose values are the headings.
    package let expression: Expression
    /// The column that shows it already, if there is one.
    package let column: Int?
    /// The last of the relationships on the path to the headings, if these are records or what records are called.
    package let relationship: Relationship?
  }

  /// Whether columns are made from values, or read rows other than their own.
  package var comparesRows: Bool { pivot != nil || columns.contains { $0.rowFunction != nil } }

  /// Whether the result is of groups.
  package var isGrouped: Bool { !keys.isEmpty }

  /// The day that the result holds for; nil if it holds for every day.
  /// - Parameter today: the day of the build.
  package func day(today: CivilDate) -> CivilDate? { usesToday ? asOf ?? today : nil }

  /// Whether the result depends on the day of the build, including through computed values that it reads.
  package var usesToday: Bool {
    let others = [predicate, having, section?.expression, pivot].compactMap(\.self)
    return (others + keys + sort.map(\.expression) + columns.map(\.expression)).contains(where: \.usesToday)
  }

  /// Compiles a request.
  /// - Parameters:
  ///   - request: the request as it was written.
  ///   - entity: the entity of a request without `from`: an index page's, by its index in the model.
  ///   - graph: what names and ids are looked up in.
  /// - Returns: the plan, or nil and every error in the request.
  package static func compile(
    _ request: FetchRequest, entity: Int?, graph: RecordGraph
  ) -> (plan: FetchPlan?, diagnostics: [Diagnostic]) {
    var compiler = FetchCompiler(request: request, graph: graph)
    let plan = compiler.plan(entity: entity)
    return (compiler.diagnostics.hasErrors ? nil : plan, compiler.diagnostics)
  }
}
