import Content
import Diagnostics
import Testing

/// The options of attributes as records meet them, and as they fit each other.
@Suite struct AttributeOptionTests {
  private func order(_ attribute: String, _ line: String = "made: true") async throws -> LoadedSite {
    try await .order(
      "date: 2026-03-14\n" + line, model: "entities:\n  Order:\n    attributes:\n      note: \(attribute)\n")
  }

  @Test(arguments: [
    ("note: [red, green]", []), ("note: red", []), ("note: green, red", []), ("note: []", []),
    ("note: [red, blue]", ["orders/o1.md:3:7 unknown-choice"]),
  ])
  func eachTagIsOneOfTheChoices(line: String, diagnosticLines: [String]) async throws {
    #expect(try await order("{type: tags, choices: [red, green]}", line).diagnosticLines == diagnosticLines)
  }

  @Test(arguments: [
    ("note: |\n  red, green", ["orders/o1.md:3:7 line-break-in-string"]),
    ("note: [\"red\\n\", green]", ["orders/o1.md:3:8 line-break-in-string"]),
    ("note: ['', green]", ["orders/o1.md:3:8 missing-value"]),
    ("note:\n  - red\n  -", ["orders/o1.md:5:4 missing-value"]), ("note: red,, green", []),
  ])
  func aTagIsAWordOnOneLine(line: String, diagnosticLines: [String]) async throws {
    #expect(try await order("tags", line).diagnosticLines == diagnosticLines)
  }

  @Test(arguments: ["[red, green]", "'red, green'"])
  func tagsHaveADefault(text: String) async throws {
    let site = try await order("{type: tags, default: \(text)}")
    #expect(site.diagnosticLines == [])
    #expect(try site("Order", "o1", "note") == "[red, green]")
  }

