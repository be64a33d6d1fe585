import Diagnostics

/// What stands in braces without a `:`: the rest of a text that YAML parts at its comma, or a key whose `:` is missing.
///
///     {text: strings, bows}     'bows', torn from 'text'
///     {price 5}                 'price 5', torn from nothing
///
/// YAML reads each as a key with no value, so that the words would be lost in silence.
package struct TornEntry: Sendable {
  /// The key and value in front of the first one; nil where the braces begin with it.
  package let before: (key: YAMLNode, value: YAMLNode)?
  /// What has no `:`, in the order of the file; at least one.
  package fileprivate(set) var keys: [YAMLNode]

  /// Whether a key is one of those without `:`, or the one in front.
  package func holds(_ key: YAMLNode) -> Bool {
    before?.key.index == key.index || keys.contains { $0.index == key.index }
  }
}

extension YAMLDocument {
  /// The entries of a mapping in braces that have no `:`, those in a row as one; none for other nodes.
  /// - Parameter known: the keys that may stand there; what one of them begins is torn from nothing. Asked for only
  ///   where there is such an entry.
  /// - Complexity: O(*n*) in the keys; O(1) where the text could be read without libyaml, for then there is none.
  package func tornEntries(
    of mapping: YAMLNode?, known: @autoclosure () -> [String] = []
  ) -> [TornEntry] {
    guard !isPlain, let mapping, mapping.isFlow else { return [] }
    var entries: [TornEntry] = []
    var last: (key: YAMLNode, value: YAMLNode)?
    var isTorn = false
    for pair in pairs(of: mapping) {
      if !isLone(pair.key, pair.value) {
        last = pair
        isTorn = false
      } else {
        if nameAndRest(of: pair.key, known: known()) != nil {
          last = nil
          isTorn = false
        }
        if !isTorn { entries.append(TornEntry(before: last, keys: [])) }
        entries[entries.count - 1].keys.append(pair.key)
        isTorn = true
      }
    }
    return entries
  }

  /// The text that a comma tore apart, from the first value on; nil where what is in front is no unquoted text.
  package func wholeText(of entry: TornEntry) -> SourceRange? {
    guard let value = entry.before?.value, value.kind == .plain, !value.isEmpty, let last = entry.keys.last,
      entry.keys.allSatisfy({ $0.kind == .plain })
    else { return nil }
    let bytes = value.bytes.lowerBound..<last.bytes.upperBound
    return file.bytes[bytes].contains(where: isLineBreak) ? nil : file[bytes]
  }

  /// Says that a text with a comma needs quotes.
  package func tornText(_ whole: SourceRange, isExpression: Bool) -> Diagnostic {
    needsQuotes("in { } \(isExpression ? "an expression" : "text") with a comma", whole)
  }

  /// Says that something in braces has no `:`, the nearest fix where a key begins it.
  /// - Parameters:
  ///   - key: what has none.
  ///   - known: the keys that may stand there.
  ///   - isCertain: whether a `:` behind the first word mends it.
  package func missingColon(_ key: YAMLNode, known: [String], isCertain: Bool) -> Diagnostic {
    let place = range(of: key)
    guard let (name, rest) = nameAndRest(of: key, known: known) else {
      return Diagnostic(
        .yamlSyntax, at: place,
        "'\(text(of: key))' has no ': '; in { } a comma begins a new key, and text that holds one needs quotes"
      )
    }
    if file.bytes[name.upperBound] == UInt8(ascii: ":"), let loose = looseColon(at: name.lowerBound, in: file)
    {
      return loose
    }
    return Diagnostic(
      .yamlSyntax, at: place, "': ' is missing behind '\(file.text(name))'",
      fixIts: isCertain ? [.init(replacing: file[name.upperBound..<rest.lowerBound], with: ": ")] : [])
  }

  /// A known key that begins an entry, and what stands behind it: `price 5`, `price:5`.
  package func nameAndRest(of key: YAMLNode, known: [String]) -> (name: Range<Int>, rest: Range<Int>)? {
    guard key.kind == .plain, !key.isCopied,
      let end = file.bytes[key.bytes].firstIndex(where: { isBlank($0) || $0 == UInt8(ascii: ":") }),
      known.contains(file.text(key.bytes.lowerBound..<end)),
      let rest = file.bytes[end..<key.bytes.upperBound].firstIndex(where: { !isBlank($0) })
    else { return nil }
    return (key.bytes.lowerBound..<end, rest..<key.bytes.upperBound)
  }

  /// Whether a key in braces has neither `:` nor value.
  func isLone(_ key: YAMLNode, _ value: YAMLNode) -> Bool {
    guard key.isFlow, value.isEmpty else { return false }
    var isComment = false
    for byte in file.bytes[key.bytes.upperBound..<max(key.bytes.upperBound, value.bytes.lowerBound)] {
      if isLineBreak(byte) { isComment = false }
      if byte == UInt8(ascii: "#") { isComment = true }
      if byte == UInt8(ascii: ":"), !isComment { return false }
    }
    return true
  }
}
