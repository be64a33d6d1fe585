import Diagnostics
import Records

/// The keys that every record has in addition to the model's.
private enum BuiltInKey: String, CaseIterable {
  case id, path, draft, position, implied, body, created, changed

  /// Whether records of an entity have the key.
  func isKnown(to entity: Entity, in model: Model) -> Bool {
    switch self {
    case .id, .path, .draft: true
    case .position: entity.owner != nil
    case .body: entity.owner == nil
    case .created, .changed: entity.owner == nil && model.hasHistory
    case .implied: model.mayImply(entity)
    }
  }
}

/// The maximum number of an entity's keys to compare with an unknown key: a model may have many of both.
private let maximumComparedKeys = 1_000

extension TypeChecker {
  /// The state of checking a key path: what the steps so far lead to.
  fileprivate struct Walk {
    var steps: [Node.Step] = []
    var type: StaticType
    var domain = TextDomain.any
    /// Whether it has left the record's document through a to-one relationship.
    var isForeign = false
    /// The operator that the rest of the path is the operand of.
    var aggregate: (Aggregate, Syntax.Step)?
  }

  /// Checks a key path.
  mutating func path(_ base: Syntax?, _ steps: [Syntax.Step], _ range: Range<Int>) -> Checked? {
    var start = variables[0].value
    if let base {
      guard let checked = check(base) else { return nil }
      start = checked
    } else if group != nil, steps.count > 1, steps[0].isOperator, steps[0].name == "distinct",
      !steps[1].isOperator
    {
      let path = steps.dropFirst().prefix { !$0.isOperator }.map(\.written).joined(separator: ".")
      report(.distinctInGroup(path), range)
      return nil
    } else if let group, let first = steps.first, !first.isOperator {
      guard knows(first.name, start.type.element) else {
        reportUnknown(first, start.type.element)
        return nil
      }
      // If a later key is unknown, that is the only error.
      var walk = Walk(type: start.type.element)
      // A key with an error may be meant as this one.
      guard follow(steps, &walk, range), invalidKeys.isEmpty else { return nil }
      let path = steps.map(\.written).joined(separator: ".")
      let advice =
        switch walk.type {
        case .list where walk.aggregate == nil:
          "use one value of each list, as in sum(\(path).@count)"
        case .integer, .decimal, .money, .list: "use sum(), min() or max() of it"
        case .text, .date: "use min() or max() of it"
        default: "add it to 'group'"
        }
      report(.notAKey(path, keys: group.map(\.text), advice: advice), range)
      return nil
    }
    return path(from: start, steps, range)
  }

  /// Checks the steps of a key path that lead on from a value.
  mutating func path(from start: Checked, _ steps: [Syntax.Step], _ range: Range<Int>) -> Checked? {
    var walk = Walk(type: start.type, isForeign: start.isForeign)
    guard follow(steps, &walk, range) else { return nil }
    if let (aggregate, step) = walk.aggregate {
      guard finish(aggregate, step, &walk) else { return nil }
    }
    let node: Node = walk.steps.isEmpty ? start.node : .path(start.node, walk.steps)
    let result = Checked(
      node: node, type: walk.type, range: range, domain: walk.domain, isForeign: walk.isForeign)
    return walk.aggregate?.0 == .sum && walk.type == .money ? inRecordCurrency(result) : result
  }

  // MARK: Keys

  private mutating func follow(_ steps: [Syntax.Step], _ walk: inout Walk, _ path: Range<Int>) -> Bool {
    for step in steps {
      let succeeded = step.isOperator ? follow(operator: step, &walk) : follow(key: step, &walk, path)
      guard succeeded else { return false }
    }
    return true
  }

  /// Whether the records of a group have a key.
  private func knows(_ name: String, _ type: StaticType) -> Bool {
    guard case .record(let index) = type else { return true }
    let entity = model.entities[index]
    return !model.entities(with: name, from: index).isEmpty
      || (BuiltInKey(rawValue: name)?.isKnown(to: entity, in: model) ?? false)
        && entity.declaration.privateNames[name] == nil
  }

  /// Reports a key that the records of a group do not have; it may be a collection operator without its `@`.
  private mutating func reportUnknown(_ step: Syntax.Step, _ type: StaticType) {
    guard case .record(let index) = type, !model.entities[index].hasInvalid(step.name) else { return }
    let entity = model.entities[index]
    if let reason = entity.declaration.privateNames[step.name] {
      return report(.privateKey(step.name, of: entity.name, reason: reason), step.range)
    }
    if reportRenamed(step, of: entity) { return }
    let names =
      Aggregate.allCases.map { "@" + $0.rawValue } + entity.propertyNames.prefix(maximumComparedKeys)
    report(.unknownKey(step.name, of: entity.name, names: names), step.range)
  }

