import Diagnostics
import Query
import Records

/// A record as a file would write it: values as text, references as ids, rows and payments as lists.
struct Record {
  var entity: String
  var id: String
  var values: [String: String] = [:]
  var lists: [String: [[String: String]]] = [:]
}

/// Makes a graph of records, as the loader does for files; computes what the model derives.
struct GraphBuilder {
  let model: Model
  private var tables: [Table] = []
  private var files: [MarkdownFile] = []
  /// For each table the written values and ids of each row.
  private var written: [[[String: String]]] = []
  private var rowsByID: [[String: Int]] = []

  static func graph(model: Model, records: [Record], today: CivilDate) -> RecordGraph {
    var builder = GraphBuilder(model: model)
    builder.layOut(records)
    builder.link()
    return builder.derived(today: today)
  }

  private init(model: Model) {
    self.model = model
  }

  // MARK: Rows and columns

  private mutating func layOut(_ records: [Record]) {
    var rows = model.tables.map { _ in [(entity: Int, id: String, values: [String: String], file: Int)]()
    }
    var owned = model.tables.map { _ in [(owner: Int, position: Int, values: [String: String])]() }
    let order = records.enumerated().sorted { a, b in
      let (x, y) = (model.entity(named: a.element.entity) ?? 0, model.entity(named: b.element.entity) ?? 0)
      return (x, a.offset) < (y, b.offset)
    }
    for (_, record) in order {
      guard let entity = model.entity(named: record.entity) else { continue }
      let folder = model.entities[entity].folder ?? ""
      let path = "Content/\(folder)/\(record.id).md"
      files.append(
        MarkdownFile(source: SourceFile(path: path, bytes: []), prefix: 8, frontMatter: 0..<0, body: 0..<0))
      let table = model.entities[entity].table
      let owner = rows[table].count
      rows[table].append((entity, record.id, record.values, files.count - 1))
      for (name, list) in record.lists {
        guard let destination = model.entities[entity].relationship(named: name)?.destination else {
          continue
        }
        for (index, values) in list.enumerated() {
          owned[model.entities[destination].table].append((owner, index + 1, values))
        }
      }
    }
    for (index, layout) in model.tables.enumerated() {
      let ownerEntity = model.entities[layout.entities.lowerBound].owner?.entity
      if let ownerEntity {
        tables.append(ownedTable(layout, owned[index], owner: model.entities[ownerEntity].table, rows))
        written.append(owned[index].map(\.values))
      } else {
        tables.append(table(layout, rows[index].map { ($0.entity, $0.id, $0.file) }))
        written.append(rows[index].map(\.values))
      }
      rowsByID.append(Dictionary(uniqueKeysWithValues: tables[index].ids.enumerated().map { ($1, $0) }))
    }
    for index in tables.indices { fill(index) }
  }

  private func table(_ layout: TableLayout, _ rows: [(entity: Int, id: String, file: Int)]) -> Table {
    let starts = (layout.entities.lowerBound...layout.entities.upperBound).map { entity in
      Int32(rows.count { $0.entity < entity })
    }
    return Table(
      count: rows.count, entityStarts: starts, ids: rows.map(\.id),
      files: rows.map { Int32($0.file) },
      columns: layout.columns.map { Column(type: $0, count: rows.count) },
      links: layout.links.map { Link(isMany: $0.isMany, count: rows.count) })
  }

  private func ownedTable(
    _ layout: TableLayout, _ rows: [(owner: Int, position: Int, values: [String: String])], owner: Int,
    _ ownerRows: [[(entity: Int, id: String, values: [String: String], file: Int)]]
  ) -> Table {
    Table(
      count: rows.count, entityStarts: [0, Int32(rows.count)],
      owners: .init(
        table: owner, rows: rows.map { Int32($0.owner) }, ownerCount: ownerRows[owner].count),
      positions: rows.map { Int32($0.position) },
      columns: layout.columns.map { Column(type: $0, count: rows.count) },
      links: layout.links.map { Link(isMany: $0.isMany, count: rows.count) })
  }

  private mutating func fill(_ table: Int) {
    for entity in model.tables[table].entities {
      for attribute in model.entities[entity].attributes {
        let texts = written[table].map { $0[attribute.name.text] }
        tables[table].columns[attribute.column] = column(attribute, texts, table)
      }
    }
  }

