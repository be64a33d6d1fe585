import Diagnostics
import Query
import Records

/// The expressions of a model, compiled: what is computed, in dependency order, and what must hold.
package struct ModelExpressions: Sendable {
  /// An attribute with the expression that computes it.
  package struct Computed: Sendable {
    /// The entity that declares it, an index into the model's entities.
    package let entity: Int
    /// The attribute.
    package let attribute: Attribute
    /// The expression.
    package let expression: Expression
  }

  /// A rule with its predicate.
  package struct CompiledRule: Sendable {
    /// The entity whose records it is about.
    package let entity: Int
    /// The rule.
    package let rule: Rule
    /// The predicate.
    package let predicate: Expression
  }

  /// A further page of an entity's records.
  package struct CompiledDocument: Sendable {
    /// The entity, an index into the model's entities; its subentities have their own.
    package let entity: Int
    /// What was declared.
    package let declaration: DocumentDeclaration
    /// What must hold for a record that has it; nil for all.
    package let predicate: Expression?

    /// Makes a document that all records have.
    package init(entity: Int, named name: DeclaredName) {
      self.init(
        entity: entity, declaration: DocumentDeclaration(name: name, when: nil, label: nil), predicate: nil)
    }

    init(entity: Int, declaration: DocumentDeclaration, predicate: Expression?) {
      self.entity = entity
      self.declaration = declaration
      self.predicate = predicate
    }
  }

  /// The computed attributes, each after those it reads.
  package private(set) var computed: [Computed] = []
  /// The implied records of lists inside their owners.
  var implied: [Implied] = []
  /// The titles that are more than an attribute, by entity.
  package private(set) var titles: [Int: Expression] = [:]
  /// The rules.
  package private(set) var rules: [CompiledRule] = []
  /// The further pages of records.
  package var documents: [CompiledDocument] = []
  /// The columns that have no values because their expression has an error.
  package internal(set) var failed: Set<Expression.Dependency> = []

  /// Compiles everything a model says.
  /// - Parameter graph: the linked records, whose ids the expressions may name.
  /// - Returns: what compiled, and every error in the rest.
  package static func compile(
    for graph: RecordGraph
  ) -> (expressions: ModelExpressions, diagnostics: [Diagnostic]) {
    var expressions = ModelExpressions()
    var diagnostics: [Diagnostic] = []
    let compiler = QueryCompiler(graph: graph)
    var unordered: [Computed] = []
    for (index, entity) in graph.model.entities.enumerated() {
      let parent = entity.parent.map { graph.model.entities[$0] }
      for attribute in entity.ownAttributes {
        guard let source = attribute.expression else { continue }
        let compiled = compiler.expression(source, entity: index)
        diagnostics += compiled.diagnostics
        let column = Expression.Dependency(table: entity.table, column: attribute.column)
        guard let expression = compiled.expression else {
          expressions.failed.insert(column)
          continue
        }
        if let diagnostic = attribute.diagnostic(with: expression, in: entity) {
          diagnostics.append(diagnostic)
          expressions.failed.insert(column)
        } else {
          unordered.append(Computed(entity: index, attribute: attribute, expression: expression))
        }
        if !entity.hasInvalid(attribute.name.text) {
          diagnostics += attribute.foreignReads(of: expression, in: entity)
        }
      }
      if let title = entity.declaration.title, parent?.declaration.title?.text != title.text {
        let compiled = compiler.expression(title, entity: index)
        diagnostics += compiled.diagnostics
        expressions.titles[index] = compiled.expression
      } else if let parent = entity.parent {
        expressions.titles[index] = expressions.titles[parent]
      }
      if let sort = entity.declaration.sort, parent?.declaration.sort?.text != sort.text {
        diagnostics += compiler.sort(sort, entity: index).diagnostics
      }
      diagnostics += entity.listDiagnostics(in: graph, inherited: parent?.declaration.lists ?? [])
      for document in entity.declaration.documents where entity.folder != nil {
        let compiled = document.when.map { compiler.predicate($0, entity: index) }
        let isInherited =
          parent?.declaration.documents.contains { $0.name.range.bytes == document.name.range.bytes } ?? false
        if !isInherited { diagnostics += compiled?.diagnostics ?? [] }
        guard document.when == nil || compiled?.expression != nil else { continue }
        expressions.documents.append(
          CompiledDocument(entity: index, declaration: document, predicate: compiled?.expression))
      }
      for rule in entity.declaration.rules {
        let compiled = compiler.predicate(rule.predicate, entity: index)
        // An inherited rule was reported where it is declared.
        if !(parent?.declaration.rules.contains { $0.predicate.range.bytes == rule.predicate.range.bytes }
          ?? false)
        {
          diagnostics += compiled.diagnostics
        } else {
          continue
        }
        guard let predicate = compiled.expression else { continue }
        expressions.rules.append(CompiledRule(entity: index, rule: rule, predicate: predicate))
      }
    }
    for index in graph.model.entities.indices {
      diagnostics += expressions.compileImplied(index, in: graph.model, with: compiler)
    }
    let ordered = DependencyOrder.order(unordered, in: graph.model)
    expressions.computed = ordered.computed
    diagnostics += expressions.orderImplied(in: graph.model)
    diagnostics += expressions.indirectForeignReads(in: graph.model)
    expressions.failed.formUnion(ordered.cyclic)
    return (expressions, diagnostics + ordered.diagnostics)
  }

  /// The relationships that an expression follows, and those that the computed values it reads follow.
  func links(of expression: Expression, in model: Model) -> Set<Expression.LinkDependency> {
    var links = expression.links
    var columns = expression.dependencies
    // Each comes after those it reads, so one pass from the end is enough.
    for item in computed.reversed() where columns.contains(item.column(in: model)) {
      links.formUnion(item.expression.links)
      columns.formUnion(item.expression.dependencies)
    }
    return links
  }
}

