import Diagnostics
import Records

/// A predicate or expression, checked against the model and ready to be evaluated over a graph's columns.
///
/// It holds no part of the graph, only the indices of tables, columns and links.
package struct Expression: Sendable {
  /// A column that an expression reads.
  package struct Dependency: Sendable, Hashable {
    /// The table's index in the graph.
    package let table: Int
    /// The column's index in the table.
    package let column: Int

    package init(table: Int, column: Int) {
      self.table = table
      self.column = column
    }
  }

  /// A relationship that an expression follows.
  package struct LinkDependency: Sendable, Hashable {
    /// The table's index in the graph.
    package let table: Int
    /// The link column's index in the table.
    package let link: Int

    package init(table: Int, link: Int) {
      self.table = table
      self.link = link
    }
  }

  /// A value of another document that a key path reaches through a to-one relationship: `service.price`.
  package struct ForeignRead: Sendable {
    /// The key path as written.
    package let path: String
    /// The place of the key path.
    package let range: SourceRange
    /// The type of the value.
    package let type: AttributeType
  }

  /// What an expression reads.
  package struct Reads: Sendable {
    /// Whether its values depend on the day of the build.
    package internal(set) var today = false
    package internal(set) var columns: Set<Dependency> = []
    /// The columns whose values it adds up.
    package internal(set) var sums: Set<Dependency> = []
    /// The relationships that it follows.
    package internal(set) var links: Set<LinkDependency> = []
    /// The entities whose records' bodies it reads, indices into the model's entities.
    package internal(set) var bodies: Set<Int> = []
    /// The entities whose records' ids it reads, indices into the model's entities.
    package internal(set) var ids: Set<Int> = []
    /// The values of other documents.
    package internal(set) var foreign: [ForeignRead] = []
    /// Whether it asks another document for more than its id, through a to-one relationship.
    package internal(set) var leavesDocument = false
  }

  /// The type of its values.
  package let type: StaticType
  /// The expression as written, without surrounding blanks.
  package let text: String
  /// The place of the expression.
  package let range: SourceRange
  /// What it reads.
  package internal(set) var reads: Reads
  /// The key it names, if it is a key path of a single one: an attribute, a relationship or a built-in key.
  package let key: String?

  /// The parsed expression; its ranges are in the text of its source.
  package let syntax: Syntax
  /// The text that it was parsed from.
  let source: SourceText
  /// The node to evaluate.
  let node: Node

  /// The last key of the path of several that its values are of; `min(date.year)` and `@min.date.year` are values of
  /// `date.year`. Nil for any other expression, such as a sum.
  package var keyOfValues: String? {
    var syntax = syntax
    if case .call(.aggregate(.min), let arguments) = syntax.kind { syntax = arguments[0] }
    if case .call(.aggregate(.max), let arguments) = syntax.kind { syntax = arguments[0] }
    guard case .path(_, let steps) = syntax.kind, let last = steps.last, !last.isOperator,
      steps.count(where: { !$0.isOperator }) > 1,
      !steps.contains(where: { $0.isOperator && !["min", "max", "distinct"].contains($0.name) })
    else { return nil }
    return last.name
  }

  /// Whether its values are weekdays of dates, from 1 on Monday.
  package var isWeekday: Bool {
    func hasWeekday(_ node: Node) -> Bool {
      if case .path(_, let steps) = node,
        steps.contains(where: { if case .datePart(.weekday) = $0 { true } else { false } })
      {
        return true
      }
      return node.children.contains(where: hasWeekday)
    }
    return keyOfValues == "weekday" && hasWeekday(node)
  }

  /// Whether, in a request with groups, its values follow from the elements of a list that the groups are of.
  package var isOfElement: Bool {
    func isOfElement(_ node: Node) -> Bool {
      if case .element = node { return true }
      return node.children.contains(where: isOfElement)
    }
    return isOfElement(node)
  }

  /// The rows of a table for which something that the expression reads is invalid.
  /// - Complexity: O(1) if nothing is marked in the graph; otherwise O(*n*) in rows and links.
  package func invalidRows(of table: Int, in graph: RecordGraph) -> InvalidRows {
    graph.invalidRows(
      of: table, columns: reads.columns.map { ($0.table, $0.column) },
      links: reads.links.map { ($0.table, $0.link) })
  }

  /// Whether its values depend on the day of the build, directly or through the computed values it reads.
  package func usesToday(in graph: RecordGraph) -> Bool { reads.today || datedColumn(in: graph) != nil }

  /// A column it reads whose computed values depend on the day of the build; nil if there is none.
  func datedColumn(in graph: RecordGraph) -> Dependency? {
    reads.columns.filter { graph.tables[$0.table].datedColumns.contains($0.column) }
      .min { ($0.table, $0.column) < ($1.table, $1.column) }
  }
}

extension Entity {
  /// The column of one of the entity's attributes, as a dependency.
  package func column(_ attribute: Attribute) -> Expression.Dependency {
    .init(table: table, column: attribute.column)
  }
}

/// An expression to sort by.
package struct SortDescriptor: Sendable {
  /// The expression whose values are compared.
  package let expression: Expression
  /// Whether greater values come first.
  package let isDescending: Bool

  package init(_ expression: Expression, isDescending: Bool = false) {
    self.expression = expression
    self.isDescending = isDescending
  }
}
