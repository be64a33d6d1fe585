/// A text that pages show, such as a label or a title: one for every language, or one for each of several.
///
///     label: Deposit
///     label: {en: Deposit, fr: Acompte}
package struct LabelText: Sendable, Equatable {
  /// The text in a language.
  package struct Translation: Sendable, Equatable {
    /// The language's tag (BCP 47), as written.
    package let language: String
    package let text: String

    package init(language: String, text: String) {
      self.language = language
      self.text = text
    }
  }

  /// The texts as ordered in the file; empty if one text is for every language.
  package let translations: [Translation]
  /// The text in the language that was selected last, at first that of the first translation.
  package private(set) var text: String

  /// The first text, which files and columns are named by in every language.
  package var name: String { translations.first?.text ?? text }

  private init(translations: [Translation], text: String) {
    self.translations = translations
    self.text = text
  }

  /// Makes a label with one text for every language.
  package init(_ text: String) { self.init(translations: [], text: text) }

  /// Makes a label of translations; nil if there are none.
  package init?(_ translations: [Translation]) {
    guard let first = translations.first else { return nil }
    self.init(translations: translations, text: first.text)
  }

  /// The label with each of its texts replaced.
  package func map(_ transform: (String) -> String) -> LabelText {
    let texts = translations.map { Translation(language: $0.language, text: transform($0.text)) }
    return LabelText(translations: texts, text: transform(text))
  }

  /// Selects a language: its own text, or that of its main language (`fr` for `fr-CH`), or the first.
  /// - Parameter language: a tag in any case, with parts joined by `-` or `_`.
  package mutating func select(_ language: String) {
    guard !translations.isEmpty else { return }
    text = translations[nearestLanguage(to: language, among: translations.map(\.language)) ?? 0].text
  }
}
