import Query
import Records

/// Which computed attributes are kept with the records of a closed period, and why others are not.
///
/// An attribute is kept if it follows from kept values alone: its expression does not read the current day or
/// bodies, and reads only the record itself, its owner, and records inside it that are in the same period.
struct KeptExpressions: Sendable {
  /// The expressions of the attributes that are kept.
  private(set) var kept: [Expression.Dependency: Expression] = [:]
  /// The attributes that would be kept if they did not read other documents.
  private(set) var foreign: Set<Expression.Dependency> = []
  /// The attributes that read records inside with days of their own, such as dated rows, but none that may be implied.
  private(set) var dated: Set<Expression.Dependency> = []
  /// The attributes that read records inside that may be implied, such as payments.
  private(set) var settled: Set<Expression.Dependency> = []

  private let model: Model
  /// The attributes whose values files may write, without those that say whether a record is settled.
  private var written: Set<Expression.Dependency>
  /// The tables of records that may be implied.
  private let implied: Set<Int>

  /// Sorts a model's computed attributes.
  /// - Parameter settling: for each entity the columns of the attributes that only say whether its records are settled.
  init(of expressions: ModelExpressions, in model: Model, settling: [Int: Set<Int>]) {
    self.model = model
    implied = Set(expressions.implied.map { model.entities[$0.entity].table })
    written = Set(
      model.entities.flatMap { entity in
        entity.attributes.filter { $0.derived == nil }.map { entity.column($0) }
      })
    for (index, columns) in settling {
      for column in columns { written.remove(.init(table: model.entities[index].table, column: column)) }
    }
    // They are in the order of their dependencies.
    for item in expressions.computed { add(item) }
  }

  private mutating func add(_ item: ModelExpressions.Computed) {
    let entity = model.entities[item.entity]
    let column = entity.column(item.attribute)
    let reads = item.expression.reads
    guard item.attribute.derived != nil || written.contains(column), !reads.today, reads.bodies.isEmpty else {
      return
    }
    let document = document(of: entity)
    let columns = reads.columns.filter {
      !(document.tables.contains($0.table) && (written.contains($0) || kept[$0] != nil))
    }
    let links = reads.links.filter { !staysInside($0, document.tables) }
    if columns.isEmpty, links.isEmpty, !reads.leavesDocument {
      kept[column] = item.expression
    } else if columns.allSatisfy({ foreign.contains($0) || !model.isOneDocument($0.table, entity.table) }),
      links.allSatisfy({ leavesDocument($0, of: entity.table) })
    {
      foreign.insert(column)
    } else if columns.contains(where: { implied.contains($0.table) || settled.contains($0) }) {
      settled.insert(column)
      if !item.attribute.type.isNumeric { written.remove(column) }
    } else if columns.contains(where: { document.datedTables.contains($0.table) || dated.contains($0) })
      || links.contains(where: { leads($0, to: document.datedTables) })
    {
      dated.insert(column)
    }
  }

  /// The tables of a record, its owner and the records inside it: those of the same period, and those of periods of their
  /// own.
  private func document(of entity: Entity) -> (tables: Set<Int>, datedTables: Set<Int>) {
    var (tables, datedTables): (Set<Int>, Set<Int>) = ([entity.table], [])
    func add(_ table: Int, inPeriodOf inner: Entity) {
      let sharesPeriod = inner.day == nil && !implied.contains(inner.table)
      if sharesPeriod { tables.insert(table) } else { datedTables.insert(table) }
    }
    for inner in model.entities {
      guard let owner = inner.owner, model.entities[owner.entity].table == entity.table else { continue }
      add(inner.table, inPeriodOf: inner)
    }
    if let owner = entity.owner { add(model.entities[owner.entity].table, inPeriodOf: entity) }
    return (tables, datedTables)
  }

  // MARK: Relationships

  private func relationship(of link: Expression.LinkDependency) -> Relationship? {
    model.entities.lazy.filter { $0.table == link.table }.flatMap(\.relationships).first {
      $0.link == link.link
    }
  }

  /// Whether following a relationship stays inside a document. The id in a reference is kept; what is read beyond it leaves
  /// the document, also where that is in the same table.
  private func staysInside(_ link: Expression.LinkDependency, _ tables: Set<Int>) -> Bool {
    guard tables.contains(link.table), let relationship = relationship(of: link) else { return false }
    let isInside = tables.contains(model.entities[relationship.destination].table)
    return switch relationship.origin {
    case .owned, .owner: isInside
    case .written: !isInside || !relationship.isMany
    case .computed: false
    }
  }

  private func leads(_ link: Expression.LinkDependency, to tables: Set<Int>) -> Bool {
    relationship(of: link).map { tables.contains(model.entities[$0.destination].table) } ?? false
  }

  private func leavesDocument(_ link: Expression.LinkDependency, of table: Int) -> Bool {
    guard let relationship = relationship(of: link) else { return false }
    return [.written, .computed].contains(relationship.origin)
      || [link.table, model.entities[relationship.destination].table].contains {
        !model.isOneDocument($0, table)
      }
  }
}
