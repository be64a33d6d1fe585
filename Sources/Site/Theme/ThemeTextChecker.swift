import Diagnostics
import Records

/// Checks the texts of a site's own themes: the words and sentences in theme.yml.
struct ThemeTextChecker {
  let theme: Theme
  /// The site's model.
  let model: Model

  /// The warnings for names that are certainly misspelled, and for placeholders that nothing fills.
  ///
  /// With `unkown`, the built-in word for `unknown` stays in effect; so does English, if only one language has a
  /// misspelled name. A theme may have its own texts for its templates, and texts for names in the site's model.
  /// - Complexity: O(*n*) in the bytes of the templates, for each text of an unknown name.
  var warnings: [Diagnostic] {
    theme.ownTexts.compactMap { text in
      guard let builtIn = theme.builtInTexts[text.name] else { return misspelling(of: text) }
      let known = Self.placeholders(in: builtIn)
      return Self.placeholders(in: text.value.text).first { !known.contains($0) }.map { wrong in
        let expected = known.isEmpty ? "no placeholders" : "only \(known.joined(separator: ", "))"
        return Diagnostic(
          .unknownName, .warning, at: text.value.range,
          "nothing is inserted for \(wrong); '\(text.name)' has \(expected)")
      }
    }
  }

  private func misspelling(of text: ThemeText) -> Diagnostic? {
    let names = Set(theme.builtInTexts.keys).union(namesElsewhere(than: text))
    guard let suggested = nearestName(to: text.name, among: names), !isUsed(text.name) else { return nil }
    return Diagnostic(
      .unknownKey, .warning, at: text.nameRange,
      "nothing uses the text '\(text.name)'\(suggestion(suggested))")
  }

  /// The names that the site's own texts have in other languages, and not in that of a text whose name is in
  /// none of these.
  private func namesElsewhere(than text: ThemeText) -> Set<String> {
    let others = Set(theme.ownTexts.filter { $0.language != text.language }.map(\.name))
    guard !others.contains(text.name) else { return [] }
    return others.subtracting(theme.ownTexts.filter { $0.language == text.language }.map(\.name))
  }

  /// The placeholders of a text, such as `{0}`, in the order of their numbers.
  private static func placeholders(in text: String) -> [String] {
    Set(text.matches(of: /\{[0-9]\}/).map { String($0.output) }).sorted()
  }

  /// The name of the text for a state: `stateInWork` for `in work`.
  private func stateName(_ state: String) -> String {
    "state" + state.split(separator: " ").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }

  /// Whether the model has the name, or a template prints it.
  private func isUsed(_ name: String) -> Bool {
    let isOfModel = model.entities.contains { entity in
      entity.name == name || entity.hasProperty(named: name)
        || entity.attributes.contains { $0.isState && $0.choices.contains { stateName($0.text) == name } }
    }
    return isOfModel
      || theme.templates.values.contains { $0.mentions("texts.\(name)") || $0.mentions("{{\(name)}}") }
  }
}
