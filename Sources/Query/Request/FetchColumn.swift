import Diagnostics
import Records

/// A column of a fetch request's result.
package struct FetchColumn: Sendable {
  /// What its cells show.
  package let expression: Expression
  /// The heading for people: the label as written, else the expression in words.
  package var label: String
  /// The heading in exports: the label as written, else the expression as written.
  package var header: String
  /// Whether it is added up.
  package let isTotal: Bool
  /// The attribute that it shows, if it is a key path to one.
  package let attribute: Attribute?
  /// The last of the to-one relationships on the path to its cells' values; nil if a cell of a group may be
  /// empty although there is a record.
  package var relationship: Relationship?
  /// The path to its cells' values, if it has only to-one relationships and what they end in; nil if the result
  /// is of groups.
  package let path: FetchPath?

  /// The function that reads the other rows too; the expression is its argument.
  package var rowFunction: RowFunction?
  /// Whether it is one of the keys that a group shares, or follows from them.
  package var isOfGroup = false
  /// The value of `pivot` that it is about.
  package var pivot: PivotValue?
  /// The column as it is written.
  package var text: String { rowFunction.map { "\($0.rawValue)(\(expression.text))" } ?? expression.text }

  /// The type of the attribute that it shows.
  package var attributeType: AttributeType? { attribute?.type }
  /// The texts that it may be, if it is an attribute that has only certain ones.
  package var choices: [String] { attribute?.choices.map(\.text) ?? [] }
  /// Whether its values are a record's state.
  package var isState: Bool { attribute?.isState ?? false }

  /// What is known of its values.
  package var type: StaticType { rowFunction.map { $0.type(of: expression.type) } ?? expression.type }
  /// Whether its values are parts of a whole, which are shown to people in per cent.
  package var isShare: Bool { rowFunction == .share || rowFunction == .change }
}

/// A key path of to-one relationships, as integers: from row to row by links, then something of the last record.
package struct FetchPath: Sendable, Hashable {
  /// A to-one relationship on the path.
  package struct Step: Sendable, Hashable {
    /// The link column of the table that the step starts from.
    package let link: Int
    /// The table it leads to.
    package let destination: Int

    /// Makes a step.
    package init(link: Int, destination: Int) {
      self.link = link
      self.destination = destination
    }
  }

  /// What is shown of the record at the end.
  package enum Leaf: Sendable, Hashable {
    /// Its id.
    case id
    /// Its title.
    case title
    /// The record itself.
    case record
    /// An attribute, by its column.
    case attribute(column: Int)
  }

  /// The relationships, starting at the record.
  package let steps: [Step]
  /// What it ends in.
  package let leaf: Leaf

  /// Makes a path.
  package init(steps: [Step], leaf: Leaf) {
    self.steps = steps
    self.leaf = leaf
  }
}

/// Names, each that was there before with a number after it: `total`, `total 2`.
package func uniqueNames(_ names: [String]) -> [String] {
  var taken = Set(names)
  var seen: Set<String> = []
  return names.map { name in
    guard !seen.insert(name).inserted else { return name }
    var number = 2
    while !taken.insert("\(name) \(number)").inserted { number += 1 }
    return "\(name) \(number)"
  }
}
