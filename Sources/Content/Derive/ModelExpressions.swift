import Diagnostics
import Query
import Records

/// The compiled expressions of a model: computed attributes in dependency order, and rules.
package struct ModelExpressions: Sendable {
  /// An attribute with the expression that computes it.
  package struct Computed: Sendable {
    /// The entity that declares it, an index into the model's entities.
    package let entity: Int
    package let attribute: Attribute
    package let expression: Expression
  }

  /// A rule with its predicate.
  struct CompiledRule: Sendable {
    /// The entity whose records must meet the rule.
    let entity: Int
    let rule: Rule
    let predicate: Expression
  }

  /// An additional page of an entity's records, such as an invoice.
  package struct CompiledDocument: Sendable {
    /// The entity, an index into the model's entities; its subentities have their own.
    package let entity: Int
    package let declaration: DocumentDeclaration
    /// The condition for a record to have the page; nil if all have it.
    package let predicate: Expression?
    /// The language that a record's page is written in, as a text; nil for the site's.
    package let language: Expression?

    /// Makes a page that all records have.
    package init(entity: Int, named name: DeclaredName) {
      self.init(
        entity: entity, declaration: DocumentDeclaration(name: name), predicate: nil, language: nil)
    }

    init(entity: Int, declaration: DocumentDeclaration, predicate: Expression?, language: Expression?) {
      self.entity = entity
      self.declaration = declaration
      self.predicate = predicate
      self.language = language
    }
  }

  /// The computed attributes, each after those it reads.
  package private(set) var computed: [Computed] = []
  /// The implied records of the lists inside owners.
  var implied: [Implied] = []
  /// The titles that are more than an attribute, by entity.
  package private(set) var titles: [Int: Expression] = [:]
  private(set) var rules: [CompiledRule] = []
  /// The additional pages of records.
  package var documents: [CompiledDocument] = []
  /// The columns that have no values because their expression has an error.
  var failed: Set<Expression.Dependency> = []

  /// Compiles all expressions of a model.
  /// - Parameter graph: the linked records, whose ids the expressions may name.
  /// - Returns: the expressions that compiled, and every error in the others.
  package static func compile(
    for graph: RecordGraph
  ) -> (expressions: ModelExpressions, diagnostics: [Diagnostic]) {
    var expressions = ModelExpressions()
    var diagnostics: [Diagnostic] = []
    let compiler = QueryCompiler(graph: graph)
    var unordered: [Computed] = []
    for (index, entity) in graph.model.entities.enumerated() {
      diagnostics += expressions.compileAttributes(of: entity, at: index, with: compiler, to: &unordered)
      diagnostics += expressions.compileTitle(of: entity, at: index, with: compiler)
      if let sort = entity.ownSort { diagnostics += compiler.sort(sort, entity: index).diagnostics }
      diagnostics += entity.listDiagnostics(in: graph)
      diagnostics += expressions.compileDocuments(of: entity, at: index, with: compiler)
      diagnostics += expressions.compileRules(of: entity, at: index, with: compiler)
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

  /// The errors in a model's expressions.
  ///
  /// Without the records, the existing ids are unknown, so any id in an expression is accepted.
  static func diagnostics(of model: Model) async -> [Diagnostic] {
    let (index, _) = RecordIndex.make(ContentScan(), model: model)
    let graph = await GraphAssembly.graph([], index: index, model: model).graph
    return compile(for: graph).diagnostics.filter { $0.id != .unknownReference }
  }

  /// Compiles the expressions of the attributes that an entity declares.
  /// - Parameters:
  ///   - entity: the entity.
  ///   - index: its place in the model.
  ///   - compiler: compiles an expression.
  ///   - computed: receives the attributes that have an expression.
  private mutating func compileAttributes(
    of entity: Entity, at index: Int, with compiler: QueryCompiler, to computed: inout [Computed]
  ) -> [Diagnostic] {
    var diagnostics: [Diagnostic] = []
    for attribute in entity.ownAttributes {
      guard let source = attribute.expression else { continue }
      let compiled = compiler.expression(source, entity: index)
      diagnostics += compiled.diagnostics
      let column = entity.column(attribute)
      guard let expression = compiled.expression else {
        failed.insert(column)
        continue
      }
      if let diagnostic = attribute.diagnostic(with: expression, in: entity, of: compiler.graph.model) {
        diagnostics.append(diagnostic)
        failed.insert(column)
      } else {
        computed.append(Computed(entity: index, attribute: attribute, expression: expression))
      }
      if !entity.hasInvalid(attribute.name.text) {
        diagnostics += foreignReads(of: attribute, expression, of: index, in: compiler.graph)
      }
    }
    return diagnostics
  }

  /// Compiles the title of an entity's records, or takes the parent's.
  private mutating func compileTitle(
    of entity: Entity, at index: Int, with compiler: QueryCompiler
  ) -> [Diagnostic] {
    guard let title = entity.ownTitle else {
      if let parent = entity.parent { titles[index] = titles[parent] }
      return []
    }
    let compiled = compiler.expression(title, entity: index)
    titles[index] = compiled.expression
    return compiled.diagnostics
  }

  /// Compiles the conditions and languages of the additional pages of an entity's records.
  private mutating func compileDocuments(
    of entity: Entity, at index: Int, with compiler: QueryCompiler
  ) -> [Diagnostic] {
    guard entity.owner == nil else {
      return entity.ownDocuments.prefix(1).map {
        Diagnostic(
          .invalidModel, at: $0.name.range,
          "\(entity.name) has no documents, since its records are inside others and have no pages")
      }
    }
    var diagnostics: [Diagnostic] = []
    for (position, document) in entity.declaration.documents.enumerated() {
      let compiled = document.when.map { compiler.predicate($0, entity: index) }
      let language = document.language.map { compiler.expression($0, entity: index) }
      // Errors of an inherited page were reported where it is declared.
      if position >= entity.ownDocuments.startIndex {
        diagnostics += (compiled?.diagnostics ?? []) + (language?.diagnostics ?? [])
        if let language = language?.expression, language.type != .text {
          diagnostics.append(
            Diagnostic(
              .invalidModel, at: language.range,
              "the language of a document is a text such as 'fr', but the expression gives "
                + language.type.name(in: compiler.graph.model)))
        }
      }
      // Those of an abstract entity are made for its subentities.
      guard entity.folder != nil, document.when == nil || compiled?.expression != nil else { continue }
      documents.append(
        CompiledDocument(
          entity: index, declaration: document, predicate: compiled?.expression,
          language: language?.expression))
    }
    return diagnostics
  }

  /// Compiles the rules that an entity declares.
  private mutating func compileRules(
    of entity: Entity, at index: Int, with compiler: QueryCompiler
  ) -> [Diagnostic] {
    var diagnostics: [Diagnostic] = []
    for rule in entity.ownRules {
      let compiled = compiler.predicate(rule.predicate, entity: index)
      diagnostics += compiled.diagnostics
      guard let predicate = compiled.expression else { continue }
      rules.append(CompiledRule(entity: index, rule: rule, predicate: predicate))
    }
    return diagnostics
  }

  /// The columns that attributes called `total` are computed from, directly or by way of computed values.
  package func partsOfTotals(in model: Model) -> Set<Expression.Dependency> {
    let totals = computed.filter { $0.attribute.name.text == "total" }
    return reads(of: totals.map(\.expression), in: model).columns
  }

  /// The columns that expressions read and the relationships that they follow, directly or by way of computed
  /// values.
  /// - Parameter isFollowed: whether what computes an attribute counts too.
  package func reads(
    of expressions: [Expression], in model: Model, through isFollowed: (Attribute) -> Bool = { _ in true }
  ) -> (columns: Set<Expression.Dependency>, links: Set<Expression.LinkDependency>) {
    var columns = expressions.reduce(into: Set()) { $0.formUnion($1.reads.columns) }
    var links = expressions.reduce(into: Set()) { $0.formUnion($1.reads.links) }
    // Computed attributes are in dependency order, so one pass from the end is enough.
    for item in computed.reversed()
    where isFollowed(item.attribute) && columns.contains(item.column(in: model)) {
      columns.formUnion(item.expression.reads.columns)
      links.formUnion(item.expression.reads.links)
    }
    return (columns, links)
  }
}

extension Attribute {
  /// Why an expression cannot compute the attribute; nil if it can.
  func diagnostic(with expression: Expression, in entity: Entity, of model: Model) -> Diagnostic? {
    guard let mismatch = mismatch(with: expression, in: entity, of: model) else { return nil }
    // If only the type is overridden, the error is at that line.
    let isElsewhere = name.range.file.path != expression.range.file.path
    return Diagnostic(
      .typeMismatch, at: isElsewhere ? name.range : expression.range,
      mismatch,
      notes: isElsewhere
        ? [.init("the expression, which is kept; write another beside the type", at: expression.range)] : [])
  }
}
