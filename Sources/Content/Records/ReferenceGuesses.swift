import Diagnostics
import FileSystem
import FrontMatter
import Records

/// Which records were meant by references that lead nowhere.
///
/// Orders refer to a customer many times, so each text is looked for once; and if a whole book refers to what
/// does not exist, the first few thousand guesses are enough.
struct ReferenceGuesses {
  /// What was meant by a text.
  struct Guess {
    /// The id of the record that is certainly meant: with that title, or with that id in different case, if no
    /// other record has either.
    var certain: String?
    /// The id to offer. A guess must not assign an order to another customer, so a person must accept it.
    var nearest: String?
    /// The ids of the records whose title it is, if there are several.
    var titled: [String] = []
    /// Whether the text is a former id of the record, and was right as it is written.
    var isFormer = false
    /// Whether there is no record at all that it could refer to.
    var isAlone = false

    /// The guess for a former id.
    /// - Parameter id: the id of the record now.
    static func former(of id: String) -> Guess { Guess(certain: id, nearest: id, isFormer: true) }
  }

  /// A record whose title is the text of a reference, at least ignoring case.
  struct Titled {
    /// The record's id.
    let id: String
    /// Whether its title is the text exactly.
    let isExact: Bool
  }

  private struct Key: Hashable {
    let text: String
    let entity: Int
  }

  /// The maximum number of comparisons of ids with texts: about three seconds.
  private static let maximumComparisons = 5_000_000

  private var known: [Key: Guess] = [:]
  private var comparisons = 0

  /// What is known about a text: an earlier guess, or none after enough guesses; nil if it is still to be made.
  func known(_ text: String, entity: Int) -> Guess? {
    known[Key(text: text, entity: entity)] ?? (comparisons < Self.maximumComparisons ? nil : Guess())
  }

  /// Makes the guess for a text.
  /// - Parameters:
  ///   - text: the reference.
  ///   - entity: the entity that it refers to, an index into the model's entities.
  ///   - folder: the folder of that entity's records.
  ///   - ids: the ids of all records that could be meant.
  ///   - titled: the records whose title is the text, at least ignoring case.
  /// - Complexity: O(*n*) in the ids.
  mutating func add(_ text: String, entity: Int, folder: String?, ids: [String], titled: [Titled]) -> Guess {
    comparisons += ids.count
    var guess = Self.guess(text, folder: folder, ids: ids, titled: titled)
    guess.isAlone = ids.isEmpty
    known[Key(text: text, entity: entity)] = guess
    return guess
  }

  private static func guess(_ text: String, folder: String?, ids: [String], titled: [Titled]) -> Guess {
    // A word processor's quotes are not part of a reference.
    let text = insideCurlyQuotes(text) ?? text
    // A file's name or path names the record as well.
    let name = String(text.fileName).trimmingBlanks()
    let isFile = name.hasSuffix(".md") || folder.map { text.hasPrefix($0 + "/") } ?? false
    let folded = idFolded(String(name.withoutMarkdownEnding))
    // 'acme' and 'acme-ltd' are far from each other, letter by letter.
    var parts: [String] = []
    for id in ids {
      let other = idFolded(id)
      if other == folded {
        // 'Bob' is the record with the id 'bob' only if no other has the title 'Bob'; and 'Ann/Bob' may be both.
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
