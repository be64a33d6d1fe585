import Content
import Diagnostics
import Exports
import Formatting
import Query
import Records

/// The content that all pages share: the graph, the titles and bodies of records, the generic lists, and the
/// parts of the context that are the same on every page.
///
/// This is a class so that each page's source holds a single pointer to it. It is immutable.
final class SiteView: Sendable {
  let graph: RecordGraph
  /// The day that `today()` returns, unless a page sets another one.
  let today: CivilDate
  /// Formats values in the site's language.
  let formatter: ValueFormatter
  let titles: RecordTitles
  /// The HTML of records' bodies, by file.
  let bodies: RenderedBodies
  /// For each entity, the range in `tables` of the tables of its to-many relationships.
  let lists: [Range<Int>]
  /// The tables of all to-many relationships, followed by those of indexes. The latter only have columns; a
  /// page of an index replaces the table by its own.
  let tables: [TableView]
  /// The range of index tables in `tables`.
  let indexTables: Range<Int>
  /// The entity of each index table.
  let indexEntities: [Int]
  /// The positions in `tables` of index tables, by their first columns.
  private let indexPlaces: [ObjectIdentifier: Int]
  /// For each entity, its fields: attributes and to-one relationships.
  let fields: [[FieldView]]
  /// For each entity, the lists of owned records with fields that model.yml adds.
  let addedFields: [[AddedFields]]
  /// For each table its records in the order in which one leads to the next: those of each entity, without subentities,
  /// in the entity's own order.
  private let walks: [[Int32]]
  /// For each record, by table, its place there.
  private let ranks: [[Int32]]
  /// The paths of all records' pages, percent-encoded for links.
  let pages: EncodedPaths
  /// The pages of a part of a site, which link only to each other; nil for the whole site.
  let part: PartPages?
  /// The nodes that pages share.
  let tree: ViewTree
  /// The node of `site`.
  let siteNode: ViewTree.Index
  /// For each entity, its node in the navigation; -1 if it has no page.
  let entityNodes: [ViewTree.Index]
  /// For each entity, the node of its labels.
  let labelNodes: [ViewTree.Index]
  /// The node of all entities with a page.
  let entitiesNode: ViewTree.Index
  /// For each entity, what settles its records; nil without a total.
  let settlements: [Settlements?]
  /// The account that customers pay into.
  let account: BankAccount?
  /// By table and column, the style of an attribute's numbers.
  let styles: [[ValueStyle]]
  /// For each entity, the columns of its state; nil if it has none.
  let states: [StateColumns?]
  /// By table and row, whether a value depends on the day of the build; empty for a table without such
  /// values.
  let dated: [[Bool]]
  /// The pages that list the records with a tag.
  let tagPages: TagPages
  /// For each table of a to-many relationship, the columns that depend on the day for some record.
  let datedListColumns: [[ColumnView]]

  init(
    of contents: SiteContents, today: CivilDate, bodies: RenderedBodies, pages: EncodedPaths,
    navigation: Navigation, formatter: ValueFormatter
  ) {
    let (book, titles, listings) = (contents.book, contents.titles, contents.listings)
    graph = book.graph
    self.pages = pages
    part = navigation.part
    self.today = today
    account = book.settings.account
    self.formatter = formatter
    self.titles = titles
    self.bodies = bodies
    var tree = ViewTree()
    let lists = RecordLists(
      book.graph, book.expressions, tree: &tree)
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
    let nodes = navigation.add(to: &tree, book: book, formatter)
    siteNode = nodes.site
    styles = book.graph.tables.indices.map { table in
      var styles = Array(repeating: ValueStyle.plain, count: book.graph.tables[table].columns.count)
      for entity in book.graph.model.entities where entity.table == table {
        for attribute in entity.attributes { styles[attribute.column] = ValueStyle(attribute) }
      }
      return styles
    }
    tagPages = TagPages(book.graph.model, listings)
    settlements = book.graph.model.entities.indices.map {
      Settlements(of: $0, in: book.graph.model, book.expressions)
    }
    states = book.graph.model.entities.map { StateColumns($0) }
    (entityNodes, labelNodes) = (nodes.entities, nodes.labels)
    entitiesNode = nodes.list
    self.tree = tree
    dated = book.expressions.datedRows(in: graph, today: today)
    datedListColumns = Self.datedColumns(of: lists.tables, dated, in: graph)
    walks = graph.tables.indices.map { [graph] table in
      let orders = graph.tables[table].orders
      guard orders.count > 1 else { return orders.first ?? [] }
      let family = graph.model.entities.indices.filter { graph.model.entities[$0].table == table }
      return zip(family, orders).flatMap { entity, order in
        order.filter { graph.entity(of: Int($0), in: table) == entity }
      }
    }
    ranks = zip(graph.tables, walks).map { table, walk in walk.ranks(count: table.count) }
  }

