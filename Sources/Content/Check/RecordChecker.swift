import Diagnostics
import Query
import Records

/// Checks what shows only when records are linked and everything is computed: computed values that are missing or
/// not allowed, values that must be unique, counts of relationships, and the model's rules.
struct RecordChecker {
  private let graph: RecordGraph
  private let expressions: ModelExpressions
  private let evaluator: Evaluator
  private let causes: Causes
  private var diagnostics: [Diagnostic] = []
  private var lastLocator: Locator?

  /// Checks a graph.
  /// - Parameters:
  ///   - graph: the graph with all values computed.
  ///   - expressions: the model's expressions.
  ///   - plans: what the entities' attributes allow.
  ///   - found: the mistakes found so far.
  ///   - incomplete: the paths of files that refer to records which could not be read.
  static func check(
    _ graph: RecordGraph, _ expressions: ModelExpressions, plans: [EntityPlan], today: CivilDate,
    found: [Diagnostic], incomplete: Set<String>
  ) -> [Diagnostic] {
    var checker = RecordChecker(
      graph: graph, expressions: expressions, evaluator: Evaluator(graph: graph, today: today),
      causes: Causes(graph, found: found, incomplete: incomplete))
    for (index, entity) in graph.model.entities.enumerated() {
      let inherited = entity.parent.map { graph.model.entities[$0] }
      for plan in plans[index].attributes where inherited?.attribute(named: plan.name) == nil {
        let attribute = plan.attribute
        checker.checkComputed(plan, entity, index)
        checker.checkRequired(attribute, entity, index)
        // A default that records share is a mistake of the model's.
        if attribute.isUnique, attribute.defaultValue == nil { checker.checkUnique(attribute, entity, index) }
      }
      for relationship in entity.relationships where inherited?.relationship(named: relationship.name) == nil
      {
        checker.checkCount(relationship, entity, index)
      }
    }
    for rule in expressions.rules { checker.check(rule) }
    return checker.diagnostics
  }

  private init(
    graph: RecordGraph, expressions: ModelExpressions, evaluator: Evaluator, causes: Causes
  ) {
    self.graph = graph
    self.expressions = expressions
    self.evaluator = evaluator
    self.causes = causes
  }

  // MARK: Checks

  private mutating func checkRequired(_ attribute: Attribute, _ entity: Entity, _ index: Int) {
    guard attribute.isRequired, attribute.expression != nil,
      !expressions.failed.contains(.init(table: entity.table, column: attribute.column))
    else { return }
    let links = links(of: attribute, in: entity)
    guard !causes.mayMislead(links) else { return }
    for row in graph.rows(of: index) where graph.tables[entity.table].columns[attribute.column][row] == .null
    {
      guard let locator = locator(of: row, in: entity.table, reading: links) else { continue }
      diagnostics.append(
        Diagnostic(
          .missingValue, at: locator.locator.start(item: locator.item),
          "'\(attribute.name.text)' is missing: it is not written, and its formula \(attribute.expression?.text ?? "") gives nothing"
        ))
    }
  }

  /// Checks what an expression gives as if it were written.
  private mutating func checkComputed(_ plan: AttributePlan, _ entity: Entity, _ index: Int) {
    guard let expression = plan.attribute.expression,
      plan.isConstrained || [.string, .email, .url].contains(plan.type),
      !expressions.failed.contains(.init(table: entity.table, column: plan.column))
    else { return }
    let links = links(of: plan.attribute, in: entity)
    guard !causes.mayMislead(links) else { return }
    let column = graph.tables[entity.table].columns[plan.column]
    let currencies = RecordCurrencies(entity.table, of: graph)
    for row in graph.rows(of: index) {
      let value = column[row]
      guard value != .null, let refusal = plan.refusal(of: value, currency: currencies[row]),
        let locator = locator(of: row, in: entity.table, reading: links)
      else { continue }
      let range = locator.locator.start(item: locator.item)
      let problem = refusal.diagnostic(at: range)
      diagnostics.append(
        Diagnostic(
          problem.id, at: range, "a computed value is not allowed: " + problem.summary,
          notes: [.init("it is computed here", at: expression.range)]))
    }
  }

