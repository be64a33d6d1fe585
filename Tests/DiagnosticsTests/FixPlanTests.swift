import Diagnostics
import TestSupport
import Testing

/// Which fix-its are made, what they give, and the diff that shows it.
@Suite struct FixPlanTests {
  private let file = SourceFile(path: "Content/a.md", text: "one two three\n")

  private func fix(_ bytes: Range<Int>, _ text: String, in file: SourceFile? = nil) -> Diagnostic {
    let file = file ?? self.file
    return Diagnostic(
      .unknownKey, at: file[bytes], "\(bytes) \(text)", fixIts: [.init(replacing: file[bytes], with: text)])
  }

  private func plan(_ diagnostics: Diagnostic...) -> FixPlan { FixPlan(diagnostics) { _ in true } }

  private func text(_ change: FixPlan.Change?) -> String? {
    change.map { String(decoding: $0.bytes, as: UTF8.self) }
  }

  // MARK: Plan

  @Test func changesJustTheBytesOfTheFixIts() {
    let plan = plan(fix(8..<13, "3"), fix(0..<3, "number one"), fix(14..<14, "end"))
    #expect(text(plan.changes.first) == "number one two 3\nend")
    #expect(plan.count == 3)
  }

  @Test func ofFixItsThatTouchTheFirstIsMade() {
    let plan = plan(fix(4..<7, "2"), fix(2..<5, "x"), fix(7..<7, "y"), fix(9..<10, "z"))
    #expect(text(plan.changes.first) == "onxwoy tzree\n")
    #expect(plan.changes.first?.fixed.map(\.summary) == ["2..<5 x", "7..<7 y", "9..<10 z"])
  }

  @Test func aDiagnosticIsMendedAsAWhole() {
    let both = Diagnostic(
      .unknownKey, at: file[0..<3], "both",
      fixIts: [.init(replacing: file[8..<13], with: "3"), .init(replacing: file[0..<3], with: "1")])
    #expect(text(plan(both).changes.first) == "1 two 3\n")
    // One of its two is taken, so the other is not made either.
    #expect(text(plan(fix(0..<1, "O"), both).changes.first) == "One two three\n")
  }

  @Test func whatChangesNothingIsNoFix() {
    #expect(plan(fix(0..<3, "one")).changes.isEmpty)
    #expect(plan(fix(0..<0, "x", in: SourceFile(path: "a", bytes: []))).changes.isEmpty)
    #expect(plan(fix(10..<20, "beyond")).changes.isEmpty)
    #expect(plan(Diagnostic(.unknownKey, at: file[0..<3], "no fix")).changes.isEmpty)
  }

  @Test func filesThatMustNotChangeAreLeftAlone() {
    let other = SourceFile(path: "default/page.mustache", text: "{{{x}}}")
    let plan = FixPlan([fix(0..<3, "1"), fix(0..<7, "{{x}}", in: other)]) { $0.hasPrefix("Content/") }
    #expect(plan.changes.map(\.file.path) == ["Content/a.md"])
  }

  @Test func aFileThatWasReadTwiceDifferentlyIsChangedAsFirstRead() {
    let later = SourceFile(path: "Content/a.md", text: "two three one\n")
    #expect(text(plan(fix(4..<7, "2"), fix(0..<3, "x", in: later)).changes.first) == "one 2 three\n")
  }

  // MARK: Diff

