import Diagnostics
import FileSystem
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

  /// The records of an entity that could be meant, with what is compared of them.
  struct Candidates {
    /// The folder of the entity's records.
    private let folder: String?
    private let ids: [String]
    private let foldedIDs: [String]
    /// The first of the ids with each folded form.
    private let firsts: [String: String]
    /// The ids and titles of the records whose titles have a folded form.
    private let titled: [String: [(id: String, title: String)]]
    private let names: NameCandidates

    /// Folds ids and titles.
    /// - Parameters:
    ///   - folder: the folder of the entity's records.
    ///   - ids: the ids of all records that could be meant.
    ///   - titles: their titles, and possibly those of others.
    init(folder: String?, ids: [String], titles: [(id: String, title: String)]) {
      self.folder = folder
      self.ids = ids
      foldedIDs = ids.map(idFolded)
      firsts = Dictionary(keepingFirst: zip(foldedIDs, ids))
      let known = Set(ids)
      titled = Dictionary(grouping: titles.filter { known.contains($0.id) }) { idFolded($0.title) }
      names = NameCandidates(ids)
    }
  }

  private struct Key: Hashable {
    let text: String
    let entity: Int
  }

  /// The maximum number of comparisons of ids with texts, which take up to a second.
  private static let maximumComparisons = 5_000_000

  private var known: [Key: Guess] = [:]
  /// The records that could be meant, by entity.
  private var candidates: [Int: Candidates] = [:]
  private var comparisons = 0

  /// Whether the records of an entity are known.
  func hasCandidates(of entity: Int) -> Bool { candidates[entity] != nil }

  /// Adds the records of an entity that could be meant.
  mutating func add(_ candidates: Candidates, of entity: Int) { self.candidates[entity] = candidates }

  /// The guess for a text: an earlier one, a new one, or an empty one after too many.
  /// - Parameters:
  ///   - text: the reference.
  ///   - entity: the entity that it refers to, whose candidates are known.
  /// - Complexity: O(*n*) in the records.
  mutating func guess(_ text: String, entity: Int) -> Guess {
    let key = Key(text: text, entity: entity)
    if let known = known[key] { return known }
    guard let candidates = candidates[entity] else { return Guess() }
    if let named = candidates.named(text) {
      known[key] = named
      return named
    }
    guard comparisons < Self.maximumComparisons else { return Guess() }
    comparisons += candidates.count
    let similar = candidates.similar(to: text)
    known[key] = similar
    return similar
  }
}

extension ReferenceGuesses.Candidates {
  /// The number of records.
  var count: Int { ids.count }

  /// The record whose id or title a text is, in another case or with the folder; nil if there is none.
  fileprivate func named(_ written: String) -> ReferenceGuesses.Guess? {
    typealias Guess = ReferenceGuesses.Guess
    let titled = titled[idFolded(written)] ?? []
    let (text, name) = Self.name(in: written)
    let isFile = name.hasSuffix(".md") || folder.map { text.hasPrefix($0 + "/") } ?? false
    if let id = firsts[idFolded(String(name.withoutMarkdownEnding))] {
      // 'Bob' is certainly the id 'bob' only if no other record has that title; 'Ann/Bob' may be two records.
      let isCertain = titled.allSatisfy { $0.id == id } && (isFile || !text.contains("/"))
      return Guess(certain: isCertain ? id : nil, nearest: id)
    }
    let exact = titled.filter { $0.title == written }
    let likely = exact.isEmpty ? titled : exact
    if likely.count > 1 { return Guess(titled: likely.map(\.id)) }
    guard let title = likely.first?.id else { return nil }
    return Guess(certain: titled.count == 1 && !exact.isEmpty ? title : nil, nearest: title)
  }

  /// The record with the most similar id.
  /// - Complexity: O(*n*) in the records.
  fileprivate func similar(to written: String) -> ReferenceGuesses.Guess {
    let (text, name) = Self.name(in: written)
    let folded = idFolded(String(name.withoutMarkdownEnding))
    return ReferenceGuesses.Guess(
      nearest: names.nearest(to: text) ?? onlyID(sharingPartsWith: folded), isAlone: ids.isEmpty)
  }

  /// A reference without the curly quotes of a word processor, and the last part of a path in it: the name or path of a
  /// file also names its record.
  private static func name(in written: String) -> (text: String, name: String) {
    let text = insideCurlyQuotes(written) ?? written
    return (text, String(text.fileName).trimmingBlanks())
  }

  /// The only id that begins or ends with a text, or begins it; nil if there are several. 'acme' and
  /// 'acme-ltd' differ in too many letters to be near.
  private func onlyID(sharingPartsWith folded: String) -> String? {
    let (beginning, end) = (folded + "-", "-" + folded)
    let found = foldedIDs.indices.lazy.filter { index in
      let other = foldedIDs[index]
      return other.hasPrefix(beginning) || other.hasSuffix(end)
        || folded.hasPrefix(other) && folded.dropFirst(other.count).first == "-"
    }.prefix(2)
    return found.count == 1 ? found.first.map { ids[$0] } : nil
  }
}