  private mutating func follow(key step: Syntax.Step, _ walk: inout Walk, _ path: Range<Int>) -> Bool {
    if let (aggregate, _) = walk.aggregate, aggregate == .count {
      report(.keyAfterCount(step.name), step.range)
      return false
    }
    walk.domain = .any
    switch walk.type.element {
    case .record(let entity): return follow(key: step, of: entity, &walk, path)
    case .date:
      guard let part = DatePart(rawValue: step.name) else {
        report(.unknownDatePart(step.name, names: DatePart.allCases.map(\.rawValue)), step.range)
        return false
      }
      walk.steps.append(.datePart(part))
      walk.lead(to: part.type)
      if part.type == .text { walk.domain = .datePart(part) }
      return true
    default:
      report(.noKeys(step.name, of: name(walk.type)), step.range)
      return false
    }
  }

  private mutating func follow(
    key step: Syntax.Step, of index: Int, _ walk: inout Walk, _ path: Range<Int>
  ) -> Bool {
    let keepers = model.entities(with: step.name, from: index)
    if keepers.count > 1 {
      let names = keepers.map { model.entities[$0].name }
      report(.keyOfSubentities(step.name, of: model.entities[index].name, subentities: names), step.range)
      return false
    }
    // Records of the other entities have no value.
    let entity = model.entities[keepers.first ?? index]
    if let attribute = entity.attribute(named: step.name) {
      read(attribute, of: entity, &walk, path)
      return true
    }
    if let relationship = entity.relationship(named: step.name) {
      if walk.isForeign { reads.leavesDocument = true }
      // Records inside this one, its owner, and records that refer to it are its own; those that its file
      // refers to are other documents. For an invalid relationship this is unknown.
      let isOwn = relationship.isMany ? relationship.origin != .written : relationship.origin == .owner
      if !isOwn, !entity.hasInvalid(step.name) {
        walk.isForeign = true
      }
      walk.steps.append(.link(table: entity.table, link: relationship.link, isMany: relationship.isMany))
      walk.lead(to: .record(entity: relationship.destination), isMany: relationship.isMany)
      reads.links.insert(.init(table: entity.table, link: relationship.link))
      return true
    }
    if let reason = entity.declaration.privateNames[step.name] {
      report(.privateKey(step.name, of: entity.name, reason: reason), step.range)
      return false
    }
    if let key = BuiltInKey(rawValue: step.name), key.isKnown(to: entity, in: model) {
      follow(key, of: index, &walk)
      return true
    }
    for heir in entity.family.dropFirst() {
      guard let reason = model.entities[heir].declaration.privateNames[step.name] else { continue }
      report(.privateKey(step.name, of: model.entities[heir].name, reason: reason), step.range)
      return false
    }
    if !entity.hasInvalid(step.name) { reportUnknown(step, of: entity, in: walk, path) }
    return false
  }

  private mutating func follow(_ key: BuiltInKey, of index: Int, _ walk: inout Walk) {
    let table = model.entities[index].table
    let (step, type): (Node.Step, StaticType) =
      switch key {
      case .id: (.id(table: table), .text)
      case .path: (.path(table: table), .text)
      case .draft: (.draft(table: table), .boolean)
      case .position: (.position(table: table), .integer)
      case .implied: (.implied(table: table), .boolean)
      case .body: (.body(table: table), .text)
      case .created: (.created(table: table), .date)
      case .changed: (.changed(table: table), .date)
      }
    walk.steps.append(step)
    walk.lead(to: type)
    if key == .id {
      walk.domain = .id(entity: index)
      reads.ids.insert(index)
    }
    if key == .body { reads.bodies.insert(index) }
    if walk.isForeign { reads.leavesDocument = true }
  }

  /// Reports a former name of a key.
  /// - Returns: false if it is none.
  private mutating func reportRenamed(_ step: Syntax.Step, of entity: Entity) -> Bool {
    let renaming = entity.family.lazy.compactMap { [model] heir in
      model.entities[heir].presentName(of: step.name).map { (model.entities[heir].name, $0) }
    }.first
    guard let (name, present) = renaming else { return false }
    report(
      .renamedKey(step.name, of: name, now: present), step.range, replacing: step.range,
      with: Keyword.key(present))
    return true
  }

  /// Reports a key that the records of an entity do not have; it may be meant as something else.
  private mutating func reportUnknown(
    _ step: Syntax.Step, of entity: Entity, in walk: Walk, _ path: Range<Int>
  ) {
    let key = BuiltInKey(rawValue: step.name)
    if key == .created || key == .changed, entity.owner == nil {
      return report(.keyOfHistory(step.name), step.range)
    }
    if reportRenamed(step, of: entity) { return }
    if walk.type.isList, step.name == "distinct" || Aggregate(rawValue: step.name) != nil {
      return report(.operatorAsKey(step.name, of: entity.name), step.range)
    }
    // A single name may be meant as a value or a function.
    if step.range == path, FunctionName(step.name).isOfRecord {
      return report(.functionAsKey(step.name, of: entity.name), step.range)
    }
    let builtIn = BuiltInKey.allCases.filter { $0.isKnown(to: entity, in: model) }.map(\.rawValue)
    let values = step.range == path ? ["TRUE", "FALSE", "NIL"] : []
    let ofSubentities = entity.family.dropFirst().lazy.flatMap { [model] in model.entities[$0].ownNames }
    let names =
      Array(entity.propertyNames.prefix(maximumComparedKeys)) + ofSubentities.prefix(maximumComparedKeys)
      + builtIn + values
    // A model's own 'status' has taken the place of the built-in 'state'.
    let status = step.name == "state" ? entity.attributes.first(where: \.isState)?.name.text : nil
    let suggested = status ?? entity.property(called: step.name)
    let isText =
      step.range == bareText && suggested == nil
      && nearestName(to: step.name, among: names.filter { $0 != "body" }) == nil
    report(
      isText
        ? .unquotedText(step.name, of: entity.name)
        : .unknownKey(step.name, of: entity.name, names: names, suggested: suggested),
      step.range)
  }

