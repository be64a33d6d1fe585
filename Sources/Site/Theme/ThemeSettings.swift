import Content
import Diagnostics
import YAML

/// What a theme's theme.yml says.
struct ThemeSettings {
  /// The theme that is asked for what this one lacks, and where it is named.
  var parent: (name: String, range: SourceRange)?
  /// The theme's words by language, then by name.
  var texts: [String: [String: String]] = [:]
  /// The mistakes.
  var diagnostics: [Diagnostic] = []

  /// Reads theme.yml.
  static func read(_ file: SourceFile) -> ThemeSettings {
    var settings = ThemeSettings()
    var document = YAMLDocument()
    settings.diagnostics = document.parse(file, 0..<file.bytes.count)
    guard settings.diagnostics.isEmpty else { return settings }
    var reader = MappingReader(document, document.root, keys: ["parent", "texts"], in: "theme.yml")
    if let parent = reader.text("parent") { settings.parent = (parent.text, parent.range) }
    if let texts = reader.mapping("texts", keys: nil, in: "'texts'") {
      for (language, words) in texts.pairs {
        var list = MappingReader(document, words, keys: nil, in: "a language of 'texts'")
        for (key, value) in list.pairs {
          guard let text = list.text(value, of: document.text(of: key)) else { continue }
          settings.texts[document.text(of: language), default: [:]][document.text(of: key)] = text.text
        }
        reader.join(list)
      }
      reader.join(texts)
    }
    settings.diagnostics += reader.diagnostics
    return settings
  }
}
