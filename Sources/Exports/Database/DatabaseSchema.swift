import Query
import Records

/// Maps a model to the tables, indexes and views of a database.
///
/// Each entity has a table named after it. A subentity's table has only its additional columns, with the id
/// of a row in its parent's table, so that a foreign key to an entity also refers to records of its
/// subentities. Computed attributes are in a separate table, `Order_computed`. A view named after the folder,
/// `orders`, shows both, with amounts as numbers.
struct DatabaseSchema {
  /// The source of a column's values.
  enum Source {
    /// The record's id, path and position in its owner's list, and whether it is a draft or implied.
    case id, path, position, isDraft, isImplied
    /// The name of the record's entity.
    case entity
    /// An attribute's value.
    case attribute(Attribute)
    /// The currency of a money attribute's value.
    case currency(of: Attribute)
    /// The id of a link column's destination.
    case link(Int, destination: Int)
    /// The id of the owner.
    case owner(table: Int)
  }

  struct Column {
    let name: String
    let source: Source
    /// The part of the declaration after the name.
    let declaration: String
  }

  /// A table with a row for each record of an entity.
  struct Table {
    let name: String
    /// An index into the model's entities.
    let entity: Int
    var columns: [Column]
  }

  /// A table with a row for each element of a list.
  struct ListTable {
    let name: String
    /// An index into the model's entities.
    let entity: Int
    /// The kind of the list.
    let list: List
    let sql: String

    /// A column of tags, or the link column of a to-many relationship.
    enum List {
      case tags(column: Int)
      case links(Int, destination: Int)
    }
  }

  /// The tables of entities, each parent before its subentities.
  private(set) var tables: [Table] = []
  /// The tables of lists.
  private(set) var lists: [ListTable] = []
  /// The statements that make indexes and views, to run after the tables are filled.
  private(set) var finishing: [String] = []
  /// The names of docket's own tables.
  private(set) var own = (about: "docket", currencies: "currencies", several: "several_amounts")

  private let model: Model
  private var names = ColumnNames()
  /// The tables of each entity: written and computed attributes.
  private var tablesOfEntities: [(written: Table, computed: Table?)] = []

  init(_ model: Model) {
    self.model = model
    let tableNames = model.entities.map { names.add($0.name) }
    let computedNames = model.entities.map { names.add($0.name + "_computed") }
    own = (names.add("docket"), names.add("currencies"), names.add("several_amounts"))
    for index in model.entities.indices { addTable(index, tableNames) }
    for index in model.entities.indices { addComputed(index, tableNames, computedNames) }
    for index in model.entities.indices { addLists(index, tableNames) }
    for index in model.entities.indices { addView(index) }
    addAmounts()
  }

  /// The statements that make the tables.
  var creation: [String] {
    [
      "CREATE TABLE \(sqlIdentifier(own.about)) (key TEXT PRIMARY KEY NOT NULL, value TEXT NOT NULL)",
      "CREATE TABLE \(sqlIdentifier(own.currencies)) (code TEXT PRIMARY KEY NOT NULL, minor_units INTEGER NOT NULL)",
      """
      CREATE TABLE \(sqlIdentifier(own.several)) (entity TEXT NOT NULL, record TEXT NOT NULL, attribute TEXT NOT NULL, \
      currency TEXT NOT NULL REFERENCES \(sqlIdentifier(own.currencies))(code), minor INTEGER NOT NULL, \
      amount REAL NOT NULL, PRIMARY KEY (entity, record, attribute, currency))
      """,
    ]
      + tables.map { table in
        let columns = table.columns.map { sqlIdentifier($0.name) + " " + $0.declaration }
        return "CREATE TABLE \(sqlIdentifier(table.name)) (\(columns.joined(separator: ", ")))"
      } + lists.map(\.sql)
  }

  // MARK: Tables

