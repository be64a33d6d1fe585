import Patterns

/// A pattern of a checked expression, with a matcher that has not cached any states.
final class CompiledPattern: Sendable {
  let matcher: PatternMatcher

  init(_ matcher: PatternMatcher) {
    self.matcher = matcher
  }
}

/// The states that an expression's patterns cache, kept from one batch of records to the next.
///
/// It belongs to one thread: the batches that share it are evaluated in sequence.
package final class PatternMemory {
  private var matchers: [ObjectIdentifier: (pattern: CompiledPattern, matcher: PatternMatcher)] = [:]

  package init() {}

  /// The number of steps that all patterns took and that were not cached yet.
  package var stepCount: Int { matchers.values.reduce(0) { $0 + $1.matcher.stepCount } }

  /// Lends a pattern's matcher with its cached states, and keeps the new ones, without a copy.
  func matching<Result>(_ pattern: CompiledPattern, _ body: (inout PatternMatcher) -> Result) -> Result {
    var matcher = matchers.removeValue(forKey: ObjectIdentifier(pattern))?.matcher ?? pattern.matcher
    defer { matchers[ObjectIdentifier(pattern)] = (pattern, matcher) }
    return body(&matcher)
  }
}
