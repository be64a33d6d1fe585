import Diagnostics
import Foundation
import TestSupport
import Testing

/// Reports for machines.
@Suite struct ReportTests {
  /// An unknown key after letters of several bytes, with a note, a note elsewhere and a fix.
  private let diagnostics: [Diagnostic]
  private let paths = ReportPaths(folder: "/home/ann/shop", root: "/home/ann/shop")

  init() {
    let file = SourceFile(path: "Content/Grüße 1.md", text: "---\n{ü😀: 1, custmer: \"x\"}\n---\n")
    let range = file[16..<23]
    let other = SourceFile(path: "Content/model.yml", text: "a: 1\r\nb: 2\r\n")
    diagnostics = [
      Diagnostic(
        .unknownKey, at: range, "unknown key 'custmer', in Order: 100%\nreally",
        notes: [.init("the keys are many"), .init("declared here", at: other[6..<7])],
        fixIts: [.init(replacing: range, with: "customer")]),
      Diagnostic(.rawHTML, .warning, at: file[0..<11], "over two lines"),
      Diagnostic(.notUTF8, at: SourceFile(path: "Content/old.md", bytes: []).range, "not UTF-8"),
      Diagnostic(.missingTheme, at: SourceFile(path: "--theme", text: "x").range, "there is no theme 'x'"),
    ]
  }

  // MARK: JSON

