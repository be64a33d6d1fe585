import Diagnostics
import FrontMatter
import Query
import Records

/// Checks what can be checked only once records are linked and computed: computed values that are missing or
/// not allowed, values that must be unique, counts of relationships, and the model's rules. Whatever is
/// marked invalid is skipped.
struct RecordChecker {
  let graph: RecordGraph
  private let expressions: ModelExpressions
  private let evaluator: Evaluator
  var diagnostics: [Diagnostic] = []
  /// What these checks found to be invalid, by table; the checks themselves do not skip it.
  var found: [TableMarks]
  /// The places in the last file with an error.
  var lastLocator: Locator?
  /// The file of the last reported record, and how many offers were made for it.
  private var offers: (path: String, count: Int) = ("", 0)

  /// Checks a graph, and marks in it what is not allowed.
  /// - Parameters:
  ///   - graph: the graph with all values computed.
  ///   - expressions: the model's expressions.
  ///   - plans: what the entities' attributes allow.
  static func check(
    _ graph: inout RecordGraph, _ expressions: ModelExpressions, plans: [EntityPlan], today: CivilDate
  ) -> [Diagnostic] {
    var checker = RecordChecker(
      graph: graph, expressions: expressions, evaluator: Evaluator(graph: graph, today: today))
    for (index, entity) in graph.model.entities.enumerated() {
      for plan in plans[index].attributes[entity.ownAttributes.indices] {
        let attribute = plan.attribute
        checker.checkComputed(plan, entity, index)
        checker.checkRequired(attribute, entity, index)
        // A unique attribute with a default is an error in the model.
        if attribute.isUnique, attribute.defaultValue == nil { checker.checkUnique(attribute, entity, index) }
      }
      for relationship in entity.ownRelationships {
        checker.checkCount(relationship, entity, index)
      }
    }
    for item in expressions.implied { checker.checkImplied(item, plans[item.entity]) }
    for rule in expressions.rules { checker.check(rule) }
    for (table, marks) in checker.found.enumerated() { graph.tables[table].marks.formUnion(marks) }
    return checker.diagnostics
  }

  private init(graph: RecordGraph, expressions: ModelExpressions, evaluator: Evaluator) {
    self.graph = graph
    self.expressions = expressions
    self.evaluator = evaluator
    found = graph.tables.map { _ in TableMarks() }
  }

  // MARK: Checks

  private mutating func checkRequired(_ attribute: Attribute, _ entity: Entity, _ index: Int) {
    guard attribute.isRequired, attribute.expression != nil,
      graph.tables[entity.table].columns[attribute.column].filling != .full
    else { return }
    let formula = "its formula \(attribute.expression?.text ?? "")"
    let read = columnsRead(by: attribute, entity)
    for row in graph.validRows(of: index, attribute)
    where graph.tables[entity.table].columns[attribute.column][row] == .null {
      found[entity.table].insert(row, column: attribute.column)
      let locator = graph.locator(of: row, in: entity.table, reusing: &lastLocator)
      let offer = self.offer(for: row, of: index, locator)
      let lacking = enumeration(
        read.filter { graph.tables[entity.table].columns[$0.column][row] == .null }
          .map { "'\($0.name.text)'" })
      diagnostics.append(
        Diagnostic(
          .missingValue, at: locator.start,
          (lacking.isEmpty
            ? "'\(attribute.name.text)' is missing: it is not written, and \(formula) gives nothing"
            : "'\(attribute.name.text)' is missing; write it or \(lacking), which \(formula) needs")
            + (offer.map { "; \($0.text)" } ?? ""), fixIts: offer?.fixIts ?? [], keys: [attribute.name.text]))
    }
  }

