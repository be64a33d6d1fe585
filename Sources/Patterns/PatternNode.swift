/// A part of a parsed pattern, which knows the number of its states before they are made.
///
/// A node without states matches only the empty text; sequences leave it out, so that the number of states
/// bounds the work of compiling.
struct PatternNode {
  enum Kind {
    /// A scalar of a set, by the set's number in the ``ScalarSetTable``.
    case take(set: Int32)
    /// `^`
    case lineStart
    /// `$`
    case lineEnd
    /// Parts in sequence; no parts for the empty text.
    case sequence([PatternNode])
    /// Any one of several parts.
    case choice([PatternNode])
    /// A part repeated a number of times; nil for no upper bound.
    indirect case repetition(PatternNode, atLeast: Int, atMost: Int?)
  }

  let kind: Kind
  /// The number of states. It does not overflow, because the sizes of the parts are checked when they are
  /// made.
  let size: Int

  private init(_ kind: Kind, size: Int) {
    self.kind = kind
    self.size = size
  }

  /// Makes a node for a scalar of a set.
  init(taking set: Int32) {
    self.init(.take(set: set), size: 1)
  }

  /// Makes a node for the start or the end of a line.
  init(isLineStart: Bool) {
    self.init(isLineStart ? .lineStart : .lineEnd, size: 1)
  }

  /// Makes a sequence of parts; without any, the empty text.
  init(sequence parts: [PatternNode]) {
    let parts = parts.filter { $0.size > 0 }
    if parts.count == 1 {
      self = parts[0]
    } else {
      self.init(.sequence(parts), size: parts.reduce(0) { $0 + $1.size })
    }
  }

  /// Makes a choice between parts, at least one.
  init(choice parts: [PatternNode]) {
    if parts.count == 1 {
      self = parts[0]
    } else {
      self.init(.choice(parts), size: parts.reduce(parts.count - 1) { $0 + $1.size })
    }
  }

  /// Makes a repetition of a part.
  /// - Parameters:
  ///   - part: the repeated part, with at most ``PatternProgram/maximumSize`` states.
  ///   - atLeast: the minimum number of repetitions, at most a million.
  ///   - atMost: the maximum number, from `atLeast` to a million; nil for no maximum.
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
