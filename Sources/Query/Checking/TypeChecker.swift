import Diagnostics
import Records

/// A checked expression, which will become a part of a larger one.
struct Checked {
  /// The node to evaluate.
  var node: Node
  /// The type of its values.
  var type: StaticType
  /// The range in the query's text, in UTF-8 bytes.
  var range: Range<Int>
  /// The text of a text literal, which may still become a date, an id, an amount or a choice.
  var literal: String?
  /// The values it can have.
  var domain = TextDomain.any
  /// Whether its value depends on neither a record nor the day.
  var isConstant = false
  /// Whether it is a list of values in another document, reached through a to-one relationship.
  var isForeign = false

  /// The same place with a constant in its stead, such as the day that a text literal is.
  func replaced(by constant: Vector, _ type: StaticType) -> Checked {
    var result = self
    result.literal = nil
    result.node = .constant(constant)
    result.type = type
    return result
  }
}

/// The possible values of an expression, if they are fewer than its type allows.
enum TextDomain {
  /// Any text.
  case any
  /// Codes of ISO 4217.
  case currency
  /// The choices of an attribute, by its name.
  case choices(String, [SourceText])
  /// A part of a date.
  case datePart(DatePart)
  /// The ids of an entity's records.
  case id(entity: Int)
}

/// Resolves the names in a syntax tree, checks its types, and makes a tree of nodes.
///
/// Every error is reported once: an expression with an error is nil, and those around it report nothing.
struct TypeChecker {
  /// The graph in which names and ids are looked up.
  let graph: RecordGraph
  /// The query's text; all ranges are in its UTF-8 bytes.
  let source: SourceText
  /// The key expressions, if the query is about groups.
  var group: [Expression]?
  /// The keys of the group that have errors.
  let invalidKeys: [Syntax]
  /// SELF, then the variable of each enclosing SUBQUERY.
  var variables: [(name: String, value: Checked)]
  /// The errors found so far.
  var diagnostics: [Diagnostic] = []
  /// What has been read so far.
  var reads = Expression.Reads()
  /// The range of a name that is compared with a text or a record, and may be a text without quotes.
  var bareText: Range<Int>?

  /// The model in force.
  var model: Model { graph.model }

  /// Makes a checker for the expressions of an entity, or of groups of its records.
  init(
    graph: RecordGraph, source: SourceText, entity: Int, group: [Expression]?, invalidKeys: [Syntax] = []
  ) {
    self.graph = graph
    self.source = source
    self.group = group
    self.invalidKeys = invalidKeys
    let record = StaticType.record(entity: entity)
    let type = group == nil ? record : .list(record)
    variables = [("", Checked(node: .variable(0), type: type, range: 0..<0))]
  }

  /// Reports an error.
  /// - Parameter range: the range in the query's text, in UTF-8 bytes.
  mutating func report(_ error: QueryError, _ range: Range<Int>) {
    diagnostics.append(error.diagnostic(at: source.range(range)))
  }

  /// Reports an error with a fix-it.
  /// - Parameters:
  ///   - range: the wrong part of the query's text, in UTF-8 bytes.
  ///   - part: the bytes that the fix-it replaces.
  mutating func report(
    _ error: QueryError, _ range: Range<Int>, replacing part: Range<Int>, with text: String
  ) {
    let fixIt = Diagnostic.FixIt(replacing: source.range(part), with: text)
    diagnostics.append(error.diagnostic(at: source.range(range), fixIts: [fixIt]))
  }

  /// A type in words.
  func name(_ type: StaticType) -> String { type.name(in: model) }

  // MARK: Expressions

  /// Checks an expression of any type.
  /// - Parameter mayBeKey: whether a word for a value, such as `no`, may have been meant as a key.
  mutating func check(_ syntax: Syntax, mayBeKey: Bool = true) -> Checked? {
    if isGroupKey(syntax) { return groupKey(syntax) }
    if isInvalidKey(syntax) { return invalidKey(syntax) }
    switch syntax.kind {
    case .text(let text):
      var result = constant(.text(Lane(constant: text)), .text, syntax)
      result.literal = text
      return result
    case .number(let number):
      return constant(.number(Lane(constant: number)), number.scale == 0 ? .integer : .decimal, syntax)
    case .boolean(let value):
      if mayBeKey, isKey(syntax) { return nil }
      return constant(.boolean(Lane(constant: value)), .boolean, syntax)
    case .null: return mayBeKey && isKey(syntax) ? nil : constant(.null(.null), .null, syntax)
    case .itself: return mayBeKey && isKey(syntax) ? nil : itself(syntax.range)
    case .variable(let name): return variable(name, syntax.range)
    case .path(let base, let steps): return path(base, steps, syntax.range)
    case .set:
      report(.misplacedSet, syntax.range)
      return nil
    case .negated(let operand): return negated(operand, syntax.range)
    case .arithmetic(let first, let terms): return arithmetic(first, terms)
    case .call(let function, let arguments): return call(function, arguments, syntax.range)
    case .ternary(let condition, let a, let b): return ternary(condition, a, b, syntax.range)
    case .cast(let operand, let type, let range): return cast(operand, type, range, syntax.range)
    case .subquery(let list, let variable, let range, let predicate):
      return subquery(list, variable, range, predicate, syntax.range)
    case .comparison(let comparison): return self.comparison(comparison, syntax.range)
    case .not(let operand):
      return predicate(operand).map { Checked(node: .not($0.node), type: .boolean, range: syntax.range) }
    case .and(let parts):
      return predicates(parts).map { Checked(node: .and($0), type: .boolean, range: syntax.range) }
    case .or(let parts):
      return predicates(parts).map { Checked(node: .or($0), type: .boolean, range: syntax.range) }
    }
  }

