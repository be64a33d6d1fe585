import Diagnostics
import Records

/// Which of the allowed keys an unknown one may mean.
struct KeyGuess: Sendable {
  /// The key to suggest.
  let nearest: String?
  /// The key that is certainly meant.
  let certain: String?

  /// No key.
  static let none = KeyGuess("", among: [])

  /// Compares an unknown key with the allowed ones.
  /// - Parameter labels: what pages call keys.
  /// - Complexity: O(*n*) in the keys.
  init(_ name: String, among known: [String], labels: [(label: String, key: String)] = []) {
    let names = Set(known)
    let label = idFolded(name)
    let labelled = Set(labels.filter { idFolded($0.label) == label }.map(\.key)).intersection(names)
    let translated = LanguageWords.names(of: name).filter(names.contains)
    let quoted = insideCurlyQuotes(name).flatMap { names.contains($0) ? $0 : nil }
    nearest =
      quoted ?? (labelled.count == 1 ? labelled.first : nil) ?? (translated.count == 1 ? translated[0] : nil)
      ?? nearestName(to: name, among: known)
    certain = quoted ?? certainName(to: name, among: known)
  }
}
