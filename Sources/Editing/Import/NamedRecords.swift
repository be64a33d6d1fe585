import Diagnostics
import Records

/// Finds the records of a table whose ids stand in a text, such as the reference of a bank's line: `RE 2026-0004,
/// thank you`.
struct NamedRecords: Sendable {
  /// The ids by their folded forms, since banks write capitals.
  private let ids: [String: String]

  /// - Complexity: O(*n*) in the records.
  init(of table: Int, in graph: RecordGraph) {
    ids = Dictionary(
      (0..<graph.tables[table].count).map { row in
        let id = graph.id(of: row, in: table)
        return (idFolded(id), id)
      }, uniquingKeysWith: { first, _ in first })
  }

  /// The ids in a text, each once, as records write them. One is a whole word, of the characters that ids have.
  /// - Complexity: O(*n*) in the text.
  func ids(in text: String) -> [String] {
    var found: [String] = []
    let words = text.split { !($0.isLetter || $0.isNumber || Self.marks.contains($0)) }
    for word in words {
      let id =
        ids[idFolded(nfc(String(word)))]
        ?? ids[idFolded(nfc(String(word.trimming(while: Self.marks.contains))))]
      if let id, !found.contains(id) { found.append(id) }
    }
    return found
  }

  /// The marks that an id may have; around one, they belong to the sentence.
  private static let marks: Set<Character> = ["-", "_", "."]
}