extension Attribute {
  /// Why an expression cannot compute the attribute; nil if it can.
  func diagnostic(with expression: Expression, in entity: Entity) -> Diagnostic? {
    let fits =
      switch (type, expression.type) {
      case (_, .null): true
      case (.string, .text), (.text, .text), (.email, .text), (.url, .text), (.currency, .text): true
      case (.integer, .integer), (.decimal, .integer), (.decimal, .decimal): true
      case (.money, .money), (.money, .integer), (.money, .decimal): true
      case (.boolean, .boolean), (.date, .date): true
      case (.tags, .list(.text)): true
      default: false
      }
    guard !fits else { return nil }
    let found =
      switch expression.type {
      case .null: "nil"
      case .text: "a text"
      case .integer: "a whole number"
      case .decimal: "a decimal"
      case .money: "an amount of money"
      case .boolean: "true or false"
      case .date: "a date"
      case .record: "a record"
      case .list: "a list"
      }
    // If only the type is overridden, that is the line to change.
    let isElsewhere = name.range.file.path != expression.range.file.path
    return Diagnostic(
      .typeMismatch, at: isElsewhere ? name.range : expression.range,
      "'\(name.text)' of \(entity.name) is of type \(type.rawValue), but the expression gives \(found)",
      notes: isElsewhere
        ? [.init("the expression, which is kept; write another beside the type", at: expression.range)] : [])
  }

  /// Warns if a figure of an order would follow another document: last year's totals, this year's price list.
  fileprivate func foreignReads(of expression: Expression, in entity: Entity) -> [Diagnostic] {
    expression.foreignReads.filter(follows).map { read in
      foreignRead(at: read.range, in: entity, "'\(read.path)'")
    }
  }

  /// Whether the attribute is a figure of its record that a value of another document would change.
  fileprivate func follows(_ read: Expression.ForeignRead) -> Bool {
    // The days since another document's date are a duration, not an agreed figure.
    isFigure && (type != .decimal || read.type != .date)
  }

  /// Whether its values are what a record was agreed for: an amount, a number, a day.
  fileprivate var isFigure: Bool { [.money, .decimal, .date].contains(type) }

