import Patterns
import Records

extension Evaluator {
  /// The values of a node for a batch.
  ///
  /// Nodes that expand lists of records are evaluated for few records at a time, so that the elements of
  /// nested SUBQUERYs are never all in memory.
  func evaluate(_ node: Node, _ frame: Frame) -> Vector {
    guard frame.count > Self.expandedBatch, node.expandsLists(within: frame.variables.count - 1) else {
      return evaluateWhole(node, frame)
    }
    return Vector(joining: parts(of: frame).map { (evaluateWhole(node, $0), $0.count) })
  }

  private func evaluateWhole(_ node: Node, _ frame: Frame) -> Vector {
    switch node {
    case .constant(let vector): return vector
    case .today: return .date(Lane(constant: today))
    case .variable(let index): return frame.variables[index]
    case .path(let base, let steps):
      return follow(steps, from: evaluate(base, frame))
    case .negated(let operand): return negate(evaluate(operand, frame))
    case .arithmetic(let first, let terms):
      return terms.reduce(evaluate(first, frame)) { calculate($1.sign, $0, evaluate($1.operand, frame)) }
    case .function(let function, let operand): return apply(function, evaluate(operand, frame))
    case .rounded(let operand, let digits): return round(evaluate(operand, frame), to: digits)
    case .monthsLater(let date, let months):
      return addMonths(evaluate(months, frame), to: evaluate(date, frame))
    case .cast(let operand, let cast): return convert(evaluate(operand, frame), to: cast)
    case .inRecordCurrency(let amount, let variable, let table):
      return inRecordCurrency(
        evaluate(amount, frame), frame.variables[variable], of: table, count: frame.count)
    case .ternary(let condition, let a, let b):
      return evaluate(a, frame).choosing(mask(condition, frame), else: evaluate(b, frame))
    case .subquery(let list, let predicate): return subquery(evaluate(list, frame), predicate, frame)
    case .members(let node): return members(node, frame)
    case .representative(let node): return representative(node, frame)
    case .element: return frame.element ?? .null(.null)
    case .comparison, .membership, .pattern, .quantified, .not, .and, .or:
      return .boolean(Lane(mask(node, frame).map(Optional.some)))
    }
  }

  /// Whether each record of a batch meets a predicate; nil counts as false.
  func mask(_ node: Node, _ frame: Frame) -> [Bool] {
    guard frame.count > Self.expandedBatch, node.expandsLists(within: frame.variables.count - 1) else {
      return wholeMask(node, frame)
    }
    return parts(of: frame).flatMap { wholeMask(node, $0) }
  }

  /// The number of records to evaluate together if their lists are expanded.
  private static let expandedBatch = 64

  private func parts(of frame: Frame) -> [Frame] {
    stride(from: 0, to: frame.count, by: Self.expandedBatch).map { start in
      let places = start..<min(start + Self.expandedBatch, frame.count)
      return frame.gather(places.map { Int32(truncatingIfNeeded: $0) })
    }
  }

  private func wholeMask(_ node: Node, _ frame: Frame) -> [Bool] {
    switch node {
    case .comparison(let left, let relation, let options, let right):
      return compare(evaluate(left, frame), relation, options, evaluate(right, frame), count: frame.count)
    case .membership(let operand, let constants):
      return constants.contains(evaluate(operand, frame), frame.count)
    case .pattern(let operand, let pattern):
      guard case .text(let lane) = evaluate(operand, frame) else { return [] }
      return frame.memory.matching(pattern) { matcher in
        (0..<frame.count).map { index in lane[index].map { matcher.matches($0) } ?? false }
      }
    case .quantified(let quantifier, let list, let predicate):
      return quantify(quantifier, evaluate(list, frame), predicate, frame)
    case .not(let operand): return mask(operand, frame).map { !$0 }
    case .and(let parts): return combine(parts, frame, until: false)
    case .or(let parts): return combine(parts, frame, until: true)
    default:
      guard case .boolean(let lane) = evaluate(node, frame) else {
        return Array(repeating: false, count: frame.count)
      }
      return (0..<frame.count).map { lane[$0] ?? false }
    }
  }

