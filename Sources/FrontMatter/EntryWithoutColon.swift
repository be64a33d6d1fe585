import Diagnostics

/// An entry in braces without a `:`: the rest of a text that YAML splits at its comma, or a key whose `:` is missing.
///
///     {text: strings, bows}     'bows', part of 'text'
///     {price 5}                 'price 5', part of nothing
///
/// YAML reads each as a key with no value, so that the words would be lost silently.
package struct EntryWithoutColon: Sendable {
  /// The key and value before the first one; nil if the braces begin with it.
  package let before: (key: FrontMatterNode, value: FrontMatterNode)?
  /// What has no `:`, in the order of the file; at least one.
  package fileprivate(set) var keys: [FrontMatterNode]

  /// The key in front and those without `:`.
  package var allKeys: [FrontMatterNode] { (before.map { [$0.key] } ?? []) + keys }
}

extension FrontMatterDocument {
  /// The entries of a mapping in braces that have no `:`, those in a row as one; none for other nodes.
  /// - Parameter known: the keys that may be there; an entry that begins with one of them is not part of a text.
  ///   Used only if there is such an entry.
  /// - Complexity: O(*n*) in the keys; O(1) where none is anywhere in the text.
  package func entriesWithoutColon(
    of mapping: FrontMatterNode?, known: @autoclosure () -> [String] = []
  ) -> [EntryWithoutColon] {
    guard storage.hasEntryWithoutColon, let mapping, mapping.isFlow else { return [] }
    let known = known()
    var entries: [EntryWithoutColon] = []
    var last: (key: FrontMatterNode, value: FrontMatterNode)?
    var isPart = false
    for pair in pairs(of: mapping) {
      if !storage.lacksColon(pair.key, pair.value) {
        last = pair
        isPart = false
      } else {
        if nameAndRest(of: pair.key, known: known) != nil {
          last = nil
          isPart = false
        }
        if !isPart { entries.append(EntryWithoutColon(before: last, keys: [])) }
        entries[entries.count - 1].keys.append(pair.key)
        isPart = true
      }
    }
    return entries
  }

  /// The text that a comma splits, starting with the first value; nil if what precedes it is not unquoted text.
  package func wholeText(of entry: EntryWithoutColon) -> SourceRange? {
    guard let value = entry.before?.value, value.kind == .plain, !value.isEmpty, let last = entry.keys.last,
      entry.keys.allSatisfy({ $0.kind == .plain })
    else { return nil }
    let bytes = value.bytes.lowerBound..<last.bytes.upperBound
    return file.bytes[bytes].contains(where: isLineBreak) ? nil : file[bytes]
  }

  /// Takes what a comma splits for one value where only digits are on both sides: `{sum: 12,90}`. An edit replaces all
  /// of it.
  package mutating func joinSplitNumbers() {
    guard storage.hasEntryWithoutColon else { return }
    for mapping in storage.nodes where mapping.kind == .mapping {
      for entry in entriesWithoutColon(of: mapping) {
        guard let value = entry.before?.value, let whole = wholeText(of: entry),
          file.bytes[value.bytes.upperBound - 1].isASCIIDigit,
          entry.keys.allSatisfy({ file.bytes[$0.bytes.lowerBound].isASCIIDigit }), let last = entry.keys.last
        else { continue }
        let end = storage.nodes[Int(last.next)].next
        let textEnd = Int32(truncatingIfNeeded: whole.bytes.upperBound)
        storage.nodes[Int(value.index)].end = textEnd
        storage.nodes[Int(value.index)].textEnd = textEnd
        storage.nodes[Int(value.index)].next = end
      }
    }
  }

  /// Says that a text with a comma needs quotes.
  package func textWithComma(_ whole: SourceRange, isExpression: Bool) -> Diagnostic {
    needsQuotes("in { } \(isExpression ? "an expression" : "text") with a comma", whole)
  }

  /// Says that something in braces has no `:`, with the nearest fix if it begins with a key.
  /// - Parameters:
  ///   - key: what has none.
  ///   - known: the keys that may be there.
  ///   - isCertain: whether a `:` after the first word is the fix-it.
  package func missingColon(_ key: FrontMatterNode, known: [String], isCertain: Bool) -> Diagnostic {
    let place = range(of: key)
    guard let (name, rest) = nameAndRest(of: key, known: known) else {
      return Diagnostic(
        .yamlSyntax, at: place,
        "'\(text(of: key))' has no ': '; in { } a comma begins a new key, and text that holds one needs quotes"
      )
    }
    if file.bytes[name.upperBound] == .colon,
      let loose = looseColon(at: name.lowerBound, isFlow: true, in: file)
    {
      return loose
    }
    return Diagnostic(
      .yamlSyntax, at: place, "': ' is missing after '\(file.text(name))'",
      fixIts: isCertain && file.bytes[rest.lowerBound] != .colon
        ? [.init(replacing: file[name.upperBound..<rest.lowerBound], with: ": ")] : [])
  }

  /// A known key that begins an entry, and what is after it: `price 5`, `price:5`.
  package func nameAndRest(of key: FrontMatterNode, known: [String]) -> (name: Range<Int>, rest: Range<Int>)?
  {
    guard key.kind == .plain, !key.isCopied,
      let end = file.bytes[key.bytes].firstIndex(where: { isBlank($0) || $0 == .colon }),
      known.contains(file.text(key.bytes.lowerBound..<end)),
      let rest = file.bytes[end..<key.bytes.upperBound].firstIndex(where: { !isBlank($0) })
    else { return nil }
    return (key.bytes.lowerBound..<end, rest..<key.bytes.upperBound)
  }
}
