import Records

extension TypeChecker {
  mutating func comparison(_ comparison: Syntax.Comparison, _ range: Range<Int>) -> Checked? {
    let left: Checked?
    switch comparison.relation {
    case .contains:
      if case .set(let elements) = comparison.left.kind, comparison.quantifier == nil {
        return membership(comparison.right, elements, comparison, range)
      }
      left = check(comparison.left)
      if let list = left, list.type.isList, comparison.quantifier == nil {
        return exists(comparison.right, in: list, comparison, range)
      }
    case .isIn where comparison.quantifier == nil:
      if case .set(let elements) = comparison.right.kind {
        return membership(comparison.left, elements, comparison, range)
      }
      guard let right = check(comparison.right) else {
        _ = check(comparison.left)
        return nil
      }
      if right.type.isList { return exists(comparison.left, in: right, comparison, range) }
      guard right.type == .text else {
        report(.inNeedsSet(name(right.type)), right.range)
        return nil
      }
      // As in NSPredicate, `a IN 'text'` asks whether the text contains `a`.
      var turned = comparison
      (turned.left, turned.right, turned.relation) = (comparison.right, comparison.left, .contains)
      return self.comparison(turned, range)
    default: left = check(comparison.left)
    }
    guard let left else {
      if case .set = comparison.right.kind { return nil }
      _ = check(comparison.right, mayBeKey: false)
      return nil
    }
    guard let quantifier = comparison.quantifier else {
      guard !left.type.isList else {
        report(.listCompared(comparison.relation.rawValue), left.range)
        return nil
      }
      return compare(left, comparison, range)
    }
    guard left.type.isList else {
      report(.quantifierWithoutList(quantifier.rawValue, name(left.type)), left.range)
      return nil
    }
    let predicate = withElement(of: left, named: "") { checker, element in
      if comparison.relation == .isIn {
        return checker.isOneOf(element, comparison, range)
      }
      return checker.compare(element, comparison, range)
    }
    return predicate.map {
      Checked(node: .quantified(quantifier, left.node, $0.node), type: .boolean, range: range)
    }
  }

  /// `element IN …` after ANY, ALL or NONE.
  private mutating func isOneOf(
    _ element: Checked, _ comparison: Syntax.Comparison, _ range: Range<Int>
  ) -> Checked? {
    if case .set(let elements) = comparison.right.kind {
      return membership(element, elements, comparison, range)
    }
    guard let right = check(comparison.right) else { return nil }
    if right.type.isList {
      return withElement(of: right, named: "") { checker, other in
        checker.equal(element, other, comparison, range)
      }.map { Checked(node: .quantified(.any, right.node, $0.node), type: .boolean, range: range) }
    }
    guard right.type == .text, element.type == .text else {
      report(.inNeedsSet(name(right.type)), right.range)
      return nil
    }
    return Checked(
      node: .comparison(right.node, .contains, comparison.options, element.node), type: .boolean, range: range
    )
  }

  /// Runs a check in which a list's element is the innermost variable.
  mutating func withElement(
    of list: Checked, named name: String, _ check: (inout TypeChecker, Checked) -> Checked?
  ) -> Checked? {
    let element = Checked(
      node: .variable(variables.count), type: list.type.element, range: list.range, domain: list.domain,
      isForeign: list.isForeign)
    variables.append((name, element))
    defer { variables.removeLast() }
    return check(&self, element)
  }

  /// `list CONTAINS value` and `value IN list`: whether an element equals the value.
  private mutating func exists(
    _ value: Syntax, in list: Checked, _ comparison: Syntax.Comparison, _ range: Range<Int>
  ) -> Checked? {
    withElement(of: list, named: "") { checker, element in
      guard let value = checker.check(value) else { return nil }
      return checker.equal(element, value, comparison, range)
    }.map { Checked(node: .quantified(.any, list.node, $0.node), type: .boolean, range: range) }
  }

  private mutating func equal(
    _ a: Checked, _ b: Checked, _ comparison: Syntax.Comparison, _ range: Range<Int>
  ) -> Checked? {
    relate(a, .equal, comparison.options, b, range, comparison.relationRange)
  }

  // MARK: One value with another

