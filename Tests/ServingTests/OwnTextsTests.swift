import Foundation
import TestSupport
import Testing

/// The server's own pages in the language of the site.
struct OwnTextsTests {
  private static let sources = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Sources/Serving")

  /// The texts of each language by what they are in English.
  private static func languages(_ name: String = "texts") throws -> [String: [String: String]] {
    let folder = sources.appending(path: "Assets/\(name)").path
    let names = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".yml") }
    return try Dictionary(
      uniqueKeysWithValues: names.map { name in
        let lines = try String(contentsOfFile: folder + "/" + name, encoding: .utf8).split(separator: "\n")
        let pairs = try lines.map { line in
          let match = try #require(line.wholeMatch(of: /"([^"]+)": "([^"]+)"/), "\(name): \(line)")
          return (String(match.1), String(match.2))
        }
        return (String(name.dropLast(4)), Dictionary(uniqueKeysWithValues: pairs))
      })
  }

  private static func places(in text: String) -> Set<Substring> {
    Set(text.matches(of: /\{\d\}/).map(\.output))
  }

  @Test func everyLanguageHasTheSameTextsWithTheSameParts() throws {
    let languages = try Self.languages()
    #expect(languages.keys.sorted() == ["de", "es", "fr", "it", "ja", "nl", "pl", "pt", "ru"])
    let german = try #require(languages["de"])
    for (language, texts) in languages {
      #expect(Set(texts.keys).symmetricDifference(german.keys) == [], "\(language)")
      for (english, text) in texts {
        #expect(Self.places(in: english) == Self.places(in: text), "\(language): \(text)")
      }
    }
  }

  @Test func theTextsAreThoseThatTheServerSays() throws {
    let texts = try #require(Self.languages()["de"])
    let paths = try FileManager.default.subpathsOfDirectory(atPath: Self.sources.path)
      .filter { $0.hasSuffix(".swift") || $0.hasSuffix(".js") }
    // A long text stands on two lines.
    let code = try paths.map { try String(contentsOf: Self.sources.appending(path: $0), encoding: .utf8) }
      .joined().replacing(/"\s*\+ "/, with: "")
    let said = code.matches(of: /(?:\blocalized(?:\(|:)|\bt\()\s*"([^"\\]+)"/).map { String($0.1) }
    #expect(said.count > 100)
    for english in said { #expect(texts[english] != nil, "'\(english)' has no translation") }
    // The kinds of changes and diagnostics are asked for by their names.
    let named: Set = ["inserted", "deleted", "renamed", "updated", "error", "warning"]
    let counted: Set = ["{0} error", "{0} errors", "{0} warning", "{0} warnings"]
    for english in texts.keys where !named.contains(english) && !counted.contains(english) {
      #expect(code.contains("\"\(english)\""), "nothing says '\(english)'")
    }
  }

  @Test func everyLanguageHasTheSameMessages() throws {
    let languages = try Self.languages("messages")
    #expect(try languages.keys.sorted() == Self.languages().keys.sorted())
    let german = try #require(languages["de"])
    for (language, texts) in languages {
      #expect(Set(texts.keys).symmetricDifference(german.keys) == [], "\(language)")
      for (english, text) in texts {
        #expect(Self.places(in: english).isSuperset(of: Self.places(in: text)), "\(language): \(text)")
      }
    }
  }

  /// Each is of something that `docket check` says of the fixtures, or of a lint.
  @Test func theMessagesAreThoseThatDiagnosticsSay() throws {
    let folder = Repository.root.appending(path: "Tests/CommandTests/Fixtures/Invalid").path
    let printed = try FileManager.default.subpathsOfDirectory(atPath: folder)
      .filter { $0.hasSuffix("expected.txt") }
      .map { try String(contentsOfFile: folder + "/" + $0, encoding: .utf8) }.joined()
    let lints = try String(
      contentsOf: Repository.root.appending(path: "Sources/Content/Check/Lint.swift"), encoding: .utf8
    ).replacing(/"\s*\+ "/, with: "")
    var said = printed.matches(
      of: /(?m)^\S.*?:\d+: (?:error|warning|note): (.*?)(?: \[[a-z0-9-]+\])?$/
    ).map(\.1)
    said += lints.matches(of: /summary:\s*"([^"]+)"/).map(\.1)
    #expect(said.count > 500)
    // What the server says itself, too.
    let own = try Self.languages().values.flatMap(\.keys)
    said += own.map { $0.replacing(/\{\d\}/, with: "x")[...] }
    // Only an edit says this, as ClosedPeriodTests show.
    said.append(
      "order feb belongs to 2025-Q1, which is closed, and cannot be compared with what it was until another error "
        + "is corrected")
    // A suggestion is a sentence of its own.
    said += said.flatMap { line in
      line.ranges(of: "; ").last.map { [line[..<$0.lowerBound], line[$0.upperBound...]] } ?? []
    }
    for english in try #require(Self.languages("messages")["de"]).keys {
      let literals = english.split(separator: /\{\d\}/, omittingEmptySubsequences: false)
      let pattern = try Regex(
        literals.map { NSRegularExpression.escapedPattern(for: String($0)) }.joined(separator: ".+"))
      #expect(said.contains { $0.wholeMatch(of: pattern) != nil }, "nothing says '\(english)'")
    }
  }

  /// The labels of keys are those of the form.
  @Test(arguments: [
    ("en", "'Date' is a date such as 2026-03-14, not 'x'", "unknown customer 'anm'; did you mean 'ann'?"),
    ("de", "'Datum' ist ein Datum wie 2026-03-14, nicht 'x'", "'anm' ist nicht bekannt; meinten Sie 'ann'?"),
    (
      "fr", "'Date' est une date comme 2026-03-14, pas 'x'",
      "'anm' n’est pas connu; vouliez-vous dire 'ann'\u{a0}?"
    ),
    ("ja", "'日付' は 2026-03-14 のような日付です。'x' は日付ではありません", "'anm' は見つかりません; 'ann' のことですか?"),
  ])
  func mistakesAreToldInTheLanguageOfTheSite(language: String, date: String, customer: String) async throws {
    let site = try await ServedSite(
      "--edit",
      adding: [
        "Content/site.yml": "title: Shed\nlanguage: \(language)\n",
        "Content/orders/2026/o2.md": ServedSite.order("2026-02-20", "bob", "paidOn: 2026-02-01\n", "5.00"),
      ])
    let refused = try await send(site, "/-/edit/Order/o1", ["v.date": "x", "v.customer": "anm"]).body
    for (field, message) in [("date", date), ("customer", customer)] {
      let escaped = message.replacing("'", with: "&#39;")
      #expect(refused.contains("id=\"v.\(field).why\">\(escaped)</p>"), "\(refused)")
    }
    let problems = try await site.ask("/-/problems").body
    #expect(problems.contains("the order was paid on 2026-02-01") == (language == "en"), "\(problems)")
    #expect(problems.contains("bezahlt am 2026-02-01, vor dem Datum 2026-02-20") == (language == "de"))
  }

  @Test(arguments: [
    ("de-AT", "de", "Speichern", "Kunde"), ("ja", "ja", "保存", "顧客"),
    ("pt-BR", "pt", "Salvar", "Cliente"), ("sv", "en", "Save", "Customer"),
  ]) func pagesFollowTheLanguageOfTheSite(
    language: String, tag: String, save: String, customer: String
  ) async throws {
    let site = try await ServedSite(
      "--edit", adding: ["Content/site.yml": "title: Shed\nlanguage: \(language)\n"])
    let form = try await site.ask("/-/edit/Order/o1").body
    #expect(form.contains("<html lang=\"\(tag)\">") && form.contains(">\(save)</button>"))
    #expect(form.contains("<label for=\"v.customer\">\(customer)</label>"))
    let page = try await site.ask("/orders/2026/o1.html").body
    #expect(page.contains("data-texts=") == (tag != "en"))
    let missing = try await site.ask("/orders/2026/o9.html")
    #expect(missing.status == 404 && missing.body.contains("<html lang=\"\(tag)\">"))
  }
}
