import Diagnostics

extension ModelOutline {
  /// The model as JSON (RFC 8259) with the structure of the YAML, one attribute or relationship per line. As
  /// JSON is also YAML, the text is a valid model.yml.
  package var json: String {
    let entities = entities.map { Self.member($0.name, $0.json) }
    return "{\n  \"extends\": \"none\",\n  \"entities\": {" + Self.lines(entities, indent: "  ") + "}\n}\n"
  }

  /// A key with a value that is already JSON.
  fileprivate static func member(_ key: String, _ value: String) -> String { "\(jsonText(key)): \(value)" }

  /// The content of an object or array with each element on its own lines.
  fileprivate static func lines(_ elements: [String], indent: String) -> String {
    guard !elements.isEmpty else { return "" }
    return "\n\(indent)  " + elements.joined(separator: ",\n\(indent)  ") + "\n\(indent)"
  }
}

extension ModelOutline.Entity {
  fileprivate var json: String {
    var members = options.map(\.json)
    for (key, properties) in [("attributes", attributes), ("relationships", relationships)]
    where !properties.isEmpty {
      let lines = properties.map { ModelOutline.member($0.name, "{\($0.options.json)}") }
      members.append(ModelOutline.member(key, "{" + ModelOutline.lines(lines, indent: "      ") + "}"))
    }
    if !rules.isEmpty {
      let lines = rules.map { "{\($0.json)}" }
      members.append(ModelOutline.member("rules", "[" + ModelOutline.lines(lines, indent: "      ") + "]"))
    }
    return "{" + ModelOutline.lines(members, indent: "    ") + "}"
  }
}

extension ModelOutline.Option {
  fileprivate var json: String { ModelOutline.member(key, value.json) }
}

extension [ModelOutline.Option] {
  fileprivate var json: String { map(\.json).joined(separator: ", ") }
}

extension ModelOutline.Value {
  fileprivate var json: String { flow(text: jsonText, options: \.json) }
}
