/// A regular expression of `MATCHES`: compiled once, matched against whole texts in linear time.
///
///     let number = try Pattern("[A-Z]{3}-\\d{4}")
///     number.matches("ORD-2026")   // true
///     number.matches("ORD-20261")  // false: the whole text must match
///
/// Literals, classes `[a-z]` `[^…]`, `\d \w \s \p{…}` and their opposites `\D \W \S \P{…}` inside and outside a class,
/// groups `(…)` `(?:…)` `(?<name>…)` (nothing is captured), `(?i)` `(?-i)` `(?i:…)`, alternation, `* + ? {m} {m,} {m,n}`
/// and their lazy forms (which match the same whole texts), `.` for any scalar, line ends too, `^` and `$` at the text's
/// ends and beside every LF, and the escapes `\n \r \t \uXXXX \x{…}` and of any punctuation. Everything else that other
/// dialects read as syntax is an error that says so: back-references, look-around, possessive and atomic forms, other
/// flags, classes in classes, and `{ } ]` that open or close nothing.
///
/// **What is compared.** Pattern and text are brought to NFC and matched scalar by scalar; an escape names a scalar of
/// that text. `\d` is the general category Nd, `\s` the property White_Space, and `\w` what Unicode Technical Standard
/// 18 calls a word character (annex C).
///
/// **Ignoring case** compares simple case foldings, so ß is ẞ but not ss. **Ignoring marks** compares each scalar
/// without the nonspacing marks of its canonical decomposition, so é is e, and a mark on its own is not seen at all.
/// Both sides are folded, classes too: `[A-Z]` ignoring case is `[a-z]` and everything that folds into it. A property
/// holds, ignoring case, where it holds of the scalar or of its upper or lower case; `[^…]` and `\P{…}` negate last.
///
/// The engine is Thompson's simulation of a nondeterministic automaton, remembered as a deterministic one (Russ Cox,
/// "Regular Expression Matching Can Be Simple And Fast"): no pattern makes it backtrack.
package struct Pattern: Sendable {
  /// The automaton.
  let program: PatternProgram

  /// Compiles a pattern.
  /// - Parameters:
  ///   - text: the pattern as the user wrote it.
  ///   - ignoringCase: the option `[c]`.
  ///   - ignoringMarks: the option `[d]`.
  /// - Throws: what is wrong with the pattern and where.
  /// - Complexity: O(*n*) in the text, plus the number of states, of which there are at most
  ///   ``PatternProgram/maximumSize``.
  package init(_ text: String, ignoringCase: Bool = false, ignoringMarks: Bool = false) throws(PatternError) {
    let folding = TextFolding(ignoresCase: ignoringCase, ignoresMarks: ignoringMarks)
    var parser = PatternParser(PatternText(text), folding: folding)
    let node = try parser.pattern()
    program = PatternProgram(node, sets: parser.sets, ignoresMarks: ignoringMarks)
  }

  /// Whether the whole text matches. For more than a few texts make a ``PatternMatcher``, which keeps what it learns.
  /// - Complexity: O(*n* · *m*) at worst, for *n* bytes of text and *m* states.
  package func matches(_ text: String) -> Bool {
    var matcher = PatternMatcher(self)
    return matcher.matches(text)
  }
}
