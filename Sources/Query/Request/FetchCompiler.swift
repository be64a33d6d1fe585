import Diagnostics
import Records

/// Compiles the parts of a fetch request, and continues after errors to find all of them.
struct FetchCompiler {
  /// The request as written.
  let request: FetchRequest
  /// Compiles its expressions.
  private(set) var compiler: QueryCompiler
  /// The columns of other requests of the graph that name none.
  private let defaults: DefaultColumns
  /// The errors found so far.
  private(set) var diagnostics: [Diagnostic] = []

  init(request: FetchRequest, graph: RecordGraph, defaults: DefaultColumns) {
    (self.request, self.defaults) = (request, defaults)
    compiler = QueryCompiler(graph: graph)
  }

  /// The model in which names are looked up.
  var model: Model { compiler.graph.model }

  /// Compiles the request; the plan is valid only if there are no errors.
  mutating func plan(entity: Int?) -> FetchPlan? {
    guard let entity = self.entity(orElse: entity) else { return nil }
    let predicate = request.predicate.flatMap { collect(compiler.predicate($0, entity: entity)) }
    let keys = self.keys(entity)
    if request.group.isEmpty, let having = request.having {
      report(at: having.range, "'having' is about groups; name their keys in 'group', or use 'where'")
    }
    let group = request.group.isEmpty ? nil : keys
    let having =
      group == nil
      ? nil
      : request.having.flatMap {
        collect(compiler.predicate($0, entity: entity, group: group))
      }
    var columns =
      request.columns.isEmpty
      ? defaultColumns(entity, group)
      : request.columns.compactMap { column($0, entity, group) }.withDistinctLabels
    if request.columns.isEmpty, group == nil, request.asOf != nil {
      // A default column must not cause an error: a state is computed for the day of the build only.
      columns.removeAll { $0.isState && $0.expression.datedColumn(in: compiler.graph) != nil }
    }
    let pivot = self.pivot(entity)
    let sort = self.sort(entity, group)
    let section = self.section(entity, group)
    guard keys.count == request.group.count else { return nil }
    if request.asOf != nil {
      let written = request.columns.isEmpty ? [] : columns.map(\.expression)
      let others = [predicate, having, section?.expression, pivot].compactMap(\.self) + keys
      refuseOtherDays((others + sort.map(\.expression) + written).map { ($0, $0.range) })
      if written.isEmpty {
        refuseOtherDays(columns.prefix(keys.isEmpty ? .max : 0).map { ($0.expression, request.anyRange) })
      }
    }
    return FetchPlan(
      entity: entity, includesSubentities: request.includesSubentities, predicate: predicate, keys: keys,
      having: having, sort: Self.sort(sort, under: section), writtenSort: sort,
      section: section.map { section in
        .init(
          expression: section.expression,
          column: columns.firstIndex { $0.expression.syntax == section.expression.syntax },
          relationship: KeyPathReading(section.expression.syntax, from: entity, in: model)?.namedRelationship)
      },
      columns: columns, pivot: pivot, isDistinct: request.isDistinct, offset: max(0, request.offset),
      limit: request.limit.flatMap { $0 > 0 ? $0 : nil }, asOf: request.asOf)
  }

  // MARK: Parts

  private mutating func entity(orElse entity: Int?) -> Int? {
    guard let from = request.from else {
      if entity == nil { report(at: request.anyRange, "the request needs 'from' with the name of an entity") }
      return entity
    }
    if let found = model.entity(named: from.text) ?? model.entity(inFolder: from.text) { return found }
    if model.privateEntities.contains(from.text) {
      report(.privateName, at: from.range, "'\(from.text)' is private and not in a public site")
      return nil
    }
    // What a command takes for an entity, such as its label.
    let nearest =
      model.entity(called: from.text).map { model.entities[$0].name }
      ?? nearestName(to: from.text, among: model.entityNames)
      ?? nearestName(to: from.text, among: model.entities.compactMap(\.folder))
    report(.unknownEntity, at: from.range, "unknown entity '\(from.text)'\(suggestion(nearest))")
    return nil
  }

