import Records
import Synchronization
import Templates

/// The content of one page beyond what all pages share.
final class PageView: Sendable {
  /// The relative path to the site's top; nil to insert it later, in content that several pages show.
  let root: String?
  /// The file of the record that the page, or a document of it, belongs to; nil for any other page.
  let recordFile: Int?
  /// The entity to mark in the navigation, whose index or record is shown, an index into the model's
  /// entities.
  let currentEntity: Int?
  /// The page to mark, an index into the navigation's pages; nil if the page is not in the navigation.
  let currentPage: Int?
  /// The top-level fields by slot, as nodes of the page's tree.
  let roots: [ViewTree.Index]
  /// The page's own nodes.
  let tree: ViewTree
  /// The site's tables, followed by the page's own.
  let tables: [TableView]
  /// The records that an index page shows.
  let records: (table: Int, rows: ArraySlice<Int32>)?
  /// The used fields among those that model.yml adds to records owned by the page's record, which means that
  /// one of these has a value: their indices, by table.
  let usedFields: [Int: [Int]]
  /// The values of the cell or field that was listed last.
  private let lastItems = Mutex<(list: Handle, values: [Value])?>(nil)

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

  /// The values that a cell or field lists, which are kept until another one is listed: each item asks for all of them.
  /// - Parameter compute: computes the values.
  func items(of list: Handle, _ compute: () -> [Value]) -> [Value] {
    if let values = lastItems.withLock({ $0?.list == list ? $0?.values : nil }) { return values }
    let values = compute()
    lastItems.withLock { $0 = (list, values) }
    return values
  }
}
