import Diagnostics
import FrontMatter
import TestSupport
import Testing

@Suite struct FencesTests {
  /// The YAML and the body, or nil where there is no front matter.
  private func parts(_ text: String) -> [String]? {
    let file = SourceFile(path: "a.md", text: text)
    guard case .present(let yaml, let body) = Fences(of: file.bytes) else { return nil }
    return [file.text(yaml), file.text(body)]
  }

  @Test(arguments: [
    ("---\na: 1\n---\nbody\n", "a: 1\n", "body\n"),
    ("---\r\na: 1\r\n---\r\nbody\r\n", "a: 1\r\n", "body\r\n"),
    ("---\ra: 1\r---\rbody", "a: 1\r", "body"),
    ("\u{FEFF}---\na: 1\n---\n", "a: 1\n", ""),
    ("---  \na: 1\n--- \t\nbody", "a: 1\n", "body"),
    ("---\n---", "", ""),
    ("---\n---\n---\n", "", "---\n"),
    ("---\na: |\n  ---\n ---\n----\n---x\n---\nb", "a: |\n  ---\n ---\n----\n---x\n", "b"),
  ])
  func findsFences(text: String, yaml: String, body: String) {
    #expect(parts(text) == [yaml, body])
  }

  @Test(arguments: [
    "", "-", "--", "text\n---\n---\n", "\n---\n---\n", " ---\n---\n", "----\n---\n", "---x\n---\n",
  ])
  func findsNoFrontMatter(text: String) {
    let file = SourceFile(path: "a.md", text: text)
    let matter = Fences(of: file.bytes)
    #expect(matter == .absent(body: 0..<file.bytes.count))
    #expect(matter.diagnostic(in: file)?.id == .noFrontMatter)
  }

  @Test(arguments: [
    ("\n---\ndate: 2026-03-14\n---\nx", "---\ndate: 2026-03-14\n---\nx"),
    ("\u{FEFF} \r\n\r\n---\r\na-b:\r\n---", "\u{FEFF}---\r\na-b:\r\n---"),
  ])
  func findsFrontMatterBelowEmptyLines(text: String, fixed: String) throws {
    let file = SourceFile(path: "a.md", text: text)
    let diagnostic = try #require(Fences(of: file.bytes).emptyLinesAbove(in: file))
    #expect(diagnostic.range.text == "---" && diagnostic.id == .noFrontMatter)
    let fix = try #require(diagnostic.fixIts.first)
    #expect(
      file.text(0..<fix.range.bytes.lowerBound) + file.text(fix.range.bytes.upperBound..<file.bytes.count)
        == fixed)
  }

  @Test(arguments: [
    "\n---\n\nA rule: across\n\n---\n", "\n---\nTwo words: x\n---\n", "\n---\na: b\n",
    "x\n\n---\na: b\n---\n", "\n\n", "",
    "\n ---\na: b\n---\n", "\n---\n---\na: b\n", "\n---\nword\n---\na: b\n",
  ])
  func takesOtherTextForWhatItIs(text: String) {
    let file = SourceFile(path: "a.md", text: text)
    #expect(Fences(of: file.bytes).emptyLinesAbove(in: file) == nil)
  }

  @Test func leavesTheByteOrderMarkOutOfTheBody() {
    #expect(Fences(of: Array("\u{FEFF}text".utf8)) == .absent(body: 3..<7))
  }

  @Test(arguments: [
    "---1️⃣2️⃣", "---\n1️⃣2️⃣", "---\na: 1\n1️⃣2️⃣", "---\na: 1\n\n1️⃣Who owes what.2️⃣\nMore.",
    "---\na: 1\nrows:\n  - {b: 2}\n- c\n# d\ne:\n1️⃣See http://x2️⃣\n",
  ])
  func reportsAnUnclosedFenceWhereTheKeysEnd(text: String) throws {
    let marked = MarkedText(text)
    let file = SourceFile(path: "a.md", text: marked.text)
    let diagnostic = try #require(Fences(of: file.bytes).diagnostic(in: file))
    #expect(diagnostic.id == .unclosedFrontMatter)
    #expect(diagnostic.range.bytes.lowerBound == marked.offsets["1️⃣"])
    #expect(diagnostic.range.bytes.upperBound == marked.offsets["2️⃣"])
  }

  @Test(arguments: [
    ("---\na: 1\n1️⃣----2️⃣\nbody", "---\na: 1\n---\nbody"), ("---\na: |\n1️⃣ ---2️⃣\n", nil),
    ("---\na: 1\n1️⃣——2️⃣\n", "---\na: 1\n---\n"), ("---\r\na: 1\r\n1️⃣--2️⃣\r\nb", "---\r\na: 1\r\n---\r\nb"),
    ("1️⃣----2️⃣\na: 1\n---\n", "---\na: 1\n---\n"), ("1️⃣ ---2️⃣\na: 1\n---\n", "---\na: 1\n---\n"),
  ])
  func fixesALineThatWasMeantForAFence(text: String, fixed: String?) throws {
    let marked = MarkedText(text)
    let file = SourceFile(path: "a.md", text: marked.text)
    let diagnostic = try #require(Fences(of: file.bytes).diagnostic(in: file))
    let reason = fixed == nil ? "a fence has no blank before it" : "this line is not a fence"
    #expect(diagnostic.summary == "\(reason); front matter is between two lines '---'")
    #expect(diagnostic.range.bytes.lowerBound == marked.offsets["1️⃣"])
    #expect(diagnostic.range.bytes.upperBound == marked.offsets["2️⃣"])
    let plan = FixPlan([diagnostic]) { _ in true }
    #expect(plan.changes.map { String(decoding: $0.bytes, as: UTF8.self) } == (fixed.map { [$0] } ?? []))
    if let fixed { #expect(Fences(of: Array(fixed.utf8)).diagnostic(in: file) == nil) }
  }
}
