import Patterns
import TestSupport
import Testing

@Suite struct PatternErrorTests {
  /// Each pattern with the range of its error between `1️⃣` and `2️⃣`.
  static let cases: [(String, PatternError.Fact)] = [
    ("a1️⃣\\q2️⃣", .unknownEscape("\\q")), ("1️⃣\\b2️⃣x", .unknownEscape("\\b")), ("1️⃣\\02️⃣", .unknownEscape("\\0")),
    ("[ü1️⃣\\Q2️⃣]", .unknownEscape("\\Q")), ("1️⃣\\é2️⃣", .unknownEscape("\\é")), ("1️⃣\\\n2️⃣", .unknownEscape("\\\n")),
    ("1️⃣\\u12️⃣g", .malformedHexadecimal("\\u1")), ("1️⃣\\x412️⃣g", .malformedHexadecimal("\\x41")),
    ("1️⃣\\x{2️⃣}", .malformedHexadecimal("\\x{")), ("1️⃣\\x{1234562️⃣7}", .malformedHexadecimal("\\x{123456")),
    ("1️⃣\\x{412️⃣", .malformedHexadecimal("\\x{41")),
    ("1️⃣\\uD8002️⃣", .noScalar("\\uD800")), ("1️⃣\\x{110000}2️⃣", .noScalar("\\x{110000}")),
    ("ab1️⃣\\2️⃣", .trailingBackslash), ("[a1️⃣\\2️⃣", .trailingBackslash),
    ("(a)1️⃣\\122️⃣", .backReference("\\12")), ("1️⃣\\k2️⃣<n>", .backReference("\\k")),
    ("1️⃣(?P=2️⃣n)", .backReference("(?P=")),
    ("é1️⃣(?=2️⃣a)", .lookAround("(?=")), ("1️⃣(?!2️⃣a)", .lookAround("(?!")), ("1️⃣(?<=2️⃣a)", .lookAround("(?<=")),
    ("1️⃣(?<!2️⃣a)", .lookAround("(?<!")),
    ("1️⃣(?>2️⃣a)", .atomicGroup),
    ("a1️⃣++2️⃣", .possessive("++")), ("a1️⃣{2}+2️⃣", .possessive("{2}+")),
    ("(?1️⃣s2️⃣)", .unknownFlag("s")), ("(?i1️⃣m2️⃣)", .unknownFlag("m")), ("(?-1️⃣x2️⃣:a)", .unknownFlag("x")),
    ("1️⃣(?#2️⃣a)", .unknownGroup("(?#")), ("1️⃣(?<>2️⃣a)", .unknownGroup("(?<>")),
    ("1️⃣(?<a-2️⃣b>c)", .unknownGroup("(?<a-")),
    ("a1️⃣(2️⃣b", .unclosedGroup), ("(a)1️⃣(2️⃣(b)", .unclosedGroup), ("1️⃣(2️⃣?", .unclosedGroup),
    ("1️⃣(2️⃣?i", .unclosedGroup),
    ("ä1️⃣[2️⃣a-z", .unclosedClass), ("1️⃣[2️⃣", .unclosedClass), ("1️⃣[2️⃣^", .unclosedClass), ("1️⃣[2️⃣a-", .unclosedClass),
    ("a1️⃣)2️⃣", .unopened(")")), ("a1️⃣]2️⃣", .unopened("]")), ("a1️⃣}2️⃣", .unopened("}")),
    ("1️⃣[]2️⃣a]", .emptyClass("[]")), ("1️⃣[^]2️⃣", .emptyClass("[^]")),
    ("[a1️⃣[2️⃣b]]", .classOperation("[")), ("[a1️⃣&&2️⃣b]", .classOperation("&&")),
    ("[1️⃣z-a2️⃣]", .badRange("z-a")), ("[1️⃣a-\\d2️⃣]", .badRange("a-\\d")), ("[1️⃣a-c-e2️⃣]", .badRange("a-c-e")),
    ("1️⃣*2️⃣a", .nothingToRepeat("*")), ("(1️⃣+2️⃣)", .nothingToRepeat("+")), ("a|1️⃣?2️⃣", .nothingToRepeat("?")),
    ("a*1️⃣*2️⃣", .nothingToRepeat("*")), ("a{2}1️⃣{2️⃣3}", .nothingToRepeat("{")), ("a+?1️⃣?2️⃣", .nothingToRepeat("?")),
    ("(?i)1️⃣*2️⃣", .nothingToRepeat("*")), ("1️⃣{2️⃣2}", .nothingToRepeat("{")),
    ("a1️⃣{2️⃣", .malformedRepetition("{")), ("a1️⃣{x2️⃣}", .malformedRepetition("{x")),
    ("a1️⃣{,3}2️⃣", .malformedRepetition("{,3}")), ("a1️⃣{2,x2️⃣}", .malformedRepetition("{2,x")),
    ("ö1️⃣{3,2}2️⃣", .reversedRepetition("{3,2}")),
    ("1️⃣\\pL2️⃣", .malformedProperty("\\pL")), ("1️⃣\\p{2️⃣", .malformedProperty("\\p{")),
    ("1️⃣\\P{}2️⃣", .malformedProperty("\\P{}")), ("1️⃣\\p{^2️⃣L}", .malformedProperty("\\p{^")),
    ("\\p{1️⃣Foo2️⃣}", .unknownProperty("Foo")), ("[\\P{1️⃣sc=Lu2️⃣}]", .unknownProperty("sc=Lu")),
    ("\\p{1️⃣x=y=z2️⃣}", .unknownProperty("x=y=z")),
    ("a1️⃣b{10000}2️⃣", .tooLarge), ("1️⃣a{9999999999999999999999}2️⃣", .tooLarge),
    ("ab1️⃣(b{100}){100}2️⃣", .tooLarge), ("1️⃣a{5000}b{5000}2️⃣", .tooLarge),
    // A composed scalar keeps the place of what was written.
    ("e\u{301}1️⃣\\q2️⃣e\u{301}", .unknownEscape("\\q")), ("[1️⃣é-e\u{300}2️⃣]", .badRange("é-è")),
  ]

