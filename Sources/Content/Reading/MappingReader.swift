import Diagnostics
import FrontMatter
import Records

/// Reads a YAML mapping whose keys are known beforehand: site.yml, model.yml, a page's front matter, a query block.
///
/// An unknown key, or a value that is not of the requested form, gives a diagnostic, and the value reads as
/// missing, so that one run finds every error.
package struct MappingReader {
  /// The document that contains the mapping.
  package let document: FrontMatterDocument
  /// The mapping; nil reads as a mapping without keys.
  package let node: FrontMatterNode?
  /// The errors found so far.
  package private(set) var diagnostics: [Diagnostic] = []
  /// The allowed keys; nil allows any.
  private let keys: [String]?

  /// Makes a reader and reports unknown keys.
  /// - Parameters:
  ///   - document: a parsed document.
  ///   - node: one of its nodes.
  ///   - keys: the allowed keys; nil allows any.
  ///   - place: the name of what contains the keys, for the message: "a page", "site.yml".
  package init(_ document: FrontMatterDocument, _ node: FrontMatterNode?, keys: [String]?, in place: String) {
    self.document = document
    self.keys = keys
    guard let node, node.kind == .mapping else {
      self.node = nil
      if let node, !node.isEmpty {
        report(.wrongShape, at: node, "\(place) is written as keys with values, such as 'key: value'")
      }
      return
    }
    self.node = node
    var unknown = 0
    for (key, value) in document.pairs(of: node) {
      if let diagnostic = document.missingColon(key, value, keys: keys ?? []) {
        diagnostics.append(diagnostic)
      } else if let keys, !keys.contains(document.text(of: key)) {
        unknown += 1
        let known = unknown <= maximumSuggestions ? keys : []
        let guess = KeyGuess(document.text(of: key), among: known)
        diagnostics.append(.unknownKey(key, of: node, in: document, place, known: known, guess: guess))
      }
    }
  }

  /// The value of a key; nil if the key is missing or empty.
  package func value(_ key: String) -> FrontMatterNode? {
    guard let value = document.value(of: key, in: node), !value.isEmpty,
      document.missingColon(in: value, keys: keys ?? []) == nil
    else { return nil }
    return value
  }

  /// A key's value as a text of one or more lines.
  /// - Parameter kind: what the value may hold; nil to let the key decide.
  package mutating func text(_ key: String, as kind: ValueKind? = nil) -> SourceText? {
    value(key).flatMap { text($0, of: key, as: kind) }
  }

  package mutating func text(_ node: FrontMatterNode, of key: String, as kind: ValueKind? = nil)
    -> SourceText?
  {
    let kind = kind ?? (keys == nil ? .free : ValueKind(of: key))
    if let diagnostic = document.unquotedText(of: node, as: kind) {
      diagnostics.append(diagnostic)
      guard document.isWholeWord(node, as: kind) else { return nil }
    }
    guard node.isScalar else {
      report(.wrongShape, at: node, "'\(key)' is a text here, not a list or a mapping")
      return nil
    }
    return document.sourceText(of: node)
  }

  /// A key's value as a text for every language, or texts by language.
  package mutating func label(_ key: String) -> LabelText? { texts(byLanguage: key)?.label }

  /// A key's value as a text for every language, or texts by language, and each of these with its place.
  package mutating func texts(byLanguage key: String) -> (label: LabelText, texts: [SourceText])? {
    guard let node = value(key) else { return nil }
    guard node.kind == .mapping, var languages = mapping(key) else {
      return text(key).map { (LabelText($0.text), [$0]) }
    }
    defer { merge(languages) }
    let texts = languages.pairs.compactMap { tag, node -> (language: String, text: SourceText)? in
      let language = languages.languageTag(tag).text
      return languages.text(node, of: language).map { (language, $0) }
    }
    let label = LabelText(texts.map { .init(language: $0.language, text: $0.text.text) })
    return label.map { ($0, texts.map(\.text)) }
  }

  /// A key as a language tag; warns of one that has not the form of a tag.
  package mutating func languageTag(_ key: FrontMatterNode) -> SourceText {
    let tag = document.sourceText(of: key)
    if !isLanguageTag(tag.text) {
      report(
        .unknownLanguage, .warning, at: tag.range, "'\(tag.text)' is not a language tag such as de or pt-BR")
    }
    return tag
  }

  /// A key's value as true or false.
  package mutating func boolean(_ key: String) -> Bool? {
    guard let node = value(key) else { return nil }
    guard node.isScalar, let value = document.withBytes(of: node, booleanValue) else {
      diagnostics.append(.invalidBoolean(key, at: document.range(of: node)))
      return nil
    }
    return value
  }

  /// A key's value as a whole number within bounds.
  mutating func count(_ key: String, atLeast least: Int = 0, atMost most: Int = 999_999_999) -> Int? {
    guard let node = value(key) else { return nil }
    let text = node.isScalar ? document.text(of: node) : ""
    guard let count = Int(text), count >= least, count <= most, text.utf8.count <= 9 else {
      let isNumber = !text.isEmpty && text.utf8.allSatisfy { $0.isASCIIDigit }
      let isTooGreat = isNumber && (text.utf8.count > 9 || Int(text) ?? 0 > most)
      let bound = isTooGreat ? "at most \(most)" : "at least \(least)"
      report(
        .invalidInteger, at: node,
        "'\(key)' is a whole number of \(bound), not '\(document.range(of: node).text)'")
      return nil
    }
    return count
  }

  /// A key's value as a list of texts; a single text is a list of one.
  package mutating func texts(_ key: String) -> [SourceText] {
    guard let node = value(key) else { return [] }
    guard node.kind == .sequence else { return text(node, of: key).map { [$0] } ?? [] }
    return document.items(of: node).compactMap { text($0, of: key) }
  }

  /// A key's value as a list of names of a model; one name stands for a list of it.
  mutating func names(_ key: String) -> [DeclaredName] {
    texts(key).map { DeclaredName($0.text, at: $0.range) }
  }

  /// A key's value as one of the words of an enumeration.
  package mutating func word<Word: RawRepresentable & CaseIterable>(_ key: String, as type: Word.Type)
    -> Word?
  where Word.RawValue == String {
    guard let text = text(key) else { return nil }
    if let word = Word(rawValue: text.text) { return word }
    let words = Word.allCases.map(\.rawValue)
    report(
      .wrongShape, at: text.range,
      "'\(key)' is one of \(words.joined(separator: ", ")), not '\(text.text)'"
        + suggestion(nearestName(to: text.text, among: words)))
    return nil
  }

  /// A key's value as a mapping.
  /// - Parameter keys: the keys allowed in it; nil allows any.
  package mutating func mapping(_ key: String, keys: [String]? = nil) -> MappingReader? {
    value(key).map { MappingReader(document, $0, keys: keys, in: "'\(key)'") }
  }

  /// The keys and their values, including keys with an empty value, but not those that lack a `:`.
  package var pairs: [(key: FrontMatterNode, value: FrontMatterNode)] {
    document.pairs(of: node).filter { !document.lacksColon($0.key, $0.value) }
  }

  /// A key's value as keys with free values, which no model declares.
  mutating func params(_ key: String) -> [FreeValue.Pair] {
    guard let params = mapping(key) else { return [] }
    merge(params)
    for (_, value) in params.pairs { reportUnquoted(in: value) }
    return params.pairs.map { .init(key: document.text(of: $0.key), value: FreeValue(document, $0.value)) }
  }

  /// Where each value of a mapping is written.
  func ranges(ofValuesIn key: String) -> [String: SourceRange] {
    document.pairs(of: value(key)).reduce(into: [:]) { ranges, pair in
      ranges[document.text(of: pair.key)] = document.range(of: pair.value)
    }
  }

  /// Reports the parts of texts in a free value that YAML silently dropped.
  private mutating func reportUnquoted(in node: FrontMatterNode) {
    for item in document.items(of: node) { reportUnquoted(in: item) }
    for (key, value) in document.pairs(of: node) {
      if let diagnostic = document.missingColon(key, value, keys: []) { diagnostics.append(diagnostic) }
      reportUnquoted(in: value)
    }
    if node.isScalar, let diagnostic = document.unquotedText(of: node) { diagnostics.append(diagnostic) }
  }

  /// Adds another reader's diagnostics.
  package mutating func merge(_ other: MappingReader) {
    diagnostics += other.diagnostics
  }

  package mutating func add(_ diagnostic: Diagnostic) {
    diagnostics.append(diagnostic)
  }

  /// Adds a diagnostic about a node.
  package mutating func report(
    _ id: DiagnosticID, _ severity: Diagnostic.Severity = .error, at node: FrontMatterNode, _ summary: String,
    notes: [Diagnostic.Note] = []
  ) {
    report(id, severity, at: document.range(of: node), summary, notes: notes)
  }

  /// Adds a diagnostic about a range.
  package mutating func report(
    _ id: DiagnosticID, _ severity: Diagnostic.Severity = .error, at range: SourceRange, _ summary: String,
    notes: [Diagnostic.Note] = []
  ) {
    diagnostics.append(Diagnostic(id, severity, at: range, summary, notes: notes))
  }
}

/// The boolean that a text stands for: true/false, yes/no, on/off, in lower, upper or title case, as in YAML 1.1.
func booleanValue(_ bytes: Span<UInt8>) -> Bool? {
  func reads(_ word: StaticString) -> Bool {
    guard bytes.count == word.utf8CodeUnitCount else { return false }
    var upper = 0
    for index in 0..<bytes.count {
      let letter = bytes[index] | 0x20
      guard letter == word.utf8Start[index] else { return false }
      if bytes[index] != letter { upper += 1 }
    }
    return upper == 0 || upper == bytes.count || (upper == 1 && bytes[0] & 0x20 == 0)
  }
  if reads("true") || reads("yes") || reads("on") { return true }
  if reads("false") || reads("no") || reads("off") { return false }
  return nil
}
