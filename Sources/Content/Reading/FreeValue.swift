import FrontMatter

/// A value of `params`, which no model declares: a text, true or false, a list or a mapping.
package indirect enum FreeValue: Sendable, Equatable {
  /// A key with nothing after it.
  case null
  /// Any other scalar, as it is written.
  case text(String)
  /// `true` or `false` without quotes.
  case boolean(Bool)
  /// Items in the order of the file.
  case list([FreeValue])
  /// Keys in the order of the file.
  case mapping([Pair])

  /// A key of a mapping with its value.
  package struct Pair: Sendable, Equatable {
    package let key: String
    package let value: FreeValue
  }

  /// Reads a node: unquoted `true` and `false` are booleans, an empty value is null, everything else is text.
  init(_ document: FrontMatterDocument, _ node: FrontMatterNode) {
    switch node.kind {
    case .sequence: self = .list(document.items(of: node).map { FreeValue(document, $0) })
    case .mapping:
      self = .mapping(
        document.pairs(of: node).map {
          Pair(key: document.text(of: $0.key), value: FreeValue(document, $0.value))
        })
    case .plain where node.isEmpty: self = .null
    case .plain where document.isEqual(node, to: "true"): self = .boolean(true)
    case .plain where document.isEqual(node, to: "false"): self = .boolean(false)
    default: self = .text(document.text(of: node))
    }
  }
}
