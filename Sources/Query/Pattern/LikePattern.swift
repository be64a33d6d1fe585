/// A pattern of `LIKE`: `?` stands for one character, `*` for any run of them, `\` quotes the next one.
///
///     let name = try LikePattern("M?ller*", ignoringCase: true)
///     name.matches("Müller GmbH")  // true
///
/// The whole text must match, and both sides are brought to NFC. One character is a scalar with the marks that follow
/// it, as a reader counts them. Case and marks are ignored as ``Pattern`` does, whose engine it shares.
package struct LikePattern: Sendable {
  /// The automaton.
  let program: PatternProgram

  /// Compiles a pattern.
  /// - Parameters:
  ///   - text: the pattern as the user wrote it.
  ///   - ignoringCase: the option `[c]`.
  ///   - ignoringMarks: the option `[d]`.
  /// - Throws: ``PatternError`` for a `\` that quotes nothing, and for a pattern beyond the limit of states.
  /// - Complexity: O(*n*) in the text.
  package init(_ text: String, ignoringCase: Bool = false, ignoringMarks: Bool = false) throws(PatternError) {
    let folding = TextFolding(ignoresCase: ignoringCase, ignoresMarks: ignoringMarks)
    let source = PatternText(text)
    var sets = ScalarSetTable()
    let any = sets.node(.any)
    let mark = sets.node(.mark(isNegated: false, folding: folding))
    let character = PatternNode(
      sequence: [
        sets.node(.mark(isNegated: true, folding: folding)),
        PatternNode(repeating: mark, atLeast: 0, atMost: nil),
      ])
    let run = PatternNode(repeating: any, atLeast: 0, atMost: nil)

    var nodes: [PatternNode] = []
    var size = 0
    var index = 0
    var isAfterRun = false
    while index < source.scalars.count {
      let start = index
      var scalar = source.scalars[index]
      let isRun = scalar == "*"
      var node = run
      if scalar == "?" {
        node = character
      } else if !isRun {
        if scalar == "\\" {
          index += 1
          guard index < source.scalars.count else {
            throw PatternError(.trailingBackslash, source.range(start..<index))
          }
          scalar = source.scalars[index]
        }
        node = sets.literal(scalar, folding: folding)
      }
      index += 1
      if isRun && isAfterRun { continue }
      isAfterRun = isRun
      size += node.size
      guard size < PatternProgram.maximumSize else {
        throw PatternError(.tooLarge, source.range(0..<source.scalars.count))
      }
      nodes.append(node)
    }
    program = PatternProgram(PatternNode(sequence: nodes), sets: sets, ignoresMarks: ignoringMarks)
  }

  /// Whether the whole text matches. For more than a few texts make a ``PatternMatcher``, which keeps what it learns.
  /// - Complexity: O(*n* · *m*) at worst, for *n* bytes of text and *m* states.
  package func matches(_ text: String) -> Bool {
    var matcher = PatternMatcher(self)
    return matcher.matches(text)
  }
}
