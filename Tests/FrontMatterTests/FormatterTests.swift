import Diagnostics
import FrontMatter
import TestSupport
import Testing

@Suite struct FormatterTests {
  private let formatter = FrontMatterFormatter(
    order: ["date", "customer", "a", "rows", "e"], rows: ["rows": ["service", "quantity", "sum"]])

  private func formatted(_ text: String) -> String? {
    formatter.formatted(SourceFile(path: "a.md", text: text)).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Front matter and what it is in form, without the fences.
  @Test(arguments: [
    ("date:   2026-03-14 ", "date: 2026-03-14"),
    ("customer: acme\ndate: 2026-03-14", "date: 2026-03-14\ncustomer: acme"),
    ("other: 1\ndate: 2\nmore: 3\na: 4", "date: 2\na: 4\nother: 1\nmore: 3"),
    ("rows:\n- {sum : 1.00,service: 'chai' }", "rows:\n  - {service: chai, sum: 1.00}"),
    (
      "rows:\n    -   sum: 1\n        service: chai\n\n    - service: x",
      "rows:\n  - service: chai\n    sum: 1\n\n  - service: x"
    ),
    ("rows: [{sum: 1, service: chai},\n {service: x}]", "rows: [{service: chai, sum: 1}, {service: x}]"),
    ("tags: [ a,b , \"c, d\" ,]", "tags: [a, b, \"c, d\"]"), ("due:\na: ''", "a: \"\"\ndue:"),
    // Quotes.
    ("a: \"chai\"", "a: chai"), ("a: 'it''s'", "a: it's"), ("a: '5'", "a: \"5\""),
    ("a: \"true\"", "a: \"true\""), ("a: 'Ann'  # the boss", "a: \"Ann\" # the boss"),
    ("a: 'x: \"y\"'", "a: 'x: \"y\"'"), ("a: 'x: y'", "a: \"x: y\""), ("'date': \"a #b\"", "date: \"a #b\""),
    ("a: \"ü\\n\"", "a: \"ü\\n\""), ("a: no", "a: no"), ("a: \"x\n  y\"", "a: x y"),
    // Comments and empty lines.
    ("customer: b # who\n# when\ndate: 1 # then", "# when\ndate: 1 # then\ncustomer: b # who"),
    ("# top\n\n# c\ncustomer: b\n\ndate: 1\n# end", "# top\n\ndate: 1\n# c\ncustomer: b\n# end"),
    ("e: 1\n\n\n\n# x\nf: 2", "e: 1\n\n# x\nf: 2"),
    ("a: # c\n  b", "# c\na: b"), ("a: # c\ndate: 1", "date: 1\na: # c"),
    (
      "rows: # all\n# first\n- a: 1 # x\n  # second\n  b: 2\n  # third\n- c: 3\n    # deep\ne: 1",
      "rows: # all\n  # first\n  - a: 1 # x\n    # second\n    b: 2\n    # third\n  - c: 3\n    # deep\ne: 1"
    ),
    ("rows:\n- # c\n  sum: 1\n  # d\n  service: x", "rows:\n  # c\n  # d\n  - service: x\n    sum: 1"),
    ("a: [b, # c\n  d]   # e", "a: [b, # c\n  d] # e"),
    // A comment stays on the line of its value.
    ("rows:\n- sum: 1\n  service: x # about x", "rows:\n  - service: x # about x\n    sum: 1"),
    ("rows:\n- sum: 1 # a\n  service: x # b\n# c", "rows:\n  - service: x # b\n    sum: 1 # a\n# c"),
    ("e:\n- b: |\n    x\n  c: 5 # y\na: 1", "a: 1\ne:\n  - b: |\n      x\n    c: 5 # y"),
    (
      "rows:\n- note: |\n    x\n  sum: 5 # y",
      "rows:\n  - sum: 5 # y\n    note: |\n      x"
    ),
    (
      "rows:\n- tags:\n  - s\n     # odd\n  sum: 1\n",
      "rows:\n  - sum: 1\n    tags:\n      - s\n      # odd"
    ),
    // Texts of several lines.
    ("e: 1\na: |-  # c\n     x\n\n       y\n", "a: |- # c\n  x\n\n    y\ne: 1"),
    ("rows:\n- a: >2\n       x\n     y", "rows:\n  - a: >2\n         x\n       y"),
    ("\n\ne: 1\na: |+\n  x\n\n# c\nb: 2", "a: |+\n  x\n\ne: 1\n# c\nb: 2"),
    (
      "x: {a: 1, b: [c , {d : e}]}\ny:\n    z: 1\n    t:\n    - 2",
      "x: {a: 1, b: [c, {d: e}]}\ny:\n  z: 1\n  t:\n    - 2"
    ),
    ("m:\n- - a\n  - b\n-\n- [c]", "m:\n  -\n    - a\n    - b\n  -\n  - [c]"),
  ])
  func putsInForm(text: String, expected: String) {
    #expect(formatted("---\n\(text)\n---\nbody \n") == "---\n\(expected)\n---\nbody \n")
    #expect(formatted("---\n\(expected)\n---\nbody \n") == "---\n\(expected)\n---\nbody \n")
  }

  @Test func keepsLineEndsAndByteOrderMark() {
    #expect(
      formatted("\u{FEFF}---\r\na:  1\r\nrows:\r\n- b: |\r\n   x\r\n--- \r\nbody\n")
        == "\u{FEFF}---\r\na: 1\r\nrows:\r\n  - b: |\r\n      x\r\n--- \r\nbody\n")
  }