  /// The attributes of the same record that an attribute's formula reads, and can do without none of.
  private func columnsRead(by attribute: Attribute, _ entity: Entity) -> [Attribute] {
    let formula = expressions.computed.first {
      $0.attribute.column == attribute.column && graph.model.entities[$0.entity].table == entity.table
    }
    let read = formula?.expression.reads.columns ?? []
    let dispensable = formula?.expression.syntax.ownKeysComparedWithNull ?? []
    return entity.attributes.filter {
      $0.derived == nil && read.contains(.init(table: entity.table, column: $0.column))
        && !dispensable.contains($0.name.text)
    }
  }

  /// The maximum number of offers per file, because each scans all rows of the list.
  private static let maximumOffers = 100

  /// Offers to copy required figures from a record that this one refers to, such as the price of its service.
  private mutating func offer(
    for row: Int, of index: Int, _ locator: Locator
  ) -> (text: String, fixIts: [Diagnostic.FixIt])? {
    let entity = graph.model.entities[index]
    let file = graph.file(of: row, in: entity.table).source
    if offers.path != file.path { offers = (file.path, 0) }
    guard offers.count < Self.maximumOffers else { return nil }
    let currency = RecordCurrencies(entity.table, of: graph)[row]
    for relationship in entity.relationships where relationship.origin == .written && !relationship.isMany {
      guard let target = graph.tables[entity.table].links[relationship.link].target(of: row) else { continue }
      let table = graph.model.entities[relationship.destination].table
      let figures = graph.copiedFigures(
        for: index, by: relationship.name, from: table, target, currency: currency
      ) { locator.value(of: $0) != nil }
      guard !figures.isEmpty else { continue }
      offers.count += 1
      let place = graph.model.list(of: entity).map { list in
        RecordOperation.RowIndex(
          list: list.name, index: Int(graph.tables[entity.table].positions[row]) - 1)
      }
      let operations = figures.map { RecordOperation.set(.init($0.name, .text($0.text)), row: place) }
      let names = EntityKeys(entity).names
      let changed = try? FrontMatterEdit.file(file, after: operations) { _ in names }.get()
      let id = graph.id(of: target, in: table)
      let values = figures.map { "\($0.name) \($0.text)" }.joined(separator: ", ")
      return (
        "'\(id)' has the \(values) today", changed.map { EditScript(file, giving: $0.bytes).fixIts } ?? []
      )
    }
    return nil
  }

  /// Checks the result of an expression as if it were written.
  private mutating func checkComputed(_ plan: AttributePlan, _ entity: Entity, _ index: Int) {
    guard let expression = plan.attribute.expression, plan.mayRefuse else { return }
    let column = graph.tables[entity.table].columns[plan.column]
    let currencies = RecordCurrencies(entity.table, of: graph)
    for row in graph.validRows(of: index, plan.attribute) {
      let value = column[row]
      if case .null = value { continue }
      let error = plan.diagnostic(
        of: value, currency: currencies[row],
        at: graph.locator(of: row, in: entity.table, reusing: &lastLocator).start)
      guard let error else { continue }
      found[entity.table].insert(row, column: plan.column)
      diagnostics.append(
        Diagnostic(
          error.id, at: error.range, "a computed value is not allowed: " + error.summary,
          notes: [.init("it is computed here", at: expression.range)], keys: [plan.name]))
    }
  }

  private mutating func checkUnique(_ attribute: Attribute, _ entity: Entity, _ index: Int) {
    let name = attribute.name.text
    var firsts: [Value: Int] = [:]
    let column = graph.tables[entity.table].columns[attribute.column]
    for row in graph.validRows(of: index, attribute) {
      let value = column[row]
      guard value != .null else { continue }
      guard let first = firsts[value] else {
        firsts[value] = row
        continue
      }
      found[entity.table].insert(row, column: attribute.column)
      let range = graph.locator(of: row, in: entity.table, reusing: &lastLocator).place(of: [name])
      let other = graph.locator(of: first, in: entity.table, reusing: &lastLocator).place(of: [name])
      diagnostics.append(
        Diagnostic(
          .notUnique, at: range,
          "'\(name)' is the same as that of '\(graph.id(of: first, in: entity.table))', and must be unique",
          essence: range.text, notes: [.init("the same value", at: other)], keys: [name]))
    }
  }

