import Diagnostics
import FrontMatter
import Records

extension ValueKind {
  /// The kind of value of one of docket's own keys, in site.yml, model.yml, a page or a query block.
  init(of key: String) {
    switch key {
    case "title", "label", "plural", "description", "error", "warn", "pattern": self = .free
    case "where", "having", "derived", "formula", "unless", "when", "value": self = .expression
    default: self = Self.isList(key) ? .expression : .word
    }
  }

  /// Whether a key's value is a list of expressions, which may be one text with commas.
  static func isList(_ key: String) -> Bool {
    ["sort", "group", "section", "columns", "sorts", "filters"].contains(key)
  }
}

extension Attribute {
  /// What the attribute's values may hold.
  var valueKind: ValueKind {
    guard [.string, .text, .tags].contains(type) else { return .word }
    let hasWords = !choices.contains { choice in choice.text.contains { "#[{,".contains($0) } }
    guard choices.isEmpty || !hasWords else { return .word }
    return type == .text ? .lines : .free
  }
}