  private mutating func keys(_ entity: Int) -> [Expression] {
    var keys: [Expression] = []
    for source in request.group {
      guard let key = collect(compiler.expression(source, entity: entity)) else {
        if let key = try? Parser.expression(source.text) { compiler.invalidKeys.append(key) }
        continue
      }
      if key.type.isList, let list = keys.first(where: \.type.isList), list.syntax != key.syntax {
        report(
          at: key.range, "'\(key.text)' is a second list in 'group', beside '\(list.text)'; it takes one")
        compiler.invalidKeys.append(key.syntax)
      } else if keys.contains(where: { $0.syntax == key.syntax }) {
        report(at: key.range, "'\(key.text)' is named twice in 'group'")
      } else {
        keys.append(key)
      }
    }
    return keys
  }

  /// The expression of `pivot`, which has a value for each record.
  private mutating func pivot(_ entity: Int) -> Expression? {
    guard let source = request.pivot else { return nil }
    guard !request.group.isEmpty else {
      report(
        at: source.range,
        "'pivot' makes columns of the figures of groups; name the key of the rows in 'group'")
      return nil
    }
    guard let expression = collect(compiler.expression(source, entity: entity)), isOneValue(expression) else {
      return nil
    }
    return expression
  }

  private mutating func sort(_ entity: Int, _ group: [Expression]?) -> [SortDescriptor] {
    var descriptors: [SortDescriptor] = []
    for source in request.sort {
      let compiled = compiler.sort(source, entity: entity, group: group)
      diagnostics += compiled.diagnostics
      for descriptor in compiled.descriptors {
        if descriptors.contains(where: { $0.expression.syntax == descriptor.expression.syntax }) {
          report(at: descriptor.expression.range, "'\(descriptor.expression.text)' is named twice in 'sort'")
        }
        descriptors.append(descriptor)
      }
    }
    return descriptors
  }

  /// The section with its direction: `-date.year` puts the latest year first.
  private mutating func section(_ entity: Int, _ group: [Expression]?) -> SortDescriptor? {
    guard let source = request.section else { return nil }
    let compiled = compiler.sort(source, entity: entity, group: group)
    diagnostics += compiled.diagnostics
    if let second = compiled.descriptors.dropFirst().first {
      report(
        at: second.expression.range,
        "a section takes one expression; found a second, '\(second.expression.text)'"
      )
    }
    return compiled.descriptors.first
  }

  /// The sort with the section first; if it contains the section's expression, it decides the direction.
  private static func sort(_ sort: [SortDescriptor], under section: SortDescriptor?) -> [SortDescriptor] {
    guard let section else { return sort }
    let named = sort.firstIndex { $0.expression.syntax == section.expression.syntax }
    var rest = sort
    let first = named.map { rest.remove(at: $0) } ?? section
    return [first] + rest
  }

  // MARK: Columns

  /// Whether a text in quotes is what a value is computed by: `@sum.total`, `share(@sum.total)`, `total / 2`.
  private func isComputation(_ text: String, of entity: Int, _ group: [Expression]?) -> Bool {
    guard !text.hasPrefix("@") else { return true }
    let source = SourceText(text, name: "column")
    guard RowFunction.read(source) == nil else { return true }
    guard let expression = compiler.expression(source, entity: entity, group: group).expression else {
      return false
    }
    let readsNothing =
      expression.reads.columns.isEmpty && expression.reads.links.isEmpty && !expression.reads.today
    switch expression.syntax.kind {
    case .call(.aggregate, _): return true
    case .call, .arithmetic, .ternary, .cast: return !readsNothing
    // A single word may be meant as such.
    case .path(_, let steps): return steps.count > 1
    default: return false
    }
  }

