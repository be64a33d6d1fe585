import Query
import Records

extension Syntax: CustomStringConvertible {
  /// The query in its simplest spelling, which parses to an equal tree.
  package var description: String { printed(for: .disjunction) }

  /// The precedence of a construct; one that is lower than its context requires is put in parentheses.
  private enum Binding: Int, Comparable {
    case disjunction, conjunction, negation, comparison, sum, product, unary, power, operand

    static func < (a: Binding, b: Binding) -> Bool { a.rawValue < b.rawValue }
  }

  private var binding: Binding {
    switch kind {
    case .or: .disjunction
    case .and: .conjunction
    case .not: .negation
    case .comparison: .comparison
    case .arithmetic(_, let terms):
      switch terms.first?.sign {
      case .plus, .minus: .sum
      case .times, .divide: .product
      default: .power
      }
    case .negated: .unary
    default: .operand
    }
  }

  private func printed(for place: Binding) -> String {
    binding < place ? "(\(plain))" : plain
  }

  /// The base of a key path; a path inside a path stays separate, because `(a.@min).b` is not `a.@min.b`.
  private var printedAsBase: String {
    switch kind {
    case .path, .number: "(\(plain))"
    default: printed(for: .operand)
    }
  }

  private var plain: String {
    switch kind {
    case .text(let text): predicateLiteral(text)
    case .number(let number): number.description
    case .boolean(let value): value ? "TRUE" : "FALSE"
    case .null: "NIL"
    case .set(let elements): "{\(Self.list(elements))}"
    case .itself: "SELF"
    case .variable(let name): "$" + name
    case .path(let base, let steps):
      ((base.map { [$0.printedAsBase] } ?? []) + steps.map(\.written)).joined(separator: ".")
    case .negated(let operand): "-" + operand.printed(for: .unary)
    case .arithmetic(let first, let terms): Self.printed(first, terms)
    case .call(let function, let arguments): "\(function)(\(Self.list(arguments)))"
    case .ternary(let condition, let a, let b): "TERNARY(\(Self.list([condition, a, b])))"
    case .cast(let operand, let type, _): "CAST(\(operand), \(predicateLiteral(type)))"
    case .subquery(let list, let variable, _, let predicate):
      "SUBQUERY(\(list.printed(for: .sum)), $\(variable), \(predicate))"
    case .comparison(let comparison): Self.printed(comparison)
    case .not(let operand): "NOT " + operand.printed(for: .negation)
    case .and(let parts): parts.map { $0.printed(for: .negation) }.joined(separator: " AND ")
    case .or(let parts): parts.map { $0.printed(for: .conjunction) }.joined(separator: " OR ")
    }
  }

  private static func list(_ elements: [Syntax]) -> String {
    elements.map(\.description).joined(separator: ", ")
  }

  private static func printed(_ first: Syntax, _ terms: [Term]) -> String {
    var result: String
    let places: (first: Binding, others: Binding) =
      switch terms.first?.sign {
      case .plus, .minus: (.product, .product)
      case .times, .divide: (.unary, .unary)
      default: (.operand, .unary)
      }
    result = first.printed(for: places.first)
    for term in terms { result += " \(term.sign.rawValue) \(term.operand.printed(for: places.others))" }
    return result
  }

  private static func printed(_ comparison: Comparison) -> String {
    let quantifier = comparison.quantifier.map { $0.rawValue + " " } ?? ""
    let letters = TextOptions.letters.filter { comparison.options.contains($0.option) }.map(\.letter)
    let options = letters.isEmpty ? "" : "[\(String(letters))]"
    return quantifier + comparison.left.printed(for: .sum) + " " + comparison.relation.rawValue + options
      + " "
      + comparison.right.printed(for: .sum)
  }
}
