import Patterns
import Records
import Testing

@Suite struct PatternLikeTests {
  /// Checks a pattern with the options `c` and `d`.
  private func expect(
    _ pattern: String, _ options: String = "", matches yes: [String], not no: [String] = [],
    at location: SourceLocation = #_sourceLocation
  ) throws {
    let pattern = try Pattern(
      like: pattern, ignoringCase: options.contains("c"), ignoringMarks: options.contains("d"))
    expectAnswers(of: PatternMatcher(pattern), matches: yes, not: no, at: location)
  }

  @Test func matchesWholeText() throws {
    try expect("", matches: [""], not: ["a"])
    try expect("abc", matches: ["abc"], not: ["ab", "abcd", "ABC"])
    try expect("a.c[d](e)", matches: ["a.c[d](e)"], not: ["abcd(e)"])
  }

  @Test func standsForCharacters() throws {
    try expect("?", matches: ["a", "é", "x\u{302}", "\n", "😀"], not: ["", "ab"])
    try expect("?b?", matches: ["abc", "x\u{302}bx\u{302}"], not: ["ab", "bc"])
    try expect("??", matches: ["ab"], not: ["x\u{302}", "a"])
    try expect("*", matches: ["", "a", "a\nb"])
    try expect("M*r***", matches: ["Mr", "Müller", "Mrs"], not: ["M", "Hr"])
    try expect("*a*b", matches: ["ab", "xaxbxb"], not: ["ba", "abx"])
  }

  @Test func quotes() throws {
    try expect("\\*\\?\\\\\\a", matches: ["*?\\a"], not: ["ab\\a"])
    let error = #expect(throws: PatternError.self) { try Pattern(like: "äb\\") }
    #expect(error?.fact == .trailingBackslash)
    #expect(error?.range == 3..<4)
  }

  @Test func ignoresCaseAndMarks() throws {
    try expect("m?ller*", "c", matches: ["MÜLLER GmbH"], not: ["Miler"])
    try expect("MULLER", "cd", matches: ["müller"])
    try expect("??", "d", matches: ["x\u{302}y"], not: ["x\u{302}"])
  }

  @Test func aLetterThatFoldsToSeveralIsThose() throws {
    try expect("STRASSE", "c", matches: ["Straße", "strasse", "STRAẞE"], not: ["Strase", "Straßse"])
    try expect("Straß*", "cd", matches: ["strasse 1", "STRASSEN", "straß"], not: ["Strase"])
    try expect("*SS*", "c", matches: ["Maß"])
    try expect("Stra?e", "c", matches: ["Straße"], not: ["Strasse"])
    try expect("Straße", matches: ["Straße"], not: ["Strasse"])
  }

  /// Without wildcards it is `=[c]`.
  @Test func agreesWithEqualityOfFoldedTexts() throws {
    let words = [
      "Fluß", "FLUSS", "flus", "ﬁx", "FIX", "fix", "ŉ", "ʼn", "İ", "i̇", "ı", "I", "և", "եւ", "ᾳ", "αι", "Ä",
      "a\u{308}",
    ]
    for word in words {
      let pattern = try Pattern(like: word, ignoringCase: true)
      for text in words {
        #expect(
          pattern.matches(text)
            == (folded(word, case: true, marks: false) == folded(text, case: true, marks: false)),
          "\(word) \(text)")
      }
    }
  }

  @Test func limitsItsSize() throws {
    let error = #expect(throws: PatternError.self) { try Pattern(like: String(repeating: "ab", count: 5000)) }
    #expect(error?.fact == .tooLarge)
    #expect(try Pattern(like: String(repeating: "*", count: 50_000)).matches("a"))
    #expect(
      try !Pattern(like: String(repeating: "*a", count: 1000)).matches(String(repeating: "a", count: 999)))
  }
}
