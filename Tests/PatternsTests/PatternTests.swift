import Patterns
import TestSupport
import Testing

/// Checks a matcher against the texts that match and those that do not, twice: what it has learnt changes no answer.
func expectAnswers(
  of matcher: consuming PatternMatcher, matches yes: [String], not no: [String], at location: SourceLocation
) {
  for text in yes + no + yes + no {
    let isMatch = matcher.matches(text)
    #expect(
      isMatch == yes.contains { $0.utf8.elementsEqual(text.utf8) }, "\(text.debugDescription)",
      sourceLocation: location)
  }
}

@Suite struct PatternTests {
  /// Checks a pattern with the options `c` and `d`.
  private func expect(
    _ pattern: String, _ options: String = "", matches yes: [String], not no: [String] = [],
    at location: SourceLocation = #_sourceLocation
  ) throws {
    let pattern = try Pattern(
      pattern, ignoringCase: options.contains("c"), ignoringMarks: options.contains("d"))
    expectAnswers(of: PatternMatcher(pattern), matches: yes, not: no, at: location)
  }

  @Test func matchesWholeText() throws {
    try expect("", matches: [""], not: ["a", "\n"])
    try expect("ab", matches: ["ab"], not: ["", "a", "abc", "xab", "AB"])
    try expect(
      "[A-Z]{3}-\\d{4}", matches: ["ORD-2026"], not: ["ORD-202", "ORD-20261", "ord-2026", "ORD 2026"])
    try expect("a|bc|", matches: ["a", "bc", ""], not: ["ab", "b", "abc"])
    try expect("(a|b)c", matches: ["ac", "bc"], not: ["c", "abc"])
  }

  @Test func repeats() throws {
    try expect("a*", matches: ["", "a", "aaaa"], not: ["b", "aab"])
    try expect("a+b?", matches: ["a", "aab"], not: ["", "b", "abb"])
    try expect("a{2}", matches: ["aa"], not: ["a", "aaa"])
    try expect("a{2,}", matches: ["aa", "aaaaa"], not: ["a"])
    try expect("a{0,}b", matches: ["b", "aab"], not: ["a"])
    try expect("a{1,3}", matches: ["a", "aa", "aaa"], not: ["", "aaaa"])
    try expect("a{0}b{0,0}c{1}", matches: ["c"], not: ["", "ac", "bc"])
    try expect("(ab){2,3}c", matches: ["ababc", "abababc"], not: ["abc", "ababababc", "abac"])
    try expect("a*?b+?c??d{1,2}?", matches: ["bd", "aabbcdd"], not: ["d", "bddd"])
    try expect("(a*)*(b{0,1}){0,}(){9}", matches: ["", "aabb"], not: ["aba"])
    try expect("(a|b*)*c", matches: ["c", "abbac"], not: ["ab"])
  }

  @Test func readsClasses() throws {
    try expect("[a-cx]+", matches: ["abcx"], not: ["d", "-"])
    try expect("[^a-c]", matches: ["d", "\n", "ü", "A"], not: ["a", "b", ""])
    try expect("[-a]+[b-]+[\\w-.]+", matches: ["-a-bx-."], not: ["c-."])
    try expect("[\\]\\\\\\-^]+", matches: ["]\\-^"], not: ["a"])
    try expect("[.*+?(){}|$]+", matches: [".*+?(){}|$"], not: ["a"])
    try expect("[\\d\\s]+", matches: ["1 2\t"], not: ["a"])
    try expect("[^\\d\\s]+", matches: ["ab"], not: ["a1", "a b"])
    try expect("[\\D]", matches: ["a"], not: ["1"])
    try expect("[\\t-\\r]", matches: ["\t", "\n", "\r"], not: [" "])
    try expect("[\\u00E0-\\x{ff}ß]+", matches: ["àüÿß"], not: ["À"])
    try expect("[\u{1F600}-\u{1F64F}]", matches: ["😀", "🙏"], not: ["🚀"])
  }

