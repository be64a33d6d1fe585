/// A part of a parsed pattern that knows how many states it compiles to, before any is made.
///
/// A node of no states is one that matches the empty text alone; sequences leave it out, so that the work of compiling
/// is bounded by the states.
struct PatternNode {
  /// The forms of a node.
  enum Kind {
    /// One scalar of a set, by its number in the ``ScalarSetTable``.
    case take(set: Int32)
    /// `^`
    case lineStart
    /// `$`
    case lineEnd
    /// One after the other; none for the empty text.
    case sequence([PatternNode])
    /// Any one of them.
    case choice([PatternNode])
    /// A part so many times over; without an upper bound for nil.
    indirect case repetition(PatternNode, atLeast: Int, atMost: Int?)
  }

  /// What it is.
  let kind: Kind
  /// How many states it compiles to. One node's size never overflows, because its parts are checked when they are
  /// made.
  let size: Int

  private init(_ kind: Kind, size: Int) {
    self.kind = kind
    self.size = size
  }

  /// One scalar of a set.
  init(taking set: Int32) {
    self.init(.take(set: set), size: 1)
  }

  /// A place at the start or the end of a line.
  init(isLineStart: Bool) {
    self.init(isLineStart ? .lineStart : .lineEnd, size: 1)
  }

  /// Parts one after the other; without any, the empty text.
  init(sequence parts: [PatternNode]) {
    let parts = parts.filter { $0.size > 0 }
    if parts.count == 1 {
      self = parts[0]
    } else {
      self.init(.sequence(parts), size: parts.reduce(0) { $0 + $1.size })
    }
  }

  /// One of several parts, of which there is at least one.
  init(choice parts: [PatternNode]) {
    if parts.count == 1 {
      self = parts[0]
    } else {
      self.init(.choice(parts), size: parts.reduce(parts.count - 1) { $0 + $1.size })
    }
  }

  /// A part several times over.
  /// - Parameters:
  ///   - part: what is repeated, at most ``PatternProgram/maximumSize`` states.
  ///   - atLeast: how often at least, at most a million.
  ///   - atMost: how often at most, at most a million and not under `atLeast`; nil for any number.
  init(repeating part: PatternNode, atLeast: Int, atMost: Int?) {
    if part.size == 0 || atMost == 0 {
      self.init(sequence: [])
    } else if atLeast == 1, atMost == 1 {
      self = part
    } else {
      let size = atMost.map { $0 * part.size + ($0 - atLeast) } ?? max(atLeast, 1) * part.size + 1
      self.init(.repetition(part, atLeast: atLeast, atMost: atMost), size: size)
    }
  }
}
