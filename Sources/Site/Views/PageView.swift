import Records
import Templates

/// What one page shows beyond what all share.
final class PageView: Sendable {
  /// The relative path to the site's top; nil if it is inserted later, for what several pages show.
  let root: String?
  /// The file of the record whose page, or further page, it is; nil for another.
  let recordFile: Int?
  /// The entity whose index or record it shows, an index into the model's entities, for the navigation.
  let currentEntity: Int?
  /// The page it is, an index into the navigation's pages; nil for another.
  let currentPage: Int?
  /// The outermost fields by slot, as nodes of the page's tree.
  let roots: [ViewTree.Index]
  /// The page's own nodes.
  let tree: ViewTree
  /// The site's tables, then the page's own.
  let tables: [TableView]
  /// The records an index page shows.
  let records: (table: Int, rows: ArraySlice<Int32>)?
  /// Of the fields that model.yml adds to records that the page's record owns, those in which one of them has a value:
  /// their indices, by the table of those records.
  let usedFields: [Int: [Int]]

  init(
    path: String?, recordFile: Int? = nil, currentEntity: Int? = nil, currentPage: Int? = nil,
    roots: [ViewTree.Index], tree: ViewTree, tables: [TableView],
    records: (table: Int, rows: ArraySlice<Int32>)? = nil, usedFields: [Int: [Int]] = [:]
  ) {
    root = path.map { OutputPath.root(from: $0) }
    self.recordFile = recordFile
    self.currentEntity = currentEntity
    self.currentPage = currentPage
    self.roots = roots
    self.tree = tree
    self.tables = tables
    self.records = records
    self.usedFields = usedFields
  }
}