  @Test func knowsCharacterKinds() throws {
    try expect("\\d+", matches: ["0123456789", "٣"], not: ["a", "½", "²"])
    try expect("\\D+", matches: ["ab½"], not: ["1"])
    try expect("\\w+", matches: ["aZ_9", "Müller", "東京", "ёж", "x\u{302}"], not: ["-", "a b", "€"])
    try expect("\\W+", matches: ["- €"], not: ["a"])
    try expect("\\s+", matches: [" \t\n\r\u{A0}\u{2028}"], not: ["a", "_"])
    try expect("\\S+", matches: ["aü-"], not: [" "])
  }

  @Test func knowsProperties() throws {
    try expect("\\p{Lu}\\p{ll}+", matches: ["Österreich"], not: ["öster", "ÖSTER"])
    try expect("\\p{L}+", matches: ["aÜ東"], not: ["1", "_"])
    try expect("\\P{L}+", matches: ["12-"], not: ["a"])
    try expect("[^\\p{L}\\P{Nd}]+", matches: ["12"], not: ["a", "-"])
    try expect("\\p{Uppercase_Letter}\\p{lowercase letter}\\p{LC}", matches: ["AbC"], not: ["abC"])
    try expect("\\p{Sc}\\p{N}\\p{Punctuation}\\p{Zs}", matches: ["€5! "], not: ["55! "])
    try expect("\\p{Letter}\\p{gc=Lu}\\p{General_Category=Ll}", matches: ["xYz"], not: ["1Yz"])
    try expect(
      "\\p{Alphabetic}\\p{Uppercase}\\p{White_Space}\\p{ASCII}\\p{Any}", matches: ["aB x€"], not: ["ab x€"])
    try expect("\\p{Latin}+", matches: ["Łódź"], not: ["ж", "α", "1"])
    try expect("\\p{Script=Greek}+ \\p{sc=Cyrillic}+ \\p{Han}+", matches: ["αβγ ёж 東京"], not: ["abc ёж 東京"])
    try expect("\\p{Hiragana}\\p{Katakana}\\p{Hebrew}\\p{Arabic}", matches: ["ひカשع"], not: ["カひשع"])
  }

  @Test func readsEscapes() throws {
    try expect("\\n\\r\\t", matches: ["\n\r\t"], not: ["nrt"])
    try expect(
      "\\.\\*\\+\\?\\(\\)\\[\\]\\{\\}\\|\\^\\$\\\\\\/\\-\\ \\_\\#\\'", matches: [".*+?()[]{}|^$\\/- _#'"])
    try expect("\\u00fc\\x{FC}\\x{1F600}\\x{9}", matches: ["üü😀\t"], not: ["uu😀\t"])
    try expect("\\€", matches: ["€"])
  }

  @Test func crossesLines() throws {
    try expect("a.b", matches: ["a\nb", "a\rb", "aüb", "a😀b"], not: ["ab", "axxb"])
    try expect(".*", matches: ["", "a\nb\r\nc"])
  }

  @Test func anchorsAtLines() throws {
    try expect("^a$", matches: ["a"], not: ["", "a\n"])
    try expect("^a$\\n^b$", matches: ["a\nb"], not: ["ab"])
    try expect("a$.^b", matches: ["a\nb"], not: ["a b", "ab"])
    try expect("a^b|a$b", matches: [], not: ["ab", "a\nb"])
    try expect("(^\\d+$\\n?)+", matches: ["12", "12\n3", "12\n3\n"], not: ["12 3", "\n12"])
    try expect("^*a$$(^$)?", matches: ["a"], not: ["a\n"])
    try expect("(^|,)b(,|$)", matches: ["b", ",b,", "b,"], not: ["xb"])
    try expect(".*^b", matches: ["b", "a\nb"], not: ["ab"])
    try expect("a\\n^", matches: ["a\n"], not: ["a"])
  }

  @Test func groups() throws {
    try expect("(?:ab)+", matches: ["abab"], not: ["aba"])
    try expect("(?<year>\\d{4})-(?P<month_2>\\d\\d)", matches: ["2026-03"], not: ["2026-3"])
    try expect("((a)(b(c)))*", matches: ["", "abcabc"], not: ["ab"])
    try expect("()|(|a)", matches: ["", "a"], not: ["aa"])
  }

