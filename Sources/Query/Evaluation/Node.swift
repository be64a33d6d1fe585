/// A checked expression, in which names are columns and links, literals are values, and types fit.
indirect enum Node: Sendable {
  /// A single value, as a constant vector.
  case constant(Vector)
  /// The day of the build, a constant for every record.
  case today
  /// The record itself (0), or the element of an enclosing SUBQUERY, counted from the outermost.
  case variable(Int)
  /// A key path that starts at a record, a list or a date.
  case path(Node, [Step])
  /// A minus before a number or an amount.
  case negated(Node)
  /// Operators of one precedence, from left to right.
  case arithmetic(Node, [(sign: ArithmeticSign, operand: Node)])
  /// A function of one value.
  case function(Function, Node)
  /// A number or an amount rounded to a number of digits after the decimal point.
  case rounded(Node, digits: Int)
  /// A date a number of months later.
  case monthsLater(Node, months: Node)
  /// A value as another type; nil if it cannot be converted.
  case cast(Node, Cast)
  /// An amount, whose zeros are in the currency of the record that a variable stands for, by the index of its table:
  /// the sum of no payments has no currency of its own, but in an order in yen, 5 more make it 5 yen.
  case inRecordCurrency(Node, variable: Int, table: Int)
  /// The condition, the value if it is true, and the value otherwise.
  case ternary(Node, Node, Node)
  /// Whether two values meet a relation.
  case comparison(Node, Relation, TextOptions, Node)
  /// Whether a value is among some constants.
  case membership(Node, Membership)
  /// LIKE and MATCHES.
  case pattern(Node, CompiledPattern)
  /// Whether enough elements of a list meet a predicate, whose innermost variable is the element.
  case quantified(Quantifier, Node, Node)
  /// The elements of a list that meet a predicate, whose innermost variable is the element.
  case subquery(Node, Node)
  /// The negated predicate.
  case not(Node)
  /// Whether all are true.
  case and([Node])
  /// Whether any is true.
  case or([Node])
  /// For a group, the values of an expression for each of its records.
  case members(Node)
  /// For a group, the value of an expression for its first record, which is the same for all of them.
  case representative(Node)
  /// For a group, the element that it is of, of the list that the key gives for a record.
  case element(Node)

  /// A part of a key path.
  enum Step: Sendable {
    /// An attribute of a record, by the indices of its table and of its column there.
    case column(table: Int, column: Int)
    /// A relationship of a record, by the indices of its table and of its link column there.
    case link(table: Int, link: Int, isMany: Bool)
    /// The id of a record of a table.
    case id(table: Int)
    /// The path, below Content, of the file with a record of a table.
    case path(table: Int)
    /// The text of the record's file after its front matter; nil if there is none.
    case body(table: Int)
    /// The day of the first commit of a record of a table.
    case created(table: Int)
    /// The day of the last commit of a record of a table.
    case changed(table: Int)
    /// Whether a record of a table is a draft.
    case draft(table: Int)
    /// The position of a record in its owner's list, from 1.
    case position(table: Int)
    /// Whether a record is implied, that is, not written in any file.
    case implied(table: Int)
    /// A part of a date.
    case datePart(DatePart)
    /// The elements of a list, each once.
    case distinct
    /// One value made of a list's elements, and the type of that value.
    case aggregate(Aggregate, StaticType)

    /// Whether it leads to any number of records.
    var isToMany: Bool { if case .link(_, _, isMany: true) = self { true } else { false } }
  }
}

extension Node {
  /// The direct operands of the node.
  var children: [Node] {
    switch self {
    case .constant, .today, .variable: []
    case .path(let base, _): [base]
    case .negated(let operand), .function(_, let operand), .rounded(let operand, _), .cast(let operand, _),
      .membership(let operand, _), .pattern(let operand, _), .not(let operand), .members(let operand),
      .representative(let operand), .element(let operand), .inRecordCurrency(let operand, _, _):
      [operand]
    case .arithmetic(let first, let terms): [first] + terms.map(\.operand)
    case .ternary(let condition, let a, let b): [condition, a, b]
    case .comparison(let left, _, _, let right), .monthsLater(let left, let right): [left, right]
    case .quantified(_, let list, let predicate), .subquery(let list, let predicate): [list, predicate]
    case .and(let parts), .or(let parts): parts
    }
  }

  /// The variable that a key path or a SUBQUERY starts from; nil for anything else.
  var baseVariable: Int? {
    switch self {
    case .variable(let index): index
    case .path(let base, _), .subquery(let base, _): base.baseVariable
    default: nil
    }
  }
}

enum DatePart: String, CaseIterable {
  /// The names that key paths use; weeks and weekdays are those of ISO 8601.
  case year, quarter, month, week, day, weekday, quarterOfYear, monthOfYear

  /// The type of its value: a number for year, day and weekday, a text for the others.
  var type: StaticType {
    switch self {
    case .year, .day, .weekday: .integer
    case .quarter, .month, .week, .quarterOfYear, .monthOfYear: .text
    }
  }

  /// What its texts look like; nil for numbers.
  var example: String? {
    switch self {
    case .quarter: "2026-Q1"
    case .month: "2026-03"
    case .week: "2026-W11"
    case .quarterOfYear: "Q1"
    case .monthOfYear: "03"
    default: nil
    }
  }

  /// Its greatest value in a year, month or week.
  var greatest: Int {
    switch self {
    case .year: 9999
    case .quarter, .quarterOfYear: 4
    case .month, .monthOfYear: 12
    case .week: 53
    case .day: 31
    case .weekday: 7
    }
  }
}

/// Combines the values of a list into one.
package enum Aggregate: String, Sendable, CaseIterable {
  /// The names that queries use, after `@` or as functions over a group.
  case count, sum, avg, min, max
}

/// A function of one argument.
package enum Function: String, Sendable, CaseIterable {
  /// The names that queries use.
  case abs, ceiling, floor, round, length, uppercase, lowercase

  /// Whether its argument is a text; the others take numbers and amounts.
  var isOfText: Bool {
    switch self {
    case .length, .uppercase, .lowercase: true
    case .abs, .ceiling, .floor, .round: false
    }
  }
}

/// A target of CAST.
enum Cast: String, CaseIterable {
  case date = "Date"
  case integer = "Integer"
  case decimal = "Decimal"
  case string = "String"

  /// The type of the result.
  var type: StaticType {
    switch self {
    case .date: .date
    case .integer: .integer
    case .decimal: .decimal
    case .string: .text
    }
  }
}
