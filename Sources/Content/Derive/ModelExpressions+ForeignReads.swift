import Diagnostics
import Query
import Records

extension Attribute {
  /// Whether the attribute is a figure that changes with a value of another document.
  fileprivate func follows(_ read: Expression.ForeignRead) -> Bool {
    // The number of days since another document's date is a duration, not an agreed figure.
    isFigure && (type != .decimal || read.type != .date)
  }

  /// Whether its values are figures that were agreed on: an amount, a number, a day.
  fileprivate var isFigure: Bool { [.money, .decimal, .date].contains(type) }

  fileprivate func foreignRead(at range: SourceRange, in entity: Entity, _ what: String) -> Diagnostic {
    Diagnostic(
      .foreignMoney, .warning, at: range,
      "'\(name.text)' of \(entity.name) reads \(what) of another document; a later change there changes this figure"
    )
  }
}

extension ModelExpressions {
  /// Warns if a figure of an order would change with another document, such as this year's price list.
  ///
  /// There is no warning for one that new orders copy from there if every order writes it.
  func foreignReads(
    of attribute: Attribute, _ expression: Expression, of index: Int, in graph: RecordGraph
  ) -> [Diagnostic] {
    let entity = graph.model.entities[index]
    let warnings = expression.reads.foreign.filter(attribute.follows).map { read in
      attribute.foreignRead(at: read.range, in: entity, "'\(read.path)'")
    }
    guard !warnings.isEmpty, let copied = attribute.copiedValue,
      let rows = graph.rowsToCopy(attribute, of: index)
    else { return warnings }
    guard let first = rows.first else { return [] }
    let many = "\(rows.count) records do not write it, first this one"
    let assignment = "\(attribute.name.text):=\(copied.reference).\(copied.key)"
    let note = Diagnostic.Note(
      (rows.count == 1 ? "one record does not write it" : many)
        + "; 'docket set \(entity.name) --where \"\(copied.reference) != nil\" --missing \(assignment)' writes it there",
      at: graph.locator(of: first, in: entity.table).start)
    return warnings.map { warning in
      var warning = warning
      warning.notes.append(note)
      return warning
    }
  }

  /// Warns of figures that change with another document by way of values that are not figures themselves,
  /// such as integers and texts.
  func indirectForeignReads(in model: Model) -> [Diagnostic] {
    var reads: [Expression.Dependency: Expression.ForeignRead] = [:]
    var diagnostics: [Diagnostic] = []
    // Attributes are in dependency order.
    for item in computed {
      let own = item.expression.reads.foreign.first
      let indirect = item.expression.reads.columns.lazy.filter { dependency in
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
  /// Whether records of two tables may be written in the same file, such as an order and its rows.
  package func isOneDocument(_ table: Int, _ other: Int) -> Bool {
    func home(_ table: Int) -> Int {
      let owner = tables[table].entities.lazy.compactMap { self.entities[$0].owner?.entity }.first
      return owner.map { entities[$0].table } ?? table
    }
    return home(table) == home(other)
  }
}