  @Test func switchesCase() throws {
    try expect("(?i)order", matches: ["ORDER", "Order"], not: ["0rder"])
    try expect("a(?i)b|c", matches: ["ab", "aB", "C"], not: ["Ab"])
    try expect("a(?i:b)c", matches: ["abc", "aBc"], not: ["aBC", "Abc"])
    try expect("(a(?i)b)c", matches: ["abc", "aBc"], not: ["aBC"])
    try expect("a(?-i)b(?-i:c)", "c", matches: ["Abc"], not: ["ABc", "AbC"])
  }

  @Test func ignoresCase() throws {
    try expect("müller", "c", matches: ["MÜLLER", "Müller"], not: ["muller"])
    try expect("[A-Z]+[^a-z]", "c", matches: ["aZ1"], not: ["ab", "aB"])
    try expect("[à-ÿ]+", "c", matches: ["ÀÉü", "Ÿ"], not: ["×A"])
    try expect("\\p{Lu}+", "c", matches: ["aBÜ"], not: ["1", "ª"])
    try expect("[^\\p{Lu}]\\P{Lu}", "c", matches: ["1-"], not: ["a-", "1a"])
    try expect("straße", "c", matches: ["STRAẞE"], not: ["STRASSE"])
    try expect("ΣΑΣ σ", "c", matches: ["σας ς"], not: ["σας τ"])
    try expect("kſ", "c", matches: ["\u{212A}S", "Ks"], not: ["kf"])
    try expect("İıI", "c", matches: ["İıi"], not: ["iıi", "İIi", "İiI"])
    try expect("ёж", "c", matches: ["ЁЖ"])
  }

  @Test func ignoresMarks() throws {
    try expect("Muller", "d", matches: ["Müller", "Mu\u{308}ller"], not: ["müller"])
    try expect("é[é]\u{302}?", "d", matches: ["ee", "éé", "ee\u{302}\u{303}"], not: ["e"])
    try expect("[à-å]+\\p{Ll}", "d", matches: ["aáâã", "aé"], not: ["Áa", "b"])
    try expect("[^e]", "d", matches: ["o", "õ"], not: ["é", "e"])
    try expect("Æ ł", "d", matches: ["Ǽ ł"], not: ["AE l", "Æ l"])
    try expect("MULLER", "cd", matches: ["Müller", "müller"])
    try expect("한글", "d", matches: ["한글"], not: ["하그", "한굴"])
    try expect("ά", "cd", matches: ["Α", "ᾼ"])
  }

  @Test func comparesComposedText() throws {
    try expect("\u{E9}", matches: ["e\u{301}"])
    try expect("e\u{301}", matches: ["\u{E9}"])
    try expect("[e\u{301}]", matches: ["\u{E9}"], not: ["e", "\u{301}"])
    try expect("\\u212B\\x{0958}", matches: ["Å\u{958}"], not: ["A\u{958}"])
    try expect("M.ller", matches: ["Mu\u{308}ller"], not: ["M\nxller"])
    try expect("x..", matches: ["xx\u{302}"], not: ["xx"])
  }

  @Test func distinguishesManyScalars() throws {
    // More kinds of scalars than the table has columns.
    let scalars = (0..<600).compactMap { Unicode.Scalar(0x4E00 + UInt32($0) * 7) }
    let text = String(String.UnicodeScalarView(scalars))
    try expect(text, matches: [text], not: [String(text.dropLast()), text + "一"])
  }

  @Test func staysRightWhenTheTableOverflows() throws {
    // A deterministic automaton of this needs 2^15 states.
    var matcher = PatternMatcher(try Pattern("[ab]*a[ab]{14}"))
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<400 {
      let letters = (0..<120).map { _ in Bool.random(using: &generator) ? "a" : "b" }
      let isMatch = matcher.matches(letters.joined())
      #expect(isMatch == (letters[letters.count - 15] == "a"))
    }
  }
}
