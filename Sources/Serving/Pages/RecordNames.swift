import Content
import Diagnostics
import Editing
import History
import Locale
import Records
import Site

/// Displays records by titles with links to pages and forms, and keys and values by labels.
struct RecordNames {
  private let graph: RecordGraph
  private let lookup: RecordLookup
  private let site: PlannedSite?
  private let canEdit: Bool
  private let leftOut: Set<String>

  /// Makes the names of a book.
  /// - Parameters:
  ///   - site: the site that values are formatted as; nil if there was none yet.
  ///   - leftOut: the paths below Content of the drafts that have no page.
  init(
    _ book: Book, on site: PlannedSite?, today: CivilDate, canEdit: Bool, leavingOut leftOut: Set<String> = []
  ) {
    self.leftOut = leftOut
    graph = book.graph
    self.site = site
    lookup = RecordLookup(book, today: today)
    self.canEdit = canEdit
  }

  // MARK: Records

  /// A changed record with a link to its form; for a row, to its order's form.
  func name(_ label: String, _ entity: String, _ id: String) -> HTML {
    let page = page(label, entity, id)
    guard canEdit, let record = record(entity, id) else { return page }
    let owner = graph.fileOwner(of: record)
    let entity = graph.model.entities[graph.entity(of: owner)].name
    return """
      \(page) · <a href="\(FormAddress(.edit, entity: entity, id: graph.id(of: owner)).path)">\(localized: "Edit")</a>
      """
  }

  /// A record's label with a link to its page; for a row, to its order's page.
  func page(_ label: String, _ entity: String, _ id: String) -> HTML {
    "\(label) \(record(entity, id).map { page(of: $0) } ?? "<code>\(id)</code>")"
  }

  /// A link to a record's page; for a row, to its order's page.
  func page(of record: RecordHandle) -> HTML {
    let (id, title) = (graph.id(of: record), lookup.title(of: record))
    let file = graph.file(of: record)
    let name: HTML =
      leftOut.contains(String(file.path)) ? "\(title)" : "<a href=\"\(file.pageAddress)\">\(title)</a>"
    return title == id ? name : "\(name) <code>\(id)</code>"
  }

  private func record(_ entity: String, _ id: String) -> RecordHandle? {
    guard let index = graph.model.entity(named: entity) else { return nil }
    let table = graph.model.entities[index].table
    return graph.record(withID: id, in: table)
  }

  // MARK: Values

  /// The label of a key of an entity; the key itself if the entity no longer has it.
  func key(_ key: String, of entity: String) -> String {
    if key == "@count" { return localized("number") }
    guard let index = graph.model.entity(named: entity) else { return key }
    let declared = graph.model.entities[index]
    return declared.attribute(named: key)?.label ?? declared.relationship(named: key)?.label ?? key
  }

  /// The label of an entity's records.
  /// - Parameter former: the label if the model no longer has the entity.
  func label(of entity: String, former: String) -> String {
    graph.model.entity(named: entity).map { graph.model.entities[$0].label } ?? former
  }

  /// The plural label of an entity's records.
  /// - Parameter former: the label if the model no longer has the entity.
  func plural(of entity: String, former: String) -> String {
    graph.model.entity(named: entity).map { graph.model.entities[$0].pluralLabel } ?? former
  }

  /// The changes of a record, one line each.
  func lines(of record: RecordChange) -> [String] {
    let direction = WritingDirection(language: OwnTexts.current.tag)
    return record.lines(
      ChangeWording(
        key: { key($0, of: $1) },
        row: { id, entity in
          let parts = id.split(separator: "#", maxSplits: 1).map(String.init)
          return ([key(parts[0], of: entity)] + parts.dropFirst()).joined(separator: " ")
        }, value: text, arrow: { direction.change(from: $0, to: $1) }, kind: { localized($0.rawValue) },
        textChanged: localized("text changed")))
  }

  /// A value on one line, as pages show it; a reference is shown by its record's title.
  func text(_ value: String, _ key: String, _ entity: String) -> String {
    let declared = graph.model.entity(named: entity).map { graph.model.entities[$0] }
    if let relationship = declared?.relationship(named: key) {
      let entity = relationship.destination
      return value.split(separator: ", ").map(String.init).map { id in
        // A commit may have the id from before the record was renamed.
        let now = graph.id(formerly: id, in: graph.model.entities[entity].table)
        return lookup.title(ofRecordWithID: id, of: entity)
          ?? now.flatMap { lookup.title(ofRecordWithID: $0, of: entity) } ?? id
      }.joined(separator: ", ")
    }
    if let site, let attribute = declared?.attribute(named: key), attribute.isFormatted,
      let formatted = attribute.value(ofPrinted: value, currency: graph.model.currency)
    {
      return site.text(of: formatted, as: attribute)
    }
    return value.onOneLine
  }
}

extension Attribute {
  /// Whether pages show its values in another form than files have them.
  fileprivate var isFormatted: Bool {
    switch type {
    case .boolean, .date, .integer, .decimal, .money: true
    default: !choices.isEmpty && type != .tags
    }
  }

  /// The value of a text as commands print it, with one part for each currency of an amount; nil if it is none.
  fileprivate func value(ofPrinted text: String, currency: Currency) -> Value? {
    guard type == .money else { return value(of: text, currency: currency) }
    let amounts = text.split(separator: "; ").map { value(of: String($0), currency: currency)?.money }
    return amounts.dropFirst().reduce(amounts.first ?? nil) { sum, amount in
      amount.flatMap { sum?.adding($0) }
    }.map(Value.money)
  }
}

extension MarkdownFile {
  /// The address of the page made from a record's file.
  var pageAddress: String { "/" + PercentEncoding.path(OutputPath.page(of: path)) }
}
