import Diagnostics
import FrontMatter
import TestSupport
import Testing

@Suite struct UnquotedTextTests {
  @Test(arguments: [
    ("a: 1️⃣Werkstatt #32️⃣", "a: \"Werkstatt #3\""), ("a: 1️⃣#32️⃣\nb: 1", "a: \"#3\"\nb: 1"),
    ("a: 1️⃣b   # c, d2️⃣ \r\n", "a: \"b   # c, d\" \r\n"), ("{a: 1️⃣b #32️⃣\n}", "{a: \"b #3\"\n}"),
    ("{a: 1️⃣b #c2️⃣, d: e\n}", "{a: \"b #c\", d: e\n}"), ("a: 1️⃣x\n  y2️⃣\nb: 1", "a: \"x y\"\nb: 1"),
    ("a: 1️⃣x\r\n\r\n  ü2️⃣", "a: \"x\\nü\""),
    ("a: 1️⃣[draft]2️⃣", "a: \"[draft]\""), ("a: 1️⃣{b: \"c\"}2️⃣", "a: \"{b: \\\"c\\\"}\""),
  ])
  func findsWhatYAMLLosesInSilence(text: String, fixed: String) throws {
    let marked = MarkedText(text)
    let (document, node) = try value(marked.text)
    let diagnostic = try #require(document.unquotedText(of: node))
    #expect(diagnostic.id == .unquotedText)
    #expect(diagnostic.range.bytes.lowerBound == marked.offsets["1️⃣"])
    #expect(diagnostic.range.bytes.upperBound == marked.offsets["2️⃣"])
    #expect(fixedText(diagnostic) == fixed)
    let (after, fixedNode) = try value(fixed)
    #expect(after.unquotedText(of: fixedNode) == nil)
  }

  /// An item that is indented too deep is no part of the text above it.
  @Test(arguments: ["\n", "\r\n", "\r"])
  func anItemIndentedTooDeepIsLeftAlone(lineEnd: String) throws {
    let marked = MarkedText("a: loud\(lineEnd)   1️⃣-2️⃣ soft")
    let (document, node) = try value(marked.text)
    let diagnostic = try #require(document.unquotedText(of: node))
    #expect(diagnostic.range.bytes.lowerBound == marked.offsets["1️⃣"])
    #expect(diagnostic.range.bytes.upperBound == marked.offsets["2️⃣"])
    #expect(diagnostic.fixIts.isEmpty)
  }

  /// Where text may have several lines, these stay.
  @Test(arguments: [
    ("a: 1️⃣x\n  y2️⃣\nb: 1", "a: |\n  x\n  y\nb: 1", "x\ny\n"),
    ("a: 1️⃣x\r\n\r\n   ü  \r\n z2️⃣\r\n", "a: |\r\n x\r\n\r\n ü\r\n z\r\n", "x\n\nü\nz\n"),
    ("a:\n  1️⃣x\n    y2️⃣\nb: 1", "a: |\n  x\n  y\nb: 1", "x\ny\n"),
    ("a:\n  # c:\n  1️⃣x\n  y2️⃣", "a:\n  # c:\n  \"x y\"", "x y"),
    ("a: 1️⃣x\n \ty2️⃣", "a: \"x y\"", "x y"),
    ("{a: 1️⃣x\n y2️⃣}", "{a: \"x y\"}", "x y"),
  ])
  func keepsTheLinesOfAText(text: String, fixed: String, value meaning: String) throws {
    let marked = MarkedText(text)
    let (document, node) = try value(marked.text)
    let diagnostic = try #require(document.unquotedText(of: node, as: .lines))
    #expect(diagnostic.range.bytes.lowerBound == marked.offsets["1️⃣"])
    #expect(diagnostic.range.bytes.upperBound == marked.offsets["2️⃣"])
    #expect(fixedText(diagnostic) == fixed)
    let (after, fixedNode) = try value(fixed)
    #expect(after.unquotedText(of: fixedNode, as: .lines) == nil)
    #expect(after.text(of: fixedNode) == meaning)
  }

