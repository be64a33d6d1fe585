import Content
import Diagnostics
import Editing
import History
import Locale
import Records

/// Records and their values as people call them: by titles that lead to pages and forms, and by labels.
struct RecordNames {
  private let graph: RecordGraph
  private let lookup: RecordLookup
  private let canEdit: Bool

  /// Makes the names of a book.
  init(_ book: Book, today: CivilDate, canEdit: Bool) {
    graph = book.graph
    lookup = RecordLookup(book, today: today)
    self.canEdit = canEdit
  }

  // MARK: Records

  /// A record that has changed, with its form; for a row, its order.
  func name(_ label: String, _ entity: String, _ id: String) -> HTML {
    guard canEdit, let (home, owner, _) = home(entity, id) else { return page(label, entity, id) }
    return """
      \(page(label, entity, id)) · <a href="\(FormAddress(.edit, entity: home.name, id: owner).path)">\(localized: "Edit")</a>
      """
  }

  /// A record by its page; for a row, its order's.
  func page(_ label: String, _ entity: String, _ id: String) -> HTML {
    guard let (_, _, path) = home(entity, id) else { return "\(label) <code>\(id)</code>" }
    let title = graph.model.entity(named: entity).flatMap { lookup.title(ofRecordWithID: id, of: $0) } ?? id
    return """
      \(label) <a href="/\(PercentEncoding.path(String(path.dropLast(3)))).html">\(title)</a>\(title == id ? "" : " <code>\(id)</code>" as HTML)
      """
  }

  /// The entity, id and path of the file that a record is written in.
  private func home(_ entity: String, _ id: String) -> (Entity, id: String, path: String)? {
    guard let index = graph.model.entity(named: entity) else { return nil }
    let declared = graph.model.entities[index]
    let home = declared.owner.map { graph.model.entities[$0.entity] } ?? declared
    let owner = OwnedID(id)?.owner ?? id
    return graph.row(withID: owner, in: home.table).map {
      (home, owner, String(graph.file(of: $0, in: home.table).path))
    }
  }

  // MARK: Values

  /// The label of a key of an entity; the key itself if the entity no longer has it.
  func key(_ key: String, of entity: String) -> String {
    if key == "@count" { return localized("number") }
    guard let index = graph.model.entity(named: entity) else { return key }
    let declared = graph.model.entities[index]
    return declared.attribute(named: key)?.label ?? declared.relationship(named: key)?.label ?? key
  }

  /// What changed in a record, one line each.
  func lines(of record: RecordChange) -> [String] {
    var lines = record.values.map { value in
      let (old, new) = (text(value.old, value.key, record.entity), text(value.new, value.key, record.entity))
      let isNew = record.kind == .inserted
      let change =
        isNew
        ? new ?? ""
        : WritingDirection(language: OwnTexts.current.tag).change(from: old ?? "–", to: new ?? "–")
      return "\(key(value.key, of: record.entity)): \(change)"
    }
    for row in record.rows {
      let parts = row.id.split(separator: "#", maxSplits: 1).map(String.init)
      let name = ([key(parts[0], of: record.entity)] + parts.dropFirst()).joined(separator: " ")
      let values =
        row.kind == .deleted
        ? row.values.map { "\(key($0.key, of: row.entity)): \(text($0.old, $0.key, row.entity) ?? "")" }
        : self.lines(of: row)
      let kind = row.kind == .renamed ? RecordChange.Kind.inserted : row.kind
      lines.append(
        "\(name) \(localized(kind.rawValue))" + (values.isEmpty ? "" : ": " + values.joined(separator: ", ")))
    }
    if record.changesBody { lines.append(localized("text changed")) }
    return lines
  }

  /// A value as it is written, on one line; a reference by the title of its record.
  private func text(_ value: String?, _ key: String, _ entity: String) -> String? {
    guard let value else { return nil }
    let declared = graph.model.entity(named: entity).map { graph.model.entities[$0] }
    if let relationship = declared?.relationship(named: key), !relationship.isMany {
      return lookup.title(ofRecordWithID: value, of: relationship.destination) ?? value
    }
    return value.split(whereSeparator: \.isNewline).joined(separator: " ⏎ ")
  }
}
