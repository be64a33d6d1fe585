import FrontMatter

extension ModelOutline {
  /// The model as a complete model.yml, which reads back to the same model.
  ///
  ///     extends: none
  ///     entities:
  ///       Customer:
  ///         folder: customers
  ///         attributes:
  ///           name: {type: string, required: true}
  ///           info: text
  package var yaml: String {
    var text = "extends: none\n"
    if !entities.isEmpty { text += "entities:\n" }
    for entity in entities {
      text += "  \(entity.name):\n"
      for option in entity.options { text += "    \(option.blockYAML)\n" }
      text += Self.yaml("attributes", entity.attributes)
      text += Self.yaml("relationships", entity.relationships)
      if !entity.rules.isEmpty { text += "    rules:\n" }
      for rule in entity.rules { text += "      - {\(rule.yaml)}\n" }
    }
    return text
  }

  private static func yaml(_ key: String, _ properties: [Property]) -> String {
    guard !properties.isEmpty else { return "" }
    return properties.reduce("    \(key):\n") { text, property in
      if let type = property.bareType { return text + "      \(property.name): \(type)\n" }
      return text + "      \(property.name): {\(property.options.yaml)}\n"
    }
  }
}

extension ModelOutline.Property {
  /// The type, if it is the only option: `info: text` is short for `{type: text}`.
  var bareType: String? {
    guard options.count == 1, let option = options.first, option.key == "type",
      case .text(let type) = option.value
    else { return nil }
    return type
  }
}

extension ModelOutline.Option {
  /// The key and its value as YAML in a flow mapping: `min: 0`.
  var yaml: String { "\(key): \(value.yaml(inFlow: true))" }

  /// The key and its value as YAML on a line of their own, where commas are not special.
  package var blockYAML: String { "\(key): \(value.yaml(inFlow: false))" }
}

extension [ModelOutline.Option] {
  /// The content of a flow mapping: `type: decimal, min: 0`.
  package var yaml: String { map(\.yaml).joined(separator: ", ") }
}

extension ModelOutline.Value {
  /// The value as YAML.
  /// - Parameter inFlow: whether it is inside braces or brackets.
  func yaml(inFlow: Bool) -> String {
    if case .text(let text) = self { return Self.scalar(text, inFlow: inFlow) }
    return flow(text: { Self.scalar($0, inFlow: true) }, options: \.yaml)
  }

  /// The value in a notation with braces and brackets, which JSON shares with YAML.
  func flow(text: (String) -> String, options: ([ModelOutline.Option]) -> String) -> String {
    switch self {
    case .flag(let flag): flag ? "true" : "false"
    case .count(let count): String(count)
    case .text(let own): text(own)
    case .texts(let texts): "[" + texts.map(text).joined(separator: ", ") + "]"
    case .options(let own): "{" + options(own) + "}"
    case .list(let items): "[" + items.map { "{" + options($0) + "}" }.joined(separator: ", ") + "]"
    }
  }

  /// A text, quoted unless every YAML parser reads it as the same text.
  ///
  /// The rule is stricter than that of plain scalars (https://yaml.org/spec/1.2.2/#733-plain-style): no
  /// special characters are allowed anywhere.
  private static func scalar(_ text: String, inFlow: Bool) -> String {
    guard let first = text.unicodeScalars.first, let last = text.unicodeScalars.last,
      first.properties.isAlphabetic || ("0"..."9").contains(first) || first == "_" || first == "(",
      last != " ", text != "null",
      text.unicodeScalars.allSatisfy({ isPlain($0) || $0 == "," && !inFlow })
    else { return quoted(text) }
    return text
  }

  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case " ", "!", "$", "%", "'", "(", ")", "*", "+", "-", ".", "/", "0"..."9", ";", "<", "=", ">", "@", "_":
      true
    default: scalar.properties.isAlphabetic
    }
  }
}
