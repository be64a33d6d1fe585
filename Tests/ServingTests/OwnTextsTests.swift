import Foundation
import Testing

/// The server's own pages in the language of the site.
struct OwnTextsTests {
  private static let sources = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Sources/Serving")

  /// The texts of each language by what they are in English.
  private static func languages() throws -> [String: [String: String]] {
    let folder = sources.appending(path: "Assets/texts").path
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