  /// After a value that cannot hold one, `#` begins a comment: it goes to a line of its own, and the value stays.
  @Test(arguments: [
    ("a: CHF 1️⃣# Franken2️⃣", "# Franken\na: CHF"), ("b: 1\r\na: b\t1️⃣#c2️⃣ \r\n", "b: 1\r\n#c\r\na: b \r\n"),
    ("a: 1️⃣# none2️⃣\nb: 1", "# none\na:\nb: 1"), ("a: b 1️⃣# c2️⃣\n\nb: 1", "# c\na: b\n\nb: 1"),
    ("a: 1️⃣#b2️⃣", nil), ("{a: b 1️⃣# c2️⃣\n}", nil), ("a: x\n  y 1️⃣# z2️⃣", nil),
  ])
  func movesACommentAfterAWord(text: String, fixed: String?) throws {
    let marked = MarkedText(text)
    let (document, node) = try value(marked.text)
    let diagnostic = try #require(document.unquotedText(of: node, as: .word))
    #expect(diagnostic.range.bytes.lowerBound == marked.offsets["1️⃣"])
    #expect(diagnostic.range.bytes.upperBound == marked.offsets["2️⃣"])
    #expect(fixedText(diagnostic) == fixed)
    guard let fixed else { return }
    let (after, fixedNode) = try value(fixed)
    #expect(after.unquotedText(of: fixedNode, as: .word) == nil)
    #expect(after.text(of: fixedNode) == document.text(of: node))
  }

  @Test func onlyABlankAfterTheHashMakesAnExpressionsComment() throws {
    var (document, node) = try value("a: paid = false # open")
    #expect(
      document.unquotedText(of: node, as: .expression).flatMap { fixedText($0) }
        == "# open\na: paid = false")
    (document, node) = try value("a: b = #order")
    let diagnostic = try #require(document.unquotedText(of: node, as: .expression))
    #expect(diagnostic.fixIts.isEmpty)
  }

  @Test(arguments: ["a: [de, en]", "a: {b: c}"])
  func bracketsAreNoWord(text: String) throws {
    let (document, node) = try value(text)
    #expect(document.unquotedText(of: node, as: .word) == nil)
  }

  @Test(arguments: ["a: x\n  y # z", "a: [x,\n y]", "a: |#5\n  x", "a: > #5\nb: 1"])
  func offersNoFixWhereTheTextIsAGuess(text: String) throws {
    let (document, node) = try value(text)
    let diagnostic = try #require(document.unquotedText(of: node))
    #expect(diagnostic.fixIts.isEmpty)
  }

  @Test(arguments: [
    "a: b", "a: b#3", "a: 'b' # c", "a: |\n  b # c\n", "a: | # c\n  b", "a:\n  - b # c",
    "a:\n# comment\nb: 1",
    "a: \"x\n  y\"", "a:", "a: b  ",
    "{a: b}", "a: b\n# c",
  ])
  func findsNothingWhereNothingIsLost(text: String) throws {
    let (document, node) = try value(text)
    #expect(document.unquotedText(of: node)?.summary == nil)
  }

  @Test func quotesEveryText() throws {
    var generator = SeededGenerator(seed: 7)
    let alphabet = Array(
      " \t\n\r\"'\\#:-[]{}&*!|>%@`?,aé😀\u{FEFF}\u{301}".unicodeScalars)
    for _ in 0..<2000 {
      var text = ""
      for _ in 0..<Int.random(in: 0...8, using: &generator) {
        if let scalar = alphabet.randomElement(using: &generator) { text.unicodeScalars.append(scalar) }
      }
      let (document, node) = try value("{a: \(quoted(text))}")
      #expect(Array(document.text(of: node).utf8) == Array(text.utf8))
    }
  }

  @Test(arguments: [
    ("ernst-handel", "ernst-handel", "ernst-handel"), ("a, b", "\"a, b\"", "a, b"),
    ("a: b", "\"a: b\"", "\"a: b\""),
    ("-", "\"-\"", "\"-\""), ("-5", "-5", "-5"), ("a:", "\"a:\"", "\"a:\""), ("a #b", "\"a #b\"", "\"a #b\""),
    ("", "\"\"", "\"\""), ("“q”", "\"“q”\"", "\"“q”\""), ("it's", "it's", "it's"), (" a", "\" a\"", "\" a\""),
    ("a]", "\"a]\"", "a]"), ("?", "\"?\"", "\"?\""), ("12:30", "12:30", "12:30"),
    ("a\nb", "\"a\\nb\"", "\"a\\nb\""),
  ])
  func quotesWhatWouldReadOtherwise(text: String, inBrackets: String, onALine: String) {
    #expect(scalar(text) == inBrackets)
    #expect(scalar(text, inBrackets: false) == onALine)
  }
}
