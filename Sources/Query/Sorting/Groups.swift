import Records

/// Records in groups; records of the same group have equal values of some expressions, or lists with the same element.
package struct Groups: Sendable {
  /// The rows, group by group.
  let rows: [Int32]
  /// The first row of each group, an index into `rows`, and the number of rows as the last element.
  let offsets: [Int32]
  /// The element of each group, if one of the keys is a list.
  let elements: Vector?

  init(rows: [Int32], offsets: [Int32], elements: Vector? = nil) {
    self.rows = rows
    self.offsets = offsets
    self.elements = elements
  }

  /// The number of groups.
  package var count: Int { offsets.count - 1 }

  /// The rows of a group.
  subscript(group: Int) -> ArraySlice<Int32> {
    rows[Int(offsets[group])..<Int(offsets[group + 1])]
  }

  /// The groups at some indices, in that order.
  func gather(_ groups: [Int32]) -> Groups {
    var rows: [Int32] = []
    var offsets: [Int32] = [0]
    for group in groups {
      rows += self[Int(group)]
      offsets.append(Int32(truncatingIfNeeded: rows.count))
    }
    return Groups(rows: rows, offsets: offsets, elements: elements?.gather(groups))
  }
}

extension Evaluator {
  /// Groups rows by keys.
  ///
  /// Groups ascend by their keys; rows keep their order in a group. Without keys, there is one group. A row is in the
  /// group of each element of a key that is a list, once, and in that of nil if the list is empty.
  /// - Parameter keys: the keys, at most one of them a list.
  /// - Complexity: O(*n* log *n*) in the rows, and in the elements of lists.
  package func groups(of rows: [Int32], by keys: [Expression]) -> Groups {
    let listed = keys.first(where: \.type.isList).map { listElements(of: $0, rows: rows) }
    let rows = listed?.rows ?? rows
    var packed = PackedKeys(count: rows.count)
    for key in keys {
      packed.append(listed.flatMap { key.type.isList ? $0.ranks : nil } ?? ranks(of: key, rows: rows))
    }
    let order = packed.order()
    var offsets: [Int32] = [0]
    for index in order.indices.dropFirst() {
      if packed.keys[Int(order[index])] != packed.keys[Int(order[index - 1])] {
        offsets.append(Int32(truncatingIfNeeded: index))
      }
    }
    if !rows.isEmpty || keys.isEmpty { offsets.append(Int32(truncatingIfNeeded: rows.count)) }
    let elements = listed.map { listed in
      listed.values.gather(offsets.dropLast().map { listed.places[Int(order[Int($0)])] })
    }
    return Groups(rows: order.map { rows[Int($0)] }, offsets: offsets, elements: elements)
  }

  /// The elements that rows have in a list, each once.
  private func listElements(of list: Expression, rows: [Int32]) -> ListElements {
    let element = list.type.element
    let frames = rows.isEmpty ? [Frame(rows: [])] : frames(of: rows)
    var offsets = [Int32](repeating: 0, count: rows.count + 1)
    var elements = Vector.null(element)
    if case .list(let starts, let all) = Vector(joining: frames.map { (evaluate(list.node, $0), $0.count) }) {
      (offsets, elements) = (starts, all)
    }
    // After the elements of all lists comes the nil of those that have none.
    let end = offsets[rows.count]
    let values = Vector(joining: [(elements, Int(end)), (.null(element), 1)])
    let ranks = ranks(of: values, element, count: Int(end) + 1)
    var (found, places): ([Int32], [Int32]) = ([], [])
    var seen: Set<UInt32> = []
    for index in rows.indices {
      let own = offsets[index]..<offsets[index + 1]
      seen.removeAll(keepingCapacity: true)
      for place in own.isEmpty ? end..<end + 1 : own where seen.insert(ranks.values[Int(place)]).inserted {
        found.append(rows[index])
        places.append(place)
      }
    }
    return ListElements(
      rows: found, places: places, ranks: Ranks(ranks, at: places.map(Optional.some)), values: values)
  }

  /// The groups that meet a predicate that was compiled for groups.
  package func filter(_ groups: Groups, _ predicate: Expression) -> Groups {
    var kept: [Int32] = []
    var start: Int32 = 0
    for frame in frames(of: groups) {
      let mask = mask(predicate.node, frame)
      for index in mask.indices where mask[index] { kept.append(start + Int32(truncatingIfNeeded: index)) }
      start += Int32(truncatingIfNeeded: frame.count)
    }
    return groups.gather(kept)
  }

  /// The value of an expression that was compiled for groups, for each group.
  package func values(of expression: Expression, groups: Groups) -> [Value] {
    values(of: expression, frames: frames(of: groups))
  }

  /// The groups sorted by descriptors that were compiled for groups; ties keep their order.
  package func sorted(_ groups: Groups, by descriptors: [SortDescriptor]) -> Groups {
    var keys = PackedKeys(count: groups.count)
    let frames = frames(of: groups)
    for descriptor in descriptors {
      let expression = descriptor.expression
      keys.append(ranks(of: expression.node, expression.type, frames), descending: descriptor.isDescending)
    }
    return groups.gather(keys.order())
  }

  /// Groups in batches with about as many records as a batch of records.
  private func frames(of groups: Groups) -> [Frame] {
    var frames: [Frame] = []
    let memory = PatternMemory()
    var start = 0
    while start < groups.count {
      var end = start + 1
      while end < groups.count, end - start < Self.batch,
        Int(groups.offsets[end] - groups.offsets[start]) < Self.batch
      {
        end += 1
      }
      let first = groups.offsets[start]
      let rows = groups.rows[Int(first)..<Int(groups.offsets[end])].map(Optional.some)
      let list = Vector.list(
        offsets: groups.offsets[start...end].map { $0 - first }, elements: .record(Lane(rows)))
      let element = groups.elements?.gather((start..<end).map { Int32(truncatingIfNeeded: $0) })
      frames.append(Frame(count: end - start, variables: [list], element: element, memory: memory))
      start = end
    }
    return frames
  }
}

/// Rows, each as often as its list has different elements.
private struct ListElements {
  let rows: [Int32]
  /// For each row, which of the values its element is.
  let places: [Int32]
  /// For each row, the rank of its element.
  let ranks: Ranks
  /// The elements of all lists.
  let values: Vector
}