  private mutating func column(
    _ column: ColumnDeclaration, _ entity: Int, _ group: [Expression]?
  ) -> FetchColumn? {
    if let (function, arguments) = RowFunction.read(column.value) {
      return self.column(column, function, arguments, entity, group)
    }
    guard let expression = collect(compiler.expression(column.value, entity: entity, group: group)) else {
      return nil
    }
    let reading = KeyPathReading(expression.syntax, from: entity, in: model)
    if case .text(let text) = expression.syntax.kind, isComputation(text, of: entity, group) {
      report(
        .typeMismatch, .warning, at: expression.range,
        "\(expression.text) is a text, the same in each row; without quotes it is computed for each")
    }
    // A list of amounts is probably unintended, and owned records are not values of their owner.
    let isListed = expression.type.element != .money && !isOfOwned(expression)
    guard isListed || isOneValue(expression) else { return nil }
    let isRatio = column.style?.text == ColumnDeclaration.percent
    if isRatio, let style = column.style, !expression.type.isNumber {
      let type = expression.type.name(in: model)
      report(
        .typeMismatch, at: style.range, "'\(expression.text)' is \(type); a number is shown as a percentage")
    }
    let isPercent = reading?.attribute?.isPercent ?? isPercent(expression)
    if column.isTotal == true { checkTotal(of: expression, isPercent: isPercent || isRatio, group) }
    let isGrouped = group != nil
    let isTotal =
      column.isTotal
      ?? (!isRatio && self.isTotal(expression, reading, of: entity, group))
    return FetchColumn(
      expression: expression,
      label: column.label?.text ?? expression.words(of: entity, in: model) ?? expression.text,
      header: column.label?.name ?? expression.text, isTotal: isTotal,
      attribute: reading?.attribute,
      relationship: isGrouped || request.isDistinct ? reading?.namedRelationship : reading?.relationship,
      path: isGrouped ? nil : reading?.path, isPercent: isPercent, isRatio: isRatio,
      // An expression that compiles for single records follows from the keys of their group.
      isOfGroup: isGrouped && compiler.expression(column.value, entity: entity).expression != nil)
  }

  /// Reports a column with `total: true` whose values cannot be added up.
  private mutating func checkTotal(of expression: Expression, isPercent: Bool, _ group: [Expression]?) {
    if !expression.type.isNumeric {
      let type = expression.type.name(in: model)
      report(.typeMismatch, at: expression.range, "'\(expression.text)' is \(type), which cannot be added up")
    }
    if let list = group?.first(where: \.type.isList) {
      report(
        .typeMismatch, at: expression.range,
        "'\(expression.text)' has no total: a record is in the group of each of its '\(list.text)'; "
          + "leave out 'total'")
    }
    if isPercent {
      report(
        .typeMismatch, at: expression.range,
        "'\(expression.text)' is a percentage, which is not added up; leave out 'total'")
    }
  }

  /// Compiles a column that also reads other rows.
  private mutating func column(
    _ column: ColumnDeclaration, _ function: RowFunction, _ arguments: [SourceText], _ entity: Int,
    _ group: [Expression]?
  ) -> FetchColumn? {
    let name = function.rawValue
    guard request.mayCompareRows else {
      report(
        at: column.value.range,
        "\(name)() looks at the rows of a result; it is for query blocks and 'docket query'")
      return nil
    }
    guard arguments.count == 1 else {
      report(QueryError.argumentCount(name, expected: 1, found: arguments.count), at: column.value.range)
      return nil
    }
    guard let expression = collect(compiler.expression(arguments[0], entity: entity, group: group)) else {
      return nil
    }
    guard expression.type.isNumeric else {
      report(
        QueryError.wrongArgument(
          "\(name)()", expected: "numbers or amounts", found: expression.type.name(in: model)),
        at: expression.range)
      return nil
    }
    if column.isTotal == true {
      report(
        .typeMismatch, at: column.value.range,
        "'\(column.value.text)' compares rows, so it has no total; leave out 'total'")
    }
    let words = expression.words(of: entity, in: model).map {
      "\($0) (\(model.label(of: name).lowercased()))"
    }
    return FetchColumn(
      expression: expression, label: column.label?.text ?? words ?? column.value.text,
      header: column.label?.name ?? column.value.text, isTotal: false, attribute: nil, path: nil,
      isRatio: column.style?.text == ColumnDeclaration.percent, rowFunction: function)
  }

