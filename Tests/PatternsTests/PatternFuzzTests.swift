import Patterns
import TestSupport
import Testing

/// A regular expression as a tree, matched by its definition: where can a match that starts here end?
private indirect enum Expression {
  case literal(Character)
  case any
  case set([Character], isNegated: Bool)
  case lineStart, lineEnd
  case sequence([Expression])
  case choice([Expression])
  case repetition(Expression, Int, Int?)

  /// The pattern's text.
  var text: String {
    switch self {
    case .literal(let character): character == "\n" ? "\\n" : String(character)
    case .any: "."
    case .set(let members, let isNegated):
      "[\(isNegated ? "^" : "")\(members.map { $0 == "\n" ? "\\n" : String($0) }.joined())]"
    case .lineStart: "^"
    case .lineEnd: "$"
    case .sequence(let parts): parts.map(\.text).joined()
    case .choice(let parts): "(\(parts.map(\.text).joined(separator: "|")))"
    case .repetition(let part, 0, nil): "(\(part.text))*"
    case .repetition(let part, 1, nil): "(\(part.text))+?"
    case .repetition(let part, 0, 1): "(?:\(part.text))?"
    case .repetition(let part, let least, nil): "(\(part.text)){\(least),}"
    case .repetition(let part, let least, let most?): "(\(part.text)){\(least),\(most)}"
    }
  }

  /// The ends of the matches that start at a place.
  func ends(in text: [Character], from start: Int) -> Set<Int> {
    switch self {
    case .literal(let character): return start < text.count && text[start] == character ? [start + 1] : []
    case .any: return start < text.count ? [start + 1] : []
    case .set(let members, let isNegated):
      return start < text.count && members.contains(text[start]) != isNegated ? [start + 1] : []
    case .lineStart: return start == 0 || text[start - 1] == "\n" ? [start] : []
    case .lineEnd: return start == text.count || text[start] == "\n" ? [start] : []
    case .sequence(let parts):
      return parts.reduce([start]) { places, part in
        places.reduce(into: []) { $0.formUnion(part.ends(in: text, from: $1)) }
      }
    case .choice(let parts): return parts.reduce(into: []) { $0.formUnion($1.ends(in: text, from: start)) }
    case .repetition(let part, let least, let most):
      var places: Set<Int> = [start]
      var result: Set<Int> = least == 0 ? [start] : []
      for count in 1...(most.map { max($0, 1) } ?? least + text.count + 1) {
        if let most, count > most { break }
        places = places.reduce(into: []) { $0.formUnion(part.ends(in: text, from: $1)) }
        if count >= least { result.formUnion(places) }
      }
      return result
    }
  }

  static func random(_ alphabet: [Character], depth: Int, using generator: inout SeededGenerator)
    -> Expression
  {
    switch Int.random(in: 0..<(depth == 0 ? 6 : 12), using: &generator) {
    case 0...2: return .literal(alphabet.randomElement(using: &generator) ?? "a")
    case 3: return .any
    case 4:
      let count = Int.random(in: 1...2, using: &generator)
      let members = (0..<count).map { _ in alphabet.randomElement(using: &generator) ?? "a" }
      return .set(members, isNegated: Bool.random(using: &generator))
    case 5: return Bool.random(using: &generator) ? .lineStart : .lineEnd
    case 6...7:
      let count = Int.random(in: 0...3, using: &generator)
      return .sequence((0..<count).map { _ in random(alphabet, depth: depth - 1, using: &generator) })
    case 8...9:
      let count = Int.random(in: 1...3, using: &generator)
      return .choice((0..<count).map { _ in random(alphabet, depth: depth - 1, using: &generator) })
    default:
      let least = Int.random(in: 0...2, using: &generator)
      let most = Bool.random(using: &generator) ? nil : least + Int.random(in: 0...2, using: &generator)
      return .repetition(random(alphabet, depth: depth - 1, using: &generator), least, most)
    }
  }
}