  @Test func jsonHoldsEverythingThatTextDoes() throws {
    let value = try #require(
      try JSONSerialization.jsonObject(with: Data(diagnostics.json())) as? [[String: Any]])
    try #require(value.count == 4)
    let first = value[0]
    #expect(first["id"] as? String == "unknown-key")
    #expect(first["severity"] as? String == "error")
    #expect(first["path"] as? String == "Content/Grüße 1.md")
    #expect(first["summary"] as? String == "unknown key 'custmer', in Order: 100%\nreally")
    // Columns in bytes, as in the text form.
    #expect(places(first) == [2, 13, 2, 20, 16, 23])
    #expect(places(value[1]) == [1, 1, 2, 8, 0, 11])
    #expect(value[1]["severity"] as? String == "warning")
    #expect(places(value[2]) == [1, 1, 1, 1, 0, 0])
    let notes = try #require(first["notes"] as? [[String: Any]])
    #expect(notes.map { $0["text"] as? String } == ["the keys are many", "declared here"])
    #expect(notes[0]["path"] == nil)
    #expect(notes[1]["path"] as? String == "Content/model.yml")
    #expect(places(notes[1]) == [2, 1, 2, 2, 6, 7])
    let fixes = try #require(first["fixes"] as? [[String: Any]])
    #expect(fixes.map { $0["replacement"] as? String } == ["customer"])
    #expect(places(fixes[0]) == [2, 13, 2, 20, 16, 23])
  }

  private func places(_ object: [String: Any]) -> [Int] {
    ["line", "column", "endLine", "endColumn", "start", "end"].compactMap { object[$0] as? Int }
  }

  @Test func withoutErrorsJSONIsAnEmptyList() {
    #expect(String(decoding: [Diagnostic]().json(), as: UTF8.self) == "[]\n")
  }

  @Test func jsonStringsReadBackAsTheyWere() throws {
    var generator = SeededGenerator(seed: 3)
    for _ in 0..<300 {
      let scalars = (0..<20).compactMap { _ in
        Unicode.Scalar(
          UInt32.random(in: 0...(Bool.random(using: &generator) ? 0x7F : 0x10FFFF), using: &generator))
      }
      let text = String(String.UnicodeScalarView(scalars))
      var bytes = Array("[".utf8)
      bytes.appendJSON(text)
      bytes += "]".utf8
      let back = try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String])
      #expect(back[0].unicodeScalars.elementsEqual(text.unicodeScalars))
    }
  }

  // MARK: SARIF

  @Test func sarifKeepsTheRulesOfItsSchema() throws {
    let log = try sarif(diagnostics)
    try SARIFRules(version: "2.1.0").check(log)
  }

  @Test func sarifCountsColumnsInCodePoints() throws {
    let run = try #require((try sarif(diagnostics)["runs"] as? [[String: Any]])?.first)
    #expect(run["columnKind"] as? String == "unicodeCodePoints")
    let results = try #require(run["results"] as? [[String: Any]])
    #expect(try region(results[0]) == ["startLine": 2, "startColumn": 9, "endLine": 2, "endColumn": 16])
    #expect(try region(results[1]) == ["startLine": 1, "startColumn": 1, "endLine": 2, "endColumn": 4])
    // Of a file that was not read no column is known.
    #expect(try region(results[2]) == ["startLine": 1])
    // An argument is no file.
    #expect((results[3]["locations"] as? [Any])?.isEmpty == true)
  }

  @Test func sarifNamesRulesLevelsNotesAndFixes() throws {
    let run = try #require((try sarif(diagnostics)["runs"] as? [[String: Any]])?.first)
    let driver = try #require((run["tool"] as? [String: Any])?["driver"] as? [String: Any])
    #expect(driver["name"] as? String == "docket")
    #expect(driver["version"] as? String == "1.2.3")
    let rules = try #require(driver["rules"] as? [[String: Any]])
    #expect(rules.compactMap { $0["id"] as? String } == DiagnosticID.allCases.map(\.rawValue))
    let results = try #require(run["results"] as? [[String: Any]])
    #expect(results.map { $0["level"] as? String } == ["error", "warning", "error", "error"])
    for result in results {
      let index = try #require(result["ruleIndex"] as? Int)
      #expect(rules[index]["id"] as? String == result["ruleId"] as? String)
    }
    let message = results[0]["message"] as? [String: Any]
    #expect(
      message?["text"] as? String
        == "unknown key 'custmer', in Order: 100%\nreally\nnote: the keys are many")
    let related = try #require(results[0]["relatedLocations"] as? [[String: Any]])
    #expect((related[0]["message"] as? [String: Any])?["text"] as? String == "declared here")
    let fix = try #require((results[0]["fixes"] as? [[String: Any]])?.first)
    let change = try #require((fix["artifactChanges"] as? [[String: Any]])?.first)
    #expect(
      (change["artifactLocation"] as? [String: Any])?["uri"] as? String == "Content/Gr%C3%BC%C3%9Fe%201.md")
    let replacement = try #require((change["replacements"] as? [[String: Any]])?.first)
    #expect(
      replacement["deletedRegion"] as? [String: Int]
        == ["startLine": 2, "startColumn": 9, "endLine": 2, "endColumn": 16])
    #expect((replacement["insertedContent"] as? [String: Any])?["text"] as? String == "customer")
  }

  @Test func sarifOfASoundSiteHasNoResults() throws {
    let log = try sarif([])
    try SARIFRules(version: "2.1.0").check(log)
    #expect(((log["runs"] as? [[String: Any]])?.first?["results"] as? [Any])?.isEmpty == true)
  }

  private func sarif(_ diagnostics: [Diagnostic]) throws -> [String: Any] {
    let bytes = diagnostics.sarif(version: "1.2.3", paths: paths)
    return try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
  }

  private func region(_ result: [String: Any]) throws -> [String: Int]? {
    let location = try #require((result["locations"] as? [[String: Any]])?.first)
    return (location["physicalLocation"] as? [String: Any])?["region"] as? [String: Int]
  }

  // MARK: GitHub

  @Test func gitHubCommandsAreEscaped() {
    #expect(
      diagnostics.gitHubCommands(paths: paths) == """
        ::error file=Content/Grüße 1.md,line=2,endLine=2,col=9,endColumn=16,title=unknown-key::unknown key 'custmer', \
        in Order: 100%25%0Areally%0Anote: the keys are many%0Anote: declared here (Content/model.yml:2)
        ::warning file=Content/Grüße 1.md,line=1,endLine=2,title=raw-html::over two lines
        ::error file=Content/old.md,line=1,endLine=1,col=1,endColumn=1,title=not-utf8::not UTF-8
        ::error title=missing-theme::there is no theme 'x'

        """)
  }

  @Test func gitHubCommandsSteerNoTerminal() {
    let file = SourceFile(path: "Content/\u{1B}[31m\u{202E}.md", bytes: [])
    let text = [Diagnostic(.notUTF8, at: file.range, "a\u{1B}]0;x\u{7}\u{9B}b\u{202E}c\td")].gitHubCommands(
      paths: paths)
    #expect(text.hasSuffix("::a\u{FFFD}]0;x\u{FFFD}\u{FFFD}b\u{FFFD}c d\n"))
    #expect(text.hasPrefix("::error file=Content/\u{FFFD}[31m\u{FFFD}.md,"))
  }

  @Test func gitHubPropertiesKeepTheirSeparators() {
    let file = SourceFile(path: "Content/a,b:c%\r\n.md", bytes: [])
    let text = [Diagnostic(.notUTF8, at: file.range, "x,y:z\r")].gitHubCommands(paths: paths)
    #expect(
      text
        == "::error file=Content/a%2Cb%3Ac%25%0D%0A.md,line=1,endLine=1,col=1,endColumn=1,title=not-utf8::x,y:z%0D\n"
    )
  }

  // MARK: Paths

  @Test(arguments: [
    ("/shop", "/shop", "Content/a.md", "Content/a.md"),
    ("/shop/Content/orders", "/shop", "../../Content/a.md", "Content/a.md"),
    ("/repo/shop", "/repo", "Content/a.md", "shop/Content/a.md"),
    ("/repo", "/repo", "/repo/shop/./Content/a.md", "shop/Content/a.md"),
    ("/repo", "/repo", "/elsewhere/a.md", "/elsewhere/a.md"),
    ("/repo", "/repo", "../repository/a.md", "/repository/a.md"),
    ("/shop/Content", "../Content/..", "../Themes/x.mustache", "Themes/x.mustache"),
    ("/", "/", "Content/a.md", "Content/a.md"),
  ])
  func filesAreNamedFromTheRootDown(folder: String, root: String, path: String, expected: String) {
    #expect(ReportPaths(folder: folder, root: root).path(path) == expected)
  }

  @Test func fileOutsideTheRootHasAFullURI() throws {
    let file = SourceFile(path: "/tmp/ä.md", text: "x")
    let log = try sarif([Diagnostic(.yamlSyntax, at: file.range, "x")])
    let results = (log["runs"] as? [[String: Any]])?.first?["results"] as? [[String: Any]]
    let location = try #require((results?.first?["locations"] as? [[String: Any]])?.first)
    let artifact = (location["physicalLocation"] as? [String: Any])?["artifactLocation"] as? [String: Any]
    #expect(artifact?["uri"] as? String == "file:///tmp/%C3%A4.md")
  }
}
