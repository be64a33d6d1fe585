import Content
import Diagnostics
import FileSystem
import Query
import Records

/// Finds records by what people call them: an id, a path, a unique value, a title or part of one.
package struct RecordLookup: Sendable {
  let graph: RecordGraph
  private let expressions: ModelExpressions
  private let evaluator: Evaluator
  private let known = KnownNames()

  package init(_ book: Book, today: CivilDate) {
    graph = book.graph
    expressions = book.expressions
    evaluator = Evaluator(graph: book.graph, today: today)
  }

  /// The result of a lookup.
  package enum Found: Sendable, Equatable {
    /// Exactly one record.
    case record(RecordHandle)
    /// Several records.
    case several([RecordHandle])
    /// No record; the most similar id.
    case none(nearest: String?)
    /// A record whose file could not be read.
    case skipped
  }

  /// Finds a record of any entity.
  ///
  /// A row is named by its order's id and number, `2026-0054#2`; outside the first list, the list comes
  /// first: `payments/2026-0054#1`. If two entities have a record with the same id, the folder distinguishes
  /// them: `customers/acme`.
  /// - Parameter allowsPart: whether a part of a title may name the record. A change must name the record in
  ///   full: once it is deleted, part of its title may name another.
  package func record(_ name: String, allowsPart: Bool = true) -> Found {
    var name = nfc(name.trimmingBlanks())
    name = String(name.withoutMarkdownEnding)
    var entities = Array(graph.model.entities.indices)
    let slash = name.lastIndex(of: "/")
    let named = slash.map { self.entities(in: name[..<$0]) } ?? []
    // A slash that follows no folder is part of a title.
    if let slash, !named.isEmpty {
      name = String(name[name.index(after: slash)...])
      entities = Self.isRow(name) ? rowEntities(in: named) : named
    } else if Self.isRow(name) {
      entities = entities.filter { isFirstList(of: $0) }
    }
    // A family's first entity covers its subentities.
    return find(
      name, among: entities.filter { graph.model.entities[$0].parent == nil || entities.count == 1 },
      allowsPart: allowsPart)
  }

  /// Whether rows of an entity are named by a number alone. A number alone always means the first list, never
  /// payments, even if there is no such row.
  private func isFirstList(of entity: Int) -> Bool {
    graph.model.entities[entity].owner != nil && graph.model.otherList(of: entity) == nil
  }

  /// The entities of rows that a number after a folder or list name refers to: `orders/2026-0054#1` is in the
  /// first list, like `2026-0054#1`.
  private func rowEntities(in named: [Int]) -> [Int] {
    let lists = named.filter { graph.model.entities[$0].owner != nil }
    guard lists.isEmpty else { return lists }
    let tables = Set(named.map { graph.model.entities[$0].table })
    return graph.model.entities.indices.filter { entity in
      guard let owner = graph.model.entities[entity].owner else { return false }
      return isFirstList(of: entity) && tables.contains(graph.model.entities[owner.entity].table)
    }
  }

  /// Whether a name has the form of a row's id: `2026-0054#2`, but not `Werkstatt #3` or `C# Consulting`.
  private static func isRow(_ name: String) -> Bool { OwnedID(name).map { isValidID($0.owner) } ?? false }

  /// The entities with records in a folder, or with a list of that name.
  private func entities(in folder: Substring) -> [Int] {
    graph.model.entities.indices.filter { isFolder(folder, of: $0) }
  }

  /// Whether a folder before an id contains an entity's records, or is the name of their list.
  func isFolder(_ folder: Substring, of entity: Int) -> Bool {
    let entity = graph.model.entities[entity]
    if let list = graph.model.list(of: entity) { return list.name == folder }
    guard let own = entity.folder else { return false }
    // Accepts a path as shells complete it, from any folder.
    return folder == own || folder.hasPrefix(own + "/") || folder.hasSuffix("/" + own)
      || folder.contains("/" + own + "/")
  }

  /// Finds a record of the entity that a reference leads to, with or without its folder or list before the id. Records
  /// inside others have titles and unique values here, too.
  /// - Parameter allowsPart: whether a part of a title may name the record.
  package func record(_ name: String, of entity: Int, allowsPart: Bool = true) -> Found {
    let name = nfc(name.trimmingBlanks())
    let found = find(name, among: [entity], called: [entity], allowsPart: allowsPart)
    guard case .none = found, let slash = name.lastIndex(of: "/"), isFolder(name[..<slash], of: entity) else {
      return found
    }
    // After a folder there is an id; a part of a title may be a slip.
    let id = String(name[name.index(after: slash)...].withoutMarkdownEnding)
    return find(id, among: [entity], called: [entity], allowsPart: false)
  }

  /// Finds a record by its id, or by what it is called.
  /// - Parameter called: the entities whose records have names; nil for those with files of their own.
  private func find(_ name: String, among entities: [Int], called: [Int]? = nil, allowsPart: Bool) -> Found {
    let exact = entities.compactMap { record(withID: name, of: $0) }
    if exact.count == 1 { return .record(exact[0]) }
    if exact.count > 1 { return .several(exact) }
    let files = entities.filter { graph.model.entities[$0].owner == nil }
    if files.contains(where: { graph.isSkipped(name, in: graph.model.entities[$0].table) }) {
      return .skipped
    }
    let folded = nameKey(of: name)
    guard !folded.isEmpty, !Self.isRow(name) else { return .none(nearest: nil) }
    let named = called ?? files
    let names = named.map(names)
    let titled = names.flatMap { $0.byTitle[folded] ?? [] }
    let exactlyTitled = titled.filter { nfc(title(of: $0)) == name }
    // A title comes before an id that is only spelled alike: of two called 'Käthe', 'kathe' is one.
    for found in [
      names.flatMap { $0.byUnique[name] ?? [] }, exactlyTitled, names.flatMap { $0.byID[folded] ?? [] },
      titled,
    ] where !found.isEmpty {
      return found.count == 1 ? .record(found[0]) : .several(found)
    }
    func unnamed() -> Found {
      let part = names.flatMap { $0.titles.records(containing: folded) }
      if let record = part.first {
        guard part.count == 1 else { return .several(part) }
        return allowsPart ? .record(record) : .none(nearest: graph.id(of: record))
      }
      let renamed = files.lazy.compactMap { graph.id(formerly: name, in: graph.model.entities[$0].table) }
        .first
      let candidates = known.candidates(of: named) { NameCandidates(names.flatMap(\.ids)) }
      return .none(nearest: renamed ?? candidates.nearest(to: name))
    }
    return allowsPart ? unnamed() : known.unnamed(name, named, unnamed)
  }

  private func names(of entity: Int) -> EntityNames { known.names(of: entity) { makeNames(of: entity) } }

  /// What the records of an entity are called.
  private func makeNames(of entity: Int) -> EntityNames {
    let table = graph.model.entities[entity].table
    let rows = graph.rows(of: entity)
    let ids = rows.map { graph.id(of: $0, in: table) }
    let titles = zip(rows, titles(of: entity, rows: rows)).compactMap { row, title in
      title.map {
        (record: RecordHandle(table: table, row: row), title: nameKey(of: $0))
      }
    }
    return EntityNames(
      ids: ids,
      byID: Dictionary(grouping: rows.map { RecordHandle(table: table, row: $0) }) {
        nameKey(of: ids[$0.row - rows.lowerBound])
      },
      byUnique: uniqueValues(of: entity), titles: FoldedTitles(titles),
      byTitle: Dictionary(grouping: titles, by: \.title).mapValues { $0.map(\.record) })
  }

  /// The first record of an entity with a title, whatever its case.
  func record(titled title: String, of entity: Int) -> RecordHandle? {
    names(of: entity).byTitle[nameKey(of: title)]?.first
  }

  /// The records by the texts and numbers in unique attributes of the entity or a subentity, such as the article numbers
  /// in a spreadsheet.
  private func uniqueValues(of entity: Int) -> [String: [RecordHandle]] {
    let declared = graph.model.entities[entity]
    let columns = graph.tables[declared.table].columns
    var rows: [String: Set<Int>] = [:]
    for member in declared.family {
      let own = graph.rows(of: member, includingSubentities: false)
      for attribute in graph.model.entities[member].attributes where attribute.isUnique {
        for row in own {
          if let text = columns[attribute.column][row].plainText { rows[text, default: []].insert(row) }
        }
      }
    }
    return rows.mapValues { $0.sorted().map { RecordHandle(table: declared.table, row: $0) } }
  }

  /// The records that part of a title or id may refer to: exact matches, then those that begin with it, then
  /// those with a word that does, then those that contain it, each in the entity's order.
  /// - Parameter limit: the maximum number of results.
  /// - Complexity: O(*n*) in the entity's records.
  package func candidates(_ part: String, of entity: Int, limit: Int) -> [(id: String, title: String)] {
    let wanted = Array(nameKey(of: part.trimmingBlanks()).utf8)
    let table = graph.model.entities[entity].table
    let rows = graph.rows(of: entity)
    let titles = titles(of: entity, rows: rows)
    var memory: [UInt8] = []
    var found: [[(id: String, title: String)]] = Array(repeating: [], count: 4)
    for row in rows {
      let id = graph.id(of: row, in: table)
      let title = titles[row - rows.lowerBound] ?? id
      let ranks = wanted.isEmpty ? [3] : [title, id].compactMap { Self.rank(of: wanted, in: $0, &memory) }
      guard let rank = ranks.min() else { continue }
      if found[rank].count < limit { found[rank].append((id, title)) }
      if wanted.isEmpty, found[3].count == limit { break }
    }
    return Array(found.joined().prefix(limit))
  }

  /// The rank of a folded text in a name: 0 equal, 1 prefix, 2 prefix of a word, 3 contained; nil if not
  /// contained. Compares bytes, because each key press scans every name.
  /// - Parameter memory: a buffer for the folded name.
  private static func rank(of wanted: [UInt8], in name: String, _ memory: inout [UInt8]) -> Int? {
    memory.removeAll(keepingCapacity: true)
    memory.appendSearchKey(of: name.utf8.span)
    var rank: Int?
    for start in 0..<max(0, memory.count - wanted.count + 1) where memory[start] == wanted[0] {
      guard wanted.indices.allSatisfy({ memory[start + $0] == wanted[$0] }) else { continue }
      if start == 0 { return memory.count == wanted.count ? 0 : 1 }
      if memory[start - 1] == UInt8(ascii: " ") { return 2 }
      rank = 3
    }
    return rank
  }

  private func record(withID id: String, of entity: Int) -> RecordHandle? {
    let table = graph.model.entities[entity].table
    guard let row = graph.row(withID: id, in: table), graph.rows(of: entity).contains(row) else { return nil }
    return RecordHandle(table: table, row: row)
  }

  /// The titles of records, by row; nil for records with only an id.
  func titles(of entity: Int, rows: Range<Int>) -> [String?] {
    expressions.titles(of: entity, rows: rows, in: graph, by: evaluator)
  }

  /// The name of a record: its title, else its id.
  package func title(of record: RecordHandle) -> String {
    ownTitle(of: record) ?? graph.id(of: record)
  }

  /// The title of a record; nil if it has only its id.
  private func ownTitle(of record: RecordHandle) -> String? {
    let entity = graph.entity(of: record)
    return titles(of: entity, rows: record.row..<record.row + 1)[0]
  }

  /// The title of the record with an id; nil if it has none, or does not exist.
  package func title(ofRecordWithID id: String, of entity: Int) -> String? {
    record(withID: id, of: entity).flatMap { ownTitle(of: $0) }
  }
}