  /// Checks an expression that must be a predicate.
  mutating func predicate(_ syntax: Syntax) -> Checked? {
    guard let result = check(syntax) else { return nil }
    guard result.type == .boolean else {
      report(.notAPredicate(name(result.type)), syntax.range)
      return nil
    }
    return result
  }

  private mutating func predicates(_ parts: [Syntax]) -> [Node]? {
    let nodes = parts.indices.map { index in
      // `BETWEEN a AND b` parses as two parts; the error is reported for the first.
      if index > 0, parts[index - 1].isBetweenWithoutSet { return check(parts[index])?.node }
      return predicate(parts[index])?.node
    }
    let checked = nodes.compactMap(\.self)
    return checked.count == parts.count ? checked : nil
  }

  /// Whether a word for a value is spelled like one of the record's keys, and reports it if so: `no` beside
  /// an attribute `no` would silently be read as false.
  private mutating func isKey(_ syntax: Syntax) -> Bool {
    guard case .record(let index) = variables[0].value.type.element else { return false }
    let (entity, word) = (model.entities[index], slice(syntax.range))
    guard entity.hasProperty(named: word) else { return false }
    report(.valueAsKey(word, of: entity.name), syntax.range)
    return true
  }

  /// A literal.
  /// - Parameter vector: the literal's value, as a constant vector.
  func constant(_ vector: Vector, _ type: StaticType, _ syntax: Syntax) -> Checked {
    Checked(node: .constant(vector), type: type, range: syntax.range, isConstant: true)
  }

  /// Replaces an expression of constants by its value; reports an error if it has none.
  mutating func folded(_ checked: Checked, orReport error: QueryError? = nil) -> Checked? {
    guard checked.isConstant else { return checked }
    let evaluator = Evaluator(graph: graph, today: .first)
    let vector = evaluator.evaluate(checked.node, Frame(rows: []))
    guard vector.value(at: 0, table: 0) != .null else {
      report(error ?? .undefinedConstant, checked.range)
      return nil
    }
    var result = checked
    result.node = .constant(vector)
    return result
  }

  private mutating func itself(_ range: Range<Int>) -> Checked? {
    if let group {
      report(.notAKey("SELF", keys: group.map(\.text), advice: "add it to 'group'"), range)
      return nil
    }
    var result = variables[0].value
    result.range = range
    return result
  }

  private mutating func variable(_ name: String, _ range: Range<Int>) -> Checked? {
    guard var result = variables.dropFirst().last(where: { $0.name == name })?.value else {
      guard name != "each" else {
        report(.eachElsewhere, range)
        return nil
      }
      report(.unknownVariable(name, names: variables.dropFirst().map { "$" + $0.name }), range)
      return nil
    }
    result.range = range
    return result
  }

  // MARK: Groups

  /// Whether an expression is a key of the group, or a key path that continues from one.
  private func isGroupKey(_ syntax: Syntax) -> Bool {
    group?.contains { syntax.steps(after: $0.syntax) != nil } ?? false
  }

  /// Whether an expression is a key of the group that has an error, or continues from one.
  private func isInvalidKey(_ syntax: Syntax) -> Bool {
    group != nil && invalidKeys.contains { syntax.steps(after: $0) != nil }
  }

  /// Checks a key of the group, whose value is read from the group's first record unless it is the element of a list
  /// that the group is of.
  private mutating func groupKey(_ syntax: Syntax) -> Checked? {
    if let list = group?.first(where: \.type.isList), let steps = syntax.steps(after: list.syntax) {
      guard var element = asRecord({ $0.check(list.syntax) }) else { return nil }
      element.node = .element(element.node)
      element.type = list.type.element
      element.range = syntax.range
      return steps.isEmpty ? element : path(from: element, steps, syntax.range)
    }
    return asRecord { checker in
      guard var result = checker.check(syntax) else { return nil }
      if !result.isConstant { result.node = .representative(result.node) }
      return result
    }
  }

  /// Repeats the errors of a key if all have fix-its: fixed in `group` alone, it would no longer be the key that
  /// `columns` shows.
  private mutating func invalidKey(_ syntax: Syntax) -> Checked? {
    let others = diagnostics
    diagnostics = []
    _ = asRecord { $0.check(syntax) }
    let haveFixIts = diagnostics.allSatisfy { !$0.fixIts.isEmpty }
    diagnostics = others + (haveFixIts ? diagnostics : [])
    return nil
  }

  /// Checks an expression of a single record inside a query about groups.
  mutating func asRecord(_ check: (inout TypeChecker) -> Checked?) -> Checked? {
    let (group, grouped) = (self.group, variables)
    defer {
      self.group = group
      variables = grouped
    }
    self.group = nil
    variables = [("", Checked(node: .variable(0), type: variables[0].value.type.element, range: 0..<0))]
    return check(&self)
  }
}

extension Syntax {
  /// The steps by which this continues another expression, none if both are the same; nil if it does not.
  fileprivate func steps(after beginning: Syntax) -> [Syntax.Step]? {
    if self == beginning { return [] }
    guard case .path(nil, let steps) = kind, case .path(nil, let first) = beginning.kind,
      steps.starts(with: first)
    else { return nil }
    return Array(steps[first.count...])
  }

  /// Whether this is a BETWEEN without braces around its bounds.
  fileprivate var isBetweenWithoutSet: Bool {
    guard case .comparison(let comparison) = kind, comparison.relation == .between else { return false }
    if case .set = comparison.right.kind { return false }
    return true
  }
}