  private mutating func checkUnique(_ attribute: Attribute, _ entity: Entity, _ index: Int) {
    let links = links(of: attribute, in: entity)
    guard !causes.mayMislead(links) else { return }
    var firsts: [Value: Int] = [:]
    let column = graph.tables[entity.table].columns[attribute.column]
    for row in graph.rows(of: index) {
      let value = column[row]
      guard value != .null else { continue }
      guard let first = firsts[value] else {
        firsts[value] = row
        continue
      }
      guard let locator = locator(of: row, in: entity.table, reading: links) else { continue }
      let range =
        locator.locator.value(of: attribute.name.text, item: locator.item)
        ?? locator.locator.start(item: locator.item)
      diagnostics.append(
        Diagnostic(
          .notUnique, at: range,
          "'\(attribute.name.text)' is the same as that of '\(graph.id(of: first, in: entity.table))', and must be unique"
        ))
    }
  }

  private mutating func checkCount(_ relationship: Relationship, _ entity: Entity, _ index: Int) {
    let declared = relationship.declaration
    // What must be written at one side is checked where it is read.
    let isChecked = relationship.origin != .written || relationship.isWrittenAtBothSides(in: graph.model)
    let least = declared.minCount ?? (declared.isRequired && isChecked ? 1 : 0)
    let most = declared.maxCount ?? .max
    guard least > 0 || most < .max else { return }
    let links: Set = [Expression.LinkDependency(table: entity.table, link: relationship.link)]
    let mayLack = causes.mayLack(from: relationship)
    let link = graph.tables[entity.table].links[relationship.link]
    for row in graph.rows(of: index) {
      let count = link.targets(of: row).count
      guard count < least && !mayLack || count > most,
        let locator = locator(of: row, in: entity.table, reading: count < least ? links : [])
      else { continue }
      let range =
        locator.locator.value(of: relationship.name, item: locator.item)
        ?? locator.locator.start(item: locator.item)
      let (limit, verb) = count < least ? (least, "needs at least") : (most, "takes at most")
      let records = limit == 1 ? "1 record" : "\(limit) records"
      diagnostics.append(
        Diagnostic(.wrongCount, at: range, "'\(relationship.name)' \(verb) \(records), and has \(count)"))
    }
  }

  private mutating func check(_ rule: ModelExpressions.CompiledRule) {
    let entity = graph.model.entities[rule.entity]
    let rows = graph.rows(of: rule.entity).map { Int32($0) }
    let matching = evaluator.filter(rows, rule.predicate)
    let links = expressions.links(of: rule.predicate, in: graph.model)
    guard !causes.mayMislead(links) else { return }
    let broken = rule.rule.firesWhenTrue ? matching : rows.filter(not: matching)
    for row in broken {
      guard let locator = locator(of: Int(row), in: entity.table, reading: links) else { continue }
      diagnostics.append(
        Diagnostic(
          .brokenRule, rule.rule.severity, at: locator.locator.start(item: locator.item), rule.rule.message,
          notes: [.init("the rule", at: rule.rule.predicate.range)]))
    }
  }

  /// The relationships that an attribute's value comes by; none where it is written.
  private func links(of attribute: Attribute, in entity: Entity) -> Set<Expression.LinkDependency> {
    guard attribute.expression != nil,
      let item = expressions.computed.first(where: {
        graph.model.entities[$0.entity].table == entity.table && $0.attribute.column == attribute.column
      })
    else { return [] }
    return expressions.links(of: item.expression, in: graph.model)
  }

  /// Finds places in a record's file; nil where that file, or one that some relationships lead to, has mistakes of its
  /// own, which would only cause more here.
  private mutating func locator(
    of row: Int, in table: Int, reading links: Set<Expression.LinkDependency>
  ) -> (locator: Locator, item: Int?)? {
    guard !causes.mayMislead(links, row, in: table) else { return nil }
    let document = graph.document(of: row, in: table)
    return (Locator.of(document, reusing: &lastLocator), graph.place(of: row, in: table))
  }
}

extension [Int32] {
  /// The elements that another list, a part of this one in the same order, lacks.
  fileprivate func filter(not others: [Int32]) -> [Int32] {
    var next = others.startIndex
    return filter { element in
      guard next < others.endIndex, others[next] == element else { return true }
      next += 1
      return false
    }
  }
}
