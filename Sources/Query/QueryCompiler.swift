import Diagnostics
import Records

/// Compiles the text of queries: parses it, resolves its names in the model, and checks its types.
///
/// Ids and choices in a text are looked up in the graph, whose links must be complete, but not its columns.
/// The result holds no part of the graph.
///
///     let compiler = QueryCompiler(graph: graph)
///     let (predicate, diagnostics) = compiler.predicate(SourceText("total > 500", name: "--where"), entity: order)
package struct QueryCompiler: Sendable {
  /// The graph in which names and ids are looked up.
  package let graph: RecordGraph
  /// The keys of groups that have errors: an expression that reads one has no other.
  var invalidKeys: [Syntax] = []

  package init(graph: RecordGraph) {
    self.graph = graph
  }

  /// Compiles an expression of any type.
  /// - Parameters:
  ///   - source: the text.
  ///   - entity: the entity whose records it is about, an index into the model's entities.
  ///   - group: the keys, if it is about groups of such records; only then `@count` and `sum(x)` are allowed.
  /// - Returns: the expression, or nil and the errors in it.
  /// - Complexity: O(*n*) in the text, and in the number of records if an id is unknown.
  package func expression(
    _ source: SourceText, entity: Int, group: [Expression]? = nil
  ) -> (expression: Expression?, diagnostics: [Diagnostic]) {
    compile(source, entity, group, isPredicate: false)
  }

  /// Compiles a part of an expression as if it were written alone.
  /// - Parameters:
  ///   - part: a part of the syntax of `whole`.
  ///   - entity: the entity whose records the part is about, an index into the model's entities.
  package func expression(_ part: Syntax, of whole: Expression, entity: Int) -> Expression? {
    compile(part, whole.source, entity, nil, isPredicate: false).expression
  }

  /// The conditions of a predicate that AND joins, each compiled as if it were written alone; `NOT (a OR b)` joins
  /// `NOT a` and `NOT b`.
  package func conditions(of predicate: Expression, entity: Int) -> [Expression] {
    func joined(_ syntax: Syntax, isNegated: Bool) -> [Syntax] {
      switch syntax.kind {
      case .and(let parts) where !isNegated, .or(let parts) where isNegated:
        parts.flatMap { joined($0, isNegated: isNegated) }
      case .not(let operand): joined(operand, isNegated: !isNegated)
      default: [isNegated ? Syntax(.not(syntax), range: syntax.range) : syntax]
      }
    }
    return joined(predicate.syntax, isNegated: false).compactMap {
      expression($0, of: predicate, entity: entity)
    }
  }

  /// Compiles a predicate.
  /// - Parameters: as for `expression`.
  package func predicate(
    _ source: SourceText, entity: Int, group: [Expression]? = nil
  ) -> (expression: Expression?, diagnostics: [Diagnostic]) {
    compile(source, entity, group, isPredicate: true)
  }

  /// Compiles sort expressions with commas between: `-total, customer.name` or
  /// `total desc, customer.name asc`.
  ///
  /// A minus at the beginning of an expression always gives its direction.
  /// - Parameters: as for `expression`.
  package func sort(
    _ source: SourceText, entity: Int, group: [Expression]? = nil
  ) -> (descriptors: [SortDescriptor], diagnostics: [Diagnostic]) {
    let items: [Parser.Item]
    do throws(SyntaxError) { items = try Parser.sort(source.text) } catch {
      return ([], [error.diagnostic(in: source)])
    }
    var descriptors: [SortDescriptor] = []
    var diagnostics: [Diagnostic] = []
    for item in items {
      let compiled = compile(item.expression, source, entity, group, isPredicate: false)
      diagnostics += compiled.diagnostics
      guard let expression = compiled.expression else { continue }
      if expression.type.isList {
        let error = QueryError.listAsResult(expression.type.name(in: graph.model))
        diagnostics.append(error.diagnostic(at: expression.range))
        continue
      }
      descriptors.append(SortDescriptor(expression, isDescending: item.isDescending))
    }
    return (descriptors, diagnostics)
  }

  // MARK: Stages

  private func compile(
    _ source: SourceText, _ entity: Int, _ group: [Expression]?, isPredicate: Bool
  ) -> (expression: Expression?, diagnostics: [Diagnostic]) {
    do throws(SyntaxError) {
      return compile(try Parser.expression(source.text), source, entity, group, isPredicate: isPredicate)
    } catch {
      return (nil, [error.diagnostic(in: source)])
    }
  }

  private func compile(
    _ syntax: Syntax, _ source: SourceText, _ entity: Int, _ group: [Expression]?, isPredicate: Bool
  ) -> (expression: Expression?, diagnostics: [Diagnostic]) {
    var checker = TypeChecker(
      graph: graph, source: source, entity: entity, group: group, invalidKeys: invalidKeys)
    let checked = isPredicate ? checker.predicate(syntax) : checker.check(syntax)
    if let checked, ExpansionCost(graph: graph, entity: entity).isTooMuch(checked.node) {
      checker.report(.tooManyValues(limit: ExpansionCost.limit), syntax.range)
    }
    guard let checked, checker.diagnostics.isEmpty else { return (nil, checker.diagnostics) }
    var key: String?
    if case .path(nil, let steps) = syntax.kind, steps.count == 1, !steps[0].isOperator {
      key = steps[0].name
    }
    var expression = Expression(
      type: checked.type, text: checker.slice(syntax.range), range: source.range(syntax.range),
      reads: checker.reads, key: key, syntax: syntax, source: source, node: checked.node)
    expression.reads.today = expression.usesToday(in: graph)
    return (expression, [])
  }
}

extension SyntaxError {
  /// The diagnostic at its place in a text.
  fileprivate func diagnostic(in source: SourceText) -> Diagnostic {
    cause.diagnostic(at: source.range(range))
  }
}