@Suite struct PatternFuzzTests {
  @Test(arguments: [["a", "b"], ["a", "\n"], ["u", "ü", "東", "\n"]] as [[Character]])
  func agreesWithItsDefinition(alphabet: [Character]) throws {
    var generator = SeededGenerator(seed: 2026)
    var matched = 0
    for _ in 0..<1_500 {
      let expression = Expression.random(alphabet, depth: 4, using: &generator)
      var matcher = PatternMatcher(try Pattern(expression.text))
      for _ in 0..<8 {
        let count = Int.random(in: 0...7, using: &generator)
        let text = (0..<count).map { _ in alphabet.randomElement(using: &generator) ?? "a" }
        let expected = expression.ends(in: text, from: 0).contains(text.count)
        if expected { matched += 1 }
        let written = text.map { $0 == "ü" && Bool.random(using: &generator) ? "u\u{308}" : String($0) }
          .joined()
        let isMatch = matcher.matches(written)
        #expect(
          isMatch == expected, "\(expression.text) on \(written.debugDescription)")
      }
    }
    #expect(matched > 1_000)
  }

  @Test func likeAgreesWithItsDefinition() throws {
    /// The textbook recursion.
    func like(_ pattern: ArraySlice<Character>, _ text: ArraySlice<Character>) -> Bool {
      guard let first = pattern.first else { return text.isEmpty }
      if first == "*" {
        return like(pattern.dropFirst(), text) || (!text.isEmpty && like(pattern, text.dropFirst()))
      }
      guard let character = text.first, first == "?" || first == character else { return false }
      return like(pattern.dropFirst(), text.dropFirst())
    }
    var generator = SeededGenerator(seed: 5)
    for _ in 0..<3_000 {
      let pattern = (0..<Int.random(in: 0...6, using: &generator)).map { _ in
        "ab?*é".randomElement(using: &generator) ?? "a"
      }
      let text = (0..<Int.random(in: 0...6, using: &generator)).map { _ in
        "abé".randomElement(using: &generator) ?? "a"
      }
      #expect(
        try Pattern(like: String(pattern)).matches(String(text)) == like(pattern[...], text[...]),
        "\(String(pattern)) on \(String(text))")
    }
  }

  /// No text, however wild, crashes the parser or the matcher.
  @Test func survivesAnyPattern() async {
    var generator = SeededGenerator(seed: 11)
    let pieces = [
      "(", ")", "[", "]", "{", "}", "?", "*", "+", "|", "^", "$", ".", "\\", "-", ",", "a", "Z", "é",
      "e\u{301}", "\u{302}",
      "\\d", "\\p{L}", "\\u00e9", "\\x{", "2", "30", "(?i)", "(?:", "(?<n>", "[^", "&&", "\n", "\r\n", "한",
      "😀", "{1,3}",
    ]
    var compiled = 0
    let report = await fuzz(4_000) { round in
      let text = (0..<Int.random(in: 1...9, using: &generator)).map { _ in
        pieces.randomElement(using: &generator) ?? ""
      }.joined()
      do throws(PatternError) {
        let pattern = try Pattern(text, ignoringCase: round & 1 == 1, ignoringMarks: round & 2 == 2)
        _ = pattern.matches(text)
        compiled += 1
      } catch {
        #expect(error.range.lowerBound >= 0 && error.range.upperBound <= text.utf8.count, "\(text)")
        #expect(!error.range.isEmpty, "\(text)")
      }
    }
    #expect(report.isWithinBounds)
    #expect(compiled * 20 > report.count)
  }

  @Test(.timeLimit(.minutes(5))) func takesLinearTime() throws {
    let start = ContinuousClock.now
    let text = String(repeating: "a", count: 5_000)
    for pattern in [
      "(a*)*b", "(a|a)*$b", "(a|aa)+b", "(a?){500}a{500}b", "((a*)*)*[^aü]", "(.*)*x(.*)*y(.*)*z",
    ] {
      #expect(try !Pattern(pattern).matches(text), "\(pattern)")
      #expect(try !Pattern(pattern).matches(text + "ü"), "\(pattern)")
    }
    #expect(try Pattern("(a|a)*$").matches(text))
    #expect(try !Pattern(like: "*a*a*a*a*a*a*a*a*b").matches(text))
    for pattern in [
      "((((a{1,30}){1,30}){1,30}){1,30})", "(((a{0,1000000}){0,1000000}){0,1000000}){0,1000000}",
      "(a{1,9999}){1,2}",
    ] {
      let error = #expect(throws: PatternError.self) { try Pattern(pattern) }
      #expect(error?.fact == .tooLarge)
    }
    #expect(try Pattern("((((){1,1000000}){1,1000000}){1,1000000})*").matches(""))
    #expect(try Pattern("((((|){1,50}){1,90})a{0}){0,1}").matches(""))
    #expect(.now - start < .seconds(60))
  }
}

@Suite struct ScriptTests {
  /// The standard library's regular expressions know scripts by Unicode 16.
  @Test(arguments: [
    "Arabic", "Armenian", "Cyrillic", "Devanagari", "Georgian", "Greek", "Han", "Hangul", "Hebrew",
    "Hiragana", "Katakana",
    "Latin", "Thai",
  ]) func agreesWithUnicode(script: String) throws {
    let reference = try Regex("\\p{Script=\(script)}")
    var matcher = PatternMatcher(try Pattern("\\p{\(script)}"))
    var generator = SeededGenerator(seed: 16)
    var values = (0..<0x600).map { UInt32($0) }
    values += (0..<3_000).map { _ in UInt32.random(in: 0x600...0x323AF, using: &generator) }
    for value in values {
      guard let scalar = Unicode.Scalar(value), let age = scalar.properties.age, age.major <= 16 else {
        continue
      }
      let text = String(scalar)
      // What NFC replaces never stands in a text.
      guard text._nfcCodeUnits.elementsEqual(text.utf8) else { continue }
      let isMatch = matcher.matches(text)
      #expect(
        try isMatch == (reference.wholeMatch(in: text) != nil),
        "\(scalar.escaped(asASCII: true))")
    }
  }
}