  @Test(arguments: cases) func locatesError(marked: String, fact: PatternError.Fact) throws {
    let pattern = MarkedText(marked)
    let start = try #require(pattern.offsets["1️⃣"])
    let end = try #require(pattern.offsets["2️⃣"])
    let error = #expect(throws: PatternError.self) { try Pattern(pattern.text) }
    #expect(error?.fact == fact)
    #expect(error?.range == start..<end)
  }

  @Test(arguments: cases) func saysWhatWasFoundAndExpected(marked: String, fact: PatternError.Fact) throws {
    let error = #expect(throws: PatternError.self) { try Pattern(MarkedText(marked).text) }
    let summary = try #require(error?.summary)
    #expect(!summary.hasSuffix("."))
    #expect(summary.contains("pattern"))
    #expect(summary.contains("; expected"))
  }

  @Test func limitsNesting() throws {
    func nested(_ depth: Int) -> String {
      String(repeating: "(", count: depth) + "a" + String(repeating: ")", count: depth)
    }
    #expect(try Pattern(nested(200)).matches("a"))
    for depth in [201, 100_000] {
      let error = #expect(throws: PatternError.self) { try Pattern(nested(depth)) }
      #expect(error?.fact == .nestedTooDeep)
      #expect(error?.range == 200..<201)
    }
  }

  @Test func limitsFolding() throws {
    let wide = "[\\x{0}-\\x{10FFFF}]"
    #expect(try Pattern(wide, ignoringCase: true).matches("ü"))
    #expect(try Pattern(String(repeating: wide, count: 100)).matches(String(repeating: "ü", count: 100)))
    let error = #expect(throws: PatternError.self) {
      try Pattern(String(repeating: wide, count: 100), ignoringCase: true)
    }
    #expect(error?.fact == .foldingTooLarge)
  }
}
