import Records

extension Evaluator {
  /// Sorts rows by sort descriptors; ties are broken by the entity's own order, so that every order is total.
  ///
  /// Nil comes first in ascending order. Texts sort in natural order, money by its amount in the site's
  /// currency and then in the others, and records in their entity's own order.
  /// - Complexity: O(*n* log *n*), on integers only; values after a to-one relationship are ranked once per
  ///   destination.
  package func sorted(_ rows: [Int32], by descriptors: [SortDescriptor], entity: Int) -> [Int32] {
    var keys = PackedKeys(count: rows.count)
    for descriptor in descriptors {
      keys.append(ranks(of: descriptor.expression, rows: rows), descending: descriptor.isDescending)
    }
    keys.append(Ranks(ownRanks(of: entity), at: rows.map(Optional.some)))
    return keys.order().map { rows[Int($0)] }
  }

  /// The rows of an entity and its subentities in the entity's own order: by its sort expressions, then by id.
  ///
  /// A sort that does not compile is ignored; it is reported where the model is checked.
  package func order(of entity: Int) -> [Int32] {
    let rows = graph.rows(of: entity).map { Int32(truncatingIfNeeded: $0) }
    var keys = PackedKeys(count: rows.count)
    if let source = graph.model.entities[entity].declaration.sort {
      for descriptor in QueryCompiler(graph: graph).sort(source, entity: entity).descriptors {
        keys.append(ranks(of: descriptor.expression, rows: rows), descending: descriptor.isDescending)
      }
    }
    append(idsOf: rows, in: graph.model.entities[entity].table, to: &keys)
    return keys.order().map { rows[Int($0)] }
  }

  /// The rank of each row of a table by id in natural order; empty for records inside others.
  package func idRanks(of table: Int) -> [UInt32] {
    graph.tables[table].owners == nil ? Ranks(texts: graph.tables[table].ids.map(Optional.some)).values : []
  }

  // MARK: Ranks

  /// The ranks of an expression's values for some rows.
  func ranks(of expression: Expression, rows: [Int32]) -> Ranks {
    if case .path(.variable(0), let steps) = expression.node, steps.count == 1,
      case .id(let table) = steps[0],
      !graph.tables[table].idRanks.isEmpty
    {
      let ids = graph.tables[table].idRanks
      return Ranks(values: rows.map { ids[Int($0)] }, greatest: UInt32(truncatingIfNeeded: ids.count))
    }
    guard case .path(.variable(0), let steps) = expression.node, let first = steps.first,
      case .link(let table, let link, false) = first
    else { return ranks(of: expression.node, expression.type, frames(of: rows)) }
    // The values belong to the destinations: rank each destination that is reached once.
    let links = graph.tables[table].links[link]
    var ways = [Int32](
      repeating: -1, count: graph.tables[graph.model.tables[table].links[link].destination].count)
    var reached: [Int32?] = []
    // A missing destination has a value too: a sum or a count of nothing is 0.
    var nowhere: Int32?
    let places = rows.map { row -> Int32? in
      let target = links.target(of: Int(row))
      if let place = target.map({ ways[$0] }) ?? nowhere, place >= 0 { return place }
      let place = Int32(truncatingIfNeeded: reached.count)
      if let target { ways[target] = place } else { nowhere = place }
      reached.append(target.map { Int32(truncatingIfNeeded: $0) })
      return place
    }
    let rest = Node.path(.variable(0), Array(steps.dropFirst()))
    return Ranks(ranks(of: rest, expression.type, frames(of: reached)), at: places)
  }

  /// The ranks of a node's values for batches of records or groups.
  func ranks(of node: Node, _ type: StaticType, _ frames: [Frame]) -> Ranks {
    ranks(
      of: Vector(joining: frames.map { (evaluate(node, $0), $0.count) }), type,
      count: frames.reduce(0) { $0 + $1.count })
  }

  /// The ranks of a number of values that are not constant.
  func ranks(of values: Vector, _ type: StaticType, count: Int) -> Ranks {
    switch values {
    case .text(let lane): Ranks(texts: lane.values)
    case .number(let lane): Ranks(numbers: lane.values)
    case .money(let lane): Ranks(money: lane.values, home: graph.model.currency)
    case .boolean(let lane): Ranks(booleans: lane.values)
    case .date(let lane): Ranks(dates: lane.values)
    case .record(let lane): Ranks(familyRanks(of: table(of: type)), at: lane.values)
    case .list: Ranks(values: Array(repeating: 0, count: count), greatest: 0)
    }
  }

  // MARK: Own order

  /// The rank of each row of an entity's table in the entity's own order.
  private func ownRanks(of entity: Int) -> Ranks {
    ranks(of: ownOrder(of: entity), in: graph.model.entities[entity].table)
  }

  /// The result of ``order(of:)``, taken from the graph if it is known there.
  func ownOrder(of entity: Int) -> [Int32] {
    let table = graph.model.entities[entity].table
    let orders = graph.tables[table].orders
    let index = entity - graph.model.tables[table].entities.lowerBound
    let isKnown = orders.indices.contains(index) && orders[index].count == graph.rows(of: entity).count
    return isKnown ? orders[index] : order(of: entity)
  }

  /// The ranks of all rows of a table, in the own order of the family's first entity if it is known.
  private func familyRanks(of table: Int) -> Ranks {
    let order = graph.tables[table].orders.first ?? []
    return order.count == graph.tables[table].count ? ranks(of: order, in: table) : idRanks(table)
  }

  private func ranks(of order: [Int32], in table: Int) -> Ranks {
    var values = [UInt32](repeating: 0, count: graph.tables[table].count)
    var place: UInt32 = 0
    for row in order {
      place += 1
      values[Int(row)] = place
    }
    return Ranks(values: values, greatest: place)
  }

  /// The ranks of all rows of a table by id in natural order; inside others, by owner and position.
  private func idRanks(_ table: Int) -> Ranks {
    let rows = (0..<Int32(graph.tables[table].count)).map { $0 }
    var keys = PackedKeys(count: rows.count)
    append(idsOf: rows, in: table, to: &keys)
    return ranks(of: keys.order(), in: table)
  }

  /// Adds the key that distinguishes all records: the id, or the owner's id and the position.
  private func append(idsOf rows: [Int32], in table: Int, to keys: inout PackedKeys) {
    let records = graph.tables[table]
    let named = records.owners?.table ?? table
    let ids = graph.tables[named].idRanks.isEmpty ? idRanks(of: named) : graph.tables[named].idRanks
    let greatest = ids.max() ?? 0
    guard let owners = records.owners else {
      return keys.append(Ranks(values: rows.map { ids[Int($0)] }, greatest: greatest))
    }
    keys.append(Ranks(values: rows.map { ids[Int(owners.rows[Int($0)])] }, greatest: greatest))
    let positions = rows.map { UInt32(max(0, records.positions[Int($0)])) }
    keys.append(Ranks(values: positions, greatest: positions.max() ?? 0))
  }
}
