import Records

/// Evaluates expressions over the columns of a graph.
///
/// Expressions are evaluated for batches of records, one operator at a time, so that each operator is a loop
/// over arrays. Ask for many records at once where possible; a single record costs a few allocations.
package struct Evaluator: Sendable {
  /// The graph to read.
  let graph: RecordGraph
  /// The day that `today()` is.
  let today: CivilDate

  /// The number of records to evaluate together: enough to amortize overhead, few enough for the cache.
  static let batch = 2048

  package init(graph: RecordGraph, today: CivilDate) {
    self.graph = graph
    self.today = today
  }

  // MARK: Many records

  /// The rows whose records meet a predicate, in the order given.
  /// - Parameter memory: the states that patterns have cached; receives new ones.
  package func filter(
    _ rows: [Int32], _ predicate: Expression, memory: PatternMemory = PatternMemory()
  ) -> [Int32] {
    var result: [Int32] = []
    for frame in frames(of: rows.map(Optional.some), memory) {
      let mask = mask(predicate.node, frame)
      guard case .record(let lane) = frame.variables[0] else { continue }
      for index in mask.indices where mask[index] {
        if let row = lane[index] { result.append(row) }
      }
    }
    return result
  }

  /// The rows whose records meet a predicate.
  package func filter(_ rows: Range<Int>, _ predicate: Expression) -> [Int32] {
    filter(rows.map { Int32(truncatingIfNeeded: $0) }, predicate)
  }

  package func values(of expression: Expression, rows: [Int32]) -> [Value] {
    values(of: expression, frames: frames(of: rows))
  }

  /// The values of an expression for each row, as a column; nil for records and for lists of anything but texts.
  ///
  /// The column is text, number, money, boolean, date or tags, by the expression's type; text for NIL alone.
  package func column(of expression: Expression, rows: [Int32]) -> Column? {
    if expression.type == .list(.text) {
      return .tags(
        values(of: expression, rows: rows).map { value in
          if case .list(let items) = value { items.compactMap(\.text) } else { [] }
        })
    }
    // Without rows, an empty batch determines the kind of column.
    let batches = rows.isEmpty ? [Frame(rows: [])] : frames(of: rows)
    switch Vector(joining: batches.map { (evaluate(expression.node, $0), $0.count) }) {
    case .text(let lane): return .text(lane.values)
    case .number(let lane): return .number(lane.values)
    case .money(let lane): return .money(lane.values)
    case .boolean(let lane): return .boolean(lane.values)
    case .date(let lane): return .date(lane.values)
    case .record, .list: return nil
    }
  }

  // MARK: One record

  package func value(of expression: Expression, row: Int) -> Value {
    evaluate(expression.node, Frame(rows: [Int32(truncatingIfNeeded: row)]))
      .value(at: 0, table: table(of: expression.type))
  }

  // MARK: Batches

  /// Divides rows into batches.
  func frames(of rows: [Int32]) -> [Frame] { frames(of: rows.map(Optional.some)) }

  func frames(of rows: [Int32?], _ memory: PatternMemory = PatternMemory()) -> [Frame] {
    stride(from: 0, to: rows.count, by: Self.batch).map { start in
      Frame(rows: Array(rows[start..<min(start + Self.batch, rows.count)]), memory: memory)
    }
  }

  /// The value of an expression for each record or group of some batches.
  func values(of expression: Expression, frames: [Frame]) -> [Value] {
    let table = table(of: expression.type)
    return frames.flatMap { frame in
      let vector = evaluate(expression.node, frame)
      return (0..<frame.count).map { vector.value(at: $0, table: table) }
    }
  }

  /// The table that a type's records, or those of its list, are in; 0 for other types.
  func table(of type: StaticType) -> Int {
    if case .record(let entity) = type.element { graph.model.entities[entity].table } else { 0 }
  }
}

/// A batch of records; inside SUBQUERY, one entry for each element, with the record it belongs to.
struct Frame {
  /// The number of records, or of elements inside SUBQUERY.
  let count: Int
  /// The record, then the variable of each enclosing SUBQUERY. For groups, the list of each group's records.
  let variables: [Vector]
  /// For groups by a list's elements, the element of each.
  let element: Vector?
  /// The states that patterns cached in earlier batches.
  let memory: PatternMemory

  init(rows: [Int32?], memory: PatternMemory = PatternMemory()) {
    self.init(count: rows.count, variables: [.record(Lane(rows))], memory: memory)
  }

  init(count: Int, variables: [Vector], element: Vector? = nil, memory: PatternMemory) {
    self.count = count
    self.variables = variables
    self.element = element
    self.memory = memory
  }

  /// The frame with only some of its records.
  func gather(_ places: [Int32]) -> Frame {
    Frame(
      count: places.count, variables: variables.map { $0.gather(places) }, element: element?.gather(places),
      memory: memory)
  }

  /// A frame with an entry for each element of a list, which becomes the innermost variable.
  func expanded(by offsets: [Int32], _ elements: Vector) -> Frame {
    var parents: [Int32] = []
    parents.reserveCapacity(Int(offsets[count]))
    for index in 0..<count {
      for _ in offsets[index]..<offsets[index + 1] { parents.append(Int32(truncatingIfNeeded: index)) }
    }
    return Frame(
      count: parents.count, variables: variables.map { $0.gather(parents) } + [elements],
      element: element?.gather(parents), memory: memory)
  }
}
