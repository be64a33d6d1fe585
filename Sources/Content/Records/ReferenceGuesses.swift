import Diagnostics
import FileSystem
import FrontMatter
import Records

/// Guesses which records were meant by references that lead nowhere.
///
/// Orders refer to a customer many times, so each text is looked up once. If a whole book refers to records
/// that do not exist, guessing stops after a few thousand texts.
struct ReferenceGuesses {
  /// The record that may be meant by a text.
  struct Guess {
    /// The id of the record that is certainly meant: it has the text as its title, or as its id in different
    /// case, and no other record has either.
    var certain: String?
    /// The id to suggest. It could assign an order to another customer, so a person must accept it.
    var nearest: String?
    /// The ids of the records with the text as their title, if there are several.
    var titled: [String] = []
    /// Whether the text is a former id of the record, and thus not a typo.
    var isFormer = false
    /// Whether there are no records at all that it could refer to.
    var isAlone = false

    /// The guess for a former id.
    /// - Parameter id: the record's current id.
    static func former(of id: String) -> Guess { Guess(certain: id, nearest: id, isFormer: true) }
  }

  /// A record whose title is the text of a reference, at least when ignoring case.
  struct Titled {
    /// The record's id.
    let id: String
    /// Whether the case matches as well.
    let isExact: Bool
  }

  private struct Key: Hashable {
    let text: String
    let entity: Int
  }

  /// The maximum number of comparisons of ids with texts, which take about three seconds.
  private static let maximumComparisons = 5_000_000

  private var known: [Key: Guess] = [:]
  private var comparisons = 0

  /// The guess for a text: an earlier one, or an empty one after too many; nil if it has yet to be made.
  func known(_ text: String, entity: Int) -> Guess? {
    known[Key(text: text, entity: entity)] ?? (comparisons < Self.maximumComparisons ? nil : Guess())
  }

  /// Makes the guess for a text.
  /// - Parameters:
  ///   - text: the reference.
  ///   - entity: the entity that it refers to, an index into the model's entities.
  ///   - folder: the folder of that entity's records.
  ///   - ids: the ids of all records that could be meant.
  ///   - titled: the records whose title is the text, at least when ignoring case.
  /// - Complexity: O(*n*) in the ids.
  mutating func add(_ text: String, entity: Int, folder: String?, ids: [String], titled: [Titled]) -> Guess {
    comparisons += ids.count
    var guess = Self.guess(text, folder: folder, ids: ids, titled: titled)
    guess.isAlone = ids.isEmpty
    known[Key(text: text, entity: entity)] = guess
    return guess
  }

  private static func guess(_ text: String, folder: String?, ids: [String], titled: [Titled]) -> Guess {
    // Curly quotes of a word processor are not part of a reference.
    let text = insideCurlyQuotes(text) ?? text
    // The name or path of a file also names its record.
    let name = String(text.fileName).trimmingBlanks()
    let isFile = name.hasSuffix(".md") || folder.map { text.hasPrefix($0 + "/") } ?? false
    let folded = idFolded(String(name.withoutMarkdownEnding))
    // 'acme' and 'acme-ltd' differ in too many letters, so parts of ids are compared as well.
    var parts: [String] = []
    for id in ids {
      let other = idFolded(id)
      if other == folded {
        // 'Bob' is certainly the id 'bob' only if no other record has that title; 'Ann/Bob' may be two
        // records.
        let isCertain = titled.allSatisfy { $0.id == id } && (isFile || !text.contains("/"))
        return Guess(certain: isCertain ? id : nil, nearest: id)
      }
      if other.hasPrefix(folded + "-") || other.hasSuffix("-" + folded) || folded.hasPrefix(other + "-") {
        parts.append(id)
      }
    }
    let exact = titled.filter(\.isExact)
    let likely = exact.isEmpty ? titled : exact
    if likely.count > 1 { return Guess(titled: likely.map(\.id)) }
    let title = likely.first?.id
    if titled.count == 1, !exact.isEmpty { return Guess(certain: title, nearest: title) }
    return Guess(
      nearest: title ?? nearestName(to: text, among: ids) ?? (parts.count == 1 ? parts.first : nil))
  }
}
