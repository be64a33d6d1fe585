import Diagnostics

extension ModelOutline {
  /// The model for readers, in the words of model.yml. A sign before a line shows a change by model.yml.
  ///
  ///       Payment
  ///           inside: Order.payments
  ///         attributes
  ///           date  date, required
  ///     +     bank  string, max-length: 34
  ///         relationships
  ///           order to one Order, inverse: payments
  package var text: String {
    var text = headline + "\n"
    if isChanged, !isOwn { text += "Lines with + are added by model.yml, with ~ changed, with - removed.\n" }
    for entity in entities {
      text += "\n" + line(entity.origin, 0, entity.name)
      for option in entity.options { text += line(entity.origin(of: option), 4, option.blockYAML) }
      if !entity.inherited.isEmpty {
        text += line(.builtIn, 4, "inherits " + entity.inherited.joined(separator: ", "))
      }
      text += lines("attributes", entity.attributes) { $0.options.inWords }
      text += lines("relationships", entity.relationships) { $0.options.inWords }
      if !entity.rules.isEmpty { text += line(.builtIn, 2, "rules") }
      for rule in entity.rules { text += line(entity.origin(of: rule), 4, rule.yaml) }
      for name in entity.removed { text += "-     \(name)\n" }
    }
    if !removed.isEmpty { text += "\n" }
    for name in removed { text += "- \(name)\n" }
    return text
  }

  /// The model as lines for comparison with another model, one declaration each: `Order.due: date`.
  package var lines: [String] {
    var lines: [String] = []
    for entity in entities {
      lines.append(entity.name)
      for option in entity.options { lines.append("\(entity.name): \(option.blockYAML)") }
      for property in entity.attributes + entity.relationships {
        lines.append("\(entity.name).\(property.name): \(property.options.inWords)")
      }
      for rule in entity.rules { lines.append("\(entity.name): \(rule.yaml)") }
    }
    return lines
  }

  private var headline: String {
    let count = counted(entities.count, "entity", "entities")
    let name =
      isOwn
      ? "A model of the site's own"
      : "The built-in model 'orders', version 1" + (isChanged ? ", as model.yml changes it" : "")
    return "\(name): \(count), amounts in \(currency)"
  }

  private func lines(_ heading: String, _ properties: [Property], words: (Property) -> String) -> String {
    guard !properties.isEmpty else { return "" }
    let width = properties.reduce(0) { max($0, displayWidth(of: $1.name)) }
    return properties.reduce(line(.builtIn, 2, heading)) { text, property in
      let gap = String(repeating: " ", count: width - displayWidth(of: property.name) + 2)
      return text + line(property.origin, 4, property.name + gap + words(property))
    }
  }

  private func line(_ origin: Origin, _ indent: Int, _ text: String) -> String {
    let sign =
      switch origin {
      case .added where !isOwn: "+ "
      case .changed: "~ "
      case .builtIn, .added: "  "
      }
    return sign + String(repeating: " ", count: indent) + text + "\n"
  }
}

extension [ModelOutline.Option] {
  /// The options of a property in words: `decimal, min: 0`, `to many Order, inverse: customer`.
  fileprivate var inWords: String {
    let isMany = contains { $0.key == "many" }
    return compactMap { option in
      switch (option.key, option.value) {
      case ("type", .text(let type)): type
      case ("to", .text(let entity)): (isMany ? "to many " : "to one ") + entity
      case ("many", _): nil
      case (_, .flag(true)): option.key
      default: option.yaml
      }
    }.joined(separator: ", ")
  }
}
