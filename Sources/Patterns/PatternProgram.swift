/// A compiled pattern: the states of a nondeterministic automaton, by Thompson's construction.
struct PatternProgram: Sendable {
  /// What a state does, and the next states.
  enum State: Sendable {
    /// Consumes a scalar of a set, given by its index in `sets`, and continues with a state.
    case take(set: Int32, next: Int32)
    /// Continues with two states.
    case split(Int32, Int32)
    /// Continues if at the start of a line.
    case lineStart(next: Int32)
    /// Continues if at the end of a line.
    case lineEnd(next: Int32)
    /// The text may end here.
    case accept
  }

  /// The maximum number of states.
  static let maximumSize = 10_000

  private(set) var states: [State]
  /// The sets that states refer to.
  let sets: [ScalarSet]
  /// The set with only the line feed; nil if the pattern has no `^` or `$`.
  let lineFeed: Int32?
  /// The first state.
  private(set) var start: Int32
  /// Whether texts are matched without their marks.
  let ignoresMarks: Bool

  /// Compiles a parsed pattern.
  /// - Parameters:
  ///   - node: the pattern, smaller than ``maximumSize``.
  ///   - sets: the sets that its nodes refer to.
  ///   - ignoresMarks: whether texts are matched without their marks.
  /// - Complexity: O(*n*) in the number of states.
  init(_ node: PatternNode, sets: ScalarSetTable, ignoresMarks: Bool) {
    states = [.accept]
    states.reserveCapacity(node.size + 1)
    self.sets = sets.sets
    lineFeed = sets.lineFeed
    self.ignoresMarks = ignoresMarks
    start = 0
    start = add(node, before: 0)
  }

  private mutating func add(_ state: State) -> Int32 {
    states.append(state)
    return Int32(truncatingIfNeeded: states.count - 1)
  }

  /// Adds the states of a node, in reverse.
  /// - Returns: the node's first state.
  private mutating func add(_ node: PatternNode, before next: Int32) -> Int32 {
    switch node.kind {
    case .take(let set): return add(.take(set: set, next: next))
    case .lineStart: return add(.lineStart(next: next))
    case .lineEnd: return add(.lineEnd(next: next))
    case .sequence(let parts):
      var next = next
      for part in parts.reversed() { next = add(part, before: next) }
      return next
    case .choice(let parts):
      var first: Int32?
      for part in parts.reversed() {
        let start = add(part, before: next)
        first = first.map { add(.split(start, $0)) } ?? start
      }
      return first ?? next
    case .repetition(let part, let atLeast, let atMost):
      var next = next
      var copies = atLeast
      if let atMost {
        // a{2,4} is aa(a(a)?)?, so that an optional part is tried only after the previous one.
        let end = next
        for _ in atLeast..<atMost { next = add(.split(add(part, before: next), end)) }
      } else {
        let loop = add(.split(next, next))
        let start = add(part, before: loop)
        states[Int(loop)] = .split(start, next)
        next = copies == 0 ? loop : start
        copies = max(0, copies - 1)
      }
      for _ in 0..<copies { next = add(part, before: next) }
      return next
    }
  }
}
