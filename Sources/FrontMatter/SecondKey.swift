import Diagnostics

extension Diagnostic {
  /// The diagnostic for a text that needs quotes, changed if a second key begins in the text: quotes would
  /// make that key's value part of the first value.
  ///
  ///     name: Acme, email: a@acme.com     'email' begins a second key
  ///     text: Note, Achtung: fragile      quotes, if the record has no key 'Achtung'
  ///
  /// - Parameters:
  ///   - keys: the keys that may begin there; nil if any word after a comma may.
  ///   - yaml: the part of the file that is YAML.
  func unlessSecondKey(of keys: [String]?, within yaml: Range<Int>) -> Diagnostic {
    guard let fixIt = fixIts.first, fixIt.replacement.hasPrefix("\""),
      let (word, isCertain) = secondKey(in: fixIt.range, of: keys)
    else { return self }
    let file = fixIt.range.file
    let line = Line(at: word.lowerBound, in: file, within: yaml)
    let isItem = file.bytes[line.range.lowerBound..<line.first].contains(UInt8(ascii: "-"))
    return Diagnostic(
      .yamlSyntax, at: file[word],
      "'\(file.text(word))' begins a second key on the line; "
        + (isItem
          ? "write it on a line of its own, or all of them in { }" : "write each key on a line of its own")
        + (isCertain ? "" : ", or the text in quotes"))
  }
}

/// The first word in a text that `: ` makes a key, and whether it certainly is one: known, after a comma.
/// - Complexity: O(*n*) in the text, and as `nearestName(to:among:)` for each `: ` after a comma.
private func secondKey(in range: SourceRange, of keys: [String]?) -> (word: Range<Int>, isCertain: Bool)? {
  let (file, text) = (range.file, range.bytes)
  for colon in text where file.bytes[colon] == UInt8(ascii: ":") {
    guard colon + 1 == file.bytes.count || file.bytes[colon + 1] <= 0x20 else { continue }
    var start = colon
    while start > text.lowerBound, isWord(file.bytes[start - 1]) || file.bytes[start - 1] == UInt8(ascii: "-")
    {
      start -= 1
    }
    guard start < colon, !file.bytes[start].isASCIIDigit else { continue }
    var before = start
    while before > text.lowerBound, isBlank(file.bytes[before - 1]) { before -= 1 }
    let followsComma = before > text.lowerBound && file.bytes[before - 1] == UInt8(ascii: ",")
    guard followsComma || before < start || start == text.lowerBound else { continue }
    let word = file.text(start..<colon)
    let isKey = keys.map { $0.contains(word) || nearestName(to: word, among: $0) != nil }
    if isKey ?? followsComma { return (start..<colon, isKey != nil && followsComma) }
  }
  return nil
}