  private mutating func addTable(_ index: Int, _ tableNames: [String]) {
    let entity = model.entities[index]
    let parent = entity.parent.map { model.entities[$0] }
    var columnNames = ColumnNames()
    var columns: [Column] = []
    func add(_ name: String, _ source: Source, _ declaration: String) {
      columns.append(Column(name: columnNames.add(name), source: source, declaration: declaration))
    }
    let reference =
      entity.parent.map { " REFERENCES \(sqlIdentifier(tableNames[$0]))(id) ON DELETE CASCADE" } ?? ""
    add("id", .id, "TEXT PRIMARY KEY NOT NULL" + reference)
    if parent == nil {
      if entity.family.count > 1 { add("entity", .entity, "TEXT NOT NULL") }
      if entity.owner == nil {
        add("path", .path, "TEXT NOT NULL")
        add("draft", .isDraft, "BOOLEAN NOT NULL")
      } else {
        add("position", .position, "INTEGER NOT NULL")
        if model.mayImply(entity) { add("implied", .isImplied, "BOOLEAN NOT NULL") }
      }
    }
    for attribute in entity.ownAttributes where attribute.derived == nil {
      for column in self.columns(of: attribute) { add(column.name, column.source, column.declaration) }
    }
    var hasOwner = false
    for relationship in entity.ownRelationships where !relationship.isMany {
      guard relationship.origin == .written || relationship.origin == .owner else { continue }
      hasOwner = hasOwner || relationship.origin == .owner
      let destination = relationship.destination
      add(
        relationship.name, .link(relationship.link, destination: destination),
        "TEXT REFERENCES \(sqlIdentifier(tableNames[destination]))(id)" + deletion(by: relationship))
      addIndex(on: tableNames[index], columns[columns.count - 1].name)
    }
    if let owner = entity.owner, !hasOwner, parent == nil {
      add(
        "owner", .owner(table: model.entities[owner.entity].table),
        "TEXT NOT NULL REFERENCES \(sqlIdentifier(tableNames[owner.entity]))(id) ON DELETE CASCADE")
      addIndex(on: tableNames[index], columns[columns.count - 1].name)
    }
    for column in columns {
      guard case .attribute(let attribute) = column.source else { continue }
      if attribute.isUnique, attribute.defaultValue == nil {
        addIndex(on: tableNames[index], column.name, isUnique: true)
      } else if attribute.type == .date {
        addIndex(on: tableNames[index], column.name)
      }
    }
    let table = Table(name: tableNames[index], entity: index, columns: columns)
    tables.append(table)
    tablesOfEntities.append((table, nil))
  }

  private mutating func addComputed(_ index: Int, _ tableNames: [String], _ computedNames: [String]) {
    let entity = model.entities[index]
    let derived = entity.ownAttributes.filter { $0.derived != nil && $0.type != .tags }
    guard !derived.isEmpty else { return }
    var columnNames = ColumnNames()
    var columns = [
      Column(
        name: columnNames.add("id"), source: .id,
        declaration:
          "TEXT PRIMARY KEY NOT NULL REFERENCES \(sqlIdentifier(tableNames[index]))(id) ON DELETE CASCADE"
      )
    ]
    for column in derived.flatMap({ self.columns(of: $0) }) {
      columns.append(
        Column(
          name: columnNames.add(column.name), source: column.source, declaration: column.declaration))
    }
    let table = Table(name: computedNames[index], entity: index, columns: columns)
    tables.append(table)
    tablesOfEntities[index].computed = table
  }

  /// The columns of an attribute that is not a list.
  private func columns(of attribute: Attribute) -> [Column] {
    let name = attribute.name.text
    func column(_ type: String) -> [Column] {
      [Column(name: name, source: .attribute(attribute), declaration: type)]
    }
    switch attribute.type {
    case .string, .text, .email, .url, .currency: return column("TEXT")
    case .integer: return column("INTEGER")
    case .decimal: return column("REAL")
    case .boolean: return column("BOOLEAN")
    case .date: return column("DATE")
    case .tags: return []
    case .money:
      return column("INTEGER") + [
        Column(
          name: name + "_currency", source: .currency(of: attribute),
          declaration: "TEXT REFERENCES \(sqlIdentifier(own.currencies))(code)")
      ]
    }
  }

  /// The SQL clause for deleting the row that a column refers to, by the delete rules of the model.
  private func deletion(by relationship: Relationship) -> String {
    guard let inverse = relationship.inverse else {
      return relationship.origin == .owner ? " ON DELETE CASCADE" : ""
    }
    switch model.entities[relationship.destination].relationships[inverse].declaration.deleteRule {
    case .cascade: return " ON DELETE CASCADE"
    case .deny: return " ON DELETE RESTRICT"
    case .noAction: return ""
    case .nullify: return relationship.origin == .owner ? " ON DELETE CASCADE" : " ON DELETE SET NULL"
    }
  }

  private mutating func addLists(_ index: Int, _ tableNames: [String]) {
    let entity = model.entities[index]
    let source = "REFERENCES \(sqlIdentifier(tableNames[index]))(id) ON DELETE CASCADE"
    for attribute in entity.ownAttributes where attribute.type == .tags {
      let name = names.add("\(entity.name)_\(attribute.name.text)")
      lists.append(
        ListTable(
          name: name, entity: index, list: .tags(column: attribute.column),
          sql: """
            CREATE TABLE \(sqlIdentifier(name)) (source TEXT NOT NULL \(source), position INTEGER NOT NULL, \
            value TEXT NOT NULL, PRIMARY KEY (source, position))
            """))
      addIndex(on: name, "value")
    }
    for place in entity.ownRelationships.indices {
      let relationship = entity.relationships[place]
      guard relationship.isMany, relationship.origin == .written else { continue }
      // If both sides are to-many, one table holds the links of both.
      if let inverse = relationship.inverse, (relationship.destination, inverse) < (index, place) { continue }
      let name = names.add("\(entity.name)_\(relationship.name)")
      lists.append(
        ListTable(
          name: name, entity: index,
          list: .links(relationship.link, destination: model.entities[relationship.destination].table),
          sql: """
            CREATE TABLE \(sqlIdentifier(name)) (source TEXT NOT NULL \(source), destination TEXT NOT NULL \
            REFERENCES \(sqlIdentifier(tableNames[relationship.destination]))(id) ON DELETE CASCADE, \
            PRIMARY KEY (source, destination))
            """))
      addIndex(on: name, "destination")
    }
  }