  /// Checks the other operand of a comparison, where a name may be a text without quotes: `name = Acme`. A
  /// word for a value is that value here, even if there is a key of that name: `paid = true`, `due != nil`.
  private mutating func check(_ syntax: Syntax, beside value: Checked) -> Checked? {
    // A name such as Q1 may be a key.
    if case .datePart(let part) = value.domain, let form = part.example,
      case let text = slice(syntax.range), text.first?.isNumber ?? false,
      hasForm(text, of: form, upTo: part.greatest)
    {
      report(.unquotedDatePart(text), syntax.range, replacing: syntax.range, with: "'\(text)'")
      return nil
    }
    switch value.type {
    case .text, .record:
      if case .arithmetic = syntax.kind, case let text = slice(syntax.range), isUnquotedID(text) {
        report(.unquotedID(text), syntax.range, replacing: syntax.range, with: "'\(text)'")
        return nil
      }
      bareText = syntax.range
    default: break
    }
    defer { bareText = nil }
    return check(syntax, mayBeKey: false)
  }

  /// Whether an expression is the text of an id that is read as a subtraction: `ann-example`, `2026-001`.
  private func isUnquotedID(_ text: String) -> Bool {
    text.contains("-") && text.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" }
  }

  private mutating func compare(
    _ left: Checked, _ comparison: Syntax.Comparison, _ range: Range<Int>
  ) -> Checked? {
    switch comparison.relation {
    case .between: return between(left, comparison, range)
    case .like, .matches: return pattern(left, comparison, range)
    default: break
    }
    guard let right = check(comparison.right, beside: left) else { return nil }
    guard !right.type.isList else {
      report(.listCompared(comparison.relation.rawValue), right.range)
      return nil
    }
    return relate(left, comparison.relation, comparison.options, right, range, comparison.relationRange)
  }

  /// Checks that two values fit a relation.
  mutating func relate(
    _ left: Checked, _ relation: Relation, _ options: TextOptions, _ right: Checked, _ range: Range<Int>,
    _ relationRange: Range<Int>
  ) -> Checked? {
    var (a, b) = (left, right)
    guard adapt(&a, &b, relation, options) else { return nil }
    if a.type == .null { a = null(a, b.type) }
    if b.type == .null { b = null(b, a.type) }
    switch relation {
    case .contains, .beginsWith, .endsWith:
      if let other = [a, b].first(where: { $0.type != .text && $0.type != .null }) {
        report(.notText(relation.rawValue, name(other.type)), other.range)
        return nil
      }
    default:
      guard areComparable(a.type, b.type) else {
        if !reportNumber(a, meantAs: b), !reportNumber(b, meantAs: a) {
          report(.notComparable(name(left.type), name(right.type)), relationRange)
        }
        return nil
      }
      if relation.isOrdering {
        switch a.type {
        case .boolean, .record:
          report(.noOrder(name(a.type)), relationRange)
          return nil
        default: break
        }
      }
      if !options.isEmpty, a.type != .text, a.type != .null {
        report(.optionsWithoutText, relationRange)
        return nil
      }
    }
    return Checked(node: .comparison(a.node, relation, options, b.node), type: .boolean, range: range)
  }

  /// Reports a number that was probably meant as a value of the other operand's type: `date > 2026-01-31`,
  /// `date.month = 3`, `customer = 1042`, `made = 1`.
  /// - Returns: whether it was reported.
  private mutating func reportNumber(_ number: Checked, meantAs other: Checked) -> Bool {
    let text = slice(number.range)
    switch other.type {
    case .date where number.type == .integer && CivilDate(text) != nil:
      report(.unquotedDate(text), number.range)
    case .record(let entity) where number.type.isNumber && number.isConstant:
      report(.numberAsRecord(text, entity: model.entities[entity].name), number.range)
    case .boolean where text == "1" || text == "0":
      let word = text == "1" ? "TRUE" : "FALSE"
      report(.numberAsBoolean(word), number.range, replacing: number.range, with: word)
    default:
      guard case .datePart(let part) = other.domain, let form = part.example, number.type.isNumber else {
        return false
      }
      report(.malformedPart(text, form: form), number.range)
    }
    return true
  }

  private func areComparable(_ a: StaticType, _ b: StaticType) -> Bool {
    switch (a, b) {
    case (.record(let x), .record(let y)): model.entities[x].table == model.entities[y].table
    case (.money, _) where b.isNumber: true
    case (_, .money) where a.isNumber: true
    default: a == b || (a.isNumber && b.isNumber)
    }
  }

