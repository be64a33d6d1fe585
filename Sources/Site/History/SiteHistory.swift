import Content
import Formatting
import Records

/// The changes of records on pages: on each record's page its own, on a separate page the latest of all.
struct SiteHistory: Sendable {
  /// A change of one record.
  struct Place: Sendable {
    /// The commit, an index into the history's entries.
    let entry: Int32
    /// The change, an index into the commit's changes.
    let change: Int32
    /// The number of further records that the commit changed and that are not listed after this one.
    var hiddenCount = 0
  }

  /// The path of the page of the latest changes.
  static let path = "history.html"
  /// The path of their feed.
  static let feedPath = "history.xml"
  /// The maximum numbers of changes on the page, and of changes of one commit.
  private static let (limit, commitLimit) = (200, 20)

  /// The maximum number of values shown of a change; a last line counts the others.
  private static let lineLimit = 50

  /// The changes of each commit.
  let history: RecordHistory
  /// Whether to show authors.
  let showsAuthors: Bool
  /// Whether the site is public, without deleted records, or authors unless site.yml says so.
  let isPublic: Bool
  /// The latest changes, newest first.
  private(set) var latest: [Place] = []

  let graph: RecordGraph
  let formatter: ValueFormatter
  private let titles: RecordTitles
  private let pasts: RecordPasts
  /// The records of changes, by entry and change.
  private var records: [Int64: RecordHandle] = [:]

  /// Finds the changes of a book's records.
  /// - Returns: nil if the book has no history.
  init?(_ book: Book, titles: RecordTitles, formatter: ValueFormatter) {
    guard let history = book.history else { return nil }
    self.history = history
    isPublic = book.isPublic
    self.titles = titles
    self.formatter = formatter
    graph = book.graph
    showsAuthors = book.settings.showsAuthors ?? !isPublic
    pasts = RecordPasts(history, of: book.graph)
    for (table, rows) in pasts.tables.enumerated() {
      for (row, past) in rows.enumerated() {
        for place in past.changes {
          records[Self.key(place.entry, place.change)] = RecordHandle(table: table, row: row)
        }
      }
    }
    for (entry, commit) in history.entries.enumerated() where latest.count < Self.limit {
      var places: [Place] = []
      var count = 0
      for (index, change) in commit.changes.enumerated() {
        let place = Place(
          entry: Int32(truncatingIfNeeded: entry), change: Int32(truncatingIfNeeded: index))
        let isKnown = record(of: place) != nil || change.kind == .deleted && !isPublic
        guard isKnown, isShown(place) else { continue }
        count += 1
        if count <= Self.commitLimit { places.append(place) }
      }
      if count > places.count { places[places.count - 1].hiddenCount = count - places.count }
      latest += places.prefix(Self.limit - latest.count)
    }
  }

  private static func key(_ entry: Int32, _ change: Int32) -> Int64 { Int64(entry) << 32 | Int64(change) }

  /// The changes of a record, newest first.
  func changes(of row: Int, in table: Int) -> [Place] {
    guard table < pasts.tables.count, row < pasts.tables[table].count else { return [] }
    return pasts.tables[table][row].changes.map { Place(entry: $0.entry, change: $0.change) }
      .filter(isShown)
  }

  /// The commit of a change.
  func entry(at place: Place) -> RecordHistory.Entry { history.entries[Int(place.entry)] }

  func change(at place: Place) -> RecordChange { entry(at: place).changes[Int(place.change)] }

  /// The current record; nil if it was deleted.
  func record(of place: Place) -> RecordHandle? { records[Self.key(place.entry, place.change)] }

  /// The record's current title, or the former id of a deleted record.
  func title(of place: Place) -> String {
    record(of: place).map { titles.title(of: $0.row, in: $0.table, graph: graph) } ?? change(at: place).id
  }

  // MARK: Lines

  /// A changed value as readers see it.
  struct Line: Sendable {
    let label: String
    let old: String?
    let new: String?
  }

  /// Whether a change has anything to show; changes only of attributes that the model no longer has do not.
  private func isShown(_ place: Place) -> Bool {
    guard entity(of: place) != nil else { return false }
    let change = change(at: place)
    return change.kind != .updated || change.changesBody || !lines(of: place).isEmpty
  }

  /// The current entity of a record, or the former entity of a deleted one; nil if it is not in the model.
  func entity(of place: Place) -> Entity? {
    let present = record(of: place).map { graph.entity(of: $0) }
    return (present ?? graph.model.entity(named: change(at: place).entity)).map { graph.model.entities[$0] }
  }

  /// The changed values; empty for inserted records, whose pages show them, and for deleted ones.
  func lines(of place: Place) -> [Line] {
    let change = change(at: place)
    guard change.kind == .updated || change.kind == .renamed, let entity = entity(of: place) else {
      return []
    }
    var lines: [Line] = []
    if change.kind == .renamed {
      lines.append(Line(label: graph.model.label(of: "id"), old: change.formerID, new: change.id))
    }
    lines += change.values.compactMap { line($0, of: entity) }
    for row in change.rows {
      let parts = row.id.split(separator: "#")
      guard parts.count == 2, let list = entity.relationship(named: String(parts[0])) else { continue }
      let label = "\(list.label) #\(parts[1])"
      let values = row.values.compactMap { line($0, of: graph.model.entities[list.destination]) }
      guard !values.isEmpty else { continue }
      if row.kind == .updated {
        lines += values.map { Line(label: "\(label) · \($0.label)", old: $0.old, new: $0.new) }
      } else {
        let texts = values.compactMap { $0.new ?? $0.old }.joined(separator: " · ")
        lines.append(
          Line(
            label: label, old: row.kind == .deleted ? texts : nil,
            new: row.kind == .deleted ? nil : "+ \(texts)")
        )
      }
    }
    guard lines.count > Self.lineLimit else { return lines }
    return lines.prefix(Self.lineLimit) + [
      Line(label: "…", old: nil, new: "+ \(lines.count - Self.lineLimit)")
    ]
  }

  private func line(_ value: ValueChange, of entity: Entity) -> Line? {
    if let attribute = entity.attribute(named: value.key) {
      func text(_ text: String) -> String {
        guard let value = attribute.value(of: text, currency: graph.model.currency) else { return text }
        return formatter.text(of: value, as: ValueStyle(attribute))
      }
      return Line(label: attribute.label, old: value.old.map(text), new: value.new.map(text))
    }
    guard let relationship = entity.relationship(named: value.key) else { return nil }
    func title(_ ids: String) -> String {
      let table = graph.model.entities[relationship.destination].table
      return ids.split(separator: ", ").map { id in
        graph.row(withID: String(id), in: table).map { titles.title(of: $0, in: table, graph: graph) }
          ?? String(id)
      }.joined(separator: ", ")
    }
    return Line(label: relationship.label, old: value.old.map(title), new: value.new.map(title))
  }
}
