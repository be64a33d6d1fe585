import Content
import FrontMatter
import Query
import Records

/// Allocates ids for new records of an entity, unique within its family.
///
/// An id is the next of the series if the entity's ids are numbered, else the slug of the title. Use one
/// allocator for all records of a request, since it scans every existing id; allocated ids count as taken.
///
///     var ids = IDAllocator(editor, entity)
///     ids.next(for: fields)   // "2026-0087"
///     ids.next(for: fields)   // "2026-0088"
package struct IDAllocator {
  private let editor: Editor
  private let entity: Int
  private let table: Int
  private var series: IDSeries?
  /// The taken ids as written, by their folded form.
  private var taken: [String: String]
  /// The former ids of the family's records, folded.
  private let former: Set<String>
  /// The last number appended to each slug.
  private var lastNumbers: [String: Int] = [:]

  /// Collects the ids of an entity's family.
  /// - Parameter taken: ids already given away that are not in the book.
  /// - Complexity: O(*n*) in the family's records.
  package init(_ editor: Editor, _ entity: Int, taken: Set<String> = []) {
    self.editor = editor
    self.entity = entity
    table = editor.model.entities[entity].table
    series = editor.series(of: entity)
    let ids = editor.graph.tables[table].ids
    self.taken = Dictionary(taken.lazy.map { (idFolded($0), $0) }) { first, _ in first }
    former = Set(
      editor.graph.formerNames.lazy.filter { [table] in $0.table == table }.map { idFolded($0.id) })
    self.taken.merge(ids.lazy.map { (idFolded($0), $0) }) { first, _ in first }
  }

  /// The spelling of a taken id, ignoring case; nil if the id is free.
  func written(_ id: String) -> String? { taken[idFolded(id)] }

  /// Whether an id is or was a record's, or was given away.
  package func isTaken(_ id: String) -> Bool {
    written(id) != nil || former.contains(idFolded(id)) || editor.graph.isSkipped(id, in: table)
  }

  /// The id for a new record's fields; nil if there is no basis for one.
  /// - Parameter computedTitle: the record's title, if an expression computes it.
  package mutating func next(
    for fields: [RecordOperation.Field], computedTitle: String? = nil
  ) -> String? {
    let year = editor.day(of: entity, fields)?.parts.year ?? editor.today.parts.year
    let key = editor.titleKey(of: entity)
    if series == nil, let title = computedTitle ?? fields.first(where: { $0.key == key })?.value.plainText {
      return next(after: slug(title))
    }
    if series == nil, editor.model.entities[entity].requiredDate != nil, editor.graph.rows(of: entity).isEmpty
    {
      series = .ofYears
    }
    for _ in 0..<Self.attempts {
      guard let id = series?.next(year: year) else { return nil }
      if take(id) { return id }
    }
    return nil
  }

  /// A provisional id for reading a record whose id follows from its computed title; nil if it does not.
  package mutating func provisional() -> String? {
    guard editor.hasTitleOfItsOwn(entity), editor.titleKey(of: entity) == nil, series == nil else {
      return nil
    }
    return next(after: "unnamed")
  }

  /// The given id, or with the first number after it that makes it free.
  private mutating func next(after base: String) -> String? {
    guard !base.isEmpty else { return nil }
    for _ in 0..<Self.attempts {
      let number = (lastNumbers[base] ?? 0) + 1
      lastNumbers[base] = number
      let id = number == 1 ? base : "\(base)-\(number)"
      if !isReservedID(id), take(id) { return id }
    }
    return nil
  }

  /// Takes an id, if it is free.
  /// - Returns: whether it was.
  @discardableResult
  mutating func take(_ id: String) -> Bool {
    guard !isTaken(id) else { return false }
    taken[idFolded(id)] = id
    return true
  }

  /// The number of taken ids after which the search ends.
  private static let attempts = 10_000
}

extension Editor {
  /// The series of an entity's ids; nil if they are not numbered, or derive from titles.
  func series(of entity: Int) -> IDSeries? {
    let rows = graph.rows(of: entity)
    let ids = graph.tables[model.entities[entity].table].ids[rows]
    guard !ids.isEmpty, let series = IDSeries(ids) else { return nil }
    guard hasTitleOfItsOwn(entity) else { return series }
    // A single name that ends in a number is not yet a series, unless it contains a year.
    guard series.isYearly || ids.count > 1 else { return nil }
    let titles = lookup.titles(of: entity, rows: rows)
    let named = zip(ids, titles).count { id, title in
      title.map { firstWord(of: slug($0)) == firstWord(of: idFolded(id)) } ?? false
    }
    return named * 2 < ids.count ? series : nil
  }

  private func firstWord(of id: String) -> Substring { id.prefix { $0 != "-" } }

  /// Whether records have a title that can become an id, which is not itself made from the id.
  func hasTitleOfItsOwn(_ entity: Int) -> Bool {
    let declared = model.entities[entity]
    guard declared.declaration.title != nil else { return false }
    let read = book.expressions.titles[entity]?.reads.ids ?? []
    return !read.contains { model.entities[$0].table == declared.table }
  }

  /// The attribute that is the title of an entity's records; nil if there is none, or it is computed.
  func titleKey(of entity: Int) -> String? {
    model.entities[entity].titleAttribute?.name.text
  }

  /// The date of a record: its first required date.
  func day(of entity: Int, _ fields: [RecordOperation.Field]) -> CivilDate? {
    let key = model.entities[entity].requiredDate?.name.text
    return fields.first { $0.key == key }.flatMap { CivilDate($0.value.plainText) }
  }
}
