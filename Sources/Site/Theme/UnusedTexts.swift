import Diagnostics
import Records

/// Finds words of a theme that are unused because of a misspelled name: with `unkown`, the built-in word for
/// `unknown` stays in effect.
///
/// A theme may have its own words for its templates, and words for names in the site's model.
struct UnusedTexts {
  private let theme: Theme
  private let model: Model

  /// Makes a check of a theme for a site's model.
  init(in theme: Theme, model: Model) {
    self.theme = theme
    self.model = model
  }

  /// The warnings for words whose names are certainly misspelled.
  /// - Complexity: O(*n*) in the bytes of the templates, for each word of an unknown name.
  var warnings: [Diagnostic] {
    theme.ownTexts.compactMap { name, range in
      guard !theme.builtInTexts.contains(name),
        let suggested = nearestName(to: name, among: theme.builtInTexts),
        !isUsed(name)
      else { return nil }
      return Diagnostic(
        .unknownKey, .warning, at: range, "nothing uses the text '\(name)'\(suggestion(suggested))")
    }
  }

  /// Whether the model has the name, or a template prints it.
  private func isUsed(_ name: String) -> Bool {
    let isOfModel = model.entities.contains { $0.name == name || $0.hasProperty(named: name) }
    return isOfModel
      || theme.templates.values.contains { $0.mentions("texts.\(name)") || $0.mentions("{{\(name)}}") }
  }
}
