import Content
import Diagnostics
import FrontMatter
import Records

/// A text of a theme: a word or a sentence in one language.
struct ThemeText {
  /// The language in lower case.
  let language: String
  let name: String
  /// The place of the name.
  let nameRange: SourceRange
  let value: SourceText
}

/// The settings in a theme's theme.yml.
struct ThemeSettings {
  /// The parent theme, and the place that names it.
  var parent: (name: String, range: SourceRange)?
  /// The theme's words by language in lower case, then by name.
  var texts: [String: [String: String]] = [:]
  /// The texts with their places, in the order of the file.
  var places: [ThemeText] = []
  /// Whether an error hides the parent.
  var hidesParent = false
  /// Whether an error hides words, possibly of the parent.
  var hidesTexts = false
  /// The errors.
  var diagnostics: [Diagnostic] = []

  /// Reads theme.yml.
  /// - Parameter notesPlaces: whether to record the places of the texts.
  static func read(_ file: SourceFile, notesPlaces: Bool) -> ThemeSettings {
    var settings = ThemeSettings()
    var document = FrontMatterDocument()
    settings.diagnostics = document.read(file, 0..<file.bytes.count)
    guard settings.diagnostics.isEmpty else {
      settings.hidesParent = true
      settings.hidesTexts = true
      return settings
    }
    var reader = MappingReader(document, document.root, keys: ["parent", "texts"], in: "theme.yml")
    if let parent = reader.text("parent") { settings.parent = (parent.text, parent.range) }
    if let texts = reader.mapping("texts") {
      for (language, words) in texts.pairs {
        let tag = normalizedLanguage(reader.languageTag(language).text)
        var list = MappingReader(document, words, keys: nil, in: "a language of 'texts'")
        for (key, value) in list.pairs {
          let name = document.text(of: key)
          // As everywhere, a key without a value is the same as no key.
          guard !value.isEmpty, let text = list.text(value, of: name) else { continue }
          settings.texts[tag, default: [:]][name] = text.text
          guard notesPlaces else { continue }
          settings.places.append(
            ThemeText(language: tag, name: name, nameRange: document.range(of: key), value: text))
        }
        reader.merge(list)
      }
      reader.merge(texts)
    }
    settings.diagnostics += reader.diagnostics
    // A list or a text instead of a mapping hides all keys.
    settings.hidesParent =
      reader.node == nil && !reader.diagnostics.isEmpty
      || settings.isMisspelt("parent") || (reader.value("parent") != nil && settings.parent == nil)
    settings.hidesTexts =
      settings.hidesParent || settings.isMisspelt("texts")
      || settings.diagnostics.contains { $0.severity == .error && $0.id != .unknownKey }
    return settings
  }

  /// Whether an unknown key may be a misspelling of a key.
  private func isMisspelt(_ key: String) -> Bool {
    diagnostics.contains { $0.id == .unknownKey && nearestName(to: $0.range.text, among: [key]) != nil }
  }
}
