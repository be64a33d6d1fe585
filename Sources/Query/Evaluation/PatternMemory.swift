import Patterns

/// A pattern of a checked expression: its matcher before it has seen a text.
final class CompiledPattern: Sendable {
  let matcher: PatternMatcher

  init(_ matcher: PatternMatcher) {
    self.matcher = matcher
  }
}

/// What the patterns of expressions learn from one batch of records to the next.
///
/// It belongs to one thread: the batches that share it are evaluated one after the other.
package final class PatternMemory {
  private var matchers: [ObjectIdentifier: (pattern: CompiledPattern, matcher: PatternMatcher)] = [:]

  /// Nothing learned yet.
  package init() {}

  /// How many steps all patterns took that they did not know yet.
  package var stepCount: Int { matchers.values.reduce(0) { $0 + $1.matcher.stepCount } }

  /// Lends a pattern's matcher with what it knows, and keeps what it learns, without copying it.
  func matching<Result>(_ pattern: CompiledPattern, _ body: (inout PatternMatcher) -> Result) -> Result {
    var matcher = matchers.removeValue(forKey: ObjectIdentifier(pattern))?.matcher ?? pattern.matcher
    defer { matchers[ObjectIdentifier(pattern)] = (pattern, matcher) }
    return body(&matcher)
  }
}
