import TestSupport
import Testing

/// YAML texts by chance, right and wrong ones: lines at random indentations, or good texts with pieces put in.
enum GeneratedText {
  private static let lines = [
    "date: 2026-03-14", "a: b", "b:", "rows:", "- x", "- a: b", "- {service: chai, sum: 252.00}", "c: 'c'",
    "d: \"d e\"", "tags: [a, b]", "k: {a: \"b\", c: d}", "url: http://a/b:c", "# note", "", "x: -5", "x: y#z",
    "name: é", "e: \"\"", "-", "- ", "   ", "x: y # z", "m: >", "m: |", "l: |2-", "- >+ # c", "---", "...",
    "q: 'it''s'", "a b: c", "word", "a : b", "{a: b}", "[a]", "x: {a: , b: c}", "x: [a, ]", "x: [a b , c]",
    "x: {a: b}c", "x: [a, [b, {c: d, e}], f]", "- - a", "- - b: c", "'d': \"\\x41\\u00e9\\n\"", "x: {", "}",
    "x: [", "]", ", y", "g: h, i", "\"o", "p\"", "x: \"a \\", "b\"", "t:\tu", "- \tv", "\t", "x: [a: b, c]",
    "é: [ü, ö]", "z: x: y", "? k", ": v", "x: - y", "x: {a: b, a: c}", "<<: x", "x: &a", "*b", "!c",
  ]
  private static let seeds = [
    "date: 2026-03-14\ncustomer: ernst-handel\nmade: true\nrows:\n  - {service: chai, sum: 252.00}\n  - service: chang\n    price: 1.85\n",
    "a: 'it''s'\nb: \"x\\ty\\u00e9 \\\n   z\"\nc: |2\n   lit\n    eral\n\nd: >-\n  fol\n  ded\n\n   more\ne: pl\n  ain\n",
    "where: 'a = \"b\"' # c\nlist: [a, [b, {c: d}], \"e\"]\r\nmüller: straße €😀\r\nempty:\r\n- x\r\n",
    "a:\n  - b: {c: [d, {e: f,\n g: h}], i}\n    j: >+\n      k\n\n     l\n  -\n    - m\n    -   n: |-\n\n          o\n",
  ]
  private static let pieces = [
    " ", "  ", "\n", "\r\n", "\r", "\t", ":", ": ", "- ", "-", "? ", "?", "'", "\"", "\\", "\\\n", "[", "]",
    "{", "}", ",", "#", " #", "&", "*", "!", "|", ">", "|2-", ">+", "|0", "%", "@", "`", "---", "\n---\n",
    "...\n", "é", "😀", "\n  ", "\n    ", "<<: ", "a", "x: y\n", "\\u00e9", "\\x4", "\\q", "  - ", "\n- ",
  ]

  /// A text of random lines, or one of the seeds, half of them with pieces put in.
  static func next(_ round: Int, _ generator: inout SeededGenerator) throws -> [UInt8] {
    var bytes: [UInt8] = []
    if round.isMultiple(of: 3) {
      bytes = Array(seeds[round / 3 % seeds.count].utf8)
    } else {
      for _ in 0..<Int.random(in: 1...7, using: &generator) {
        let indent = try #require([0, 0, 0, 0, 2, 2, 2, 4, 1].randomElement(using: &generator))
        let count = Int.random(in: 0..<4, using: &generator) == 0 ? lines.count : 18
        bytes += repeatElement(0x20, count: indent)
        bytes += try #require(lines[..<count].randomElement(using: &generator)).utf8
        bytes += (round.isMultiple(of: 5) ? "\r\n" : "\n").utf8
      }
      if Int.random(in: 0..<4, using: &generator) == 0 { bytes.removeLast() }
    }
    guard round.isMultiple(of: 2) || round.isMultiple(of: 3) else { return bytes }
    for _ in 0..<Int.random(in: 1...3, using: &generator) {
      let place = Int.random(in: 0...bytes.count, using: &generator)
      let end = min(bytes.count, place + Int.random(in: 0...2, using: &generator))
      bytes.replaceSubrange(place..<end, with: try #require(pieces.randomElement(using: &generator)).utf8)
    }
    return bytes
  }
}
