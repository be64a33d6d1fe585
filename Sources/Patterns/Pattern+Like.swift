import Records

extension Pattern {
  /// Compiles a pattern of `LIKE`: `?` matches any character, `*` any number of them, and `\` quotes the next
  /// character.
  ///
  ///     let name = try Pattern(like: "M?ller*", ignoringCase: true)
  ///     name.matches("Müller GmbH")  // true
  ///
  /// A character is a scalar with the marks after it, as readers count.
  /// - Parameters:
  ///   - text: the pattern as written by the user.
  ///   - ignoringCase: the option `[c]`.
  ///   - ignoringMarks: the option `[d]`.
  /// - Throws: ``PatternError`` for a `\` at the end, and for a pattern with too many states.
  /// - Complexity: O(*n*) in the text.
  package init(
    like text: String, ignoringCase: Bool = false, ignoringMarks: Bool = false
  ) throws(PatternError) {
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
    var letters: [Unicode.Scalar] = []
    var size = 0
    func append(_ node: PatternNode) throws(PatternError) {
      size += node.size
      guard size < PatternProgram.maximumSize else {
        throw PatternError(.tooLarge, source.range(0..<source.scalars.count))
      }
      nodes.append(node)
    }
    func appendLetters() throws(PatternError) {
      for node in Self.nodes(for: letters, folding: folding, &sets) { try append(node) }
      letters = []
    }
    var index = 0
    var isAfterRun = false
    while index < source.scalars.count {
      let start = index
      var scalar = source.scalars[index]
      index += 1
      switch scalar {
      case "?", "*":
        try appendLetters()
        if scalar == "?" { try append(character) } else if !isAfterRun { try append(run) }
      case "\\":
        guard index < source.scalars.count else {
          throw PatternError(.trailingBackslash, source.range(start..<index))
        }
        scalar = source.scalars[index]
        index += 1
        letters.append(scalar)
      default: letters.append(scalar)
      }
      isAfterRun = source.scalars[start] == "*"
    }
    try appendLetters()
    program = PatternProgram(PatternNode(sequence: nodes), sets: sets, ignoresMarks: ignoringMarks)
  }

  /// Nodes for a run of literal letters. When ignoring case, a letter that folds to several letters matches
  /// them, and they match it: `STRASSE` matches `Straße`, as with `=[c]`.
  private static func nodes(
    for letters: [Unicode.Scalar], folding: TextFolding, _ sets: inout ScalarSetTable
  ) -> [PatternNode] {
    guard folding.ignoresCase else { return letters.map { sets.literal($0, folding: folding) } }
    let folded = letters.flatMap { letter in
      letter.isASCII
        ? [letter.caseFolded] : Array(Records.folded(String(letter), case: true, marks: false).unicodeScalars)
    }
    var nodes: [PatternNode] = []
    var rest = folded[...]
    while let first = rest.first {
      let alike = expansions.filter { rest.starts(with: $0.letters) }
      guard let longest = alike.map(\.letters.count).max() else {
        nodes.append(sets.literal(first, folding: folding))
        rest = rest.dropFirst()
        continue
      }
      let parts = rest.prefix(longest).map { sets.literal($0, folding: folding) }
      let wholes = alike.filter { $0.letters.count == longest }.map {
        sets.literal($0.letter, folding: folding)
      }
      nodes.append(PatternNode(choice: [PatternNode(sequence: parts)] + wholes))
      rest = rest.dropFirst(longest)
    }
    return nodes
  }

  /// The letters whose case folding has several letters, with these letters, such as ß and ss, or ﬁ and fi
  /// (status F of Unicode's CaseFolding.txt, for letters that occur in NFC).
  private static let expansions: [(letter: Unicode.Scalar, letters: [Unicode.Scalar])] = {
    let ranges: [ClosedRange<UInt32>] = [
      0xDF...0xDF, 0x130...0x130, 0x149...0x149, 0x1F0...0x1F0, 0x390...0x390, 0x3B0...0x3B0, 0x587...0x587,
      0x1E96...0x1E9A,
      0x1F50...0x1FFC, 0xFB00...0xFB06, 0xFB13...0xFB17,
    ]
    return ranges.joined().compactMap { value in
      guard let letter = Unicode.Scalar(value) else { return nil }
      let letters = Array(Records.folded(String(letter), case: true, marks: false).unicodeScalars)
      return letters.count > 1 ? (letter, letters) : nil
    }
  }()
}
