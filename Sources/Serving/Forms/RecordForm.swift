import Content
import Diagnostics
import Editing
import FileSystem
import Records
import Site

/// A form of a record, or of a new record of an entity.
struct RecordForm: Sendable {
  /// Edits the book of the form.
  let editor: Editor
  /// The last site without errors, which formats computed values; nil if there was none yet.
  let site: PlannedSite?
  /// The entity, an index into the model's entities.
  let entity: Int
  /// The record; nil for a new one, and for one that the book does not have at the moment.
  let record: RecordHandle?
  /// The id of the record; nil for a new one.
  private(set) var id: String?
  /// The values in the record's file.
  let written: FormValues

  /// Finds the record of an address: the entity by its name, the record by its id.
  init?(_ snapshot: Snapshot, today: CivilDate, entity name: String, id: String?) {
    guard let book = snapshot.book else { return nil }
    let model = book.graph.model
    guard let entity = model.entity(named: name), model.entities[entity].owner == nil else {
      return nil
    }
    editor = Editor(book, today: today)
    site = snapshot.site
    guard let id else {
      guard !model.entities[entity].isAbstract else { return nil }
      self.entity = entity
      record = nil
      written = FormValues()
      return
    }
    let table = model.entities[entity].table
    guard let row = book.graph.row(withID: id, in: table) else { return nil }
    self.entity = book.graph.entity(of: row, in: table)
    record = RecordHandle(table: table, row: row)
    self.id = book.graph.id(of: row, in: table)
    let file = book.graph.file(of: row, in: table)
    let body = file.source.text(file.body).replacing("\r\n", with: "\n")
    written = FormValues(file.writtenFields, body: body)
  }

  /// Makes the form of a record that the book does not have at the moment: its file was deleted, has an error
  /// or is a draft.
  init?(_ snapshot: Snapshot, today: CivilDate, entity name: String, missing id: String) {
    self.init(snapshot, today: today, entity: name, id: nil)
    self.id = id
  }

  /// Makes the same form in another book, such as the one with drafts; nil if the record's file has other bytes there.
  init?(_ form: RecordForm, in book: Book) {
    editor = Editor(book, today: form.editor.today)
    (site, entity, id, written) = (form.site, form.entity, form.id, form.written)
    guard let file = form.file, let id = form.id else {
      record = nil
      return
    }
    let table = book.graph.model.entities[entity].table
    guard let row = book.graph.row(withID: id, in: table),
      book.graph.file(of: row, in: table).source.bytes == file.source.bytes
    else { return nil }
    record = RecordHandle(table: table, row: row)
  }

  var book: Book { editor.book }
  var graph: RecordGraph { book.graph }
  var model: Model { book.graph.model }
  /// The declaration of the entity.
  var declared: Entity { model.entities[entity] }
  /// The keys that may be written, in order.
  var keys: EntityKeys { EntityKeys(declared) }
  /// Whether the record is a new one.
  var isNew: Bool { id == nil }
  /// The addresses of the forms under the record's former ids.
  var formerAddresses: [FormAddress] {
    guard let record else { return [] }
    return graph.formerNames.names(of: record).map { FormAddress(.edit, entity: declared.name, id: $0.id) }
  }
  var file: MarkdownFile? { record.map { graph.file(of: $0) } }

  var address: FormAddress { address(isNew ? .new : .edit) }

  /// The address of an action on the record.
  func address(_ verb: FormAddress.Verb) -> FormAddress {
    FormAddress(verb, entity: declared.name, id: id)
  }

  /// The record's title with its entity's label: `Customer Mara Lindqvist`, `New Order`.
  var title: String {
    isNew ? localized("New {0}", declared.label) : "\(declared.label) \(shortTitle)"
  }
  /// The record's title; empty for a new one.
  var shortTitle: String { record.map { editor.lookup.title(of: $0) } ?? id ?? "" }

  /// A number that identifies the bytes of the record's file; empty if the book has none.
  var digest: String { file.map { PageFile.digest(of: $0.source.bytes) } ?? "" }

