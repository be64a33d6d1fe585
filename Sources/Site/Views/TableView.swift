import Formatting
import Query
import Records

/// The source of a cell's value.
///
/// This is indirect because every cell takes a copy, which then retains only one reference.
indirect enum CellSource: Sendable {
  /// A key path through to-one relationships, read directly from the columns.
  case path(FetchPath)
  /// Any other expression, and the day that `today()` returns in it; nil for the site's day.
  case expression(Expression, asOf: CivilDate?)
  /// A value supplied with the table, such as a group's.
  case computed

  /// The column of an attribute of the row's own record; -1 for any other value. This is the most common
  /// case, and reading the property retains nothing.
  var ownColumn: Int {
    guard case .path(let path) = self, path.steps.isEmpty, case .attribute(let column) = path.leaf else {
      return -1
    }
    return column
  }

  /// Whether it is an attribute of a record, the row's own or another.
  var isAttribute: Bool {
    guard case .path(let path) = self, case .attribute = path.leaf else { return false }
    return true
  }

  /// The key path; nil for any other value.
  var path: FetchPath? { if case .path(let path) = self { path } else { nil } }
}

/// A displayed column of a table, or of a field of a record.
///
/// This is a class, like `TableView`, because every cell accesses it: copying took a third of a build.
final class ColumnView: Sendable {
  /// The expression as written, or the attribute's name.
  let name: String
  /// The heading.
  let label: String
  /// The type of its values.
  let type: ColumnType
  /// Whether it has a total.
  let isTotal: Bool
  /// The source of its cells' values.
  let source: CellSource
  /// The column of an attribute of the row's own record; -1 for any other value.
  let ownColumn: Int
  /// Whether its cells are formatted like the attribute that they show. A column has a style of its own for
  /// numbers of other records.
  let showsAttribute: Bool
  /// The number of steps in its path to the record that its cells link to; nil if they have no link.
  let linkSteps: Int?
  /// Whether its cells link to the row's own record, and show its title if they have no value.
  let leadsToRow: Bool
  /// Whether model.yml adds it to a built-in entity.
  let isAdded: Bool
  /// Whether its cells show that a record is missing, rather than being empty.
  let namesMissing: Bool
  /// Whether its values are states of a record.
  let isState: Bool
  /// The style of its values.
  let style: ValueStyle
  /// Whether it adds up or counts other records, so that a zero carries no information.
  let isOfOthers: Bool
  /// Whether its numbers are computed and padded to the same number of digits, to align their points.
  let isAligned: Bool
  /// The digits after the point that the model gives its numbers; 0 where it says nothing.
  let digits: Int
  /// Whether its cells need a label where they stand alone, as on a phone.
  let isLabelled: Bool
  /// The most records that a cell lists, because nothing else bounds their number; nil for all.
  let maximumItems: Int?

  /// - Parameter isOfRow: whether a cell without a value that links to the row's own record shows its title.
  init(
    name: String, label: String, type: ColumnType, isTotal: Bool = false, isAdded: Bool = false,
    namesMissing: Bool = false, isOfOthers: Bool = false, isAligned: Bool = false, digits: Int = 0,
    source: CellSource, linkSteps: Int? = nil, isOfRow: Bool = true,
    style: ValueStyle = .plain, maximumItems: Int? = nil
  ) {
    self.name = name
    self.label = label
    self.type = type
    self.isTotal = isTotal
    self.isAdded = isAdded
    self.namesMissing = namesMissing
    isState = style == .state
    self.isOfOthers = isOfOthers
    self.isAligned = isAligned
    self.digits = digits
    self.source = source
    ownColumn = source.ownColumn
    let isPlain = style == .plain && ![.integer, .decimal, .year].contains(type)
    showsAttribute = (ownColumn >= 0 || source.isAttribute && isPlain) && !isOfOthers && !isState
    self.linkSteps = linkSteps
    leadsToRow = linkSteps == 0 && isOfRow && !isState
    self.style = style
    self.maximumItems = maximumItems
    isLabelled = type.isNumber || type == .boolean || type == .date || style == .nominal
  }
}

