import Diagnostics
import Query
import Records

extension ModelExpressions {
  /// A list inside its owner with its implied record, compiled.
  struct Implied: Sendable {
    /// The entity of the owners, an index into the model's entities.
    let owner: Int
    /// The entity of the record, an index into the model's entities.
    let entity: Int
    /// The predicate that owners with such a record meet.
    let when: Expression
    /// The attributes that get a value, each with an expression that is evaluated for the owner.
    let values: [(attribute: Attribute, expression: Expression)]

    /// The columns in which an owner states what the implied record says: `paid` and `paidOn` of an order.
    ///
    /// These are the attributes that the expressions read, except those that are always computed, and
    /// required ones, which every owner has with or without such a record.
    /// - Parameter expressions: the expressions of the whole implied record, or of a part.
    func stated(by expressions: [Expression], in model: Model) -> Set<Int> {
      let owner = model.entities[owner]
      let read = expressions.flatMap(\.reads.columns)
      return Set(
        owner.attributes.filter { attribute in
          attribute.derived == nil && !attribute.isRequired
            && read.contains(owner.column(attribute))
        }.map(\.column))
    }
  }

  /// Compiles what the lists of an entity imply.
  /// - Returns: every error. A list with an error implies no records, and sums over it are not reported.
  mutating func compileImplied(_ index: Int, in model: Model, with compiler: QueryCompiler) -> [Diagnostic] {
    let entity = model.entities[index]
    var diagnostics: [Diagnostic] = []
    for relationship in entity.ownRelationships where !entity.hasInvalid(relationship.name) {
      guard let declaration = relationship.declaration.implied else { continue }
      guard relationship.origin == .owned else {
        diagnostics.append(
          Diagnostic(
            .invalidModel, at: declaration.when.range,
            "'\(relationship.name)' of \(entity.name) is not written inside its owner, and so implies nothing"
          ))
        continue
      }
      let destination = model.entities[relationship.destination]
      let compiled = Self.implied(
        declaration, by: index, relationship.destination, destination, with: compiler, &diagnostics)
      if let compiled {
        implied.append(compiled)
      } else {
        for attribute in destination.attributes {
          failed.insert(destination.column(attribute))
        }
      }
    }
    return diagnostics
  }

  private static func implied(
    _ declaration: ImpliedDeclaration, by owner: Int, _ index: Int, _ entity: Entity,
    with compiler: QueryCompiler, _ diagnostics: inout [Diagnostic]
  ) -> Implied? {
    let known = diagnostics.count
    let when = compiler.predicate(declaration.when, entity: owner)
    diagnostics += when.diagnostics
    var isWhole = when.expression != nil
    var values: [(attribute: Attribute, expression: Expression)] = []
    for (name, source) in declaration.values {
      guard let attribute = entity.attribute(named: name.text), attribute.derived == nil else {
        if !entity.hasInvalid(name.text) { diagnostics.append(refusal(of: name, in: entity)) }
        isWhole = false
        continue
      }
      let compiled = compiler.expression(source, entity: owner)
      diagnostics += compiled.diagnostics
      guard let expression = compiled.expression else {
        isWhole = false
        continue
      }
      if let diagnostic = attribute.diagnostic(with: expression, in: entity, of: compiler.graph.model) {
        diagnostics.append(
          Diagnostic(diagnostic.id, at: expression.range, diagnostic.summary, essence: diagnostic.essence))
      }
      values.append((attribute, expression))
    }
    for expression in [when.expression].compactMap({ $0 }) + values.map(\.expression)
    where expression.reads.today {
      diagnostics.append(
        Diagnostic(
          .invalidModel, at: expression.range,
          "a record cannot be implied one day and not the next: leave out today()"))
    }
    if isWhole { diagnostics += missing(from: declaration, of: entity) }
    guard isWhole, diagnostics.count == known, let predicate = when.expression else { return nil }
    return Implied(owner: owner, entity: index, when: predicate, values: values)
  }

  /// Reports required attributes and relationships that an implied record would lack.
  private static func missing(from declaration: ImpliedDeclaration, of entity: Entity) -> [Diagnostic] {
    let attributes = entity.attributes.filter { attribute in
      attribute.mustBeWritten && !declaration.values.contains { $0.name.text == attribute.name.text }
    }
    let references = entity.relationships.filter { $0.origin == .written && $0.declaration.isRequired }
    let names = attributes.map(\.name) + references.map(\.declaration.name)
    return names.filter { !entity.hasInvalid($0.text) }.map { name in
      Diagnostic(
        .invalidModel, at: declaration.when.range,
        "what is implied here has no '\(name.text)', which every \(entity.name) needs",
        notes: [.init("it is required here", at: name.range)])
    }
  }

  private static func refusal(of name: DeclaredName, in entity: Entity) -> Diagnostic {
    if entity.attribute(named: name.text) != nil {
      return Diagnostic(
        .invalidModel, at: name.range,
        "'\(name.text)' of \(entity.name) is always computed, even in an implied record")
    }
    let names = entity.attributes.filter { $0.derived == nil }.map(\.name.text)
    return Diagnostic(
      .unknownKey, at: name.range,
      "\(entity.name) has no attribute '\(name.text)'\(suggestion(nearestName(to: name.text, among: names)))")
  }

  /// Orders the implied lists so that each comes after those it reads, and reports figures that would not
  /// include implied records.
  ///
  /// An implied record is computed from the written records of its list only, and so are the computed values
  /// it reads. That is fine for `paid`, but a sum over the list would lack the implied records.
  mutating func orderImplied(in model: Model) -> [Diagnostic] {
    var ordered: [Implied] = []
    var rest = implied
    while !rest.isEmpty {
      let next = rest.indices.first { index in
        let links = reads(of: rest[index].expressions, in: model).links
        return !rest.indices.contains { $0 != index && links.contains(rest[$0].link(in: model)) }
      }
      ordered.append(rest.remove(at: next ?? 0))
    }
    implied = ordered
    var early: Set<Expression.Dependency> = []
    var diagnostics: [Diagnostic] = []
    for item in ordered {
      early.formUnion(reads(of: item.expressions, in: model).columns)
      let link = item.link(in: model)
      for other in computed
      where other.attribute.type.isNumeric && early.contains(other.column(in: model))
        && other.expression.reads.links.contains(link)
      {
        let name = other.attribute.name.text
        diagnostics.append(
          Diagnostic(
            .formulaCycle, at: item.when.range,
            "'\(name)' is needed for what is implied here, but would have to count it",
            notes: [.init("'\(name)' is computed here", at: other.expression.range)]))
      }
    }
    return diagnostics
  }
}

extension ModelExpressions.Implied {
  /// The predicate and the values.
  var expressions: [Expression] { [when] + values.map(\.expression) }

  /// The list.
  func link(in model: Model) -> Expression.LinkDependency {
    .init(table: model.entities[owner].table, link: model.list(of: model.entities[entity])?.link ?? -1)
  }
}

extension ModelExpressions.Computed {
  /// The column that this computes.
  package func column(in model: Model) -> Expression.Dependency {
    .init(table: model.entities[entity].table, column: attribute.column)
  }
}
