import Query
import Records

/// Where a cell's value comes from.
enum CellSource: Sendable {
  /// A key path through to-one relationships, straight from the columns.
  case path(FetchPath)
  /// Anything else.
  case expression(Expression)
  /// A value that the table brought with it, as those of groups.
  case computed
}

/// A column of a table as it is shown.
struct ColumnView: Sendable {
  /// The expression as written, or the attribute's name.
  var name: String
  /// The heading.
  var label: String
  /// The type in a word: `money`, `date`, `record`.
  var type: String
  /// Whether its values are set to the right.
  var isNumber: Bool
  /// Whether it is added up.
  var isTotal: Bool
  /// Where its cells' values come from.
  var source: CellSource
  /// How many steps of its path lead to the record that its cells link to; nil where they do not link to one.
  var linkSteps: Int?
}

/// A table of a page: an index, a query's result, or a list of a record.
struct TableView: Sendable {
  /// The rows.
  enum Rows: Sendable {
    /// The records of a to-many relationship of the table's owner.
    case related(link: Int)
    /// Records by their rows.
    case records([Int32])
    /// Values of groups, by column.
    case values([[Value]])
  }

  /// A part of the rows under a heading.
  struct Section: Sendable {
    /// The heading.
    var title: Value
    /// The records of the whole section, whatever part of it the page shows.
    var count: Int
    /// The rows of the section on this page.
    var rows: Range<Int>
    /// What each column adds up to over the whole section; null where it is not added up.
    var totals: [Value]
  }

  /// A name, such as the relationship's.
  var name: String
  /// A heading.
  var label: String?
  /// The entity's table that its records lie in.
  var table: Int
  /// For a list, the owner's table.
  var ownerTable = 0
  /// The columns.
  var columns: [ColumnView]
  /// The rows.
  var rows: Rows
  /// The number of rows of the whole result; nil for as many as there are rows.
  var count: Int?
  /// The sections; empty for a table without.
  var sections: [Section] = []
  /// What each column adds up to over the whole result; nil where none is, and for lists, which add up themselves.
  var totals: [Value]?
  /// The paths of its exports, without the ending.
  var exportPath: String?
  /// The site's or the page's tree node of its columns.
  var columnsNode: ViewTree.Index = -1
}