  private mutating func read(
    _ attribute: Attribute, of entity: Entity, _ walk: inout Walk, _ path: Range<Int>
  ) {
    walk.steps.append(.column(table: entity.table, column: attribute.column))
    reads.columns.insert(entity.column(attribute))
    if walk.isForeign {
      reads.leavesDocument = true
      let range = source.range(path)
      reads.foreign.append(.init(path: slice(path), range: range, type: attribute.type))
    }
    let type = StaticType(attribute.type)
    walk.lead(to: type.element, isMany: type.isList)
    if attribute.type == .currency {
      walk.domain = .currency
    } else if !attribute.choices.isEmpty {
      walk.domain = .choices(attribute.name.text, attribute.choices)
    }
  }

  /// A part of the query's text.
  func slice(_ range: Range<Int>) -> String {
    let bytes = source.text.utf8
    return String(decoding: bytes.dropFirst(range.lowerBound).prefix(range.count), as: UTF8.self)
  }

  // MARK: Collection operators

  private mutating func follow(operator step: Syntax.Step, _ walk: inout Walk) -> Bool {
    if walk.aggregate != nil {
      report(.twoAggregates(step.name), step.range)
      return false
    }
    let isDistinct = step.name == "distinct"
    let aggregate = Aggregate(rawValue: step.name)
    guard isDistinct || aggregate != nil else {
      let names = ["@distinct"] + Aggregate.allCases.map { "@" + $0.rawValue }
      report(.unknownOperator(step.name, names: names), step.range)
      return false
    }
    guard walk.type.isList else {
      let isBare = walk.steps.isEmpty && variables[0].value.type == walk.type
      report(
        isBare ? .aggregateOutsideGroup(step.name) : .operatorOnOne(step.name, name(walk.type)), step.range)
      return false
    }
    if let aggregate {
      walk.aggregate = (aggregate, step)
    } else {
      walk.steps.append(.distinct)
    }
    return true
  }

  private mutating func finish(_ aggregate: Aggregate, _ step: Syntax.Step, _ walk: inout Walk) -> Bool {
    guard let type = result(of: aggregate, over: walk.type.element) else {
      report(
        .wrongArgument("@" + step.name, expected: expected(by: aggregate), found: name(walk.type)), step.range
      )
      return false
    }
    if aggregate == .sum, case .column(let table, let column) = walk.steps.last {
      reads.sums.insert(.init(table: table, column: column))
    }
    walk.steps.append(.aggregate(aggregate, type))
    walk.type = type
    if aggregate == .count || aggregate == .sum || aggregate == .avg { walk.domain = .any }
    return true
  }

  /// The type of an aggregate, or nil if the elements have none.
  func result(of aggregate: Aggregate, over element: StaticType) -> StaticType? {
    switch (aggregate, element) {
    case (.count, _): .integer
    case (.avg, .integer): .decimal
    case (_, .integer), (_, .decimal), (_, .money): element
    case (.min, .date), (.max, .date), (.min, .text), (.max, .text): element
    default: nil
    }
  }

  /// The operands that an aggregate takes, in words.
  func expected(by aggregate: Aggregate) -> String {
    aggregate == .sum || aggregate == .avg ? "numbers or amounts" : "numbers, amounts, dates or texts"
  }
}

extension TypeChecker.Walk {
  /// Continues the path with values of a type; a to-many step gives a list of them.
  fileprivate mutating func lead(to element: StaticType, isMany: Bool = false) {
    type = type.isList || isMany ? .list(element) : element
  }
}

extension Entity {
  /// The property whose label is a word, or whose name the word is in another language; nil unless there is one.
  fileprivate func property(called word: String) -> String? {
    let folded = folded(word, case: true, marks: true)
    let labels =
      attributes.map { ($0.name.text, $0.label) } + relationships.map { ($0.name, $0.label) }
    let labelled = labels.filter { Records.folded($0.1, case: true, marks: true) == folded }.map(\.0)
    let translated = LanguageWords.names(of: word).filter(propertyNames.contains)
    return [labelled, translated].first { $0.count == 1 }?.first
  }
}
