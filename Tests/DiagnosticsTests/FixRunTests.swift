import Diagnostics
import Foundation
import Testing

/// Fix-its made round after round.
@Suite struct FixRunTests {
  /// A check that finds the first of some texts in a file and offers another for it.
  private struct Check {
    let path = "Content/a.md"
    let offers: [(text: String, replacement: String)]

    func callAsFunction(_ text: String) -> [Diagnostic] {
      let file = SourceFile(path: path, text: text)
      for (wrong, right) in offers {
        guard let found = text.range(of: wrong) else { continue }
        let start = text.utf8.distance(from: text.startIndex, to: found.lowerBound)
        let range = file[start..<start + wrong.utf8.count]
        return [Diagnostic(.unknownKey, at: range, wrong, fixIts: [.init(replacing: range, with: right)])]
      }
      return []
    }
  }

  /// Makes all rounds.
  private func run(_ text: String, _ offers: (String, String)..., mayChange: Bool = true) -> (FixRun, String)
  {
    let check = Check(offers: offers.map { (text: $0.0, replacement: $0.1) })
    var run = FixRun()
    var now = text
    while run.take(check(now), mayChange: { _ in mayChange }) {
      now = run.files[check.path].map { String(decoding: $0.bytes, as: UTF8.self) } ?? now
    }
    return (run, now)
  }

  @Test func goesOnUntilNothingIsLeft() {
    let (run, text) = run("abc", ("c", "C"), ("b", "B"), ("a", "A"))
    #expect(text == "ABC")
    #expect(run.rounds == 3)
    #expect(run.left == 0)
    #expect(run.changed.map(\.original.path) == ["Content/a.md"])
    #expect(run.changed.first?.fixed.map(\.summary) == ["c", "b", "a"])
    #expect(run.changed.first?.original.text(0..<3) == "abc")
    #expect(run.undone == [])
  }

  @Test func takesBackFixItsThatUndoEachOther() {
    let (run, text) = run("x one", ("x", "y"), ("one", "two"), ("two", "one"))
    #expect(text == "y one")
    #expect(run.undone == ["Content/a.md"])
    #expect(run.changed.first?.fixed.map(\.summary) == ["x"])
    #expect(run.left == 0)
  }

  @Test func fixItsThatLeadBackToTheFileOnDiskChangeNothing() {
    let (run, text) = run("one", ("one", "two"), ("two", "one"))
    #expect(text == "one")
    #expect(run.changed.isEmpty)
    #expect(run.undone == ["Content/a.md"])
  }

  @Test func endsAfterItsMostRounds() {
    let (run, text) = run("a", ("a", "ba"))
    #expect(run.rounds == FixRun.maximumRounds)
    #expect(text == String(repeating: "b", count: FixRun.maximumRounds) + "a")
    #expect(run.left == 1)
  }

  @Test func leavesFilesAloneThatAreNotToChange() {
    let (run, text) = run("one", ("one", "two"), mayChange: false)
    #expect(text == "one")
    #expect(run.rounds == 0)
    #expect(run.left == 0)
  }
}
