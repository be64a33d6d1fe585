import Diagnostics
import Query
import Records

/// Which records belong to a period, and what is kept of them when it is closed.
///
/// A record belongs to the period of its day; a record inside another that has no day belongs to the period of
/// its owner. So the rows of an order are in the order's period, and a payment is in the period in which it came;
/// an implied payment without a day is in its order's period, where statements and ledgers count it. Kept are
/// written values, or computed ones where none is written; references; and values derived from these alone
/// (`total`), because a `derived` may change although no record does. Not kept is whether an order is settled
/// (`paid`, `paidOn`), because the payment that this implies is kept in its own period; nor what follows from
/// payments or the day (`open`, `state`).
struct ClosedRecords: Sendable {
  /// What a line of a closed period holds at a position.
  enum Key: Sendable {
    /// The record's id, or its owner's id: the position of a row changes with the rows before it.
    case id
    /// An attribute, by its column.
    case column(Int)
    /// A relationship, by its link column and the table it leads to.
    case link(Int, table: Int)
    /// A name that the model no longer has.
    case unknown
  }

  /// What in the model gives a value that no file writes.
  enum Origin: Sendable {
    /// An expression that always computes it.
    case derived(Expression)
    /// An expression that computes it if it is left out.
    case formula(Expression)
    /// The default, and where it is declared; if there is none, where the attribute is.
    case defaultValue(SourceRange)
    /// The type of the attribute, which is another than when the period was closed; where it is declared.
    case otherType(SourceRange)

    /// The expression that computes it; nil if there is none.
    var expression: Expression? {
      switch self {
      case .derived(let expression), .formula(let expression): expression
      case .defaultValue, .otherType: nil
      }
    }
    /// Where the model declares it.
    var range: SourceRange {
      switch self {
      case .derived(let expression), .formula(let expression): expression.range
      case .defaultValue(let range), .otherType(let range): range
      }
    }
    /// Whether no file may write the value.
    var isDerived: Bool { if case .derived = self { true } else { false } }
    /// Whether the built-in model declares it.
    var isBuiltIn: Bool { range.isOfBuiltInModel }
  }

  let graph: RecordGraph
  /// For each entity the columns of the attributes that only say whether its records are settled.
  private let settling: [Int: Set<Int>]
  /// The computed attributes that are kept, and why others are not.
  private let computed: KeptExpressions
  /// The implied records of lists, by the entity of these records.
  private let implied: [Int: ModelExpressions.Implied]

  init(_ graph: RecordGraph, _ expressions: ModelExpressions) {
    self.graph = graph
    var settling: [Int: Set<Int>] = [:]
    for implied in expressions.implied {
      let owner = graph.model.entities[implied.owner]
      let stated = implied.stated(by: implied.expressions, in: graph.model)
      // If it reads an amount, that amount is content of the record itself.
      let columns = owner.attributes.filter { attribute in
        stated.contains(attribute.column)
          && ([.boolean, .date].contains(attribute.type) || attribute.isState)
      }.map(\.column)
      for entity in owner.family { settling[entity, default: []].formUnion(columns) }
    }
    self.settling = settling
    implied = Dictionary(expressions.implied.map { ($0.entity, $0) }) { first, _ in first }
    computed = KeptExpressions(of: expressions, in: graph.model, settling: settling)
  }

  /// What in the model gives a value of a kept attribute that no file writes; nil if the value depends on
  /// another document, or if it is the built-in model's default.
  func origin(of name: String, of index: Int) -> Origin? {
    let entity = graph.model.entities[index]
    guard let attribute = entity.attribute(named: name) else { return nil }
    if attribute.expression != nil {
      return computed.kept[entity.column(attribute)].map {
        attribute.derived == nil ? .formula($0) : .derived($0)
      }
    }
    // Defaults of the built-in model never change.
    let origin = Origin.defaultValue(attribute.defaultValue?.range ?? attribute.name.range)
    return origin.isBuiltIn ? nil : origin
  }

  /// The list that implies records of an entity.
  func implied(_ index: Int) -> ModelExpressions.Implied? { implied[index] }

  /// The owner's attributes that are read directly to make a value of an implied record.
  /// - Parameter name: the attribute that gets the value; nil for all of them, and for the condition of the
  ///   implied record as well.
  func sources(of name: String?, of index: Int) -> [String] {
    guard let implied = implied[index] else { return [] }
    let owner = graph.model.entities[implied.owner]
    var expressions = implied.values.filter { name == nil || $0.attribute.name.text == name }.map(
      \.expression)
    if name == nil { expressions.append(implied.when) }
    return expressions.flatMap { expression in
      owner.attributes.filter { attribute in
        expression.reads.columns.contains(owner.column(attribute))
      }.map(\.name.text)
    }
  }

  // MARK: Keys

  /// The names of what is kept of an entity's records, the id first; nil if they belong to no period.
  func names(of index: Int) -> [String]? {
    let entity = graph.model.entities[index]
    guard !entity.isAbstract, graph.model.isDated(index) else { return nil }
    let attributes = entity.attributes.filter { attribute in
      // A state that is computed unless it is written, such as a level of reminders, follows from payments.
      let isState = computed.settled.contains(entity.column(attribute)) && !attribute.type.isNumeric
      let isKept =
        attribute.derived == nil && !isState || origin(of: attribute.name.text, of: index) != nil
      return isKept && !(settling[index]?.contains(attribute.column) ?? false)
        && !graph.tables[entity.table].datedColumns.contains(attribute.column)
    }
    let relationships = entity.relationships.filter { $0.origin == .written }
    return ["id"] + attributes.map(\.name.text) + relationships.map(\.name)
  }

