import Diagnostics
import FrontMatter
import Records

/// What pages in another language than the site's say instead of site.yml's own texts.
///
///     languages: {fr: {title: Atelier Exemple, params: {terms: Payable sous 30 jours}}}
package struct LanguageSettings: Sendable {
  /// The language's tag (BCP 47), with its place.
  let language: SourceText
  /// The title; nil for the site's.
  let title: String?
  /// The params that differ from the site's.
  package let params: [FreeValue.Pair]
  /// Where the value of each of these is written.
  let paramRanges: [String: SourceRange]

  /// Reads `languages` of site.yml.
  static func read(from reader: inout MappingReader) -> [LanguageSettings] {
    guard var languages = reader.mapping("languages") else { return [] }
    defer { reader.merge(languages) }
    return languages.pairs.map { key, value in
      var settings = MappingReader(
        reader.document, value, keys: ["title", "params"], in: "a language in 'languages'")
      defer { languages.merge(settings) }
      return LanguageSettings(
        language: languages.languageTag(key), title: settings.text("title")?.text,
        params: settings.params("params"), paramRanges: settings.ranges(ofValuesIn: "params"))
    }
  }
}

extension Book {
  /// The book with the texts of another language: labels, titles and params.
  /// - Parameters:
  ///   - language: its tag (BCP 47) in any case.
  ///   - range: the place that asks for the language.
  package func inLanguage(_ language: String, at range: SourceRange) -> Book {
    var book = self
    book.settings = settings.inLanguage(language, at: range)
    book.graph.model.selectLanguage(language)
    for index in book.pages.indices { book.pages[index].selectLanguage(language) }
    return book
  }

  /// The book in the language that `--language` names; nil for that of site.yml.
  package func inLanguage(ofOption language: String?) -> Book {
    language.map { inLanguage($0, at: SourceFile(path: "--language", text: $0).range) } ?? self
  }

  /// The book with translations in the place of texts. Only documents show it: what is computed, found or exported is
  /// of the texts themselves, in any language.
  package func translated(to language: String) -> Book {
    var book = self
    book.graph.translate(to: language)
    return book
  }
}

extension SiteSettings {
  /// The settings of a site in another language.
  /// - Parameters:
  ///   - language: its tag in any case, with parts joined by `-` or `_`. What `languages` says of it holds, or else of
  ///     its main language: of `fr` for `fr-CH`.
  ///   - range: the place that asks for the language.
  fileprivate func inLanguage(_ language: String, at range: SourceRange) -> SiteSettings {
    var settings = self
    (settings.language, settings.languageRange) = (language, range)
    guard
      let index = nearestLanguage(to: language, among: languages.map(\.language.text)),
      case let own = languages[index]
    else { return settings }
    (settings.title, settings.hasTitle) = (own.title ?? title, own.title != nil || hasTitle)
    let keys = Set(own.params.map(\.key))
    settings.params = params.filter { !keys.contains($0.key) } + own.params
    settings.paramRanges.merge(own.paramRanges) { $1 }
    return settings
  }
}
