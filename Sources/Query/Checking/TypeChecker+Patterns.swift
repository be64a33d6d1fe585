import Patterns

extension TypeChecker {
  /// Checks LIKE and MATCHES, and compiles their pattern.
  mutating func pattern(_ left: Checked, _ comparison: Syntax.Comparison, _ range: Range<Int>) -> Checked? {
    guard case .text(let pattern) = comparison.right.kind else {
      _ = check(comparison.right)
      report(.patternNotConstant(comparison.relation.rawValue), comparison.right.range)
      return nil
    }
    let left = left.type == .null ? null(left, .text) : left
    guard left.type == .text else {
      report(.notText(comparison.relation.rawValue, name(left.type)), left.range)
      return nil
    }
    let options = comparison.options
    let ignoresCase = options.contains(.ignoringCase) && !options.contains(.normalized)
    let ignoresMarks = options.contains(.ignoringMarks) && !options.contains(.normalized)
    do {
      let matcher =
        comparison.relation == .like
        ? PatternMatcher(try Pattern(like: pattern, ignoringCase: ignoresCase, ignoringMarks: ignoresMarks))
        : PatternMatcher(try Pattern(pattern, ignoringCase: ignoresCase, ignoringMarks: ignoresMarks))
      return Checked(node: .pattern(left.node, CompiledPattern(matcher)), type: .boolean, range: range)
    } catch {
      report(.invalidPattern(error.summary), place(of: error.range, in: comparison.right, pattern))
      return nil
    }
  }

  /// The place of a part of a pattern; the whole literal if escapes shift positions.
  private func place(of part: Range<Int>, in literal: Syntax, _ text: String) -> Range<Int> {
    let start = literal.range.lowerBound + 1
    guard literal.range.count == text.utf8.count + 2, part.upperBound <= text.utf8.count else {
      return literal.range
    }
    return start + part.lowerBound..<start + part.upperBound
  }
}
