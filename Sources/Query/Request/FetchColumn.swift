import Diagnostics
import Records

/// A column of a fetch request's result.
package struct FetchColumn: Sendable {
  /// The expression whose values are shown.
  package let expression: Expression
  /// The heading for people: the label as written, or else the expression in words.
  package var label: String
  /// The heading in exports: the label as written, or else the expression as written.
  package var header: String
  /// Whether the column is added up.
  package let isTotal: Bool
  /// The attribute that it shows, if it is a key path to one.
  package let attribute: Attribute?
  /// The last to-one relationship on the path to the values; nil for a cell of groups that may be empty
  /// although there is a record.
  package var relationship: Relationship?
  /// The path to the values, if it has only to-one relationships before its last key; nil if the result has
  /// groups.
  package let path: FetchPath?

  /// Whether its values are those of a percentage, or an average, minimum or maximum of such values.
  package var isPercent = false
  /// Whether the request shows its numbers as percentages: `as: percent`.
  package var isRatio = false
  /// The function that also reads other rows; `expression` is its argument.
  package var rowFunction: RowFunction?
  /// Whether it is one of the group's keys, or follows from them.
  package var isOfGroup = false
  /// The value of `pivot` that the column is for.
  package var pivot: PivotValue?
  /// The column as it is written.
  package var text: String { rowFunction.map { "\($0.rawValue)(\(expression.text))" } ?? expression.text }

  /// The type of the attribute it shows.
  package var attributeType: AttributeType? { attribute?.type }
  /// The choices of the attribute it shows.
  package var choices: [String] { attribute?.choices.map(\.text) ?? [] }
  /// Whether its values are a record's state.
  package var isState: Bool { attribute?.isState ?? false }

  /// The type of its values.
  package var type: StaticType { rowFunction.map { $0.type(of: expression.type) } ?? expression.type }
  /// Whether its values are ratios, which people see as percentages.
  package var isShare: Bool { isRatio || rowFunction == .share || rowFunction == .change }
}

/// A key path of to-one relationships, as integers: steps from row to row, then a part of the last record.
package struct FetchPath: Sendable, Hashable {
  /// A to-one relationship on the path.
  package struct Step: Sendable, Hashable {
    /// The link column of the table that the step starts from.
    package let link: Int
    /// The table it leads to.
    package let destination: Int

    package init(link: Int, destination: Int) {
      self.link = link
      self.destination = destination
    }
  }

  /// The part of the last record that is shown.
  package enum Leaf: Sendable, Hashable {
    case id
    case title
    /// The record itself.
    case record
    /// An attribute, by its column.
    case attribute(column: Int)
  }

  /// The relationships, starting at the record.
  package let steps: [Step]
  /// The part of the last record.
  package let leaf: Leaf

  package init(steps: [Step], leaf: Leaf) {
    self.steps = steps
    self.leaf = leaf
  }
}

/// Makes names unique by appending a number to repeated ones: `total`, `total 2`.
package func uniqueNames(_ names: [String]) -> [String] {
  var taken = Set(names)
  var seen: Set<String> = []
  return names.map { name in
    seen.insert(name).inserted ? name : firstFree(name, among: &taken) { "\(name) \($0)" }
  }
}

/// The first name that is not taken: the name itself, or one with a number from 2 on.
/// - Parameters:
///   - taken: the folded names in use, to which the name is added.
///   - folded: what two names must differ in.
///   - numbered: the name with a number.
/// - Complexity: O(*n*) in the names already made from it.
package func firstFree(
  _ name: String, among taken: inout Set<String>, by folded: (String) -> String = { $0 },
  numbered: (Int) -> String
) -> String {
  var candidate = name
  var number = 2
  while !taken.insert(folded(candidate)).inserted {
    candidate = numbered(number)
    number += 1
  }
  return candidate
}
