import Records

/// A query as written, before names are resolved: a tree whose nodes know their position in the text.
///
/// Trees are equal if they mean the same, regardless of positions. `AND`, `OR`, sums and products are flat
/// lists, so that a long query does not make a deep tree.
package struct Syntax: Sendable, Equatable {
  /// The kinds of node.
  package indirect enum Kind: Sendable, Equatable {
    /// `'a'`, with escapes resolved.
    case text(String)
    /// `1.50`, with its scale as written.
    case number(Decimal)
    /// TRUE and YES, FALSE and NO
    case boolean(Bool)
    /// NIL and NULL
    case null
    /// `{a, b}`
    case set([Syntax])
    /// SELF
    case itself
    /// `$name`
    case variable(String)
    /// `a.b.@sum.c`; without a base the path starts at the record.
    case path(base: Syntax?, steps: [Step])
    /// `-a`
    case negated(Syntax)
    /// Operators of the same precedence, from left to right.
    case arithmetic(Syntax, [Term])
    /// `f(a, b)`
    case call(FunctionName, arguments: [Syntax])
    /// `TERNARY(condition, a, b)`
    case ternary(Syntax, Syntax, Syntax)
    /// `CAST(a, 'Date')`, with the UTF-8 byte range of the type in the query.
    case cast(Syntax, type: String, typeRange: Range<Int>)
    /// `SUBQUERY(list, $name, predicate)`, with the name and its UTF-8 byte range in the query.
    case subquery(Syntax, variable: String, variableRange: Range<Int>, predicate: Syntax)
    /// `ANY a >= b`
    case comparison(Comparison)
    /// `NOT a`
    case not(Syntax)
    /// `a AND b AND c`
    case and([Syntax])
    /// `a OR b OR c`
    case or([Syntax])

    package static func == (a: Kind, b: Kind) -> Bool {
      switch (a, b) {
      case (.text(let a), .text(let b)): a.unicodeScalars.elementsEqual(b.unicodeScalars)
      case (.number(let a), .number(let b)): a == b && a.scale == b.scale
      case (.boolean(let a), .boolean(let b)): a == b
      case (.null, .null), (.itself, .itself): true
      case (.set(let a), .set(let b)): a == b
      case (.variable(let a), .variable(let b)): a == b
      case (.path(let baseA, let a), .path(let baseB, let b)): baseA == baseB && a == b
      case (.negated(let a), .negated(let b)): a == b
      case (.arithmetic(let firstA, let a), .arithmetic(let firstB, let b)): firstA == firstB && a == b
      case (.call(let functionA, let a), .call(let functionB, let b)): functionA == functionB && a == b
      case (.ternary(let a, let b, let c), .ternary(let d, let e, let f)): a == d && b == e && c == f
      case (.cast(let a, let typeA, _), .cast(let b, let typeB, _)): a == b && typeA == typeB
      case (.subquery(let a, let variableA, _, let b), .subquery(let c, let variableB, _, let d)):
        a == c && variableA == variableB && b == d
      case (.comparison(let a), .comparison(let b)): a == b
      case (.not(let a), .not(let b)): a == b
      case (.and(let a), .and(let b)), (.or(let a), .or(let b)): a == b
      default: false
      }
    }
  }

  /// A part of a key path.
  package struct Step: Sendable, Equatable {
    /// The key, or the collection operator without its `@`.
    package let name: String
    /// Whether it is a collection operator.
    package let isOperator: Bool
    /// Its position, in UTF-8 bytes of the query's text.
    @Position private(set) var range: Range<Int>

    package init(_ name: String, isOperator: Bool = false, range: Range<Int> = 0..<0) {
      self.name = name
      self.isOperator = isOperator
      self.range = range
    }
  }

  /// An operator and its right operand.
  package struct Term: Sendable, Equatable {
    /// `+ - * / **`
    package let sign: ArithmeticSign
    /// The place of the operator.
    @Position private(set) var range: Range<Int>
    /// The right operand.
    package let operand: Syntax

    package init(_ sign: ArithmeticSign, _ operand: Syntax, range: Range<Int> = 0..<0) {
      self.sign = sign
      self.operand = operand
      self.range = range
    }
  }

  /// Two operands compared.
  package struct Comparison: Sendable, Equatable {
    /// ANY, ALL or NONE before the comparison; SOME is read as ANY.
    package var quantifier: Quantifier?
    /// The left operand.
    package var left: Syntax
    package var relation: Relation
    /// `[cd]`
    package var options: TextOptions
    /// The place of the operator.
    @Position private(set) var relationRange: Range<Int>
    /// The right operand.
    package var right: Syntax

    package init(
      _ quantifier: Quantifier? = nil, _ left: Syntax, _ relation: Relation, _ options: TextOptions = [],
      _ right: Syntax, range: Range<Int> = 0..<0
    ) {
      self.quantifier = quantifier
      self.left = left
      self.relation = relation
      self.options = options
      self.right = right
      relationRange = range
    }
  }

  /// The node's kind.
  package let kind: Kind
  /// Its position, in UTF-8 bytes of the query's text.
  @Position private(set) var range: Range<Int>

  package init(_ kind: Kind, range: Range<Int> = 0..<0) {
    self.kind = kind
    self.range = range
  }
}