  private mutating func checkCount(_ relationship: Relationship, _ entity: Entity, _ index: Int) {
    let declared = relationship.declaration
    // A required reference that only one side can write is checked where it is read.
    let isChecked =
      relationship.origin != .written || relationship.isMany
      || relationship.isWrittenAtBothSides(in: graph.model)
    let least = declared.minCount ?? (declared.isRequired && isChecked ? 1 : 0)
    let most = declared.maxCount ?? .max
    guard least > 0 || most < .max else { return }
    let marks = graph.tables[entity.table].marks
    let link = graph.tables[entity.table].links[relationship.link]
    for row in graph.rows(of: index) where !marks.contains(row, link: relationship.link) {
      let count = link.targets(of: row).count
      guard count < least || count > most else { continue }
      found[entity.table].insert(row, link: relationship.link)
      let (limit, verb) = count < least ? (least, "needs at least") : (most, "takes at most")
      let records = counted(limit, "record", "records")
      diagnostics.append(
        Diagnostic(
          .wrongCount,
          at: graph.locator(of: row, in: entity.table, reusing: &lastLocator).place(of: [relationship.name]),
          "'\(relationship.name)' \(verb) \(records), and has \(count)",
          notes: count > most ? [placeAtOtherSide(of: relationship, row, entity)].compactMap(\.self) : [],
          keys: [relationship.name]))
    }
  }

  /// A note of the first record that names one from the other side of a relationship; nil if none does.
  private mutating func placeAtOtherSide(
    of relationship: Relationship, _ row: Int, _ entity: Entity
  ) -> Diagnostic.Note? {
    let destination = graph.model.entities[relationship.destination]
    guard let inverse = relationship.inverse.map({ destination.relationships[$0] }),
      inverse.origin == .written
    else { return nil }
    let id = graph.id(of: row, in: entity.table)
    for target in graph.tables[entity.table].links[relationship.link].targets(of: row) {
      let places = graph.locator(of: Int(target), in: destination.table, reusing: &lastLocator)
      if let place = places.value(of: inverse.name, text: id), place.text.contains(id) {
        return .init("'\(graph.id(of: Int(target), in: destination.table))' names it as well", at: place)
      }
    }
    return nil
  }

  private mutating func check(_ rule: ModelExpressions.CompiledRule) {
    let entity = graph.model.entities[rule.entity]
    let invalid = rule.predicate.invalidRows(of: entity.table, in: graph)
    let rows = graph.rows(of: rule.entity).map { Int32($0) }.filter { !invalid.contains(Int($0)) }
    let matching = evaluator.filter(rows, rule.predicate)
    let violating = rule.rule.firesWhenTrue ? matching : rows.filter(not: matching)
    let keys = rule.predicate.syntax.ownKeys
    for row in violating {
      if rule.rule.severity == .error {
        for read in rule.predicate.reads.columns where read.table == entity.table {
          found[entity.table].insert(Int(row), column: read.column)
        }
        for read in rule.predicate.reads.links where read.table == entity.table {
          found[entity.table].insert(Int(row), link: read.link)
        }
      }
      diagnostics.append(
        Diagnostic(
          .brokenRule, rule.rule.severity,
          at: graph.locator(of: Int(row), in: entity.table, reusing: &lastLocator).place(of: keys),
          rule.rule.message, notes: [.init("the rule", at: rule.rule.predicate.range)], keys: keys))
    }
  }
}

extension [Int32] {
  /// The elements that are not in `others`, which is a subsequence of this array.
  fileprivate func filter(not others: [Int32]) -> [Int32] {
    var next = others.startIndex
    return filter { element in
      guard next < others.endIndex, others[next] == element else { return true }
      next += 1
      return false
    }
  }
}
