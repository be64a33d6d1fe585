import Diagnostics
import FrontMatter
import Records

/// Which records were meant by references that lead nowhere.
///
/// Orders refer to a customer many times, so each text is looked for once; and where a whole book refers to what is not
/// there, the first few thousand guesses say enough.
struct ReferenceGuesses {
  /// What was meant by a text.
  struct Guess {
    /// The id of the record that is surely meant: of that title, or of that id in other capital and small letters, where
    /// no other record has the one or the other.
    var certain: String?
    /// The id to offer. A guess must not send an order to another customer, so it is for people to take.
    var nearest: String?
    /// Whether there is no record at all that it could refer to.
    var isAlone = false
  }

  /// A record whose title is the text of a reference, at least but for case.
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

  /// How many ids are compared with texts at most: about three seconds.
  private static let maximumComparisons = 5_000_000

  private var known: [Key: Guess] = [:]
  private var comparisons = 0

  /// What is known of a text: a guess made before, or none where there were guesses enough; nil where it is to be made.
  func known(_ text: String, entity: Int) -> Guess? {
    known[Key(text: text, entity: entity)] ?? (comparisons < Self.maximumComparisons ? nil : Guess())
  }

  /// Makes the guess for a text.
  /// - Parameters:
  ///   - text: the reference.
  ///   - entity: the entity that it refers to, an index into the model's entities.
  ///   - folder: the folder in which that entity's records lie.
  ///   - ids: the ids of all records that could be meant.
  ///   - titled: the records whose title is the text, at least but for case.
  /// - Complexity: O(*n*) in the ids.
  mutating func add(_ text: String, entity: Int, folder: String?, ids: [String], titled: [Titled]) -> Guess {
    comparisons += ids.count
    var guess = Self.guess(text, folder: folder, ids: ids, titled: titled)
    guess.isAlone = ids.isEmpty
    known[Key(text: text, entity: entity)] = guess
    return guess
  }

  private static func guess(_ text: String, folder: String?, ids: [String], titled: [Titled]) -> Guess {
    // Quotes of a word processor are none of a reference's.
    let text = insideCurlyQuotes(text) ?? text
    // The name of a file, or the way to it, names the record as well.
    let name = text.split(separator: "/").last.map { String($0).trimmingBlanks() } ?? ""
    let isFile = name.hasSuffix(".md") || folder.map { text.hasPrefix($0 + "/") } ?? false
    let folded = idFolded(name.hasSuffix(".md") ? String(name.dropLast(3)) : name)
    // 'acme' and 'acme-ltd' are far from each other, letter by letter.
    var parts: [String] = []
    for id in ids {
      let other = idFolded(id)
      if other == folded {
        // 'Bob' is the record with the id 'bob' only where no other has the title 'Bob'; and 'Ann/Bob' may be both.
        let isCertain = titled.allSatisfy { $0.id == id } && (isFile || !text.contains("/"))
        return Guess(certain: isCertain ? id : nil, nearest: id)
      }
      if other.hasPrefix(folded + "-") || other.hasSuffix("-" + folded) || folded.hasPrefix(other + "-") {
        parts.append(id)
      }
    }
    let title = (titled.first(where: \.isExact) ?? titled.first)?.id
    if titled.count == 1, titled[0].isExact { return Guess(certain: title, nearest: title) }
    return Guess(
      nearest: title ?? nearestName(to: text, among: ids) ?? (parts.count == 1 ? parts.first : nil))
  }
}