  @Test(arguments: [
    ("100", []), ("101", ["orders/o1.md:3:7 out-of-range"]), ("5000 JPY", []), ("101 USD", []),
    ("101 EUR", ["orders/o1.md:3:7 out-of-range"]),
  ])
  func aBoundInACurrencyIsOfThatCurrency(amount: String, diagnosticLines: [String]) async throws {
    #expect(
      try await order("{type: money, max: 100 EUR}", "note: \(amount)").diagnosticLines == diagnosticLines)
  }

  @Test func aBoundWithoutACurrencyIsOfEach() async throws {
    let site = try await order("{type: money, min: 0}", "note: -5 JPY")
    #expect(site.diagnosticLines == ["orders/o1.md:3:7 out-of-range"])
  }

  /// Of money of several currencies each amount is judged, not that of none.
  @Test(arguments: [
    ("min: 0, max: 10", "{sum: 50}, {sum: -70 USD}", true), ("min: 10", "{sum: 50}, {sum: 50 USD}", false),
    ("max: 10 USD", "{sum: 50}, {sum: 70 USD}", true), ("max: 100 USD", "{sum: 500}, {sum: 70 USD}", false),
  ])
  func boundsAreOfEachAmount(bounds: String, rows: String, isError: Bool) async throws {
    let site = try await order("{type: money, derived: total, \(bounds)}", "rows: [\(rows)]")
    #expect(site.diagnosticLines == (isError ? ["orders/o1.md:2:1 out-of-range"] : []))
  }

  @Test func boundsThatNoValueMeetsAreNoErrorOfTheRecords() async throws {
    let site = try await order("{type: integer, min: 5, max: 3}", "note: 4")
    #expect(site.diagnosticLines == ["model.yml:4:34 invalid-model"])
  }

  @Test func aLongListOfChoicesIsCutShort() async throws {
    let choices = (1...100).map(String.init).joined(separator: ", ")
    let site = try await order("{type: integer, choices: [\(choices)]}", "note: 101")
    let summary = try #require(site.content.diagnostics.first?.summary)
    #expect(summary.hasSuffix("19, 20 and 80 more, not '101'"), "\(summary)")
  }

  @Test func oneErrorInTheModelHidesNoOther() async throws {
    let model = """
      entities:
        Order:
          attributes:
            fee: {type: money, digits: 24}
            word: {type: string, pattern: '['}
            state: {type: string, choices: [open, done], default: odne}
        Payment: null
      """
    let site = try await LoadedSite(["model.yml": model])
    #expect(
      site.diagnosticLines == [
        "model.yml:4:34 invalid-integer", "model.yml:5:38 query-syntax", "model.yml:6:61 unknown-choice",
        "model.yml:7:3 unknown-key-path",
      ])
  }

  @Test(arguments: [
    ("{type: integer, min: 5, max: 3}", "model.yml:4:34 invalid-model"),
    ("{type: decimal, min: 0.5, max: 10%}", "model.yml:4:34 invalid-model"),
    ("{type: date, min: 2026-01-02, max: 2026-01-01}", "model.yml:4:31 invalid-model"),
    ("{type: string, min-length: 5, max-length: 3}", "model.yml:4:7 invalid-model"),
    ("{type: money, digits: 24}", "model.yml:4:35 invalid-integer"),
    ("{type: integer, max: 3, default: 7}", "model.yml:4:46 out-of-range"),
    ("{type: string, choices: [a, b], default: c}", "model.yml:4:54 unknown-choice"),
    ("{type: tags, choices: [a, b], default: [c]}", "model.yml:4:52 unknown-choice"),
    ("{type: string, pattern: '[a-z]+', default: A1}", "model.yml:4:56 pattern-mismatch"),
    ("{type: string, unique: true, default: x}", "model.yml:4:51 invalid-model"),
  ])
  func optionsThatContradictEachOtherAreOneError(attribute: String, diagnosticLine: String) async throws {
    let model = """
      entities:
        Order:
          attributes:
            note: \(attribute)
        Subscription: {parent: Order, folder: subscriptions}
      """.replacing("      note", with: "      note")
    let files = [
      "model.yml": model, "orders/a.md": "---\ndate: 2026-03-14\n---\n",
      "orders/b.md": "---\ndate: 2026-03-14\n---\n",
    ]
    #expect(try await LoadedSite(files).diagnosticLines == [diagnosticLine])
  }

  @Test func aChoiceThatCannotBeReadIsNoErrorOfRecords() async throws {
    let site = try await order("{type: integer, choices: [1, 2, x]}", "note: 3")
    #expect(site.diagnosticLines == ["model.yml:4:45 invalid-integer"])
  }

  @Test(arguments: [
    ("{type: string, required: true}", "note: '  '"), ("{type: text, required: true}", "note: |\n  "),
    ("{type: tags, required: true}", "note: []"), ("{type: tags, required: true}", "note: ''"),
    ("{type: string, required: true}", "note: ''"),
  ])
  func whatIsBlankIsMissing(attribute: String, line: String) async throws {
    #expect(try await order(attribute, line).diagnosticLines == ["orders/o1.md:3:7 missing-value"])
  }

  @Test func aCommentInPlaceOfARequiredTextIsOneError() async throws {
    #expect(
      try await order("{type: string, required: true}", "note: #3").diagnosticLines == [
        "orders/o1.md:3:7 unquoted-text"
      ])
  }

  /// What spreadsheets and word processors make of numbers and dates.
  @Test(arguments: [
    ("decimal", "1\u{A0}234.5", "1 234.5"), ("decimal", "1\u{202F}234.5", "1 234.5"),
    ("decimal", "\u{2212}5", "-5"),
    ("integer", "\u{2212}5", "-5"), ("money", "12.50\u{A0}USD", "12.50 USD"),
    ("date", "2026\u{2011}03\u{2011}14", "2026-03-14"),
  ])
  func typographicCharactersAreFixed(type: String, written: String, fixed: String) async throws {
    let site = try await order(type, "note: \(written)")
    let diagnostic = try #require(site.content.diagnostics.first)
    #expect(site.content.diagnostics.count == 1)
    #expect(diagnostic.fixIts.map(\.replacement) == [fixed])
    #expect(try await order(type, "note: \(fixed)").diagnosticLines == [])
  }
}
