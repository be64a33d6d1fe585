import Content
import Diagnostics
import Locale
import Query
import Records
import Templates

/// Everything that pages show and share: the graph, the titles and bodies of records, the generic lists, and the
/// parts of the context that are the same on every page.
///
/// A class, so that each page's source holds one pointer to it; nothing in it changes.
final class SiteView: Sendable {
  /// The records.
  let graph: RecordGraph
  /// The day that `today()` is, unless a page fixes another.
  let today: CivilDate
  /// Writes values in the site's language.
  let formatter: ValueFormatter
  /// The titles of records.
  let titles: RecordTitles
  /// The HTML of records' bodies, by document.
  let bodies: RenderedBodies
  /// For each entity the tables of its to-many relationships, and where they begin in `tables`.
  let lists: [Range<Int>]
  /// The tables of all entities' to-many relationships, then those of indexes. For the latter only the columns
  /// are known; a page of an index replaces one by its own table.
  let tables: [TableView]
  /// Where the tables of indexes are in `tables`.
  let indexTables: Range<Int>
  /// The entity of each of the tables of indexes.
  let indexEntities: [Int]
  /// The place in `tables` of the tables of indexes, by their first columns.
  private let indexPlaces: [ObjectIdentifier: Int]
  /// For each entity its fields: attributes and to-one relationships.
  let fields: [[FieldView]]
  /// For each entity the lists of records that it owns whose records have fields that model.yml adds.
  let addedFields: [[AddedFields]]
  /// For each record its place in the order of the entity that its family inherits from, by table.
  let ranks: [[Int32]]
  /// The paths of all documents' pages, percent-encoded for links.
  let pages: EncodedPaths
  /// The pages of a part of a site, which lead only to each other; nil for the whole site.
  let part: PartPages?
  /// The nodes that pages share.
  let tree: ViewTree
  /// The node of `site`.
  let siteNode: ViewTree.Index
  /// For each entity the node of its place in the navigation; -1 if it has no page.
  let entityNodes: [ViewTree.Index]
  /// The node of all entities that have a page.
  let entitiesNode: ViewTree.Index
  /// The account that customers pay into.
  let account: BankAccount?
  /// By table and column, whether it is an attribute that is an integer.
  let integers: [[Bool]]
  /// For each entity where its state is; nil for one without.
  let states: [StateColumns?]
  /// By table and row, whether a value of the record depends on the day of the build; empty for a table without.
  let dated: [[Bool]]
  /// The pages that list the records with a tag.
  let tagPages: TagPages
  /// For each table of a to-many relationship the columns whose values depend on the day for some record.
  let datedListColumns: [[ColumnView]]

  /// Makes the view of a site.
  /// - Parameters:
  ///   - contents: what is shown.
  ///   - today: the day that `today()` is.
  ///   - bodies: the HTML of records' bodies.
  ///   - pages: the paths of all documents' pages.
  ///   - navigation: what pages link to.
  ///   - words: the theme's words in the site's language.
  init(
    of contents: SiteContents, today: CivilDate, bodies: RenderedBodies, pages: EncodedPaths,
    navigation: Navigation, words: [String: String]
  ) {
    let (book, titles, listings) = (contents.book, contents.titles, contents.listings)
    graph = book.graph
    self.pages = pages
    part = navigation.part
    self.today = today
    account = book.settings.account
    let locale = SiteLocale(language: book.settings.language)
    formatter = ValueFormatter(locale: locale, home: book.graph.model.currency, words: words)
    self.titles = titles
    self.bodies = bodies
    var tree = ViewTree()
    let lists = RecordLists(
      book.graph, partsOfTotals: book.expressions.partsOfTotals(in: book.graph.model), tree: &tree)
    self.lists = lists.ranges
    var tables = lists.tables
    var (entities, places) = ([Int](), [ObjectIdentifier: Int]())
    for listing in listings {
      guard let first = listing.columns.first.map({ ObjectIdentifier($0) }), places[first] == nil else {
        continue
      }
      places[first] = tables.count
      entities.append(listing.entity)
      tables.append(TableView(columnsOf: listing, book.graph.model, tree: &tree))
    }
    indexTables = lists.tables.count..<tables.count
    (self.tables, indexEntities, indexPlaces) = (tables, entities, places)
    fields = lists.fields
    addedFields = Self.addedFields(in: book.graph.model, lists.fields)
    let nodes = navigation.add(to: &tree, book: book, locale: locale, words: words)
    siteNode = nodes.site
    integers = book.graph.tables.indices.map { table in
      let attributes = book.graph.model.entities.filter { $0.table == table }.flatMap(\.attributes)
      let columns = Set(attributes.lazy.filter { $0.type == .integer }.map(\.column))
      return book.graph.tables[table].columns.indices.map(columns.contains)
    }
    tagPages = TagPages(book.graph.model, listings)
    states = book.graph.model.entities.map { StateColumns($0) }
    entityNodes = nodes.entities
    entitiesNode = nodes.list
    self.tree = tree
    dated = book.expressions.datedRows(in: graph, today: today)
    datedListColumns = Self.datedColumns(of: lists.tables, dated, in: graph)
    ranks = graph.tables.map { table in
      var ranks = [Int32](repeating: 0, count: table.count)
      for (rank, row) in (table.orders.first ?? []).enumerated() { ranks[Int(row)] = Int32(rank) }
      return ranks
    }
  }