  /// The computed amounts of an entity's records that are not kept, by what they read: other documents, or records inside
  /// that belong to periods of their own.
  func amountsNotKept(of index: Int) -> (foreign: [String], dated: [String]) {
    let entity = graph.model.entities[index]
    func amounts(among columns: Set<Expression.Dependency>) -> [String] {
      entity.attributes.filter { attribute in
        attribute.type == .money && attribute.derived != nil && columns.contains(entity.column(attribute))
      }.map { "'\($0.name.text)' of \(entity.name)" }
    }
    return (amounts(among: computed.foreign), amounts(among: computed.dated))
  }

  /// What the names in a closed period stand for now.
  func keys(_ names: [String], of index: Int) -> [Key] {
    let entity = graph.model.entities[index]
    return names.map { name in
      if name == "id" { return .id }
      if let attribute = entity.attribute(named: name) { return .column(attribute.column) }
      guard let relationship = entity.relationship(named: name) else { return .unknown }
      return .link(relationship.link, table: graph.model.entities[relationship.destination].table)
    }
  }

  // MARK: Rows

  /// The years of all records that belong to a period.
  /// - Complexity: O(*n*) in the records.
  var years: [AccountingPeriod] {
    let months = Set(graph.tables.indices.flatMap { self.months(ofTable: $0) }).filter { $0 >= 0 }
    return Set(months.map { Int($0) / 12 }).sorted().compactMap { AccountingPeriod(year: $0) }
  }

  /// The rows of each period's records, by entity, in the order of their ids.
  /// - Parameter periods: the requested periods, without a day in common.
  /// - Complexity: O(*n* log *n*) in the records; O(*n*) if files are in the order of their ids.
  func rows(of periods: [AccountingPeriod]) -> [AccountingPeriod: [Int: [Int32]]] {
    guard let first = periods.map(\.months.lowerBound).min(),
      let last = periods.map(\.months.upperBound).max()
    else {
      return [:]
    }
    // For each month from the first, the index of its period; -1 if it is in none.
    var places = [Int](repeating: -1, count: last - first)
    for (place, period) in periods.enumerated() {
      for month in period.months { places[month - first] = place }
    }
    var result: [AccountingPeriod: [Int: [Int32]]] = [:]
    for (index, table) in graph.model.tables.enumerated() {
      let months = self.months(ofTable: index)
      for entity in table.entities where !graph.model.entities[entity].isAbstract {
        var ofPeriods = [[Int32]](repeating: [], count: periods.count)
        for row in graph.rows(of: entity, includingSubentities: false) {
          let month = Int(months[row]) - first
          guard places.indices.contains(month), places[month] >= 0 else { continue }
          ofPeriods[places[month]].append(Int32(truncatingIfNeeded: row))
        }
        for (period, rows) in zip(periods, ofPeriods) where !rows.isEmpty {
          result[period, default: [:]][entity] = sorted(rows, in: index)
        }
      }
    }
    return result
  }

  /// Stands for no month.
  private static let noMonth: Int32 = -1

  /// The month that each record of a table belongs to, as ``AccountingPeriod/months`` counts them; drafts belong to none.
  private func months(ofTable index: Int) -> [Int32] {
    let table = graph.tables[index]
    var months = [Int32](repeating: Self.noMonth, count: table.count)
    if let owners = table.owners {
      let monthsOfOwners = self.months(ofTable: owners.table)
      for row in months.indices { months[row] = monthsOfOwners[Int(owners.rows[row])] }
    }
    for entity in graph.model.tables[index].entities {
      guard let column = graph.model.entities[entity].day?.column,
        case .date(let days) = table.columns[column]
      else { continue }
      for row in graph.rows(of: entity, includingSubentities: false) {
        if let day = days[row] { months[row] = Int32(truncatingIfNeeded: AccountingPeriod.month(of: day)) }
      }
    }
    if let owners = table.owners {
      let drafts = graph.tables[owners.table].drafts
      for row in months.indices where !drafts.isEmpty && drafts[Int(owners.rows[row])] {
        months[row] = Self.noMonth
      }
    }
    for (row, isDraft) in table.drafts.enumerated() where isDraft { months[row] = Self.noMonth }
    return months
  }

  private func sorted(_ rows: [Int32], in table: Int) -> [Int32] {
    if let owners = graph.tables[table].owners {
      let ids = graph.tables[owners.table].ids
      return rows.sorted { a, b in
        let (first, second) = (owners.rows[Int(a)], owners.rows[Int(b)])
        return first == second ? a < b : ids[Int(first)] < ids[Int(second)]
      }
    }
    let ids = graph.tables[table].ids
    return rows.sorted { ids[Int($0)] < ids[Int($1)] }
  }

  // MARK: Values

  /// The kept values of a table's records, ready to be written.
  func kept(_ keys: [Key], of table: Int) -> KeptValues {
    let records = graph.tables[table]
    let columns = keys.map { key -> KeptValues.Column in
      switch key {
      case .id:
        guard let owners = records.owners else { return .ids(records.ids) }
        return .links(owners.rows, graph.tables[owners.table].ids)
      case .column(let column): return .values(records.columns[column])
      case .link(let link, let destination):
        if case .one(let rows) = records.links[link], graph.tables[destination].owners == nil {
          return .links(rows, graph.tables[destination].ids)
        }
        return .list(records.links[link], table: destination)
      case .unknown: return .nothing
      }
    }
    return KeptValues(graph: graph, columns: columns)
  }
}