  /// Makes a writer of typed values.
  /// - Parameter values: all typed values, which determine the currency of new rows.
  func writer(of values: FormValues) -> FieldWriter {
    let written = written
    let currency = declared.currency { key in
      let text = (values.fields[key] ?? written.fields[key] ?? "").trimmingSpaces()
      return text.isEmpty ? nil : editor.values.written(text, as: .currency)
    }
    return FieldWriter(
      editor: editor.knowing(currency ?? model.currency), currency: currency ?? model.currency)
  }

  /// How many relatives a form offers to make a new record of.
  private static let maximumRelatives = 5

  /// The other entities of the family that may have a copy of the record, such as the order that a quote becomes; none if
  /// they are many.
  var relatives: [Entity] {
    let others = model.entities.filter {
      $0.table == declared.table && $0.name != declared.name && $0.folder != nil && !$0.isAbstract
    }
    return others.count > Self.maximumRelatives ? [] : others
  }

  /// The closed period that the record belongs to; nil if it may change.
  var closedPeriod: AccountingPeriod? {
    guard let record, let column = declared.requiredDay?.column,
      let day = graph.tables[record.table].columns[column][record.row].date
    else { return nil }
    return editor.book.closedPeriods?.keys.sorted().first { $0.contains(day) }
  }

  /// The id of the record after this one in the entity's order; nil for the last one and for a new one.
  var idOfNext: String? {
    guard let record else { return nil }
    let first = model.entities[entity].family.lowerBound
    let order = graph.tables[record.table].orders
    let place = entity - (model.entities.indices.first { model.entities[$0].table == record.table } ?? first)
    guard order.indices.contains(place), let index = order[place].firstIndex(of: Int32(record.row)),
      order[place].indices.contains(index + 1)
    else { return nil }
    return graph.id(of: Int(order[place][index + 1]), in: record.table)
  }

  /// The keys whose values tell the rows of a list apart: references and texts.
  func namingKeys(of list: String) -> Set<String> {
    guard case .rows(let relationship)? = keys[list] else { return [] }
    let names = EntityKeys(model.entities[relationship.destination]).keys.compactMap { name, kind in
      switch kind {
      case .reference(let reference): reference.isMany ? nil : name
      case .attribute(let attribute):
        [.string, .text].contains(attribute.type) && attribute.choices.isEmpty ? name : nil
      case .rows, .draft, .was: nil
      }
    }
    return Set(names)
  }

  /// The values that were sent.
  func values(_ sent: FormFields) -> FormValues {
    FormValues(sent).withoutLineSeparators(of: entity, in: model)
  }

  /// The values with the amounts emptied that follow from what was typed.
  func following(_ values: FormValues) -> FormValues {
    let writer = writer(of: values)
    if let record { return values.following(written, of: record, writer: writer) }
    guard isNew, let original = values.like, let row = graph.row(withID: original.id, in: declared.table),
      let file = self.original(of: values)
    else { return values }
    return values.following(file, of: RecordHandle(table: declared.table, row: row), writer: writer)
  }

  /// The values of the file of the record that a new one is copied from; nil if there is none, or if its rows are not
  /// those any more that were copied by their places.
  func original(of values: FormValues) -> FormValues? {
    guard isNew, let original = values.like, let row = graph.row(withID: original.id, in: declared.table),
      case let file = FormValues(graph.file(of: row, in: declared.table).writtenFields, body: ""),
      original.digest == file.rowsDigest
    else { return nil }
    return file
  }

  // MARK: Edits

