import Diagnostics
import Records

/// A fetch request compiled for a graph, which can be run repeatedly for different days or rows.
///
///     let (plan, diagnostics) = FetchPlan.compile(request, entity: order, graph: graph)
///     let result = plan?.run(graph: graph, today: today)
///
/// The order of work is where, group, having, distinct, sort, offset, limit, section. Of equal rows, the
/// first in the entity's own order is kept, regardless of the sort.
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
  /// The sort of the result, with the section's expression first.
  package var sort: [SortDescriptor]
  /// The sort as written, to which offset and limit apply before the rows are divided into sections.
  package let writtenSort: [SortDescriptor]
  /// The expression that divides the result into sections.
  package let section: Section?
  /// The columns to show, at least one.
  package internal(set) var columns: [FetchColumn]
  /// The expression whose values each get their own columns of group figures when the plan is run.
  package let pivot: Expression?
  /// The columns before they were expanded by `pivot`; nil if they were not.
  package internal(set) var pivoted: [FetchColumn]?
  /// Whether rows with equal columns are dropped.
  package let isDistinct: Bool
  /// The number of rows to skip at the start.
  package var offset: Int
  /// The maximum number of rows; nil for all. As in `NSFetchRequest`, 0 means no limit.
  package var limit: Int?
  /// The day that `today()` is, if the request fixes it.
  package var asOf: CivilDate?

  /// The division of a result into sections.
  package struct Section: Sendable {
    /// The expression whose values are the headings.
    package let expression: Expression
    /// The index of the column that already shows it; nil if none does.
    package let column: Int?
    /// The last relationship on the path to the headings, if they are records or titles of records.
    package let relationship: Relationship?
  }

  /// Whether columns are made from values or read other rows.
  package var comparesRows: Bool { pivot != nil || columns.contains { $0.rowFunction != nil } }

  /// Whether the result has groups.
  package var isGrouped: Bool { !keys.isEmpty }

  /// Whether all records are in one group: `group: 1`.
  package var hasOneGroup: Bool {
    isGrouped
      && keys.allSatisfy { $0.reads.columns.isEmpty && $0.reads.links.isEmpty && $0.reads.ids.isEmpty }
  }

  /// Whether the result has every group of the records, so that one that it lacks has no records.
  package var showsAllGroups: Bool { isGrouped && having == nil && limit == nil && offset == 0 }

  /// The day for which the result is valid; nil if it is valid for every day.
  /// - Parameter today: the day of the build.
  package func day(today: CivilDate) -> CivilDate? { usesToday ? asOf ?? today : nil }

  /// Whether the result depends on the day of the build, directly or through computed values.
  package var usesToday: Bool {
    let others = [predicate, having, section?.expression, pivot].compactMap(\.self)
    return (others + keys + sort.map(\.expression) + columns.map(\.expression)).contains(where: \.reads.today)
  }

  /// Compiles a request.
  /// - Parameters:
  ///   - request: the request as written.
  ///   - entity: the entity of a request without `from`, such as an index page's; an index in the model.
  ///   - graph: the graph in which names and ids are looked up.
  ///   - defaults: the columns of other requests of this graph, to share them.
  /// - Returns: the plan, or nil and every error in the request.
  package static func compile(
    _ request: FetchRequest, entity: Int?, graph: RecordGraph, defaults: DefaultColumns = DefaultColumns()
  ) -> (plan: FetchPlan?, diagnostics: [Diagnostic]) {
    var compiler = FetchCompiler(request: request, graph: graph, defaults: defaults)
    let plan = compiler.plan(entity: entity)
    return (compiler.diagnostics.hasErrors ? nil : plan, compiler.diagnostics)
  }
}
