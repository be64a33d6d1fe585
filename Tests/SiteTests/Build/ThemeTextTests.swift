import Diagnostics
import TestSupport
import Testing

/// The words and sentences in a theme's theme.yml.
struct ThemeTextTests {
  @Test func aTextWithNearlyTheRightNameIsAWarning() async throws {
    let site = try await SiteFixture(
      [
        "Content/model.yml": "entities: {Order: {attributes: {paidIn: string, noted: string}}}\n",
        // Printed, of the model, unlike any name, and right.
        "Themes/own/page.mustache": "{{site.texts.totals}}{{#site.texts}}{{notes}}{{/site.texts}}",
        "Themes/own/theme.yml":
          "parent: default\ntexts:\n  en: {unkown: '?', totals: T, notes: N, paidIn: P, thanks: Y, none: '-'}\n"
          + "  DE: {unkown: '?', 'unknown': '?'}\n",
      ], theme: "own")
    #expect(
      site.diagnosticLines == [
        "Themes/own/theme.yml:3: nothing uses the text 'unkown'; did you mean 'unknown'? [unknown-key]",
        "Themes/own/theme.yml:4: nothing uses the text 'unkown'; did you mean 'unknown'? [unknown-key]",
      ])
    #expect(!site.diagnostics.hasErrors)
  }

  /// The words for the choices of a model's own states.
  @Test func theWordsOfStatesAreUsed() async throws {
    let site = try await SiteFixture(
      [
        "Content/model.yml":
          "entities: {Order: {attributes: {status: {type: string, choices: [late, in work, sent]}}}}\n",
        "Themes/own/theme.yml":
          "parent: default\ntexts: {en: {stateLate: L, stateInWork: W, stateSent: S, stateDeu: D}}\n",
      ], theme: "own")
    #expect(
      site.diagnosticLines == [
        "Themes/own/theme.yml:2: nothing uses the text 'stateDeu'; did you mean 'stateDue'? [unknown-key]"
      ])
  }

  /// The names of the built-in model and of steps of time have words in other languages than English only.
  @Test func theWordsOfEveryLanguageAreUsed() async throws {
    let site = try await SiteFixture(
      [
        "Themes/own/theme.yml":
          "parent: default\ntexts: {de: {customers: Kundschaft, quarter: Vierteljahr, custmers: Kunden}}\n"
      ], theme: "own")
    #expect(
      site.diagnosticLines == [
        "Themes/own/theme.yml:2: nothing uses the text 'custmers'; did you mean 'customers'? [unknown-key]"
      ])
  }

  /// German pages would have the English word.
  @Test func aTextWithNearlyTheNameOfAnotherLanguageIsAWarning() async throws {
    let site = try await SiteFixture(
      [
        "Content/site.yml": "language: de\n",
        "Themes/own/page.mustache": "{{site.texts.thanks}} {{site.texts.greet}} {{site.texts.greets}}",
        "Themes/own/theme.yml": """
        parent: default
        texts:
          en: {thanks: Thanks, greet: Hello, greets: Bye}
          de: {thankz: Danke, greet: Hallo}
          fr: {thanks: Merci}
        """,
      ], theme: "own")
    #expect(
      site.diagnosticLines == [
        "Themes/own/theme.yml:4: nothing uses the text 'thankz'; did you mean 'thanks'? [unknown-key]"
      ])
  }

  @Test(arguments: [
    ("de", "de or en"), ("en", "en"), ("en-GB", "en-gb or en"), ("de-AT", "de-at or de or en"),
  ])
  func aTextOfAnotherLanguageAloneIsNamedAsSuch(language: String, read: String) async throws {
    let site = try await SiteFixture(
      [
        "Content/site.yml": "language: \(language)\n",
        "Themes/own/page.mustache": "{{site.texts.thanks}}{{#site.texts}}{{thanks}}{{/site.texts}}",
        "Themes/own/theme.yml": "parent: default\ntexts: {fr: {thanks: Merci}}\n",
      ], theme: "own")
    let tag = language.lowercased()
    let line =
      "Themes/own/page.mustache:1: the text 'thanks' is only in fr; a site in \(tag) takes it from \(read) [unknown-name]"
    #expect(site.diagnosticLines == [line, line])
  }

  /// The figure would be lost, and the placeholder printed.
  @Test func aPlaceholderThatNothingFillsIsAWarning() async throws {
    let site = try await SiteFixture(
      [
        "Themes/own/theme.yml": """
        parent: default
        texts:
          en:
            overdueBy: "{1} days late {x}"
            quarterOf: "{1}, quarter {0}"
            none: "{0}"
            dueIn: Soon
            slogan: "{7}"
        """
      ], theme: "own")
    #expect(
      site.diagnosticLines == [
        "Themes/own/theme.yml:4: nothing is inserted for {1}; 'overdueBy' has only {0} [unknown-name]",
        "Themes/own/theme.yml:6: nothing is inserted for {0}; 'none' has no placeholders [unknown-name]",
      ])
  }

  /// As everywhere, a key without a value is the same as no key.
  @Test func aTextWithoutAValueIsThatOfTheParent() async throws {
    let site = try await SiteFixture(
      [
        "Themes/own/home.mustache":
          "{{<layout}}{{$main}}<main>{{site.texts.total}}</main>{{/main}}{{/layout}}",
        "Themes/own/theme.yml": "parent: default\ntexts:\n  en:\n    total:\n",
      ], theme: "own")
    #expect(try await site.write().page("index.html").all("main").map(\.text).last == "Total")
  }
}