  /// The edit for the values of a form.
  /// - Parameters:
  ///   - wanted: the typed id of a new record.
  ///   - computedTitle: the title of a new record, if an expression computes it.
  ///   - taken: ids that a new record cannot have, including those of drafts.
  /// - Returns: the edit, and the id and the path below Content of the record.
  func edit(
    _ values: FormValues, id wanted: String?, computedTitle: String? = nil, taken: Set<String> = []
  ) -> (edit: Edit, id: String, path: String)? {
    let values = following(values.keepingTextsThatFormsChange(of: written))
    guard let file, let id, let record else {
      return new(values, id: wanted, computedTitle: computedTitle, taken: taken)
    }
    var edit = Edit()
    let (placed, stranded) = values.followingOwnRows(from: written, of: id, nowOf: id, entity, in: model)
    for reference in stranded { refuse(reference, of: record, in: &edit) }
    let operations = placed.operations(from: written, of: entity, writer: writer(of: placed))
    let path = String(file.path)
    if var result = edit.take(editor.file(file.source, after: operations, entity)) {
      if let body = placed.body, body != written.body {
        result = file.script(givingWholeBody: body, in: result).result
      }
      edit.put(result.bytes, at: path, before: file.source.bytes)
      editor.follow(placed.places(of: written), of: record, in: &edit)
    }
    return (edit, id, path)
  }

  /// Refuses to remove a row that the record or another of its rows refers to.
  private func refuse(_ reference: StrandedReference, of record: RecordHandle, in edit: inout Edit) {
    var source = record
    if let (list, index) = reference.row, case .rows(let relationship)? = keys[list] {
      source = editor.rowsByIndex(of: relationship, in: record)[index] ?? record
    }
    edit.refuse(
      .brokenRule, at: graph.locator(of: source.row, in: source.table).place(of: [reference.key]),
      "'\(reference.target)' may not be removed: '\(graph.commandName(of: source))' refers to it")
  }

  /// The provisional id of a new record while the values that its id follows from are missing.
  static let unnamed = "unnamed"

  /// The id of a record whose file has exactly the bytes that a new record would get; nil if there is none. The
  /// server may have ended after it wrote them and before it answered.
  func recordThatSays(_ values: FormValues) -> String? {
    guard isNew, let (edit, _, _) = edit(values, id: Self.unnamed), let bytes = edit.changes.first?.after
    else {
      return nil
    }
    let table = declared.table
    return graph.rows(of: entity).first { graph.file(of: $0, in: table).source.bytes == bytes }
      .map { graph.id(of: $0, in: table) }
  }

  /// The id of the record in a file, if it is of the family of the form's record; also of one that the book leaves out,
  /// such as a draft.
  var idOfFile: (_ path: String) -> String? {
    let (folders, family) = (RecordFolders(model), model.recordName("", of: declared).family)
    return { path in folders.name(of: path).flatMap { $0.family == family ? nfc($0.id) : nil } }
  }

  /// The ids of all files of the record's family, including those that the book leaves out, such as drafts.
  func ids(in source: any ContentSource) async -> Set<String> {
    let entries = (try? await source.list(withStamps: false)) ?? []
    return Set(entries.lazy.map(\.path).compactMap(idOfFile))
  }

  /// A typed id without the file extension, which users may add because the id is also the name of the file.
  static func stem(of typed: String) -> String {
    let id = typed.trimmingSpaces()
    return id.lowercased().hasSuffix(".md") ? String(id.dropLast(3)) : id
  }

  private func new(
    _ values: FormValues, id wanted: String?, computedTitle: String?, taken: Set<String>
  ) -> (edit: Edit, id: String, path: String)? {
    var edit = Edit()
    var fields = values.newFields(of: entity, writer: writer(of: values))
    let given = Self.stem(of: wanted ?? "")
    var ids = IDAllocator(editor, entity, taken: taken)
    guard
      let id = given.isEmpty
        ? ids.next(for: fields, computedTitle: computedTitle) : ids.isTaken(nfc(given)) ? nil : nfc(given),
      isValidID(id), !isReservedID(id)
    else { return nil }
    if let original = values.like, let file = self.original(of: values) {
      let own = values.followingOwnRows(from: file, of: original.id, nowOf: id, entity, in: model).values
      fields = own.newFields(of: entity, writer: writer(of: own))
    }
    fields = writer(of: values).completed(fields, entity)
    guard let path = editor.addFile(id, of: entity, fields, body: values.body ?? "", &edit)
    else { return nil }
    return (edit, id, path)
  }
}
