import Diagnostics
import Foundation
import TestSupport
import Testing

/// Lines and columns in reports.
@Suite struct PlaceTests {
  /// Lines and columns by the definition, a character at a time.
  private func place(of offset: Int, in bytes: [UInt8]) -> (line: Int, column: Int) {
    var (line, start, index) = (1, bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0, 0)
    while index < offset {
      let isCRLF = bytes[index] == 0x0D && index + 1 < bytes.count && bytes[index + 1] == 0x0A
      let width = isCRLF ? 2 : 1
      if bytes[index] == 0x0A || bytes[index] == 0x0D, index + width <= offset {
        (line, start) = (line + 1, index + width)
      }
      index += width
    }
    return (line, max(1, offset - start + 1))
  }

  @Test func aReportTellsThePlacesThatTheFileTells() {
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<200 {
      let pieces = ["a", "ü", "\n", "\r\n", "\r", "x: 1\n", "😀"]
      let mark = Bool.random(using: &generator) ? "\u{FEFF}" : ""
      let text = (0..<40).map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
      let file = SourceFile(path: "a.md", text: mark + text)
      let offsets = (0..<12).map { _ in Int.random(in: 0...file.bytes.count, using: &generator) }
        .filter { offset in
          // No error stands between the two bytes of a line end.
          offset == 0 || offset == file.bytes.count || file.bytes[offset - 1] != 0x0D
            || file.bytes[offset] != 0x0A
        }
      // In the order of a report, and in none.
      let diagnostics = offsets.map { Diagnostic(.yamlSyntax, at: file[$0..<$0], "at \($0)") }
      let isSorted = Bool.random(using: &generator)
      let reported = isSorted ? diagnostics.sortedByPlace() : diagnostics
      let report = DiagnosticPrinter(color: false).text(of: reported)
      let heads = report.split(separator: "\n").filter { $0.hasPrefix("a.md:") }
      #expect(
        heads
          == reported.map { diagnostic in
            let (line, column) = place(of: diagnostic.range.bytes.lowerBound, in: file.bytes)
            return "a.md:\(line):\(column): error: \(diagnostic.summary) [yaml-syntax]"
          })
      for offset in offsets {
        let (line, column) = place(of: offset, in: file.bytes)
        #expect(file.location(of: offset).line == line)
        #expect(file.location(of: offset).column == column)
      }
    }
  }

  @Test func aFixedErrorIsToldInOneLine() {
    let file = SourceFile(path: "a.md", text: "---\ncustmer: \u{1B}[31m\n")
    let key = Diagnostic(
      .unknownKey, at: file[4..<11], "unknown key", fixIts: [.init(replacing: file[4..<11], with: "customer")]
    )
    let text = Diagnostic(
      .unquotedText, at: file[13..<18], "text",
      fixIts: [.init(replacing: file[13..<18], with: String(repeating: "y", count: 100))])
    #expect(
      DiagnosticPrinter(color: false).text(ofFixed: [key, text]) == """
        a.md:2:1: fixed: 'custmer' → 'customer' [unknown-key]
        a.md:2:10: fixed: '\u{FFFD}[31m' → '\(String(repeating: "y", count: 59))…' [unquoted-text]

        """)
  }

  /// Diagnostics of one id in one file.
  private func diagnostics(_ path: String, _ count: Int) -> [Diagnostic] {
    let file = SourceFile(path: path, text: String(repeating: "k\n", count: 1_000))
    return (0..<count).map { Diagnostic(.unknownKey, at: file[2 * $0..<2 * $0 + 1], "unknown key") }
  }

  @Test func aHundredOfOneIDInOneFileArePrinted() {
    let text = DiagnosticPrinter(color: false).text(of: diagnostics("a.md", 1_000) + diagnostics("b.md", 100))
    #expect(text.ranges(of: "[unknown-key]\nk\n^\n").count == 200)
    #expect(
      text.contains(
        "a.md:100:1: error: unknown key [unknown-key]\nk\n^\na.md: 900 more of [unknown-key]\nb.md:1:1"))
    #expect(text.hasSuffix("b.md:100:1: error: unknown key [unknown-key]\nk\n^\n"))
  }

  /// Every format prints as many, and one more that counts the others.
  @Test func aHundredOfOneIDInOneFileAreReported() throws {
    let found = diagnostics("a.md", 1_000) + diagnostics("b.md", 100)
    let json = try #require(try JSONSerialization.jsonObject(with: Data(found.json())) as? [[String: Any]])
    #expect(json.count == 201)
    #expect(json[100]["summary"] as? String == "900 more of [unknown-key] in this file")
    #expect(json[100]["line"] as? Int == 101)
    #expect(json[100]["severity"] as? String == "error")
    #expect(json[101]["path"] as? String == "b.md")
    let paths = ReportPaths(folder: "/shop", root: "/shop")
    let lines = found.gitHubCommands(paths: paths).split(separator: "\n")
    #expect(lines.count == 201)
    #expect(
      lines[100]
        == "::error file=a.md,line=101,endLine=101,col=1,endColumn=2,title=unknown-key::"
        + "900 more of [unknown-key] in this file")
    let sarif = String(decoding: found.sarif(version: "1", paths: paths), as: UTF8.self)
    #expect(sarif.ranges(of: "\"ruleId\"").count == 201)
    #expect(sarif.ranges(of: "900 more of [unknown-key] in this file").count == 1)
  }
}