  /// Where a listing's table is in `tables`; nil for one without columns.
  func place(ofTableOf listing: IndexListing) -> Int? {
    listing.columns.first.flatMap { indexPlaces[ObjectIdentifier($0)] }
  }

  // MARK: Records

  /// The path of a record's page; for a record written inside another, its owner's.
  func pagePath(of row: Int, in table: Int) -> Substring {
    graph.file(of: row, in: table).path
  }

  /// The index of the file that a record was read from.
  func fileIndex(of row: Int, in table: Int) -> Int {
    guard let owners = graph.tables[table].owners else { return Int(graph.tables[table].files[row]) }
    return fileIndex(of: Int(owners.rows[row]), in: owners.table)
  }

  /// Whether a table's records have pages of their own.
  func hasPages(_ table: Int) -> Bool { graph.tables[table].owners == nil }

  /// The record before or after another in the order of the entity that its family inherits from; nil also for one
  /// that is not in the same part of a site.
  func neighbor(of row: Int, in table: Int, by offset: Int) -> Int? {
    guard let order = graph.tables[table].orders.first else { return nil }
    let rank = Int(ranks[table][row]) + offset
    guard order.indices.contains(rank) else { return nil }
    let neighbor = Int(order[rank])
    return part?.files.contains(fileIndex(of: neighbor, in: table)) ?? true ? neighbor : nil
  }

  /// The day of the first commit of a record's values; nil if that is not known.
  func createdDay(of row: Int, in table: Int) -> CivilDate? {
    row < graph.tables[table].createdDays.count ? graph.tables[table].createdDays[row] : nil
  }

  /// The day of the last commit of a record's values; nil if that is not known.
  func changedDay(of row: Int, in table: Int) -> CivilDate? {
    row < graph.tables[table].changedDays.count ? graph.tables[table].changedDays[row] : nil
  }

  // MARK: Columns and links

  // The columns are read in place. Their methods would get a counted copy, and two cores get in each other's way
  // at the counts of what all pages share: a tenth of a build's time went there.

  /// Whether a record has a value in a column; having no tags is having none.
  func hasValue(_ table: Int, _ column: Int, _ row: Int) -> Bool {
    switch graph.tables[table].columns[column] {
    case .text(let values): values[row] != nil
    case .number(let values): values[row] != nil
    case .money(let values): values[row] != nil
    case .boolean(let values): values[row] != nil
    case .date(let values): values[row] != nil
    case .currency(let values): values[row] != nil
    case .tags(let values): !values[row].isEmpty
    }
  }

  /// The number of a record's destinations.
  func linkCount(_ table: Int, _ link: Int, _ row: Int) -> Int {
    switch graph.tables[table].links[link] {
    case .one(let targets): targets[row] >= 0 ? 1 : 0
    case .many(let offsets, _): Int(offsets[row + 1] - offsets[row])
    }
  }

  /// One of a record's destinations.
  /// - Parameter index: from 0, below their number.
  func linkTarget(_ index: Int, _ table: Int, _ link: Int, _ row: Int) -> Int {
    switch graph.tables[table].links[link] {
    case .one(let targets): Int(targets[row])
    case .many(let offsets, let targets): Int(targets[Int(offsets[row]) + index])
    }
  }

  // MARK: Cells

  /// The record at the end of a path's first steps; nil if one of them leads nowhere.
  func record(from row: Int, in table: Int, along steps: ArraySlice<FetchPath.Step>) -> (
    table: Int, row: Int
  )? {
    var (table, row) = (table, row)
    for step in steps {
      guard linkCount(table, step.link, row) > 0 else { return nil }
      (table, row) = (step.destination, linkTarget(0, table, step.link, row))
    }
    return (table, row)
  }

