import Diagnostics
import Query
import Records

/// Which records belong to a year, and what is kept of them when it is closed.
///
/// A record belongs to the year of its `date`; one that is written inside another and has no such attribute, or no day,
/// to the year of its owner. So the rows of an order are in its year, and a payment is in the year in which it came. Kept
/// is what is written or computed where it is not written, and references; not what is always computed, which follows,
/// and not by what an order says that it is settled (`paid`, `paidOn`): the payment that this implies has a day itself.
struct ClosedRecords: Sendable {
  /// What a line of a closed year holds at a place.
  enum Key: Sendable {
    /// The record's id, or its owner's: the number of a row changes with those before it.
    case id
    /// An attribute, by its column.
    case column(Int)
    /// A relationship, by its link column and the table it leads to.
    case link(Int, table: Int)
    /// A name that the model no longer has.
    case unknown
  }

  let graph: RecordGraph
  /// For each entity the attributes that only say whether its records are settled, by column.
  private let settling: [Int: Set<Int>]

  init(_ graph: RecordGraph, _ expressions: ModelExpressions) {
    self.graph = graph
    var settling: [Int: Set<Int>] = [:]
    for implied in expressions.implied {
      let table = graph.model.entities[implied.owner].table
      let read = ([implied.when] + implied.values.map(\.expression)).flatMap(\.dependencies)
      let columns = read.filter { $0.table == table }.map(\.column)
      for entity in graph.model.entities[implied.owner].family {
        settling[entity, default: []].formUnion(columns)
      }
    }
    self.settling = settling
  }

  // MARK: Keys

  /// The names of what is kept of an entity's records, the id first; nil where its records belong to no year.
  func names(of index: Int) -> [String]? {
    let entity = graph.model.entities[index]
    guard !entity.isAbstract, isDated(index) else { return nil }
    let attributes = entity.attributes.filter { attribute in
      attribute.derived == nil && !(settling[index]?.contains(attribute.column) ?? false)
        && !graph.tables[entity.table].datedColumns.contains(attribute.column)
    }
    let relationships = entity.relationships.filter { $0.origin == .written }
    return ["id"] + attributes.map(\.name.text) + relationships.map(\.name)
  }

  /// What the names in a closed year stand for now.
  func keys(_ names: [String], of index: Int) -> [Key] {
    let entity = graph.model.entities[index]
    return names.map { name in
      if name == "id" { return .id }
      if let attribute = entity.attribute(named: name) { return .column(attribute.column) }
      guard let relationship = entity.relationship(named: name) else { return .unknown }
      return .link(relationship.link, table: graph.model.entities[relationship.destination].table)
    }
  }

  /// The column of an entity's day.
  private func dateColumn(of entity: Entity) -> Int? {
    entity.attribute(named: "date").flatMap { $0.type == .date ? $0.column : nil }
  }

  private func isDated(_ index: Int) -> Bool {
    let entity = graph.model.entities[index]
    return dateColumn(of: entity) != nil || entity.owner.map { isDated($0.entity) } ?? false
  }

  // MARK: Rows

  /// The rows of each year's records, by entity, in the order of their ids.
  /// - Parameter years: the years that are asked for.
  /// - Complexity: O(*n* log *n*) in the records; O(*n*) where files lie in the order of their ids.
  func rows(of years: Set<Int>) -> [Int: [Int: [Int32]]] {
    var result: [Int: [Int: [Int32]]] = [:]
    for index in graph.model.entities.indices where !graph.model.entities[index].isAbstract && isDated(index)
    {
      var ofYears: [Int: [Int32]] = [:]
      let table = graph.model.entities[index].table
      for row in graph.rows(of: index, includingSubentities: false) where !graph.isDraft(row, in: table) {
        guard let year = year(of: row, index), years.contains(year) else { continue }
        ofYears[year, default: []].append(Int32(truncatingIfNeeded: row))
      }
      for (year, rows) in ofYears { result[year, default: [:]][index] = sorted(rows, in: table) }
    }
    return result
  }

  /// The year that a record belongs to.
  func year(of row: Int, _ index: Int) -> Int? {
    let entity = graph.model.entities[index]
    if let column = dateColumn(of: entity), case .date(let days) = graph.tables[entity.table].columns[column],
      let day = days[row]
    {
      return day.year
    }
    // A payment that is implied without a day is in no year's figures.
    guard let owners = graph.tables[entity.table].owners, !graph.tables[entity.table].isImplied(row) else {
      return nil
    }
    let owner = Int(owners.rows[row])
    return year(of: owner, graph.entity(of: owner, in: owners.table))
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

  /// Appends what is kept of a record as elements of a JSON array: texts, and null for nothing.
  func append(_ row: Int, of table: Int, _ keys: [Key], to bytes: inout [UInt8]) {
    for (place, key) in keys.enumerated() {
      if place > 0 { bytes.append(contentsOf: ", ".utf8) }
      switch key {
      case .id: bytes.appendJSON(id(of: row, in: table))
      case .column(let column): append(graph.tables[table].columns[column][row], to: &bytes)
      case .link(let link, let destination):
        let targets = graph.tables[table].links[link].targets(of: row)
        let ids = targets.map { graph.id(of: Int($0), in: destination) }
        if ids.isEmpty {
          bytes.append(contentsOf: "null".utf8)
        } else {
          bytes.appendJSON(ids.count == 1 ? ids[0] : ids.sorted().joined(separator: "; "))
        }
      case .unknown: bytes.append(contentsOf: "null".utf8)
      }
    }
  }

  /// The id of a record with a file, or that of the owner.
  func id(of row: Int, in table: Int) -> String {
    guard let owners = graph.tables[table].owners else { return graph.tables[table].ids[row] }
    return id(of: Int(owners.rows[row]), in: owners.table)
  }

  private func append(_ value: Value, to bytes: inout [UInt8]) {
    switch value {
    case .null, .record: bytes.append(contentsOf: "null".utf8)
    case .text(let text): bytes.appendJSON(text)
    case .date(let day):
      bytes.append(UInt8(ascii: "\""))
      day.append(to: &bytes)
      bytes.append(UInt8(ascii: "\""))
    case .number(let number):
      bytes.append(UInt8(ascii: "\""))
      // 2.50 and 2.5 are one number; how it is written is no value.
      number.withoutTrailingZeros.append(to: &bytes)
      bytes.append(UInt8(ascii: "\""))
    case .money(let money):
      bytes.append(UInt8(ascii: "\""))
      for (index, amount) in money.amounts.enumerated() {
        if index > 0 { bytes.append(contentsOf: "; ".utf8) }
        Money.Amount(amount.number.withoutTrailingZeros, amount.currency).append(to: &bytes)
      }
      bytes.append(UInt8(ascii: "\""))
    case .boolean(let flag): bytes.append(contentsOf: flag ? "\"true\"".utf8 : "\"false\"".utf8)
    case .list(let values):
      bytes.appendJSON(values.compactMap(\.plainText).joined(separator: "; "))
    }
  }
}