  @Test func aDiffShowsThreeLinesAround() {
    let lines = (1...20).map { "line \($0)\n" }.joined()
    let file = SourceFile(path: "a.md", text: lines)
    let last = lines.utf8.count - "9\nline 20\n".utf8.count
    let seven = "line 1\nline 2\nline 3\nline 4\nline 5\nline 6\n".utf8.count
    let plan = plan(
      fix(0..<4, "first", in: file), fix(seven..<seven + 4, "seventh", in: file),
      fix(last..<last, "!", in: file))
    #expect(
      plan.changes.first.map {
        String(
          decoding: UnifiedDiff.text(path: "a.md", before: $0.file.bytes, after: $0.bytes), as: UTF8.self)
      } == """
        --- a/a.md
        +++ b/a.md
        @@ -1,10 +1,10 @@
        -line 1
        +first 1
         line 2
         line 3
         line 4
         line 5
         line 6
        -line 7
        +seventh 7
         line 8
         line 9
         line 10
        @@ -16,5 +16,5 @@
         line 16
         line 17
         line 18
        -line 19
        +line 1!9
         line 20

        """)
  }

  @Test func aDiffSaysWhereTheLastLineEndIsMissing() {
    let file = SourceFile(path: "a.md", text: "a: 1\nb: 2")
    #expect(
      plan(fix(8..<9, "3", in: file)).changes.first.map {
        String(
          decoding: UnifiedDiff.text(path: "x/a.md", before: $0.file.bytes, after: $0.bytes), as: UTF8.self)
      } == """
        --- a/x/a.md
        +++ b/x/a.md
        @@ -1,2 +1,2 @@
         a: 1
        -b: 2
        \\ No newline at end of file
        +b: 3
        \\ No newline at end of file

        """)
  }

  @Test func aDiffMakesTheSameFileAsTheFixes() {
    var generator = SeededGenerator(seed: 11)
    for _ in 0..<500 {
      let pieces = ["a", "bc\n", "\n", "\r\n", "key: value\n", "ü"]
      let text = "-" + (0..<60).map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
      let file = SourceFile(path: "a.md", text: text)
      let fixes = (0..<Int.random(in: 1...6, using: &generator)).map { _ in
        let start = Int.random(in: 0...file.bytes.count, using: &generator)
        let end = min(file.bytes.count, start + Int.random(in: 0...8, using: &generator))
        return fix(start..<end, ["", "x", "x\ny", "\n"].randomElement(using: &generator) ?? "", in: file)
      }
      guard let change = FixPlan(fixes, mayChange: { _ in true }).changes.first else { continue }
      let result = patched(
        file.bytes, by: UnifiedDiff.text(path: "a.md", before: file.bytes, after: change.bytes))
      #expect(result == change.bytes, "\(text.debugDescription) \(fixes.map(\.summary))")
    }
  }

  /// What a diff makes of a text; nil where the diff does not fit it.
  private func patched(_ bytes: [UInt8], by diff: [UInt8]) -> [UInt8]? {
    func lines(_ bytes: [UInt8]) -> [[UInt8]] {
      var lines: [[UInt8]] = []
      var start = 0
      for index in bytes.indices where bytes[index] == 0x0A || index == bytes.count - 1 {
        lines.append(Array(bytes[start...index]))
        start = index + 1
      }
      return lines
    }
    let old = lines(bytes)
    var result: [UInt8] = []
    var next = 0
    var last: UInt8 = 0
    for line in lines(diff).dropFirst(2) {
      let content = Array(line.dropFirst())
      switch line.first {
      case UInt8(ascii: "@"):
        let words = String(decoding: line, as: UTF8.self).split(separator: " ")
        let numbers = words[1].dropFirst().split(separator: ",").compactMap { Int($0) }
        guard numbers.count == 2 else { return nil }
        let start = numbers[1] == 0 ? numbers[0] : numbers[0] - 1
        guard start >= next else { return nil }
        result += old[next..<start].joined()
        next = start
      case UInt8(ascii: " "), UInt8(ascii: "-"):
        // A line without its end differs from the file's by just that end.
        guard next < old.count, old[next] == content || old[next] + [0x0A] == content else { return nil }
        if line.first == UInt8(ascii: " ") { result += content }
        next += 1
      case UInt8(ascii: "+"): result += content
      case UInt8(ascii: "\\"): if last != UInt8(ascii: "-") { result.removeLast() }
      default: return nil
      }
      last = line.first ?? 0
    }
    return result + old[next...].joined()
  }
}