// MARK: - Sentences

extension RecordLookup {
  /// The record of any entity that a name refers to, or the error.
  /// - Parameter allowsPart: whether part of its title may name it.
  package func resolve(_ name: SourceText, allowsPart: Bool = true) -> Result<RecordHandle, Diagnostic> {
    resolve(record(name.text, allowsPart: allowsPart), name, kind: "record").mapError { rowError(name) ?? $0 }
  }

  /// The error for a row number that does not exist, or an owner or a list of it.
  private func rowError(_ name: SourceText) -> Diagnostic? {
    guard let owned = OwnedID(name.text) else { return nil }
    func error(_ words: String) -> Diagnostic { Diagnostic(.unknownReference, at: name.range, words) }
    let slash = owned.owner.lastIndex(of: "/")
    let list = slash.map { String(owned.owner[..<$0]) }
    var found = record(owned.owner)
    if case .none = found, let slash {
      found = record(String(owned.owner[owned.owner.index(after: slash)...]))
    }
    if case .none(let nearest?) = found {
      let id = (list.map { $0 + "/" } ?? "") + "\(nearest)#\(owned.position)"
      return error("unknown record '\(name.text)'\(suggestion(id))")
    }
    guard case .record(let owner) = found else { return nil }
    let lists = graph.relationships(of: owner).filter { $0.origin == .owned }
    if let list, entities(in: list[...]).isEmpty {
      return error(
        "'\(graph.id(of: owner))' has no list '\(list)'\(suggestion(nearestName(to: list, among: lists.map(\.name))))"
      )
    }
    // What follows from the record is in no file.
    let named = lists.filter { $0.name == list }
    let counts = (named.isEmpty ? lists : named).map { list in
      let rows = graph.destinations(of: list, from: owner).filter { !graph.isImplied($0) }
      return "\(rows.count) in '\(list.name)'"
    }
    guard !counts.isEmpty else { return nil }
    return error(
      "'\(graph.id(of: owner))' has no row \(owned.position); it has \(counts.joined(separator: " and "))")
  }