  fileprivate func foreignRead(at range: SourceRange, in entity: Entity, _ what: String) -> Diagnostic {
    Diagnostic(
      .foreignMoney, .warning, at: range,
      "'\(name.text)' of \(entity.name) reads \(what) of another document; a later change there changes this figure"
    )
  }
}

extension ModelExpressions {
  /// Warns of figures that follow another document through values that are no figures themselves, such as whole
  /// numbers and texts.
  fileprivate func indirectForeignReads(in model: Model) -> [Diagnostic] {
    var reads: [Expression.Dependency: Expression.ForeignRead] = [:]
    var diagnostics: [Diagnostic] = []
    // Each comes after those that it reads.
    for item in computed {
      let own = item.expression.foreignReads.first
      let indirect = item.expression.dependencies.lazy.filter { dependency in
        model.isOneDocument(model.entities[item.entity].table, dependency.table)
      }.compactMap { reads[$0] }.first
      guard let read = own ?? indirect else { continue }
      if !item.attribute.isFigure { reads[item.column(in: model)] = read }
      if item.attribute.follows(read), own == nil {
        let entity = model.entities[item.entity]
        diagnostics.append(
          item.attribute.foreignRead(at: item.expression.range, in: entity, "in the end '\(read.path)'"))
      }
    }
    return diagnostics
  }
}

extension Model {
  /// Whether a record of a table and one of another may be written in the same file: an order and its rows.
  fileprivate func isOneDocument(_ table: Int, _ other: Int) -> Bool {
    func home(_ table: Int) -> Int {
      let owner = tables[table].entities.lazy.compactMap { self.entities[$0].owner?.entity }.first
      return owner.map { entities[$0].table } ?? table
    }
    return home(table) == home(other)
  }
}

/// Orders computed attributes so that each comes after those it reads.
private struct DependencyOrder {
  private let items: [ModelExpressions.Computed]
  private let model: Model
  private var byColumn: [Expression.Dependency: Int] = [:]
  private var states: [State]
  private var path: [Int] = []
  private var order: [Int] = []
  private var cyclic: Set<Int> = []
  private var diagnostics: [Diagnostic] = []

  private enum State {
    case untouched, open, done
  }

  static func order(
    _ items: [ModelExpressions.Computed], in model: Model
  ) -> (
    computed: [ModelExpressions.Computed], cyclic: Set<Expression.Dependency>, diagnostics: [Diagnostic]
  ) {
    var order = DependencyOrder(items, model)
    for index in items.indices { order.visit(index) }
    return (order.order.map { items[$0] }, Set(order.cyclic.map(order.column)), order.diagnostics)
  }

  /// The column that an item computes.
  private func column(_ index: Int) -> Expression.Dependency {
    .init(table: model.entities[items[index].entity].table, column: items[index].attribute.column)
  }

  private init(_ items: [ModelExpressions.Computed], _ model: Model) {
    self.items = items
    self.model = model
    states = items.map { _ in .untouched }
    for index in items.indices { byColumn[column(index)] = index }
  }

  private mutating func visit(_ index: Int) {
    guard states[index] == .untouched else { return }
    states[index] = .open
    path.append(index)
    let reads = items[index].expression.dependencies.compactMap { byColumn[$0] }.sorted()
    for next in reads {
      if states[next] == .open {
        reportCycle(to: next)
      } else {
        visit(next)
      }
    }
    path.removeLast()
    states[index] = .done
    order.append(index)
  }

  private mutating func reportCycle(to index: Int) {
    let cycle = path[(path.firstIndex(of: index) ?? 0)...] + [index]
    // Cycles that meet are one error: without the one there may be no other.
    defer { cyclic.formUnion(cycle) }
    guard cyclic.isDisjoint(with: cycle) else { return }
    let names = cycle.map { "\(model.entities[items[$0].entity].name).\(items[$0].attribute.name.text)" }
    diagnostics.append(
      Diagnostic(
        .formulaCycle, at: items[index].expression.range,
        "a value cannot be computed from itself: \(names.joined(separator: " → "))"))
  }
}