  private mutating func addIndex(on table: String, _ column: String, isUnique: Bool = false) {
    let name = names.add("\(table)_by_\(column)")
    finishing.append(
      "CREATE \(isUnique ? "UNIQUE " : "")INDEX \(sqlIdentifier(name)) ON \(sqlIdentifier(table)) (\(sqlIdentifier(column)))"
    )
  }

  // MARK: Views

  /// Adds the view of an entity's records, with all written, inherited and computed attributes.
  private mutating func addView(_ index: Int) {
    var lineage = [index]
    while let parent = model.entities[lineage[0]].parent { lineage.insert(parent, at: 0) }
    let parts = lineage.flatMap { entity in
      [tablesOfEntities[entity].written] + (tablesOfEntities[entity].computed.map { [$0] } ?? [])
    }
    var columnNames = ColumnNames()
    var columns: [String] = []
    for (place, table) in parts.enumerated() {
      for (index, column) in table.columns.enumerated() {
        if case .id = column.source, place > 0 { continue }
        let alias = sqlIdentifier(columnNames.add(column.name))
        let value = "t\(place).\(sqlIdentifier(column.name))"
        if case .attribute(let attribute) = column.source, attribute.type == .money {
          let currency = "t\(place).\(sqlIdentifier(table.columns[index + 1].name))"
          columns.append(amount(value, of: attribute, currency: currency) + " AS \(alias)")
        } else {
          columns.append("\(value) AS \(alias)")
        }
      }
    }
    var from = "\(sqlIdentifier(parts[0].name)) AS t0"
    for place in parts.indices.dropFirst() {
      from += " JOIN \(sqlIdentifier(parts[place].name)) AS t\(place) ON t\(place).id = t0.id"
    }
    let name = sqlIdentifier(names.add(viewName(model.entities[index])))
    finishing.append("CREATE VIEW \(name) AS SELECT \(columns.joined(separator: ", ")) FROM \(from)")
  }

  /// The name of a view: `orders`, or `orders_rows` for a list in records of a folder.
  private func viewName(_ entity: Entity) -> String {
    if let owner = entity.owner {
      let above = model.entities[owner.entity]
      return viewName(above) + "_" + above.relationships[owner.relationship].name
    }
    let folder = entity.folder.map { $0.replacing("/", with: "_") }
    return folder ?? "\(entity.name)_all"
  }

  /// The expression for an amount in its currency's major unit.
  private func amount(_ value: String, of attribute: Attribute, currency: String) -> String {
    if let digits = attribute.digits { return "\(value) / \(scale(digits))" }
    return
      "\(value) * 1.0 / (SELECT minor_units FROM \(sqlIdentifier(own.currencies)) WHERE code = \(currency))"
  }

  private func scale(_ digits: Int) -> String { "1" + String(repeating: "0", count: digits) + ".0" }

  /// Adds the view of all amounts, including values in several currencies.
  private mutating func addAmounts() {
    var parts: [String] = []
    for table in tables {
      for (index, column) in table.columns.enumerated() {
        guard case .attribute(let attribute) = column.source, attribute.type == .money else { continue }
        let name = sqlIdentifier(column.name)
        // The column of an amount's currency follows it.
        let currency = sqlIdentifier(table.columns[index + 1].name)
        parts.append(
          """
          SELECT '\(model.entities[table.entity].name)' AS entity, id AS record, '\(attribute.name.text)' AS attribute, \
          \(currency) AS currency, \(name) AS minor, \(amount(name, of: attribute, currency: currency)) AS amount \
          FROM \(sqlIdentifier(table.name)) WHERE \(name) IS NOT NULL
          """)
      }
    }
    parts.append(
      "SELECT entity, record, attribute, currency, minor, amount FROM \(sqlIdentifier(own.several))")
    // A compound SELECT has at most 500 parts.
    guard parts.count <= 500 else { return }
    finishing.append(
      "CREATE VIEW \(sqlIdentifier(names.add("amounts"))) AS \(parts.joined(separator: " UNION ALL "))")
  }
}

/// Makes names that differ by more than case, as SQL requires.
private struct ColumnNames {
  private var taken: Set<String> = []

  /// The name, with a number appended if it is taken.
  mutating func add(_ name: String) -> String {
    firstFree(name, among: &taken, by: { $0.lowercased() }) { "\(name)_\($0)" }
  }
}

/// A quoted SQL identifier.
func sqlIdentifier(_ name: String) -> String { "\"" + name.replacing("\"", with: "\"\"") + "\"" }
