import Records

/// A checked expression: names are columns and links, literals are values, types fit.
indirect enum Node: Sendable {
  /// One value, in a vector of one.
  case constant(Vector)
  case today
  /// The record itself (0) or the element of an enclosing SUBQUERY, counted from the outside.
  case variable(Int)
  case path(Node, [Step])
  case negated(Node)
  /// Operators of one precedence, from left to right.
  case arithmetic(Node, [(sign: ArithmeticSign, operand: Node)])
  case function(Function, Node)
  case cast(Node, Cast)
  case ternary(Node, Node, Node)
  case comparison(Node, Relation, TextOptions, Node)
  /// Whether a value is one of some constants.
  case membership(Node, ConstantSet, TextOptions)
  /// LIKE and MATCHES.
  case pattern(Node, PatternMatcher)
  /// Whether enough elements of a list meet a predicate, whose innermost variable is the element.
  case quantified(Quantifier, Node, Node)
  /// The elements of a list that meet a predicate, whose innermost variable is the element.
  case subquery(Node, Node)
  case not(Node)
  case and([Node])
  case or([Node])
  /// For a group, an expression of each of its records.
  case members(Node)
  /// For a group, an expression of its first record, which is the same for all of them.
  case representative(Node)

  /// A part of a key path.
  enum Step: Sendable {
    case column(table: Int, column: Int)
    case link(table: Int, link: Int, isMany: Bool)
    case id(table: Int)
    case path(table: Int)
    case draft(table: Int)
    case position(table: Int)
    case datePart(DatePart)
    case distinct
    case aggregate(Aggregate, StaticType)
  }
}

/// What a date can be asked for.
enum DatePart: String, CaseIterable {
  case year, quarter, month, week, day, weekday

  /// The type of its value: a number for year, day and weekday, a text for the others.
  var type: StaticType {
    switch self {
    case .year, .day, .weekday: .integer
    case .quarter, .month, .week: .text
    }
  }

  /// What its texts look like.
  var example: String? {
    switch self {
    case .quarter: "2026-Q1"
    case .month: "2026-03"
    case .week: "2026-W11"
    default: nil
    }
  }

  /// The greatest number there is of it in a year, month or week.
  var greatest: Int {
    switch self {
    case .year: 9999
    case .quarter: 4
    case .month: 12
    case .week: 53
    case .day: 31
    case .weekday: 7
    }
  }
}

/// What makes one value of a list.
package enum Aggregate: String, Sendable, CaseIterable {
  case count, sum, avg, min, max
}

/// A function of one argument.
enum Function: String, CaseIterable {
  case abs, ceiling, floor, round, length, uppercase, lowercase
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

/// The constants of `IN {a, b}`, made for looking up.
enum ConstantSet: Sendable {
  /// Folded as the options say.
  case texts(Set<String>, hasNull: Bool)
  case numbers(Set<Decimal>, hasNull: Bool)
  case dates(Set<CivilDate>, hasNull: Bool)
  case booleans(Set<Bool>, hasNull: Bool)
  case records(Set<Int32>, hasNull: Bool)
  /// Plain numbers stand for amounts of any currency.
  case money(Set<Money>, numbers: Set<Decimal>, hasNull: Bool)
}
