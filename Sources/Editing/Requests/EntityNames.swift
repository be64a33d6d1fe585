import Diagnostics
import Records
import Synchronization

/// What the records of one entity are called. Ids and titles are folded as in searches; an import looks up a name for each
/// of its lines.
struct EntityNames: Sendable {
  /// The ids as written, in the entity's order.
  let ids: [String]
  let byID: [String: [RecordHandle]]
  let byUnique: [String: [RecordHandle]]
  let titles: FoldedTitles
  let byTitle: [String: [RecordHandle]]
}

/// The folded titles of records one after another, to search all of them for a part.
struct FoldedTitles: Sendable {
  private let records: [RecordHandle]
  private var bytes: [UInt8] = []
  /// Where each title ends.
  private var ends: [Int] = []

  init(_ titles: [(record: RecordHandle, title: String)]) {
    records = titles.map(\.record)
    for (_, title) in titles {
      bytes += title.utf8
      ends.append(bytes.count)
    }
  }

  /// The records whose title contains a folded text that is not empty.
  /// - Complexity: O(*n*) in the bytes of all titles.
  func records(containing text: String) -> [RecordHandle] {
    let wanted = Array(text.utf8)
    var found: [RecordHandle] = []
    var (start, index) = (0, 0)
    while index < ends.count {
      let last = ends[index] - wanted.count
      while start <= last, bytes[start] != wanted[0] || !bytes[start...].starts(with: wanted) { start += 1 }
      if start <= last { found.append(records[index]) }
      (start, index) = (ends[index], index + 1)
    }
    return found
  }
}

/// What a lookup has computed.
final class KnownNames: Sendable {
  private let names = Mutex<[Int: EntityNames]>([:])
  private let candidates = Mutex<[[Int]: NameCandidates]>([:])
  private let found = Mutex<[[Int]: [String: RecordLookup.Found]]>([:])

  /// The names of an entity's records, made once.
  func names(of entity: Int, _ make: () -> EntityNames) -> EntityNames {
    if let names = names.withLock({ $0[entity] }) { return names }
    let made = make()
    names.withLock { $0[entity] = made }
    return made
  }

  /// The ids to suggest for references to some entities, made once.
  func candidates(of entities: [Int], _ make: () -> NameCandidates) -> NameCandidates {
    if let candidates = candidates.withLock({ $0[entities] }) { return candidates }
    let made = make()
    candidates.withLock { $0[entities] = made }
    return made
  }

  /// The result for a name that no record has in full, computed once: an import may have it in each of its lines. After
  /// ``maximumSuggestions`` names nothing is suggested.
  func unnamed(_ name: String, _ entities: [Int], _ compute: () -> RecordLookup.Found) -> RecordLookup.Found {
    let known = found.withLock { ($0[entities, default: [:]][name], $0[entities, default: [:]].count) }
    if let result = known.0 { return result }
    guard known.1 < maximumSuggestions else { return .none(nearest: nil) }
    let result = compute()
    found.withLock { $0[entities, default: [:]][name] = result }
    return result
  }
}

/// A name as people search for it.
func nameKey(of name: String) -> String {
  var bytes: [UInt8] = []
  bytes.appendSearchKey(of: name.withPlainSpaces.utf8.span)
  return String(decoding: bytes, as: UTF8.self)
}
