import Diagnostics
import Records

/// Finds words of a theme that nothing uses because their names are not quite those of the built-in theme's words:
/// `unkown` leaves the built-in word for `unknown` in force.
///
/// A theme may have words of its own for its templates, and words for the names of the site's model.
struct UnusedTexts {
  private let theme: Theme
  private let model: Model

  /// Makes a check of a theme for a site's model.
  init(in theme: Theme, model: Model) {
    self.theme = theme
    self.model = model
  }

  /// A warning for each word whose name is nearly the one it is certainly meant to have.
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

  /// Whether the model has such a name, or a template prints it.
  private func isUsed(_ name: String) -> Bool {
    let isOfModel = model.entities.contains { $0.name == name || $0.hasProperty(named: name) }
    return isOfModel
      || theme.templates.values.contains { file in
        let text = String(decoding: file.bytes, as: UTF8.self)
        return text.contains("texts.\(name)") || text.contains("{{\(name)}}")
      }
  }
}
