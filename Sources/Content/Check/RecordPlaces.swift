import Diagnostics
import Records

/// Finds places in the files of records for what shows only in the linked graph, and passes over records whose file,
/// or that of a record they are linked to, has mistakes of its own, which would only cause more.
struct RecordPlaces: Sendable {
  private let graph: RecordGraph
  /// The paths of the files with mistakes.
  private let faulty: Set<String>

  /// Makes a finder.
  /// - Parameters:
  ///   - graph: the linked records.
  ///   - faulty: the paths of the files with mistakes.
  init(_ graph: RecordGraph, faulty: Set<String>) {
    self.graph = graph
    self.faulty = faulty
  }

  /// Whether a record's file, or one of a record it is linked to, has mistakes.
  func isFaulty(_ row: Int, in table: Int) -> Bool {
    guard !faulty.isEmpty else { return false }
    if faulty.contains(graph.document(of: row, in: table).file.path) { return true }
    for (link, layout) in zip(graph.tables[table].links, graph.model.tables[table].links) {
      for target in link.targets(of: row)
      where faulty.contains(graph.document(of: Int(target), in: layout.destination).file.path) {
        return true
      }
    }
    return false
  }

  /// Where the first of some keys that is written stands in a record, else where the record begins.
  /// - Complexity: O(*n*) in the file's front matter, which is parsed.
  func range(of row: Int, in table: Int, keys: [String]) -> SourceRange {
    let locator = Locator(graph.document(of: row, in: table))
    let item = graph.place(of: row, in: table)
    return keys.lazy.compactMap { locator.value(of: $0, item: item) }.first ?? locator.start(item: item)
  }
}
