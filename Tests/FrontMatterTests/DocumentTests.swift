import Diagnostics
import FrontMatter
import TestSupport
import Testing

@Suite struct DocumentTests {
  @Test func readsAnOrder() {
    let (document, diagnostics) = parse(
      """
      date: 2026-03-14
      customer: ernst-handel
      made: true
      rows:
        - {service: chai, sum: 252.00}
        - service: chang
          quantity: 10
        -
      due:
      tags: [a, 'b c', "d"]
      # the end
      """)
    #expect(diagnostics.isEmpty)
    #expect(
      outline(document, document.root) == """
        {date: '2026-03-14', customer: 'ernst-handel', made: 'true', \
        rows: [{service: 'chai', sum: '252.00'}, {service: 'chang', quantity: '10'}, -], \
        due: -, tags: ['a', 'b c', 'd']}
        """)
  }

  @Test(arguments: ["", "\n", "# nothing\n", "---\n", "\u{FEFF}", "\u{FEFF}---\n# nothing"])
  func readsNothing(text: String) {
    let (document, diagnostics) = parse(text)
    #expect(diagnostics.isEmpty)
    #expect(document.root == nil)
    #expect(Array(document.pairs(of: document.root)).isEmpty)
  }

  @Test func readsAPartOfAFile() throws {
    let marked = MarkedText("Ümlaut\n\n```query\n1️⃣from: 2️⃣Ördér3️⃣\nwhere: 4️⃣'a''b'5️⃣\n6️⃣```\n: : :")
    let file = SourceFile(path: "a.md", text: marked.text)
    var document = FrontMatterDocument()
    let start = try #require(marked.offsets["1️⃣"])
    let end = try #require(marked.offsets["6️⃣"])
    #expect(document.read(file, start..<end).isEmpty)
    let from = try #require(document.value(of: "from", in: document.root))
    #expect(document.text(of: from) == "Ördér")
    #expect(from.bytes.lowerBound == marked.offsets["2️⃣"])
    #expect(from.bytes.upperBound == marked.offsets["3️⃣"])
    let predicate = try #require(document.value(of: "where", in: document.root))
    #expect(document.text(of: predicate) == "a'b")
    #expect(predicate.bytes.lowerBound == marked.offsets["4️⃣"])
    #expect(predicate.bytes.upperBound == marked.offsets["5️⃣"])
  }

  @Test(arguments: [
    "a: 1️⃣x2️⃣  # comment", "ä: ü\na: 1️⃣ß €2️⃣\nb: 1", "a: 1️⃣'x'2️⃣", "a: 1️⃣[x, {y: z}]2️⃣ # c\n", "a:1️⃣2️⃣\nb: 1",
    "é: 1\na: 1️⃣|\n  x\n  é2️⃣\n\nb: 1", "a:\n  1️⃣b: 1\n  c: 22️⃣\n\n# comment\nd: 1", "a:\n1️⃣- b\n- 'c'2️⃣\n\n",
    "\u{FEFF}a: 1️⃣x2️⃣", "b: 1\r\na: 1️⃣x2️⃣\r\n", "a: 1️⃣😀2️⃣", "a: 1️⃣{\n b: é }2️⃣\n",
    "a: [é]\nb: 1\nc: 3".replacing("[é]", with: "1️⃣[é]2️⃣"),
  ])
  func knowsPlaces(text: String) throws {
    let marked = MarkedText(text)
    let (document, node) = try value(marked.text)
    #expect(document.range(of: node).bytes.lowerBound == marked.offsets["1️⃣"])
    #expect(document.range(of: node).bytes.upperBound == marked.offsets["2️⃣"])
  }

  @Test(arguments: [
    ("a: no", "no", FrontMatterNode.Kind.plain), ("a: 1.10", "1.10", .plain), ("a: ~", "~", .plain),
    ("a: 'it''s'", "it's", .singleQuoted), ("a: \"x\\ty\\u00e9\\x41\\U0001F600\"", "x\tyéA😀", .doubleQuoted),
    ("a: |\n  x\n  y\n", "x\ny\n", .literal), ("a: |-\r\n  x\r\n  y\r\n", "x\ny", .literal),
    ("a: >\r\n  x\r\n  y\r\n\r\n  z\r\n", "x y\nz\n", .folded), ("a: 'x\r\n  y'", "x y", .singleQuoted),
    ("a: x\r\n  y", "x y", .plain), ("a: \"\"", "", .doubleQuoted), ("a: http://x/#y", "http://x/#y", .plain),
    ("a: |2\n   x\n", " x\n", .literal), ("a: >+\n  x\n\n", "x\n\n", .folded),
  ])
  func readsTexts(text: String, expected: String, kind: FrontMatterNode.Kind) throws {
    let (document, node) = try value(text)
    #expect(document.text(of: node) == expected)
    #expect(document.withBytes(of: node) { $0.count } == expected.utf8.count)
    #expect(document.isEqual(node, to: expected))
    #expect(!document.isEqual(node, to: expected + "x"))
    #expect(node.kind == kind)
    #expect(!node.isEmpty)
  }

  @Test func tellsNothingFromAnEmptyText() throws {
    #expect(try value("a:").node.isEmpty)
    #expect(try value("{a: , b: 1}").node.isEmpty)
    #expect(try !value("a: ''").node.isEmpty)
    #expect(try !value("a: []").node.isEmpty)
  }

  @Test func doesNotEqualACollectionToAText() throws {
    let (document, node) = try value("a: []")
    #expect(!document.isEqual(node, to: ""))
    #expect(document.text(of: node) == "")
    #expect(Array(document.pairs(of: node)).isEmpty)
    #expect(Array(document.items(of: node)).isEmpty)
  }

  @Test func readsOneFileAfterAnother() {
    var document = FrontMatterDocument()
    for (text, expected) in [
      ("a: 'x''y'\nb: [1, 2]", "{a: 'x'y', b: ['1', '2']}"), ("c: d", "{c: 'd'}"), ("a: [", "nothing"),
      ("", "nothing"),
      ("é: \"\\n\"", "{é: '\n'}"),
    ] {
      let file = SourceFile(path: "a.yml", text: text)
      _ = document.read(file, 0..<file.bytes.count)
      #expect(outline(document, document.root) == expected)
    }
  }

  @Test func readsAsDeepAsItPromises() {
    let deepest = FrontMatterDocument.deepestNesting
    let brackets = String(repeating: "[", count: deepest) + String(repeating: "]", count: deepest)
    #expect(parse(brackets).diagnostics.isEmpty)
    #expect(parse("[" + brackets + "]").diagnostics.map(\.id) == [.nestingTooDeep])
  }

  @Test func clampsARangeBeyondTheFile() {
    var document = FrontMatterDocument()
    #expect(document.read(SourceFile(path: "a", text: "a: 1"), 3..<99).isEmpty)
    #expect(outline(document, document.root) == "'1'")
  }
}
