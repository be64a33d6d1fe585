import Records

/// Records in groups; records of the same group have equal values of some expressions.
package struct Groups: Sendable {
  /// The rows, group by group.
  let rows: [Int32]
  /// The first row of each group, an index into `rows`, and the number of rows as the last element.
  let offsets: [Int32]

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
    return Groups(rows: rows, offsets: offsets)
  }
}

extension Evaluator {
  /// Groups rows by keys.
  ///
  /// Groups ascend by their keys; rows keep their order in a group. Without keys, there is one group.
  /// - Complexity: O(*n* log *n*)
  package func groups(of rows: [Int32], by keys: [Expression]) -> Groups {
    var packed = PackedKeys(count: rows.count)
    for key in keys { packed.append(ranks(of: key, rows: rows)) }
    let order = packed.order()
    var offsets: [Int32] = [0]
    for index in order.indices.dropFirst() {
      if packed.keys[Int(order[index])] != packed.keys[Int(order[index - 1])] {
        offsets.append(Int32(truncatingIfNeeded: index))
      }
    }
    if !rows.isEmpty || keys.isEmpty { offsets.append(Int32(truncatingIfNeeded: rows.count)) }
    return Groups(rows: order.map { rows[Int($0)] }, offsets: offsets)
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
      frames.append(Frame(count: end - start, variables: [list], memory: memory))
      start = end
    }
    return frames
  }
}
