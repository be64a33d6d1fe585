import Diagnostics
import Query
import Records

extension LintChecker {
  /// Finds records without a computed amount that is added up, although an amount it is computed from exists.
  ///
  /// A sum ignores missing values, so a row without its rate would silently be missing from the total, and so would an
  /// amount that is computed from one of several currencies. The built-in model is not affected: everything its formulas
  /// read is required or a sum.
  /// - Complexity: O(*n*) in the records without such an amount.
  func sumsWithoutParts() -> [Diagnostic] {
    expressions.computed.compactMap { item in
      guard item.attribute.type == .money, !item.attribute.isRequired, !item.expression.range.isOfBuiltInModel
      else { return nil }
      let column = item.column(in: graph.model)
      let sums = expressions.computed.filter { $0.expression.reads.sums.contains(column) }
      guard !sums.isEmpty || item.attribute.isTotal, case let rows = rowsWithoutValue(of: item), !rows.isEmpty
      else { return nil }
      if sums.isEmpty { return diagnostic(of: item, .everySum, rows) }
      // A row of no technician is in no technician's sum.
      let left = sums.lazy.map { ($0, addends(of: $0, among: rows, of: column.table)) }.first { !$1.isEmpty }
      return left.map { diagnostic(of: item, sum(by: $0), $1) }
    }
  }

  /// Where an amount is added up.
  private struct Sum {
    /// The name of the sum, for the message.
    let name: String
    /// Where the model declares the sum; nil if it does not.
    let range: SourceRange?

    /// The totals of pages, statements and ledgers.
    static let everySum = Sum(name: "every sum", range: nil)
  }

  private func sum(by item: ModelExpressions.Computed) -> Sum {
    let range = item.expression.range
    return Sum(
      name: "'\(item.attribute.name.text)' of \(graph.model.entities[item.entity].name)",
      range: range.isOfBuiltInModel ? nil : range)
  }

  /// The rows of a table that an expression reaches, to add up something of them.
  /// - Complexity: O(*n*) in the links that it follows.
  private func addends(of item: ModelExpressions.Computed, among rows: [Int32], of table: Int) -> [Int32] {
    let links = item.expression.reads.links.filter {
      graph.model.tables[$0.table].links[$0.link].destination == table
    }
    guard !links.isEmpty else { return rows }
    let reached = links.reduce(into: Set<Int32>()) { reached, dependency in
      let owners = graph.tables[dependency.table]
      for owner in 0..<owners.count {
        reached.formUnion(owners.links[dependency.link].targets(of: owner))
      }
    }
    return rows.filter(reached.contains)
  }

  /// The rows that lack a computed amount although some part of it has a value.
  private func rowsWithoutValue(of item: ModelExpressions.Computed) -> [Int32] {
    let table = graph.model.entities[item.entity].table
    guard case .money(let amounts) = graph.tables[table].columns[item.attribute.column] else { return [] }
    let empty = graph.validRows(of: item.entity, item.attribute).filter { amounts[$0] == nil }
    guard !empty.isEmpty else { return [] }
    let invalid = item.expression.invalidRows(of: table, in: graph)
    let rows = empty.filter { row in
      !invalid.contains(row) && !isExcepted(.sumWithoutPart, row, in: table)
    }
    let parts = parts(of: item, rows.map { Int32($0) })
    return parts.withAmount.filter { parts.missing[$0] != nil || parts.mixed[$0] != nil }.sorted()
  }