  @Test(arguments: ["", "text", "---\n---\n", "---\n# c\n---\n", "---\na: 1\n...\n---\n"])
  func leavesAloneWhatHasNoKeys(text: String) {
    #expect(formatted(text) == text)
  }

  @Test(arguments: ["---\na: [\n---\n", "---\na: 1\n", "---\n- a\n---\n", "---\na: {b, c}\n---\n"])
  func refusesWhatCannotBeRead(text: String) {
    #expect(formatted(text) == nil)
  }

  @Test func changesNoValueAndNoComment() async throws {
    var generator = SeededGenerator(seed: 5)
    var count = 0
    let report = try await fuzz(4_000) { round in
      let bytes = try GeneratedText.next(round, &generator)
      let file = SourceFile(path: "a", bytes: Array("---\n".utf8) + bytes + Array("\n---\nbody".utf8))
      guard let result = formatter.formatted(file) else { return }
      count += 1
      let text = file.text(0..<file.bytes.count).debugDescription
      let formatted = SourceFile(path: "a", bytes: result)
      #expect(try contents(formatted) == contents(file), "\(text)")
      #expect(formatter.formatted(formatted) == result, "\(text)")
    }
    #expect(report.isWithinBounds)
    #expect(count * 8 > report.count)
  }

  /// The keys with their values and the comments, sorted, and the body.
  private func contents(_ file: SourceFile) throws -> [String] {
    guard case .present(let range, let body) = Fences(of: file.bytes) else { return [] }
    var document = FrontMatterDocument()
    #expect(document.read(file, range).isEmpty, "\(file.text(range))")
    var comments: [String] = []
    var index = range.lowerBound
    let scalars = document.nodes.filter { $0.isScalar && !$0.isEmpty }
    var next = 0
    while index < range.upperBound {
      if next < scalars.count, index >= scalars[next].bytes.lowerBound {
        index = scalars[next].bytes.upperBound
        next += 1
      } else if file.bytes[index] == UInt8(ascii: "#") {
        let end = file.bytes[index...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? range.upperBound
        comments.append(file.text(index..<end).trimmingBlanks)
        index = end
      } else {
        index += 1
      }
    }
    return [values(document, document.root), file.text(body)] + comments.sorted()
  }

  private func values(_ document: FrontMatterDocument, _ node: FrontMatterNode?) -> String {
    guard let node else { return "nothing" }
    switch node.kind {
    case .sequence:
      return "[" + document.items(of: node).map { values(document, $0) }.joined(separator: ", ") + "]"
    case .mapping:
      let pairs = document.pairs(of: node).map {
        "\(document.text(of: $0.key)): \(values(document, $0.value))"
      }
      return "{" + pairs.sorted().joined(separator: ", ") + "}"
    default: return node.isEmpty ? "-" : document.text(of: node).debugDescription
    }
  }
}

extension String {
  fileprivate var trimmingBlanks: String {
    String(reversed().drop { $0 == " " || $0 == "\t" }.reversed())
  }
}
