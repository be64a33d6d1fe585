import Content
import Diagnostics
import Records

/// What changed in what governs the whole book: site.yml and the model.
enum SettingsChanges {
  /// A line for each change.
  static func lines(from old: Book, to new: Book) -> [String] {
    var lines: [String] = []
    func add(_ key: String, _ before: String?, _ after: String?) {
      if before != after { lines.append("site.yml: \(key) \(before ?? "–") → \(after ?? "–")") }
    }
    add("title", old.settings.title, new.settings.title)
    add("language", old.settings.language, new.settings.language)
    add("currency", old.settings.currency.code, new.settings.currency.code)
    add("theme", old.settings.theme, new.settings.theme)
    add("base-url", old.settings.baseURL, new.settings.baseURL)
    let before = Set(outline(old.graph.model)), after = Set(outline(new.graph.model))
    lines += outline(old.graph.model).filter { !after.contains($0) }.map { "model: − \($0)" }
    lines += outline(new.graph.model).filter { !before.contains($0) }.map { "model: + \($0)" }
    return lines
  }

  /// The model, a line for each entity, attribute and relationship.
  private static func outline(_ model: Model) -> [String] {
    model.entities.flatMap { entity in
      [entity.name]
        + entity.attributes.map { attribute in
          let words = [
            attribute.type.rawValue, attribute.isRequired ? "required" : nil,
            attribute.derived.map { "derived: \($0.text)" }, attribute.formula.map { "formula: \($0.text)" },
            attribute.defaultValue.map { "default: \($0.text)" }, attribute.isPrivate ? "private" : nil,
          ]
          return "\(entity.name).\(attribute.name.text): \(words.compactMap { $0 }.joined(separator: ", "))"
        }
        + entity.relationships.map { link in
          "\(entity.name).\(link.name): to \(model.entities[link.destination].name)\(link.isMany ? ", many" : "")"
        }
    }
  }
}