  /// Evaluates AND or OR: each part only for the records that earlier parts have not decided.
  private func combine(_ parts: [Node], _ frame: Frame, until decided: Bool) -> [Bool] {
    guard let first = parts.first else { return Array(repeating: !decided, count: frame.count) }
    var result = mask(first, frame)
    for part in parts.dropFirst() {
      let open = result.indices.filter { result[$0] != decided }.map { Int32(truncatingIfNeeded: $0) }
      if open.isEmpty { break }
      if open.count == frame.count {
        result = mask(part, frame)
      } else {
        for (place, value) in zip(open, mask(part, frame.gather(open))) { result[Int(place)] = value }
      }
    }
    return result
  }

  private func quantify(_ quantifier: Quantifier, _ list: Vector, _ predicate: Node, _ frame: Frame) -> [Bool]
  {
    guard case .list(let offsets, let elements) = list else {
      return Array(repeating: quantifier != .any, count: frame.count)
    }
    let mask = mask(predicate, frame.expanded(by: offsets, elements))
    return (0..<frame.count).map { index in
      let part = mask[Int(offsets[index])..<Int(offsets[index + 1])]
      return switch quantifier {
      case .any: part.contains(true)
      case .all: !part.contains(false)
      case .none: !part.contains(true)
      }
    }
  }

  private func subquery(_ list: Vector, _ predicate: Node, _ frame: Frame) -> Vector {
    guard case .list(let offsets, let elements) = list else { return list }
    let mask = mask(predicate, frame.expanded(by: offsets, elements))
    var kept: [Int32] = []
    var starts: [Int32] = [0]
    for index in 0..<frame.count {
      kept.append(contentsOf: (offsets[index]..<offsets[index + 1]).filter { mask[Int($0)] })
      starts.append(Int32(truncatingIfNeeded: kept.count))
    }
    return .list(offsets: starts, elements: elements.gather(kept))
  }

  // MARK: Groups

  private func members(_ node: Node, _ frame: Frame) -> Vector {
    guard case .list(let offsets, let rows) = frame.variables[0] else { return frame.variables[0] }
    let count = Int(offsets[frame.count])
    let values = evaluate(node, Frame(count: count, variables: [rows], memory: frame.memory))
    // A value for each record, even if all have the same.
    return .list(offsets: offsets, elements: Vector(joining: [(values, count)]))
  }

  private func representative(_ node: Node, _ frame: Frame) -> Vector {
    guard let rows = firstRows(of: frame.variables[0], count: frame.count) else { return frame.variables[0] }
    return evaluate(node, Frame(rows: rows.values, memory: frame.memory))
  }

  /// The rows of records, or of the first one of each group; nil for other values.
  private func firstRows(of vector: Vector, count: Int) -> Lane<Int32>? {
    switch vector {
    case .record(let rows): rows
    case .list(let offsets, .record(let rows)):
      // Of the groups of a pivot's cell, some have no records.
      Lane((0..<count).map { offsets[$0] < offsets[$0 + 1] ? rows[Int(offsets[$0])] : nil })
    default: nil
    }
  }

  // MARK: Currencies

  private func inRecordCurrency(_ amounts: Vector, _ records: Vector, of table: Int, count: Int) -> Vector {
    guard case .money(let lane) = amounts, lane.values.contains(where: { $0?.isZero ?? false }),
      let rows = firstRows(of: records, count: count)
    else { return amounts }
    let currencies = RecordCurrencies(table, of: graph)
    return .money(
      Lane(
        (0..<count).map { index in
          guard let amount = lane[index], amount.isZero, let row = rows[index] else { return lane[index] }
          return Money(.zero, currencies[Int(row)])
        }))
  }
}