  /// The record of a lookup's result, or the error if there is not exactly one.
  /// - Parameters:
  ///   - found: the result of the lookup.
  ///   - name: the name as typed.
  ///   - kind: the expected kind: `record`, `customer`.
  package func resolve(
    _ found: Found, _ name: SourceText, kind: String
  ) -> Result<RecordHandle, Diagnostic> {
    let summary: String
    switch found {
    case .record(let record): return .success(record)
    case .skipped: summary = "the file of '\(name.text)' has an error; 'docket check' shows it"
    case .none(let nearest): summary = "unknown \(kind) '\(name.text)'\(suggestion(nearest))"
    case .several(let records):
      return .failure(Self.ambiguity(of: name, records.map(description)))
    }
    return .failure(Diagnostic(.unknownReference, at: name.range, summary))
  }

  /// The description of a record in a list of ambiguous matches.
  func description(of record: RecordHandle) -> String {
    let index = graph.entity(of: record)
    let entity = graph.model.entities[index]
    // A row of the first list is told apart by the folder of its owner, one of another by the list.
    let owner = isFirstList(of: index) ? entity.owner.map { graph.model.entities[$0.entity] } : nil
    let folder = (entity.folder ?? owner?.folder).map { $0 + "/" } ?? ""
    return "\(folder)\(graph.commandName(of: record)) is \(title(of: record))"
  }

  /// The error for an ambiguous name.
  static func ambiguity(of name: SourceText, _ records: [String]) -> Diagnostic {
    Diagnostic(
      .unknownReference, at: name.range,
      "'\(name.text)' may be any of \(records.count) records; name one as written here",
      notes: records.prefix(10).map { .init($0) }
        + (records.count > 10 ? [.init("and \(records.count - 10) more")] : []))
  }
}