  /// The position of a listing's table in `tables`; nil for a listing without columns.
  func place(ofTableOf listing: IndexListing) -> Int? {
    listing.columns.first.flatMap { indexPlaces[ObjectIdentifier($0)] }
  }

  // MARK: Records

  /// The title of a record.
  func title(of row: Int, in table: Int) -> String { titles.title(of: row, in: table, graph: graph) }

  /// The index of the file that a record was read from.
  func fileIndex(of row: Int, in table: Int) -> Int {
    guard let owners = graph.tables[table].owners else { return Int(graph.tables[table].files[row]) }
    return fileIndex(of: Int(owners.rows[row]), in: owners.table)
  }

  /// Whether a table's records have pages of their own.
  func hasPages(_ table: Int) -> Bool { graph.tables[table].owners == nil }

  /// The previous or next record of the same entity, in its order; nil if there is none, or if it is not in the same
  /// part of the site.
  func neighbour(of row: Int, in table: Int, by offset: Int) -> Int? {
    let rank = Int(ranks[table][row]) + offset
    guard walks[table].indices.contains(rank), case let neighbour = Int(walks[table][rank]),
      graph.entity(of: neighbour, in: table) == graph.entity(of: row, in: table)
    else { return nil }
    return part?.files.contains(fileIndex(of: neighbour, in: table)) ?? true ? neighbour : nil
  }

  /// The day of the first commit of a record's values; nil if unknown.
  func createdDay(of row: Int, in table: Int) -> CivilDate? {
    row < graph.tables[table].createdDays.count ? graph.tables[table].createdDays[row] : nil
  }

  /// The day of the last commit of a record's values; nil if unknown.
  func changedDay(of row: Int, in table: Int) -> CivilDate? {
    row < graph.tables[table].changedDays.count ? graph.tables[table].changedDays[row] : nil
  }

  // MARK: Columns and links

  // Columns are accessed in place. Calling their methods would retain a copy, and threads contend for the
  // reference counts of shared objects, which took a tenth of a build.

  /// Whether a record has a value in a column; an empty list of tags counts as no value.
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

  /// A destination of a record.
  /// - Parameter index: its 0-based index.
  func linkTarget(_ index: Int, _ table: Int, _ link: Int, _ row: Int) -> Int {
    switch graph.tables[table].links[link] {
    case .one(let targets): Int(targets[row])
    case .many(let offsets, let targets): Int(targets[Int(offsets[row]) + index])
    }
  }

  // MARK: Cells

  /// The record at the end of a path's steps; nil if a step has no destination.
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

  /// Whether the path leads to a value.
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
      case .title: return .text(title(of: end.row, in: end.table))
      case .record: return .record(table: end.table, row: end.row)
      case .attribute(let column): return graph.tables[end.table].columns[column][end.row]
      }
    case .expression(let expression, let day):
      return Evaluator(graph: graph, today: day ?? today).value(of: expression, row: row)
    case .computed: return .null
    }
  }
}

/// The paths of all records' pages, percent-encoded, in one buffer: most of the output is links to records.
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

  /// The path of a record's page.
  subscript(file: Int) -> ArraySlice<UInt8> {
    bytes[(file == 0 ? 0 : Int(ends[file - 1]))..<Int(ends[file])]
  }
}
