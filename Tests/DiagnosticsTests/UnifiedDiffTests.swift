import Diagnostics
import TestSupport
import Testing

struct UnifiedDiffTests {
  private func diff(_ before: String?, _ after: String?) -> String {
    String(
      decoding: UnifiedDiff.text(
        path: "a.md", before: before.map { Array($0.utf8) }, after: after.map { Array($0.utf8) }),
      as: UTF8.self)
  }

  @Test func showsTheLinesThatChangeWithThreeAround() {
    #expect(
      diff("1\n2\n3\n4\n5\n6\n", "1\n2\n3\n4\nfive\n6") == """
        --- a/a.md
        +++ b/a.md
        @@ -2,5 +2,5 @@
         2
         3
         4
        -5
        -6
        +five
        +6
        \\ No newline at end of file

        """)
    #expect(diff("a\n", "a\n") == "")
    #expect(diff(nil, "a\n") == "--- /dev/null\n+++ b/a.md\n@@ -0,0 +1,1 @@\n+a\n")
    #expect(diff("a\n", nil) == "--- a/a.md\n+++ /dev/null\n@@ -1,1 +0,0 @@\n-a\n")
  }

  /// Changes share a hunk where the lines around them meet.
  @Test(arguments: [(6, 1), (7, 2)])
  func changesWithMoreThanSixLinesBetweenStandApart(between: Int, hunks: Int) {
    func text(_ changed: String) -> String {
      ([changed] + (1...between).map { "\($0)" } + [changed]).map { $0 + "\n" }.joined()
    }
    #expect(diff(text("a"), text("b")).split(separator: "\n").count { $0.hasPrefix("@@ ") } == hunks)
  }

  /// Whatever the texts, `patch` makes the one from the other.
  @Test(.needs("patch"))
  func patchReadsIt() async throws {
    var random = SeededGenerator(seed: 7)
    let folder = try TemporaryFolder()
    for round in 0..<40 {
      func text() -> String {
        let lines = (0..<Int.random(in: 1...30, using: &random)).map { _ in
          "\(Int.random(in: 0..<6, using: &random))"
        }
        return lines.joined(separator: "\n") + (Bool.random(using: &random) ? "\n" : "")
      }
      let (before, after) = (text(), text())
      guard before != after else { continue }
      try folder.put("a.md", before)
      try folder.put("a.diff", diff(before, after))
      let run = try await Program("patch", "-p1", "-i", "a.diff", in: folder.path).run()
      #expect(run.status == 0, "round \(round): \(run.output)")
      #expect(try folder.text("a.md") == after, "round \(round)")
    }
  }
}
