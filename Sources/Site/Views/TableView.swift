import Query
import Records

/// Where a cell's value comes from.
///
/// Indirect, because every cell takes a copy, which then counts only one reference.
indirect enum CellSource: Sendable {
  /// A key path through to-one relationships, straight from the columns.
  case path(FetchPath)
  /// Anything else, and the day that `today()` is in it; nil for the site's.
  case expression(Expression, asOf: CivilDate?)
  /// A value that came with the table, such as those of groups.
  case computed

  /// The column of the attribute of the row's own record that it is; -1 for any other value. Most are, and
  /// reading this counts no reference.
  var ownColumn: Int {
    guard case .path(let path) = self, path.steps.isEmpty, case .attribute(let column) = path.leaf else {
      return -1
    }
    return column
  }

  /// The key path that it is; nil for any other value.
  var path: FetchPath? { if case .path(let path) = self { path } else { nil } }
}

/// What a column is, beyond its type.
struct ColumnTraits: OptionSet, Sendable {
  let rawValue: Int

  /// Its values are right-aligned.
  static let number = Self(rawValue: 1)
  /// It is added up.
  static let total = Self(rawValue: 2)
  /// model.yml adds it to a built-in entity.
  static let added = Self(rawValue: 4)
  /// A cell whose record is missing says so.
  static let namesMissing = Self(rawValue: 8)
  /// It adds up or counts other records.
  static let ofOthers = Self(rawValue: 16)
  /// Its numbers are printed with equally many digits after the point.
  static let aligned = Self(rawValue: 32)

  init(rawValue: Int) { self.rawValue = rawValue }

  /// The traits whose conditions hold.
  ///
  ///     ColumnTraits(where: [.number: type.isNumeric, .total: attribute.isTotal])
  init(where conditions: KeyValuePairs<ColumnTraits, Bool>) {
    self = conditions.reduce(into: []) { if $1.value { $0.insert($1.key) } }
  }
}

/// A column of a table as it is shown.
///
/// A class, like `TableView`: it is accessed for every cell, and copying its texts was a third of a build.
final class ColumnView: Sendable {
  /// The expression as written, or the attribute's name.
  let name: String
  /// The heading.
  let label: String
  /// The type in a word: `money`, `date`, `record`.
  let type: String
  /// Whether its values are right-aligned.
  let isNumber: Bool
  /// Whether its values are true or false.
  let isBoolean: Bool
  /// Whether it is added up.
  let isTotal: Bool
  /// Where its cells' values come from.
  let source: CellSource
  /// The column of the attribute of the row's own record that it shows; -1 for any other.
  let ownColumn: Int
  /// Whether its cells are written as the attribute of the row's own record is.
  let isOwnAttribute: Bool
  /// How many steps of its path lead to the record that its cells link to; nil if they do not link to one.
  let linkSteps: Int?
  /// Whether its cells lead to the row's own record, whose title they show if they have no value.
  let leadsToRow: Bool
  /// Whether model.yml adds it to a built-in entity.
  let isAdded: Bool
  /// Whether a cell whose record is missing says so, rather than being empty.
  let namesMissing: Bool
  /// Whether its values are a record's state.
  let isState: Bool
  /// How its values are written.
  let style: ValueStyle
  /// Whether it adds up or counts other records, so that a zero says nothing.
  let isOfOthers: Bool
  /// Whether its numbers are computed and all have the digits of the one with the most, so that their points line up.
  let isAligned: Bool
  /// Whether its cells need the heading beside them where they stand alone, as on a phone.
  let isLabelled: Bool

  init(
    name: String, label: String, type: String, traits: ColumnTraits = [], source: CellSource,
    linkSteps: Int? = nil, style: ValueStyle = .plain
  ) {
    self.name = name
    self.label = label
    self.type = type
    isNumber = traits.contains(.number)
    isBoolean = type == "boolean"
    isTotal = traits.contains(.total)
    isAdded = traits.contains(.added)
    namesMissing = traits.contains(.namesMissing)
    isState = style == .state
    isOfOthers = traits.contains(.ofOthers)
    isAligned = traits.contains(.aligned)
    self.source = source
    ownColumn = source.ownColumn
    isOwnAttribute = ownColumn >= 0 && !isOfOthers && !isState
    self.linkSteps = linkSteps
    leadsToRow = linkSteps == 0 && !isState
    self.style = style
    isLabelled = isNumber || isBoolean || style == .nominal || type == "date"
  }
}

/// A table of a page: an index, a query's result, or a list of a record.
final class TableView: Sendable {
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
    /// How the heading is written.
    var style = ValueStyle.plain
    /// The relationship whose records are the headings; nil if they are other values.
    var relationship: Relationship?
    /// The records of the whole section, whatever part of it the page shows.
    var count: Int
    /// The rows of the section on this page.
    var rows: Range<Int>
    /// What each column adds up to over the whole section; null if it is not added up.
    var totals: [Value]
  }

  /// A name, such as the relationship's.
  let name: String
  /// A heading.
  let label: String?
  /// The table of its records' entity.
  let table: Int
  /// For a list, the owner's table.
  let ownerTable: Int
  /// The columns.
  let columns: [ColumnView]
  /// The rows.
  let rows: Rows
  /// The maximum number of related records that are shown; nil for all. The others are on pages below the owner's
  /// own.
  let maximumRows: Int?
  /// The number of rows of the whole result; nil for as many as there are rows.
  let count: Int?
  /// The sections; empty for a table without.
  let sections: [Section]
  /// What each column adds up to over the whole result; nil if none is, and for lists, which add up themselves.
  let totals: [Value]?
  /// The paths of its exports, without the ending.
  let exportPath: String?
  /// Whether it is a relationship that model.yml adds to a built-in entity.
  let isAdded: Bool
  /// Whether its rows are written inside the record whose page shows it.
  let isInside: Bool
  /// The pictures of columns without values: markup by column, then by row.
  let pictures: [Int: [[UInt8]]]
  /// The values of columns that were computed for all of its rows at once; nil for the others, empty if there is
  /// none.
  let values: [[Value]?]
  /// The digits after the point that each column's numbers are filled up to; nil for as many as each has, empty if
  /// that is so for all.
  let scales: [Int?]
  /// The site's or the page's tree node of its columns.
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

/// How the heading of a column sorts.
struct ColumnSort: Sendable {
  /// The path of the page that is sorted by it; nil if there is none.
  var path: String?
  /// Whether a script may sort by it.
  var isSortable = false
  /// Whether the table is sorted by the column, and in which direction.
  var isDescending: Bool?
}
