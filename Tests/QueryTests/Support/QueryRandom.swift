import Query
import Records
import TestSupport

/// A seeded generator of numbers and of query trees.
struct QueryRandom: RandomNumberGenerator {
  private var numbers: SeededGenerator

  init(seed: UInt64) { numbers = SeededGenerator(seed: seed) }

  mutating func next() -> UInt64 { numbers.next() }

  private mutating func pick<T>(_ items: [T]) -> T { items[Int.random(in: 0..<items.count, using: &self)] }

  /// Any tree the grammar has, whether its types fit or not.
  mutating func tree(depth: Int = 4) -> Syntax {
    guard depth > 0 else { return leaf() }
    switch Int.random(in: 0..<13, using: &self) {
    case 0: return Syntax(.and((0..<Int.random(in: 2...3, using: &self)).map { _ in tree(depth: depth - 1) }))
    case 1: return Syntax(.or((0..<Int.random(in: 2...3, using: &self)).map { _ in tree(depth: depth - 1) }))
    case 2: return Syntax(.not(tree(depth: depth - 1)))
    case 3, 4, 5: return comparison(depth: depth - 1)
    case 6: return arithmetic([.plus, .minus], depth: depth - 1)
    case 7: return arithmetic([.times, .divide], depth: depth - 1)
    case 8: return Syntax(.arithmetic(tree(depth: depth - 1), [.init(.power, tree(depth: depth - 1))]))
    case 9: return Syntax(.negated(tree(depth: depth - 1)))
    case 10:
      return Syntax(
        .ternary(tree(depth: depth - 1), tree(depth: depth - 1), tree(depth: depth - 1)))
    case 11:
      return Syntax(
        .subquery(
          tree(depth: depth - 1), variable: pick(["r", "s"]), variableRange: 0..<0,
          predicate: tree(depth: depth - 1)))
    default: return operand(depth: depth - 1)
    }
  }

  private mutating func comparison(depth: Int) -> Syntax {
    let options = TextOptions(rawValue: Bool.random(using: &self) ? 0 : UInt8.random(in: 0..<8, using: &self))
    let quantifier: Quantifier? = Bool.random(using: &self) ? nil : pick(Quantifier.allCases)
    return Syntax(
      .comparison(
        .init(quantifier, tree(depth: depth), pick(Relation.allCases), options, tree(depth: depth))))
  }

  private mutating func arithmetic(_ signs: [ArithmeticSign], depth: Int) -> Syntax {
    let terms = (0..<Int.random(in: 1...3, using: &self)).map { _ in
      Syntax.Term(pick(signs), tree(depth: depth))
    }
    return Syntax(.arithmetic(tree(depth: depth), terms))
  }

  private mutating func operand(depth: Int) -> Syntax {
    switch Int.random(in: 0..<4, using: &self) {
    case 0: return Syntax(.cast(tree(depth: depth), type: pick(["Date", "it's"]), typeRange: 0..<0))
    case 1:
      let arguments = (0..<Int.random(in: 0...2, using: &self)).map { _ in tree(depth: depth) }
      return Syntax(.call(pick([.ofValue(.abs), .today, .aggregate(.sum)]), arguments: arguments))
    case 2: return Syntax(.set((0..<Int.random(in: 0...3, using: &self)).map { _ in tree(depth: depth) }))
    default: return Syntax(.path(base: tree(depth: depth), steps: steps()))
    }
  }

  private mutating func steps() -> [Syntax.Step] {
    (0..<Int.random(in: 1...3, using: &self)).map { _ in
      Bool.random(using: &self)
        ? Syntax.Step(pick(["sum", "count", "distinct"]), isOperator: true)
        : Syntax.Step(pick(["name", "in", "Any", "größe", "_1", "abs", "desc"]))
    }
  }

  private mutating func leaf() -> Syntax {
    switch Int.random(in: 0..<9, using: &self) {
    case 0: Syntax(.text(pick(["", "a", "it's", "\"", "\\", "\n\t\r", "ü\u{308}", "😀", "$x {1}"])))
    case 1:
      Syntax(.number(Decimal(pick(["0", "7", "1.50", "0.00000001", "999999999999999", "12.5"])) ?? .zero))
    case 2: Syntax(.boolean(.random(using: &self)))
    case 3: Syntax(.null)
    case 4: Syntax(.itself)
    case 5: Syntax(.variable(pick(["r", "s", "größe"])))
    case 6: Syntax(.boolean(.random(using: &self)))
    default: Syntax(.path(base: nil, steps: steps()))
    }
  }
}
