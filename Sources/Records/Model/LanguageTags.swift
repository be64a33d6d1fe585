import Diagnostics

/// The normalized form of a language tag (BCP 47): `de-at` for `de_AT` and `DE-at`.
package func normalizedLanguage(_ tag: String) -> String {
  String(tag.lowercased().map { $0 == "_" ? "-" : $0 })
}

/// The index of a language among others: of the same tag, or else of its main language, `fr` for `fr-CH`.
/// - Parameters:
///   - language: a tag (BCP 47) in any case, with parts joined by `-` or `_`.
///   - tags: tags written likewise.
package func nearestLanguage(to language: String, among tags: [String]) -> Int? {
  let (tag, tags) = (normalizedLanguage(language), tags.map(normalizedLanguage))
  return tags.firstIndex(of: tag) ?? tags.firstIndex(of: String(tag.prefix { $0 != "-" }))
}

/// Whether a text has the form of a language tag (BCP 47): two or three letters, then parts joined by `-` or `_`.
package func isLanguageTag(_ text: String) -> Bool {
  let parts = normalizedLanguage(text).utf8.split(
    separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
  func isLetter(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "a") < 26 }
  return (2...3).contains(parts[0].count) && parts[0].allSatisfy(isLetter)
    && parts.allSatisfy { (1...8).contains($0.count) && $0.allSatisfy { isLetter($0) || $0.isASCIIDigit } }
}