  /// Converts a text literal to the type of the other operand.
  private mutating func adapt(
    _ a: inout Checked, _ b: inout Checked, _ relation: Relation, _ options: TextOptions
  ) -> Bool {
    let isEquality = (relation == .equal || relation == .notEqual) && options.isEmpty
    // `2026-3` is not a valid month, and would sort wrongly in an ordered comparison.
    func isExact(_ domain: TextDomain) -> Bool {
      if case .datePart = domain { true } else { isEquality }
    }
    switch relation {
    case .contains, .beginsWith, .endsWith: return true
    default: break
    }
    if b.literal != nil, a.literal == nil || a.type != .text {
      guard let value = literal(b, as: a, isExact: isExact(a.domain)) else { return false }
      b = value
    } else if a.literal != nil, b.literal == nil {
      guard let value = literal(a, as: b, isExact: isExact(b.domain)) else { return false }
      a = value
    } else if isExact(a.domain), b.isConstant, !isAllowed(b, in: a.domain) {
      return false
    } else if isExact(b.domain), a.isConstant, !isAllowed(a, in: b.domain) {
      return false
    }
    return true
  }

  // MARK: BETWEEN and IN

  private mutating func between(
    _ left: Checked, _ comparison: Syntax.Comparison, _ range: Range<Int>
  ) -> Checked? {
    guard case .set(let bounds) = comparison.right.kind, bounds.count == 2 else {
      let count: Int? = if case .set(let bounds) = comparison.right.kind { bounds.count } else { nil }
      report(.betweenNeedsTwo(count), comparison.right.range)
      return nil
    }
    let (first, second) = (check(bounds[0]), check(bounds[1]))
    guard let first, let second else { return nil }
    let low = relate(left, .greaterOrEqual, comparison.options, first, range, comparison.relationRange)
    guard let low else { return nil }
    let high = relate(left, .lessOrEqual, comparison.options, second, range, comparison.relationRange)
    guard let high else { return nil }
    return Checked(node: .and([low.node, high.node]), type: .boolean, range: range)
  }

  private mutating func membership(
    _ value: Syntax, _ elements: [Syntax], _ comparison: Syntax.Comparison, _ range: Range<Int>
  ) -> Checked? {
    guard let value = check(value) else { return nil }
    guard !value.type.isList else {
      report(.listCompared(comparison.relation.rawValue), value.range)
      return nil
    }
    return membership(value, elements, comparison, range)
  }

  /// `value IN {a, b}`: constants are looked up in a set, other elements are compared one by one. NIL has the
  /// type of the value here.
  private mutating func membership(
    _ value: Checked, _ elements: [Syntax], _ comparison: Syntax.Comparison, _ range: Range<Int>
  ) -> Checked? {
    var constants: [Vector] = []
    // Plain numbers equal amounts of any currency.
    var numbers: [Vector] = []
    var others: [Node] = []
    var failed = false
    for element in elements {
      guard let element = check(element, beside: value),
        let equal = equal(value, element, comparison, element.range)
      else {
        failed = true
        continue
      }
      // [n] compares texts as they are, which a set does not.
      let isExact = comparison.options.contains(.normalized)
      guard case .comparison(_, _, _, .constant(let vector)) = equal.node, !value.isConstant,
        value.type != .null, !isExact
      else {
        others.append(equal.node)
        continue
      }
      if value.type == .money, case .number = vector {
        numbers.append(vector)
      } else {
        constants.append(vector)
      }
    }
    guard !failed else { return nil }
    for constants in [constants, numbers] where !constants.isEmpty {
      let joined = Vector(joining: constants.map { ($0, 1) })
      others.append(.membership(value.node, Membership(joined, comparison.options)))
    }
    return Checked(node: .or(others), type: .boolean, range: range)
  }

  // MARK: SUBQUERY

  mutating func subquery(
    _ list: Syntax, _ variable: String, _ variableRange: Range<Int>, _ predicate: Syntax, _ range: Range<Int>
  ) -> Checked? {
    guard let list = check(list) else { return nil }
    guard list.type.isList else {
      report(.notAList("SUBQUERY", name(list.type)), list.range)
      return nil
    }
    guard !variables.dropFirst().contains(where: { $0.name == variable }) else {
      report(.shadowed(variable), variableRange)
      return nil
    }
    let predicate = withElement(of: list, named: variable) { checker, _ in checker.predicate(predicate) }
    guard let predicate else { return nil }
    return Checked(
      node: .subquery(list.node, predicate.node), type: list.type, range: range, domain: list.domain,
      isForeign: list.isForeign)
  }
}