  private func column(_ attribute: Attribute, _ texts: [String?], _ table: Int) -> Column {
    switch attribute.type {
    case .string, .text, .email, .url: return .text(texts)
    case .integer, .decimal: return .number(texts.map { $0.flatMap { Decimal($0) } })
    case .money: return .money(texts.enumerated().map { money($1, row: $0, table) })
    case .boolean: return .boolean(texts.map { $0.map { $0 == "true" } })
    case .date: return .date(texts.map { $0.flatMap { CivilDate($0) } })
    case .currency: return .currency(texts.map { $0.flatMap { Currency(code: $0) } ?? model.currency })
    case .tags: return .tags(texts.map { $0?.split(separator: " ").map(String.init) ?? [] })
    }
  }

  private func money(_ text: String?, row: Int, _ table: Int) -> Money? {
    guard let text, let value = try? Money.parse(text.utf8.span) else { return nil }
    let owner =
      tables[table].owners.map { (table: $0.table, row: Int($0.rows[row])) } ?? (table: table, row: row)
    let currency = written[owner.table][owner.row]["currency"].flatMap { Currency(code: $0) }
    return Money(value.number, value.currency ?? currency ?? model.currency)
  }

  // MARK: Links

  private mutating func link() {
    for entity in model.entities {
      for relationship in entity.relationships where relationship.origin == .written {
        let destination = model.entities[relationship.destination].table
        let targets = written[entity.table].map { values in
          (values[relationship.name] ?? "").split(separator: " ").compactMap {
            rowsByID[destination][String($0)]
          }
          .map { Int32($0) }
        }
        if relationship.isMany {
          tables[entity.table].links[relationship.link] = .many(
            offsets: targets.reduce(into: [0]) { $0.append(($0.last ?? 0) + Int32($1.count)) },
            targets: targets.flatMap(\.self))
        } else {
          tables[entity.table].links[relationship.link] = .one(targets.map { $0.first ?? -1 })
        }
      }
    }
    for (table, records) in tables.enumerated() {
      guard let owners = records.owners, let entity = model.entities.firstIndex(where: { $0.table == table }),
        let owner = model.entities[entity].owner
      else { continue }
      let list = model.entities[owner.entity].relationships[owner.relationship]
      tables[owners.table].links[list.link] = .many(
        offsets: owners.firsts, targets: (0..<records.count).map { Int32($0) })
      if let inverse = list.inverse {
        tables[table].links[model.entities[entity].relationships[inverse].link] = .one(owners.rows)
      }
    }
    for entity in model.entities {
      for relationship in entity.relationships {
        guard let inverse = relationship.inverse, relationship.origin == .computed || isBack(relationship)
        else { continue }
        let destination = model.entities[relationship.destination]
        let back = tables[destination.table].links[destination.relationships[inverse].link]
        tables[entity.table].links[relationship.link] = back.inverted(
          destinationCount: tables[entity.table].count)
      }
    }
  }

  /// In this fixture only Order.staff is written of the many-to-many pair.
  private func isBack(_ relationship: Relationship) -> Bool { relationship.name == "jobs" }

  // MARK: Derived values

  private func derived(today: CivilDate) -> RecordGraph {
    var graph = RecordGraph(model: model, tables: tables, files: files)
    for (entity, name) in [
      ("RowOfOrder", "sum"), ("Order", "total"), ("Order", "received"), ("Order", "paid"), ("Order", "open"),
    ] {
      guard let index = model.entity(named: entity),
        let attribute = model.entities[index].attribute(named: name), let source = attribute.expression,
        let expression = QueryCompiler(graph: graph).expression(source, entity: index).expression
      else { continue }
      let table = model.entities[index].table
      let rows = graph.rows(of: index).map { Int32($0) }
      let computed = Evaluator(graph: graph, today: today).values(of: expression, rows: rows)
      let column = graph.tables[table].columns[attribute.column]
      let values = zip(rows, computed).map { column[Int($0)] == .null ? $1 : column[Int($0)] }
      graph.tables[table].columns[attribute.column] =
        attribute.type == .money
        ? .money(values.map { if case .money(let money) = $0 { money.rounded } else { nil } })
        : .boolean(values.map { if case .boolean(let value) = $0 { value } else { nil } })
    }
    for entity in model.entities.indices {
      let order = Evaluator(graph: graph, today: today).order(of: entity)
      graph.tables[model.entities[entity].table].orders.append(order)
    }
    return graph
  }
}