  private func diagnostic(of item: ModelExpressions.Computed, _ sum: Sum, _ rows: [Int32]) -> Diagnostic {
    let entity = graph.model.entities[item.entity]
    let row = Int(rows[0])
    let (missing, isMixed) = missing(from: item, row)
    let count = counted(rows.count, "record", "records")
    let record = "\(entity.label.lowercased()) \(graph.id(of: row, in: entity.table))"
    let lack = isMixed ? "'\(missing)' is of several currencies here" : "'\(missing)' is missing here"
    var notes = [
      Diagnostic.Note(
        lack + (rows.count == 1 ? "" : " first"), at: graph.locator(of: row, in: entity.table).start)
    ]
    let declared = entity.attribute(named: missing).flatMap { $0.derived == nil ? $0 : nil }
    let isWritten = declared != nil && !graph.tables[entity.table].isImplied(row)
    if !isMixed, let declared, !declared.name.range.isOfBuiltInModel {
      let advice = isWritten ? "or make it required or give" : "give"
      notes.append(.init("\(advice) it a default where it is declared", at: declared.name.range))
    }
    if let range = sum.range { notes.append(.init("it is added up here", at: range)) }
    let name = item.attribute.name
    if sum.name == Sum.everySum.name, item.attribute.writtenTotal == nil, !name.range.isOfBuiltInModel {
      notes.append(.init("or write 'total: false' here if it is not to be added up", at: name.range))
    }
    return Diagnostic(
      .sumWithoutPart, .warning, at: item.expression.range,
      "'\(item.attribute.name.text)' of \(entity.name) has no value in \(count), and \(sum.name) leaves "
        + "\(rows.count == 1 ? "it" : "them") out: "
        + (isMixed
          ? "'\(missing)' of \(record) is of several currencies"
          : isWritten ? "write '\(missing)' in \(record)" : "'\(missing)' of \(record) has no value"),
      essence: "'\(item.attribute.name.text)' of \(entity.name) has no value", notes: notes)
  }

  // MARK: Parts

  /// The parts that an expression computes the amounts of records from.
  private struct Parts {
    /// For each row the first part without a value, as it is spelled.
    var missing: [Int32: String] = [:]
    /// For each row the first part of several currencies, as it is spelled.
    var mixed: [Int32: String] = [:]
    /// The rows with a nonzero amount among the parts.
    var withAmount: Set<Int32> = []
  }

  private func parts(of item: ModelExpressions.Computed, _ rows: [Int32]) -> Parts {
    var parts = Parts()
    add(item.expression.syntax, of: item.expression, rows, item.entity, to: &parts)
    return parts
  }

  /// Adds the key paths that give an expression its value. Only the branch of a TERNARY that applies counts:
  /// nil in the other one is intended.
  private func add(
    _ syntax: Syntax, of whole: Expression, _ rows: [Int32], _ entity: Int, to parts: inout Parts
  ) {
    guard !rows.isEmpty else { return }
    switch syntax.kind {
    case .path(_, let steps):
      guard let expression = compiler.expression(syntax, of: whole, entity: entity) else { return }
      let text = steps.map(\.written).joined(separator: ".")
      for (row, value) in zip(rows, evaluator.values(of: expression, rows: rows)) {
        if value == .null {
          parts.missing[row] = parts.missing[row] ?? text
        } else if let money = value.money, !money.isZero {
          parts.withAmount.insert(row)
          if money.single == nil { parts.mixed[row] = parts.mixed[row] ?? text }
        }
      }
    case .ternary(let condition, let first, let second):
      guard let predicate = compiler.expression(condition, of: whole, entity: entity) else { return }
      let isTrue = Set(evaluator.filter(rows, predicate))
      add(first, of: whole, rows.filter(isTrue.contains), entity, to: &parts)
      add(second, of: whole, rows.filter { !isTrue.contains($0) }, entity, to: &parts)
    case .negated(let operand), .cast(let operand, _, _): add(operand, of: whole, rows, entity, to: &parts)
    case .arithmetic(let first, let terms):
      for operand in [first] + terms.map(\.operand) { add(operand, of: whole, rows, entity, to: &parts) }
    case .call(_, let arguments):
      for argument in arguments { add(argument, of: whole, rows, entity, to: &parts) }
    default: break
    }
  }

  /// The part that a record lacks or that has several currencies: if a missing part is itself computed from something
  /// that is missing, what that part lacks.
  private func missing(from item: ModelExpressions.Computed, _ row: Int) -> (part: String, isMixed: Bool) {
    let parts = parts(of: item, [Int32(row)])
    guard let part = parts.missing[Int32(row)] else { return (parts.mixed[Int32(row)] ?? "", true) }
    let computed = expressions.computed.first { $0.entity == item.entity && $0.attribute.name.text == part }
    guard let computed, case let inner = missing(from: computed, row), !inner.part.isEmpty else {
      return (part, false)
    }
    return inner
  }

  private var compiler: QueryCompiler { QueryCompiler(graph: graph) }
  private var evaluator: Evaluator { Evaluator(graph: graph, today: today) }
}
