/// A regular expression of `MATCHES`, or a pattern of `LIKE`: compiled once, and matched against whole texts in
/// linear time.
///
///     let number = try Pattern("[A-Z]{3}-\\d{4}")
///     number.matches("ORD-2026")   // true
///     number.matches("ORD-20261")  // false: the whole text must match
///
/// The syntax has literals, classes `[a-z]` `[^…]`, `\d \w \s \p{…}` and their opposites `\D \W \S \P{…}`
/// inside and outside classes, groups `(…)` `(?:…)` `(?<name>…)` (without capturing), `(?i)` `(?-i)`
/// `(?i:…)`, alternation, `* + ? {m} {m,} {m,n}` and their lazy forms (which match the same whole texts), `.`
/// for any scalar including line ends, `^` and `$` at the ends of the text and of lines (LF), and escapes
/// `\n \r \t \uXXXX \x{…}` and of any punctuation. Other syntax is an error with an explanation:
/// back-references, look-around, possessive and atomic forms, other flags, classes in classes, and unbalanced
/// `{ } ]`.
///
/// **What is compared.** Pattern and text are normalized to NFC and matched scalar by scalar; an escape
/// stands for a scalar of the normalized text. `\d` is the general category Nd, `\s` the property
/// White_Space, and `\w` a word character as defined in Unicode Technical Standard 18, annex C.
///
/// **Ignoring case** compares simple case foldings, so ß equals ẞ but not ss. **Ignoring marks** drops the
/// nonspacing marks of each scalar's canonical decomposition, so é equals e, and skips separate marks. Both
/// sides are folded, including classes: `[A-Z]` ignoring case is `[a-z]` and all that folds into it. A
/// property holds if it holds for the scalar, its upper or its lower case; `[^…]` and `\P{…}` negate last.
///
/// The engine simulates a nondeterministic automaton (Thompson) and caches its states as a deterministic one,
/// so it never backtracks (Russ Cox, "Regular Expression Matching Can Be Simple And Fast").
package struct Pattern: Sendable {
  /// The automaton.
  let program: PatternProgram

  /// Compiles a pattern.
  /// - Parameters:
  ///   - text: the pattern as written by the user.
  ///   - ignoringCase: the option `[c]`.
  ///   - ignoringMarks: the option `[d]`.
  /// - Throws: the error in the pattern, with its place.
  /// - Complexity: O(*n*) in the text, plus the number of states, which is at most
  ///   ``PatternProgram/maximumSize``.
  package init(_ text: String, ignoringCase: Bool = false, ignoringMarks: Bool = false) throws(PatternError) {
    let folding = TextFolding(ignoresCase: ignoringCase, ignoresMarks: ignoringMarks)
    var parser = PatternParser(PatternText(text), folding: folding)
    let node = try parser.pattern()
    program = PatternProgram(node, sets: parser.sets, ignoresMarks: ignoringMarks)
  }

  /// Whether the whole text matches. For more than a few, use a ``PatternMatcher``, which caches states.
  /// - Complexity: O(*n* · *m*) in the worst case, for *n* bytes of text and *m* states.
  package func matches(_ text: String) -> Bool {
    var matcher = PatternMatcher(self)
    return matcher.matches(text)
  }
}
