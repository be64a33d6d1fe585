import Diagnostics
import TestSupport
import Testing

/// Names for "did you mean".
@Suite struct NearestNameTests {
  @Test(arguments: [
    ("custmer", ["customer", "currency"], "customer"),
    ("acme-ltd", ["acme", "zoe"], nil),
    ("Acme", ["acme"], "acme"),
    ("bat", ["cat", "hat"], "cat"),
    ("", ["a"], nil),
    ("x", ["y"], nil),
    ("X", ["y", "x"], "x"),
  ])
  func offersTheNearestName(typed: String, names: [String], nearest: String?) {
    #expect(nearestName(to: typed, among: names) == nearest)
    #expect(NameCandidates(names).nearest(to: typed) == nearest)
  }

  @Test func nearIsUpToAThirdOfTheLetters() {
    let names = NameCandidates(["customer", "Costumer", "consumers", "order", "cust"])
    #expect(names.indices(near: "custmer") == [0, 1])
    #expect(names.indices(near: "x") == [])
  }

  /// The optimal string alignment distance as its definition has it, of every beginning with every other.
  private static func distance(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar]) -> Int {
    var table = (0...a.count).map { i in (0...b.count).map { i == 0 ? $0 : $0 == 0 ? i : 0 } }
    for i in a.indices {
      for j in b.indices {
        table[i + 1][j + 1] = min(
          table[i][j + 1] + 1, table[i + 1][j] + 1, table[i][j] + (a[i] == b[j] ? 0 : 1))
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
          table[i + 1][j + 1] = min(table[i + 1][j + 1], table[i - 1][j - 1] + 1)
        }
      }
    }
    return table[a.count][b.count]
  }

  /// Whatever is not compared in full is not near.
  @Test func findsTheNearestOfAll() {
    var generator = SeededGenerator(seed: 42)
    func name() -> String {
      String(
        (0..<Int.random(in: 1...12, using: &generator)).compactMap { _ in
          "abcÄä-".randomElement(using: &generator)
        })
    }
    var found = 0
    for _ in 0..<3_000 {
      let (typed, names) = (name(), (0..<8).map { _ in name() })
      let folded = Array(typed.lowercased().unicodeScalars)
      let limit = folded.count == 1 ? 0 : max(1, folded.count / 3)
      let near = names.map { (Self.distance(folded, Array($0.lowercased().unicodeScalars)), $0) }.filter {
        $0.0 <= limit
      }
      let nearest = near.min { $0 < $1 }?.1
      #expect(nearestName(to: typed, among: names) == nearest, "\(typed) \(names)")
      let candidates = NameCandidates(names)
      #expect(candidates.nearest(to: typed) == nearest, "\(typed) \(names)")
      #expect(candidates.indices(near: typed).map { names[$0] } == near.map(\.1), "\(typed) \(names)")
      if nearest != nil { found += 1 }
    }
    #expect(found > 200)
  }
}
