import Diagnostics
import Records

/// Finds ids of a table's records in a text, such as the reference of a bank's line: `RE 2026-0004, thank you`; or other
/// unique values of theirs, such as the numbers of invoices.
///
/// One is found if it is a single word of four characters or more, with a digit among them; a short number or a word may
/// mean anything else.
struct IDFinder: Sendable {
  /// The ids and other unique values by their folded forms, since banks write capitals, each with its record's id.
  private let ids: [String: [(text: String, id: String)]]
  /// The folded ids of records whose files could not be read.
  private let unreadable: Set<String>

  /// - Complexity: O(*n*) in the records.
  init(of table: Int, in graph: RecordGraph) {
    let rows = 0..<graph.tables[table].count
    let attributes = graph.model.tables[table].entities.flatMap { graph.model.entities[$0].attributes }
    let columns = Set(attributes.filter { $0.isUnique && $0.type == .string }.map(\.column)).sorted()
    var ids: [String: [(text: String, id: String)]] = [:]
    for row in rows {
      let id = graph.id(of: row, in: table)
      let values = columns.compactMap { graph.tables[table].columns[$0][row].text.map(nfc) }
      for text in [id] + values.filter({ $0.allSatisfy(Self.isOfWord) }) where Self.isFindable(text) {
        ids[idFolded(text), default: []].append((text, id))
      }
    }
    self.ids = ids
    unreadable = Set(graph.tables[table].marks.skipped.ids.filter(Self.isFindable).map { idFolded($0) })
  }

  /// Whether any id can be found.
  var hasFindableIDs: Bool { !ids.isEmpty }

  /// The ids in a text, each once, as records write them. One is a whole word, of the characters that ids have.
  ///
  /// Letters before an id, as in `RE2026-0004`, may make it another number. Beside an id that is a whole word it
  /// counts, because the text then may be about both.
  /// - Complexity: O(*n*) in the text.
  func ids(in text: String) -> [String] {
    let words = words(in: text)
    let whole = words.flatMap(ids(named:))
    guard !whole.isEmpty else { return [] }
    var seen: Set<String> = []
    return (whole + ends(of: words).flatMap(ids(named:))).filter { seen.insert($0).inserted }
  }

  /// The ids of the records that a word names, as it is written or else in other capitals.
  private func ids(named word: String) -> [String] {
    let found = ids[idFolded(word)] ?? []
    let exact = found.filter { $0.text == word }
    return (exact.isEmpty ? found : exact).map(\.id)
  }

  /// The first word of a text that ends in an id, as `RE2026-0004` does, of a text without ids; nil if there is none.
  func nearlyID(in text: String) -> String? {
    words(in: text).first { word in ends(of: [word]).contains { ids[$0] != nil } }
  }

  /// The first id in a text that is of a record whose file could not be read; nil if there is none.
  func unreadableID(in text: String) -> String? {
    guard !unreadable.isEmpty, case let words = words(in: text) else { return nil }
    if let word = words.first(where: { unreadable.contains(idFolded($0)) }) { return word }
    let hasID = words.contains { ids[idFolded($0)] != nil }
    return hasID ? ends(of: words).first(where: unreadable.contains) : nil
  }

  /// The folded ends of words that are no ids, from the first digit on. An end of digits alone may be any number.
  private func ends(of words: [String]) -> [String] {
    words.filter { ids[idFolded($0)] == nil }.map { idFolded(String($0.drop { !$0.isNumber })) }
      .filter { $0.contains { !$0.isNumber } }
  }

  /// The words of a text, and those with marks around them without these, in NFC.
  private func words(in text: String) -> [String] {
    text.split { !Self.isOfWord($0) }.flatMap { word in
      let bare = word.trimming(while: Self.marks.contains)
      return bare.count == word.count ? [nfc(String(word))] : [nfc(String(word)), nfc(String(bare))]
    }
  }

  private static func isFindable(_ id: String) -> Bool {
    id.count >= 4 && id.contains { $0.isASCII && $0.isNumber }
  }

  private static func isOfWord(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || marks.contains(character)
  }

  /// The marks that an id may have; around one, they belong to the sentence.
  private static let marks: Set<Character> = ["-", "_", "."]
}
