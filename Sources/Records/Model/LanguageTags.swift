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