  /// Whether there is a value at the end of a path.
  func hasValue(_ path: FetchPath, row: Int, table: Int) -> Bool {
    guard let end = record(from: row, in: table, along: path.steps[...]) else { return false }
    guard case .attribute(let column) = path.leaf else { return true }
    return hasValue(end.table, column, end.row)
  }

  /// The value of a cell in a record's row.
  func value(of source: CellSource, row: Int, table: Int) -> Value {
    switch source {
    case .path(let path):
      guard let end = record(from: row, in: table, along: path.steps[...]) else { return .null }
      switch path.leaf {
      case .id: return .text(graph.id(of: end.row, in: end.table))
      case .title: return .text(titles.title(of: end.row, in: end.table, graph: graph))
      case .record: return .record(table: end.table, row: end.row)
      case .attribute(let column): return graph.tables[end.table].columns[column][end.row]
      }
    case .expression(let expression, let day):
      return Evaluator(graph: graph, today: day ?? today).value(of: expression, row: row)
    case .computed: return .null
    }
  }
}

/// A field of a record as the generic templates show it.
///
/// A class, like `ColumnView`, because it is accessed for every field of every record.
final class FieldView: Sendable {
  /// The name in the model.
  let name: String
  /// Its label.
  let label: String
  /// The model's word for the type, or `record`.
  let type: String
  /// Whether its values are numbers or amounts.
  let isNumber: Bool
  /// Whether its values are true or false.
  let isBoolean: Bool
  /// Whether its values may be of several lines.
  let isLong: Bool
  /// Whether its values are currencies.
  let isCurrency: Bool
  /// How its value is found.
  let source: CellSource
  /// The column of the attribute that it is; -1 for a relationship.
  let ownColumn: Int
  /// Whether it is a to-one relationship, whose record it leads to.
  let isRecord: Bool
  /// Whether a missing record is shown as unknown.
  let namesMissing: Bool
  /// Whether the record's title is this value as it is.
  let isTitle: Bool
  /// Whether model.yml adds it to a built-in entity.
  let isAdded: Bool
  /// Whether its values are a record's state.
  let isState: Bool
  /// Whether it is a total of a built-in entity, which the entity's own template shows below what it is the total of.
  let isTotal: Bool
  /// Whether the total of a record is computed from it, and an invoice so has to show it: an amount of the record, or
  /// a value of its rows.
  let isPart: Bool

  /// Makes the field of an attribute.
  /// - Parameter isPart: whether a total is computed from it.
  init(_ attribute: Attribute, of entity: Entity, isPart: Bool) {
    name = attribute.name.text
    label = attribute.label
    type = attribute.type.rawValue
    isNumber = attribute.type.isNumeric
    isBoolean = attribute.type == .boolean
    isLong = attribute.type == .text
    isCurrency = attribute.type == .currency
    source = .path(FetchPath(steps: [], leaf: .attribute(column: attribute.column)))
    ownColumn = attribute.column
    isRecord = false
    namesMissing = false
    isTitle = [.string, .text].contains(attribute.type) && name == entity.titleAttribute?.name.text
    isState = attribute.isState
    isTotal = attribute.isTotal && !entity.isAdded(name)
    isAdded = entity.isAdded(name)
    self.isPart = isPart && !attribute.isPrivate && (attribute.type == .money || entity.owner != nil)
  }

  /// Makes the field of a to-one relationship.
  /// - Parameter table: the table it leads to.
  init(_ relationship: Relationship, to table: Int, of entity: Entity) {
    name = relationship.name
    label = relationship.label
    type = "record"
    isNumber = false
    isBoolean = false
    isLong = false
    isCurrency = false
    source = .path(
      FetchPath(steps: [.init(link: relationship.link, destination: table)], leaf: .record))
    ownColumn = -1
    isRecord = true
    namesMissing = relationship.isExpected
    isTitle = false
    isState = false
    isTotal = false
    isAdded = entity.isAdded(name)
    isPart = false
  }
}

/// The paths of all documents' pages, percent-encoded, in one buffer: links to records are most of what is printed.
struct EncodedPaths: Sendable {
  private var bytes: [UInt8] = []
  private var ends: [Int32] = []

  init(of paths: [String]) {
    ends.reserveCapacity(paths.count)
    for path in paths {
      PercentEncoding.appendPath(path, to: &bytes)
      ends.append(Int32(bytes.count))
    }
  }

  /// The path of a document's page.
  subscript(file: Int) -> ArraySlice<UInt8> {
    bytes[(file == 0 ? 0 : Int(ends[file - 1]))..<Int(ends[file])]
  }
}
