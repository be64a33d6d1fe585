import Diagnostics
import Testing

/// What `check --list` and `check --explain` print.
@Suite struct ExplanationTests {
  @Test(arguments: DiagnosticID.allCases)
  func everyErrorIsExplained(id: DiagnosticID) {
    let explanation = id.explanation
    #expect(!explanation.title.hasSuffix(".") && explanation.title.count <= 80 && !explanation.title.isEmpty)
    #expect(explanation.reason.hasSuffix("."))
    #expect(!explanation.example.isEmpty && !explanation.example.hasSuffix("\n"))
    #expect(explanation.fix.hasSuffix("."))
    #expect(explanation.help.contains(explanation.fix) && explanation.markdown.contains(explanation.example))
  }

  @Test func noTwoErrorsAreExplainedAlike() {
    let all = DiagnosticID.allCases.map(\.explanation)
    #expect(Set(all.map(\.title)).count == all.count)
    #expect(Set(all.map(\.reason)).count == all.count)
  }

  @Test(arguments: DiagnosticID.allCases)
  func anExplanationFitsATerminal(id: DiagnosticID) {
    let lines = id.text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines[0] == "\(id.rawValue) (\(id.explanation.severity.rawValue))")
    for line in lines where !line.hasPrefix("    ") { #expect(line.count <= 80, "\(line)") }
    // Nothing is lost in wrapping.
    let words = { (text: String) in text.split { $0 == " " || $0 == "\n" } }
    #expect(words(id.text).suffix(words(id.explanation.help).count) == words(id.explanation.help)[...])
    #expect(id.text.hasSuffix(".\n"))
  }

  @Test func theListHasALineForEach() {
    let lines = DiagnosticID.list(lints: [.paidNotMade]).split(separator: "\n")
    #expect(lines.count == DiagnosticID.allCases.count)
    for (line, id) in zip(lines, DiagnosticID.allCases) {
      #expect(line.hasPrefix(id.rawValue + " "))
      #expect(line.contains(id == .paidNotMade ? " lint " : " \(id.explanation.severity.rawValue) "))
      #expect(line.hasSuffix(id.explanation.title))
    }
    // One below the other.
    #expect(Set(zip(lines, DiagnosticID.allCases).map { $0.count - $1.explanation.title.count }).count == 1)
  }
}
