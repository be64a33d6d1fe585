import Diagnostics
import FrontMatter
import TestSupport
import Testing

@Suite struct RefusalTests {
  /// A text with the range of its one diagnostic between 1️⃣ and 2️⃣, what it is, and the text after the fix-it.
  struct Case: Sendable, CustomTestStringConvertible {
    let text: String
    let id: DiagnosticID
    let fixed: String?
    var summary: String?

    init(_ text: String, _ id: DiagnosticID, fixed: String? = nil, _ summary: String? = nil) {
      self.text = text
      self.id = id
      self.fixed = fixed
      self.summary = summary
    }

    var testDescription: String { text }
  }

  @Test(arguments: [
    Case("a: 1️⃣&b2️⃣ ", .yamlAnchor, fixed: "a: \"&b\" "),
    Case("a: 1️⃣& co2️⃣", .yamlAnchor, fixed: "a: \"& co\""),
    Case("a: 1️⃣&b c: d2️⃣\n", .yamlAnchor, fixed: "a: \"&b c: d\"\n"),
    Case("a: [b, 1️⃣&c d2️⃣ , e]", .yamlAnchor, fixed: "a: [b, \"&c d\" , e]"),
    Case("1️⃣&a2️⃣: b", .yamlAnchor, fixed: "\"&a\": b"),
    Case(
      "a: &b", .yamlAnchor, fixed: "a: \"&b\"",
      "a YAML anchor is not read; text that begins with '&' needs quotes: \"&b\""),
    Case("a: 1️⃣*b2️⃣", .yamlAlias, fixed: "a: \"*b\""),
    Case("a: 1️⃣*wichtig* é2️⃣\nb: 1", .yamlAlias, fixed: "a: \"*wichtig* é\"\nb: 1"),
    Case("a: {b: 1️⃣**2️⃣}", .yamlAlias, fixed: "a: {b: \"**\"}"),
    Case("a: 1️⃣!b c2️⃣", .yamlTag, fixed: "a: \"!b c\""),
    Case("a: 1️⃣!!str c2️⃣", .yamlTag, fixed: "a: \"!!str c\""),
    Case("a: 1️⃣!x!y2️⃣", .yamlTag, fixed: "a: \"!x!y\""),
    Case("a: 1️⃣!<x2️⃣", .yamlTag, fixed: "a: \"!<x\""),
    Case("a: 1️⃣! b2️⃣", .yamlTag, fixed: "a: \"! b\""),
    Case("a:\n  1️⃣<<2️⃣: {b: c}", .yamlMergeKey),
    Case("1️⃣%YAML 1.12️⃣\n---\na: b", .yamlDirective),
    Case("1️⃣%TAG ! tag:x,2000:2️⃣\n---\na: b", .yamlDirective),
    Case("1️⃣%FOO bar2️⃣\n---\na: b", .yamlDirective),
    Case("1️⃣%YAML 1.22️⃣\na: b", .yamlDirective),
    Case("1️⃣%YAML x2️⃣\n---\na: b", .yamlDirective),
    Case("1️⃣%YAML 3.02️⃣\n---\na: b", .yamlDirective),
    Case(
      "  1️⃣a: b2️⃣\nc: d", .yamlSyntax,
      "this line is indented, and those below are not; the keys of one mapping are aligned"),
    Case("# x\n\n 1️⃣- a: b2️⃣\nc: d", .yamlSyntax),
    Case("a: b\n1️⃣---2️⃣\nc: d", .severalDocuments),
    Case("a: b\n...\n1️⃣--- c2️⃣", .severalDocuments),
    Case("a: b\n...\n1️⃣c: d2️⃣", .severalDocuments),
    Case("1️⃣?2️⃣ a\n: b", .complexKey),
    Case("b: why?\n1️⃣?2️⃣ a\n: b", .complexKey),
    Case("b: 1 # why?\nc: 2\n1️⃣?2️⃣\n  a\n: b", .complexKey),
    Case("{1️⃣?2️⃣a: b}", .complexKey),
    Case("{c: d,\n1️⃣?2️⃣ a : b}", .complexKey),
    Case("{1️⃣[a]2️⃣: b}".replacing("[a]2️⃣", with: "[2️⃣a]"), .complexKey),
    Case("{1️⃣:2️⃣ b}", .complexKey),
    Case("a: b\n1️⃣:2️⃣ b", .complexKey),
    Case("1️⃣:2️⃣ b", .complexKey),
    Case("[a, 1️⃣:2️⃣ b]", .complexKey),
    Case("a: 1\nb: 2\n1️⃣a2️⃣: 3", .duplicateKey),
    Case("{a: 1, 1️⃣\"\\x61\"2️⃣: 3}", .duplicateKey),
    Case("caf\u{E9}: 1\n1️⃣cafe\u{301}2️⃣: 3", .duplicateKey),
    Case("a: x\u{0}y".replacing("\u{0}", with: "1️⃣\u{0}2️⃣"), .controlCharacter),
    Case("a: x1️⃣\u{7}2️⃣y", .controlCharacter, "there is an invisible character (U+0007) here; delete it"),
    Case("a: é1️⃣\u{7F}2️⃣y", .controlCharacter),
    // Between the words of a script without spaces it has a meaning.
    Case("a: ภาษา\u{200B}ไทย1️⃣\u{200B}2️⃣\n", .controlCharacter, fixed: "a: ภาษา\u{200B}ไทย\n"),
    Case("1️⃣\u{200B}2️⃣a: b", .controlCharacter, fixed: "a: b"),
    Case("a: 1️⃣\u{90}2️⃣y", .controlCharacter),
    Case("a: 1️⃣\u{FFFE}2️⃣y", .controlCharacter),
    Case("a: b\n1️⃣\u{FEFF}2️⃣c: d", .controlCharacter),
    Case("a: x1️⃣\u{85}2️⃣y", .lineSeparator),
    Case("a: x1️⃣\u{2028}2️⃣y", .lineSeparator),
    Case("a: x1️⃣\u{2029}2️⃣y", .lineSeparator),
    Case("a:\n1️⃣\t2️⃣b: c", .tabIndentation),
    Case("a:\n  b: 1\n1️⃣\t\t2️⃣c: 1", .tabIndentation),
    Case("-1️⃣\t2️⃣b", .tabIndentation),
    Case("a:\n1️⃣\u{A0}\u{A0}2️⃣b: c", .yamlSyntax, fixed: "a:\n  b: c"),
    Case("a:\n1️⃣\u{A0} \u{202F}2️⃣- b: c", .yamlSyntax, fixed: "a:\n   - b: c"),
    Case("a: |\n1️⃣\t2️⃣b\n", .tabIndentation),
    // Text that needs quotes.
    Case(
      "name: 1️⃣Foo: bar2️⃣\nb: 1", .unquotedText, fixed: "name: \"Foo: bar\"\nb: 1",
      "unquoted text with ': ' in it needs quotes: \"Foo: bar\""),
    // The line above is the invalid one.
    Case(
      "1️⃣date 2026-03-142️⃣\nmade: true", .yamlSyntax,
      "': ' is missing; each line is 'key: value', or is indented below its key"),
    Case("rows:\n- 1️⃣service chai2️⃣\n  price: 3", .yamlSyntax),
    Case("1️⃣date:2️⃣2026\nmade: true", .yamlSyntax, fixed: "date: 2026\nmade: true"),
    Case("rows:\n 1️⃣-2️⃣service: chai\n  price: 3", .yamlSyntax),
    Case(
      "rows:\n 1️⃣-2️⃣service: chai\n   price: 3", .yamlSyntax, fixed: "rows:\n - service: chai\n   price: 3"),
    Case(
      "rows:\n 1️⃣–2️⃣ service: chai\n   price: 3", .yamlSyntax, fixed: "rows:\n - service: chai\n   price: 3"),
    Case("rows:\n- a: b\n1️⃣-2️⃣c: d\n  e: f", .yamlSyntax, fixed: "rows:\n- a: b\n- c: d\n  e: f"),
    Case(
      "rows:\n  - a: b\n  1️⃣-2️⃣c: d\nx: 1", .yamlSyntax, fixed: "rows:\n  - a: b\n  - c: d\nx: 1"),
    Case(
      "a: 1️⃣b, {c: d, e: f}2️⃣\nb: 1", .yamlSyntax,
      "a list with '{' in it is written in brackets, or as lines that begin with '- '"),
    Case("a: 1️⃣b {c: d}2️⃣", .unquotedText, fixed: "a: \"b {c: d}\""),
    Case("- a: 1️⃣b: \"c\"2️⃣  \n", .unquotedText, fixed: "- a: \"b: \\\"c\\\"\"  \n"),
    Case("a: 1️⃣@b c2️⃣", .unquotedText, fixed: "a: \"@b c\""),
    Case("a: 1️⃣`b` c2️⃣", .unquotedText, fixed: "a: \"`b` c\""),
    Case("a: 1️⃣%b2️⃣", .unquotedText, fixed: "a: \"%b\""),
    Case("a: {b: 1️⃣@c2️⃣, d: 1}", .unquotedText, fixed: "a: {b: \"@c\", d: 1}"),
    Case("1️⃣@a2️⃣: b", .unquotedText, fixed: "\"@a\": b"),
    Case("1️⃣**a:** b2️⃣\nc: d", .yamlSyntax), Case("c: d\n1️⃣| a | b |2️⃣", .yamlSyntax),
    Case("a: 1️⃣>5 kg2️⃣", .unquotedText, fixed: "a: \">5 kg\""),
    Case("a: 1️⃣|x|2️⃣", .unquotedText, fixed: "a: \"|x|\""),
    Case("a: 1️⃣|02️⃣", .unquotedText, fixed: "a: \"|0\""),
    Case("a: 1️⃣, b2️⃣", .unquotedText, fixed: "a: \", b\""),
    Case("a: 1️⃣] b2️⃣", .unquotedText, fixed: "a: \"] b\""),
    Case("a: 1️⃣}2️⃣", .unquotedText, fixed: "a: \"}\""),
    // What is a list, or may be one, is no text.
    Case("a: 1️⃣- b2️⃣", .unquotedText), Case("a: [b, c]1️⃣,2️⃣\nd: 1", .yamlSyntax),
    Case("a: {b: c}1️⃣]2️⃣", .yamlSyntax),
    Case("a: 1️⃣? b2️⃣", .unquotedText, fixed: "a: \"? b\""),
    Case("a: [b] 1️⃣c2️⃣", .yamlSyntax), Case("a: 1️⃣:2️⃣ b", .yamlSyntax),
    Case("a: {b} 1️⃣c2️⃣\nd: 1", .yamlSyntax),
    Case("a: 'it'1️⃣s'2️⃣", .unquotedText, fixed: "a: \"it's\""),
    // Quotes around all of it are none of the text; where each word may have its own, nobody knows.
    Case("a: \"b \"1️⃣c\" d\"2️⃣", .unquotedText, fixed: "a: \"b \\\"c\\\" d\""),
    Case("a: \"b (\"1️⃣c\") d\"2️⃣", .unquotedText, fixed: "a: \"b (\\\"c\\\") d\""),
    Case("a: 'Peter'1️⃣s & Paul's'2️⃣", .unquotedText, fixed: "a: \"Peter's & Paul's\""),
    Case("a: \"b\"1️⃣ c \"d\"2️⃣", .unquotedText), Case("a: \"b\"1️⃣, \"d\"2️⃣", .unquotedText),
    Case("a: \"b\"1️⃣ c2️⃣", .unquotedText, fixed: "a: \"\\\"b\\\" c\""),
    Case("a: \"b\"1️⃣: c2️⃣", .yamlSyntax),
    Case("- {a: b 1️⃣#3, c: 5}2️⃣\n- {a: c}", .unquotedText),
    // It may be an item of a list, as which it is written in lines.
    Case("a: [1️⃣-2️⃣ b]", .unquotedText),
    // Where the keys are not known, a word after a comma may be one.
    Case(
      "name: Acme, 1️⃣email2️⃣: a@acme.com", .yamlSyntax,
      "'email' begins a second key on the line; write each key on a line of its own, or the text in quotes"),
    Case("- name: \"Acme\" ,  1️⃣e-mail2️⃣: a", .yamlSyntax),
    Case("a: 1️⃣b c: d2️⃣", .unquotedText, fixed: "a: \"b c: d\""),
    Case("a: 1️⃣b, 12: d2️⃣", .unquotedText, fixed: "a: \"b, 12: d\""),
    // A closing bracket in a comment.
    Case(
      "a: [b, 1️⃣#c]2️⃣\nrows:\n  - {d: e}", .unquotedText,
      "' #' begins a comment that is not read; put the text that holds it in quotes"),
    Case("a: [b 1️⃣#c]2️⃣\nd: e\nf: g", .unquotedText),
    Case("- {a: [b, 1️⃣#c], d: e}2️⃣\n- {f: g}", .unquotedText),
    // A bracket too many.
    Case(
      "- {a: b, c: 1}1️⃣}2️⃣\n- {a: d}", .yamlSyntax, fixed: "- {a: b, c: 1}\n- {a: d}",
      "nothing may follow the '}' on this line; text that begins with '{' needs quotes"),
    Case("a: [b, c] 1️⃣]]2️⃣", .yamlSyntax, fixed: "a: [b, c]"), Case("a: [b]1️⃣]2️⃣", .yamlSyntax),
    Case("- {a: b}1️⃣, c: d}2️⃣", .yamlSyntax),
    // Bullets.
    Case(
      "rows:\n  1️⃣*2️⃣ {a: b, c: d}", .yamlSyntax, fixed: "rows:\n  - {a: b, c: d}",
      "a list item begins with '-' and a space, not with '*'"),
    Case("rows:\n  1️⃣*2️⃣ a: b\n    c: d", .yamlSyntax, fixed: "rows:\n  - a: b\n    c: d"),
    Case("tags:\n- a\n1️⃣*2️⃣ b", .yamlSyntax, fixed: "tags:\n- a\n- b"),
    Case("rows:\n  1️⃣•2️⃣ {a: b, c: d}", .yamlSyntax, fixed: "rows:\n  - {a: b, c: d}"),
    Case("rows:\n  1️⃣–2️⃣{a: b, c: d}", .yamlSyntax, fixed: "rows:\n  - {a: b, c: d}"),
    Case("rows:\n  1️⃣-2️⃣{a: b, c: d}", .yamlSyntax, fixed: "rows:\n  - {a: b, c: d}"),
    Case("rows:\n  - {a: b}\n  1️⃣-2️⃣{a: b, c: d}", .yamlSyntax, fixed: "rows:\n  - {a: b}\n  - {a: b, c: d}"),
    Case("a: b\n1️⃣*2️⃣ c", .yamlSyntax),
    Case("a: 1️⃣* b2️⃣", .yamlAlias, fixed: "a: \"* b\""),
    // Colons.
    Case(
      "b: 1\n1️⃣a:\u{A0} \u{202F}2️⃣b\nc: 1", .yamlSyntax, fixed: "b: 1\na: b\nc: 1",
      "a no-break space follows 'a:'; a space is needed there"),
    // Syntax.
    // The value would become a comment.
    Case("1️⃣a:2️⃣#b\nc: 1", .yamlSyntax, "a space is missing after 'a:'"),
    Case("b: 1\n1️⃣a:2️⃣b\nc: 1", .yamlSyntax, fixed: "b: 1\na: b\nc: 1", "a space is missing after 'a:'"),
    Case("b: 1\n1️⃣city2️⃣\nc: 1", .yamlSyntax),
    Case("b: 1\n1️⃣12:30 Uhr2️⃣\nc: 1", .yamlSyntax),
    Case("b: 1\n1️⃣http://x2️⃣\nc: 1", .yamlSyntax),
    Case("a: b\n  1️⃣c2️⃣: d", .yamlSyntax),
    Case("x:\n    a: 1\n  1️⃣b: 22️⃣", .yamlSyntax),
    Case("  1️⃣a: 12️⃣\nb: 2", .yamlSyntax),
    Case("a: 1\n1️⃣-2️⃣ b", .yamlSyntax),
    Case("- a\n1️⃣b: 12️⃣", .yamlSyntax),
    Case("a: 1️⃣\"2️⃣b\nc: d", .yamlSyntax),
    Case("a: 1️⃣'2️⃣b\nc: d\n", .yamlSyntax),
    Case("a: 1️⃣\"2️⃣b\nc: \"d\"", .yamlSyntax),
    Case("a: 1️⃣[2️⃣b, c\nd: e", .yamlSyntax),
    Case("a: 1️⃣{2️⃣b: c\nd: e", .yamlSyntax),
    Case("a: [b, 1️⃣[2️⃣", .yamlSyntax),
    Case("a: [b1️⃣}2️⃣", .yamlSyntax),
    Case("a: [b, 1️⃣,2️⃣ c]", .yamlSyntax),
    Case("a: ['b' 1️⃣'2️⃣c']", .yamlSyntax),
    Case("{a: b c1️⃣:2️⃣ d}", .yamlSyntax),
    Case("{a1️⃣:2️⃣,b: c}", .yamlSyntax),
    Case("a: \"b1️⃣\\q2️⃣\"", .yamlSyntax, fixed: "a: \"b\\\\q\""),
    Case("a: \"b1️⃣\\x2️⃣zz\"", .yamlSyntax),
    Case("a: \"b1️⃣\\u2️⃣D800\"", .yamlSyntax),
  ])
  func refuses(_ test: Case) throws {
    let marked = MarkedText(test.text)
    let (document, diagnostics) = parse(marked.text)
    #expect(diagnostics.count == 1)
    let diagnostic = try #require(diagnostics.first)
    #expect(diagnostic.id == test.id, "\(diagnostic.summary)")
    if let start = marked.offsets["1️⃣"], let end = marked.offsets["2️⃣"] {
      #expect(diagnostic.range.bytes == start..<end, "\(diagnostic.range.text)")
    }
    #expect(fixedText(diagnostic) == test.fixed)
    if let summary = test.summary { #expect(diagnostic.summary == summary) }
    if let fixed = test.fixed { #expect(parse(fixed).diagnostics.map(\.summary) == []) }
    #expect((document.root == nil) == (test.id != .duplicateKey))
  }

  @Test func pointsAtTheFirstOfDuplicates() throws {
    let diagnostics = parse("a: {c: 1, c: 2}\nb: 2\na: 3\nb: 4").diagnostics
    #expect(diagnostics.map(\.range.bytes) == [10..<11, 21..<22, 26..<27])
    #expect(diagnostics.map { $0.notes.first?.range?.bytes } == [4..<5, 0..<1, 16..<17])
  }

  @Test func itemsWithoutASpaceAreNoDuplicates() {
    let diagnostics = parse("rows:\n-service: a\n-service: b").diagnostics
    #expect(diagnostics.map(\.summary) == ["a space is missing after the '-' of this list item"])
  }

  @Test func findsADuplicateAmongManyKeys() {
    let keys = (0..<500).map { "k\($0): 1" }.joined(separator: "\n")
    #expect(parse(keys).diagnostics.isEmpty)
    #expect(parse(keys + "\nk77: 2").diagnostics.map(\.id) == [.duplicateKey])
  }

  @Test(arguments: [
    "a: why?\nb: 1", "a: 1 # why?\nb: 1", "{a: b?, c: d}", "a: '<<'", "'<<': 1", "a: x%y", "a: |\n  ?\nb: 1",
    "---\na: 1\n...\n",
    "a: b&c", "a: b*c!", "[a, b,]", "a: 'é\u{A0}'", "{a: 1, # huh?\n b: 2}", "a: # huh?\nb: 2",
  ])
  func acceptsWhatOnlyLooksRefused(text: String) {
    #expect(parse(text).diagnostics.map(\.summary) == [])
  }

  @Test func findsInvalidUTF8() {
    #expect(firstInvalidUTF8(in: Array("é😀".utf8)) == nil)
    #expect(firstInvalidUTF8(in: [0x61, 0xC3]) == 1)
    #expect(firstInvalidUTF8(in: [0x61, 0x62, 0xFF, 0x61]) == 2)
    let file = SourceFile(path: "a", bytes: [0x61, 0x3A, 0x20, 0xE9, 0x0A])
    var document = FrontMatterDocument()
    let diagnostics = document.read(file, 0..<5)
    #expect(diagnostics.map(\.id) == [.notUTF8])
    #expect(diagnostics.map(\.range.bytes) == [3..<4])
    #expect(notUTF8(at: 0, in: SourceFile(path: "a", bytes: [0xFF, 0xFE])).summary.contains("UTF-16"))
  }

  @Test(arguments: [[0xFF, 0xFE, 0x61, 0, 0x3A, 0], [0xFE, 0xFF, 0, 0x61, 0, 0x3A]] as [[UInt8]])
  func namesUTF16BeforeItsControlCharacters(bytes: [UInt8]) {
    var document = FrontMatterDocument()
    let diagnostics = document.read(SourceFile(path: "a", bytes: bytes), 0..<bytes.count)
    #expect(diagnostics.map(\.summary) == ["the file is UTF-16; save it as UTF-8"])
  }
}