/// A position in a query, which does not count when trees are compared.
@propertyWrapper struct Position: Sendable, Equatable {
  var wrappedValue: Range<Int>

  static func == (a: Position, b: Position) -> Bool { true }
}

extension Syntax {
  /// The keys of the record itself that the expression reads, in the order of the text.
  ///
  ///     due >= date OR customer.country = 'de'     due, date, customer
  package var ownKeys: [String] {
    guard case .path(let base, let steps) = kind, base == nil || base?.kind == .itself else {
      return operands.flatMap(\.ownKeys)
    }
    return steps.first.map { $0.isOperator ? [] : [$0.name] } ?? []
  }

  /// The keys of the record itself whose lack the expression provides for, as in `TERNARY(days = nil, 1, days)`.
  package var ownKeysComparedWithNull: [String] {
    if case .comparison(let comparison) = kind, comparison.right.kind == .null {
      return comparison.left.ownKeys
    }
    return operands.flatMap(\.ownKeysComparedWithNull)
  }

  /// The nodes below this one, in the order of the text.
  private var operands: [Syntax] {
    switch kind {
    case .text, .number, .boolean, .null, .itself, .variable: []
    case .set(let elements): elements
    case .path(let base, _): base.map { [$0] } ?? []
    case .negated(let operand), .not(let operand), .cast(let operand, _, _): [operand]
    case .arithmetic(let first, let terms): [first] + terms.map(\.operand)
    case .call(_, let arguments): arguments
    case .ternary(let condition, let first, let second): [condition, first, second]
    case .subquery(let list, _, _, let predicate): [list, predicate]
    case .comparison(let comparison): [comparison.left, comparison.right]
    case .and(let parts), .or(let parts): parts
    }
  }
}

/// An operator of arithmetic.
package enum ArithmeticSign: String, Sendable, CaseIterable {
  case plus = "+"
  case minus = "-"
  case times = "*"
  case divide = "/"
  case power = "**"
}

/// ANY, ALL or NONE: how many elements of a list must meet a comparison.
package enum Quantifier: String, Sendable, CaseIterable {
  /// At least one; SOME is another spelling.
  case any = "ANY"
  /// Every one; true for an empty list.
  case all = "ALL"
  /// None; true for an empty list.
  case none = "NONE"
}

/// An operator of comparison.
package enum Relation: String, Sendable, CaseIterable {
  case equal = "="
  case notEqual = "!="
  case less = "<"
  case greater = ">"
  case lessOrEqual = "<="
  case greaterOrEqual = ">="
  /// Between two bounds, inclusive.
  case between = "BETWEEN"
  /// Equal to an element of a set or list.
  case isIn = "IN"
  case contains = "CONTAINS"
  case beginsWith = "BEGINSWITH"
  case endsWith = "ENDSWITH"
  case like = "LIKE"
  case matches = "MATCHES"

  /// Whether it compares the order of two values.
  var isOrdering: Bool {
    switch self {
    case .less, .greater, .lessOrEqual, .greaterOrEqual, .between: true
    default: false
    }
  }
}

/// How text is compared: `[c]` ignores case, `[d]` ignores marks, `[n]` compares texts as they are.
package struct TextOptions: OptionSet, Sendable, Hashable {
  /// The bits.
  package let rawValue: UInt8

  /// Makes options from their bits.
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// `c`
  static let ignoringCase = TextOptions(rawValue: 1)
  /// `d`
  static let ignoringMarks = TextOptions(rawValue: 2)
  /// `n`: texts are already normalized and compared code point by code point; takes precedence over `c` and
  /// `d`, like NSNormalizedPredicateOption.
  static let normalized = TextOptions(rawValue: 4)

  /// The options with their letters.
  package static let letters: [(letter: Character, option: TextOptions)] = [
    ("c", .ignoringCase), ("d", .ignoringMarks), ("n", .normalized),
  ]
}