extension ColumnView {
  /// The values that a cell lists, without those that are missing; with an ellipsis for those that are too many.
  func items(of value: Value) -> [Value] {
    guard case .list(let values) = value else { return [] }
    let stated = values.filter { $0 != .null }
    guard let maximumItems, stated.count > maximumItems else { return stated }
    return stated.prefix(maximumItems) + [.text("…")]
  }
}

/// A field of a record in the generic templates.
struct FieldView: Sendable {
  /// The column of its value.
  let column: ColumnView
  /// Whether its values are the records' titles.
  var isTitle = false
  /// Whether a record's total is computed from it, so that an invoice must show it: an amount or a percentage
  /// of the record, or any value of its rows.
  var isPart = false
  /// Whether it is an amount that the record's total subtracts.
  var isSubtracted = false
}

/// A table of a page: an index, a query's result, or a list of a record.
final class TableView: Sendable {
  enum Rows: Sendable {
    /// The records of a to-many relationship of the table's owner.
    case related(link: Int)
    /// Records by their rows.
    case records([Int32])
    /// Values of groups, by column.
    case values([[Value]])
  }

  /// Some of the rows with a heading.
  struct Section: Sendable {
    /// The heading.
    var title: Value
    /// The style of the heading.
    var style = ValueStyle.plain
    /// The relationship of the headings' records; nil if they are other values.
    var relationship: Relationship?
    /// The number of records in the whole section, regardless of the part on the page.
    var count: Int
    /// The rows of the section on this page.
    var rows: Range<Int>
    /// The total of each column over the whole section; null for a column without a total.
    var totals: [Value]
  }

  /// The name of the table, such as the relationship's.
  let name: String
  /// A heading.
  let label: String?
  /// The table of its records' entity.
  let table: Int
  /// For a list, the owner's table.
  let ownerTable: Int
  let columns: [ColumnView]
  let rows: Rows
  /// The maximum number of related records shown; nil for all. Further pages show the full list.
  let maximumRows: Int?
  /// The number of rows in the whole result; nil if it is the number of rows here.
  let count: Int?
  /// The sections; empty if there are none.
  let sections: [Section]
  /// The total of each column over the whole result; nil if there are none, and for lists.
  let totals: [Value]?
  /// The path of its exports, without extension.
  let exportPath: String?
  /// Whether it is a relationship that model.yml adds to a built-in entity.
  let isAdded: Bool
  /// Whether its rows are written inside the record whose page shows it.
  let isInside: Bool
  /// The pictures of columns without values: markup by column, then by row.
  let pictures: [Int: [[UInt8]]]
  /// The values of columns that were computed for all rows at once; nil for other columns, empty if there are
  /// none.
  let values: [[Value]?]
  /// The number of digits after the point to pad each column to; nil for no padding, empty if all are nil.
  let scales: [Int?]
  /// The node of its columns, in the site's or the page's tree.
  let columnsNode: ViewTree.Index

  init(
    name: String, label: String?, table: Int, ownerTable: Int = 0, columns: [ColumnView], rows: Rows,
    maximumRows: Int? = nil, count: Int? = nil,
    sections: [Section] = [], totals: [Value]? = nil, exportPath: String? = nil, isAdded: Bool = false,
    isInside: Bool = false, scales: [Int?] = [], pictures: [Int: [[UInt8]]] = [:], values: [[Value]?] = [],
    columnsNode: ViewTree.Index
  ) {
    self.values = values
    self.pictures = pictures
    self.name = name
    self.label = label
    self.table = table
    self.ownerTable = ownerTable
    self.columns = columns
    self.rows = rows
    self.maximumRows = maximumRows
    self.count = count
    self.sections = sections
    self.totals = totals
    self.exportPath = exportPath
    self.isAdded = isAdded
    self.isInside = isInside
    self.scales = scales
    self.columnsNode = columnsNode
  }
}

/// The sort link of a column's heading.
struct ColumnSort: Sendable {
  /// The path of the page sorted by the column; nil if there is none.
  var path: String?
  /// Whether a script may sort by it.
  var isSortable = false
  /// Whether the table is sorted by the column in descending order; nil if it is not sorted by it.
  var isDescending: Bool?
}