  /// The id, title, attributes and to-one relationships; for groups, the keys and the count.
  private mutating func defaultColumns(_ entity: Int, _ group: [Expression]?) -> [FetchColumn] {
    if let group {
      let count = SourceText("@count", name: "columns")
      return (group.map(\.source) + [count]).compactMap { column(.init(value: $0), entity, group) }
    }
    if let columns = defaults[entity] { return columns }
    let declaration = model.entities[entity]
    var columns = [column(named: "id", label: nil, entity)]
    let title = declaration.declaration.title.flatMap { compiler.expression($0, entity: entity).expression }
    if let title, title.key != "id", !title.type.isList {
      let attribute = title.key.flatMap { declaration.attribute(named: $0) }
      columns.append(
        FetchColumn(
          expression: title, label: attribute?.label ?? model.label(of: "title"),
          header: title.key ?? "title", isTotal: false,
          attribute: attribute, path: FetchPath(steps: [], leaf: .title)))
    }
    for attribute in declaration.attributes where attribute.name.text != title?.key {
      columns.append(column(named: attribute.name.text, label: attribute.label, entity))
    }
    for relationship in declaration.relationships where !relationship.isMany {
      columns.append(column(named: relationship.name, label: relationship.label, entity))
    }
    let made = columns.compactMap(\.self)
    defaults[entity] = made
    return made
  }

  private mutating func column(named name: String, label: String?, _ entity: Int) -> FetchColumn? {
    let step = Syntax.Step(name)
    guard
      let column = column(
        .init(value: SourceText(step.written, name: "columns")), entity, nil)
    else { return nil }
    return FetchColumn(
      expression: column.expression, label: label ?? column.label, header: name, isTotal: column.isTotal,
      attribute: column.attribute, relationship: column.relationship, path: column.path)
  }

  // MARK: Errors

  /// Reports values computed for the day of the build if the request is for another day.
  private mutating func refuseOtherDays(_ expressions: [(expression: Expression, range: SourceRange)]) {
    for (expression, range) in expressions {
      guard let column = expression.datedColumn(in: compiler.graph) else { continue }
      let name = model.entities.lazy.filter { $0.table == column.table }.flatMap(\.attributes)
        .first { $0.column == column.column }?.name.text
      report(
        at: range,
        "'\(name ?? "")' is computed for the day of the build, which 'as-of' does not change; write its expression "
          + "here, or give the build the day with --today")
    }
  }

  private mutating func report(
    _ id: DiagnosticID = .invalidRequest, _ severity: Diagnostic.Severity = .error, at range: SourceRange,
    _ summary: String
  ) {
    diagnostics.append(Diagnostic(id, severity, at: range, summary))
  }

  private mutating func report(_ error: QueryError, at range: SourceRange) {
    diagnostics.append(error.diagnostic(at: range))
  }

  private mutating func collect(_ compiled: (expression: Expression?, diagnostics: [Diagnostic]))
    -> Expression?
  {
    diagnostics += compiled.diagnostics
    return compiled.expression
  }

  /// Whether the values are the records written inside others, reached through their owners: `rows`, `order.rows`.
  private func isOfOwned(_ expression: Expression) -> Bool {
    guard case .path(_, let steps) = expression.syntax.kind, case .record(let end) = expression.type.element,
      let key = steps.last(where: { !$0.isOperator }), let owner = model.entities[end].owner
    else { return false }
    return model.entities[owner.entity].relationships[owner.relationship].name == key.name
  }

  private mutating func isOneValue(_ expression: Expression) -> Bool {
    guard expression.type.isList else { return true }
    report(QueryError.listAsResult(expression.type.name(in: model)), at: expression.range)
    return false
  }
}

extension FetchRequest {
  /// Any place in the request, for reporting a missing part.
  fileprivate var anyRange: SourceRange {
    let texts = [predicate, section, having] + sort + group + columns.map(\.value)
    return range ?? texts.lazy.compactMap { $0?.range }.first ?? SourceText("", name: "request").range
  }
}
