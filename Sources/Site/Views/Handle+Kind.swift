import Templates

/// The kind of value that a template's handle represents, which defines its integers.
///
/// A record is a table of the graph and a row. A table of a page is identified by its reference: the list of
/// a relationship, which has an owner, or one of the page's own tables, which has none.
enum HandleKind: Int32 {
  /// A node of the site's tree or of the page's; minor is its index.
  case siteNode, pageNode
  /// False and true; minor is 0 or 1.
  case flag
  /// A record, and docket's additions to it; major is the table, minor the row.
  case record, info, fields, lists
  /// A text of a record's `info`; major is the table and the field, minor the row.
  case infoText
  /// An attribute's value, its exact form, and the parts of numbers, money and dates; major is the table and
  /// the column, minor the row.
  case attribute, attributePlain, percent, amounts, year, month, day, weekday, longDate
  /// A single amount of an attribute's value, or a tag; minor is the row, with its index in the upper bits.
  case amount, amountPlain, amountCurrency, tag
  /// The totals over the records of a record's lists; major is the table and, for one list, the link; minor
  /// is the row, with, for one sum, the column in the upper bits.
  case sums, listSums, sumValue, sumPlain
  /// The fields that model.yml adds to the records of a record's lists and, for one list, those with a value;
  /// major is the table and, for one list, the link; minor the row.
  case added, addedFields
  /// The records of a to-many relationship; major is the table and the link, minor the row.
  case records
  /// The records that a page of an index shows.
  case pageRecords
  /// A record's field, its value and its names; major is the table and the field, minor the row.
  case field, fieldValue, fieldPlain, fieldPart, fieldURL, fieldName, fieldLabel, fieldType
  /// The tags in a record's field, and a single tag; minor is the row, with the tag's index in the top bits.
  case fieldItems, fieldItem, fieldItemLabel, fieldItemURL
  /// A table; major is the reference, minor the owner's row in the upper bits, and a section or row index.
  case table, tableText, rows, row, rowURL, cells, sections, section, sectionText, sectionRows, totals
  /// A cell, its value and its link; major is the reference and the column.
  case cell, cellValue, cellPlain, cellURL, cellType, cellLabel, cellName, cellSVG, totalCell, totalValue,
    totalPlain, totalType
  /// The records that a cell lists, and a single one of them; minor is the row of the table, for a record's
  /// list the row of the listed record, with the item's index in the upper bits.
  case cellItems, cellItem, cellItemLabel, cellItemURL
}

extension Handle {
  init(_ kind: HandleKind, _ major: Int = 0, _ minor: Int = 0) {
    self.init(kind: kind.rawValue, major: Int32(truncatingIfNeeded: major), minor: minor)
  }

  /// Makes a handle of a record or a part of one.
  init(_ kind: HandleKind, table: Int, member: Int = 0, row: Int) {
    self.init(kind, table | member << 16, row)
  }

  init(_ kind: HandleKind, table: Int, owner: Int) {
    self.init(kind, table, owner << 32)
  }

  static func flag(_ value: Bool) -> Handle { Handle(.flag, 0, value ? 1 : 0) }

  /// The integers of a handle of a record.
  var record: RecordHandleParts { RecordHandleParts(self) }
  /// The integers of a handle of a table.
  var cell: TableHandleParts { TableHandleParts(self) }

  /// A handle with the same integers and another kind.
  func with(_ kind: HandleKind) -> Handle { Handle(kind: kind.rawValue, major: major, minor: minor) }

  /// A handle of another member of the record.
  func with(_ kind: HandleKind, member: Int) -> Handle { Handle(kind, record.table | member << 16, minor) }

  /// A handle of a part of the value.
  func with(_ kind: HandleKind, part: Int) -> Handle { Handle(kind, Int(major), record.row | part << 32) }

  /// A handle of another column of the table.
  func with(_ kind: HandleKind, column: Int) -> Handle { Handle(kind, cell.table | column << 16, minor) }

  /// A handle of another row or section of the table.
  func with(_ kind: HandleKind, row: Int) -> Handle { Handle(kind, Int(major), cell.owner << 32 | row) }
}

/// The integers in the handle of a record or a part of it, for the kinds from `record` to `fieldItemURL`, and the
/// part of an item of a cell.
struct RecordHandleParts {
  /// The table of the graph.
  let table: Int
  /// A column, a link or a field, depending on the kind; for `infoText` one of ``RecordFields``.
  let member: Int
  let row: Int
  /// A part of a value, depending on the kind: the index of an amount or a tag, or the column of a sum.
  let part: Int

  init(_ handle: Handle) {
    table = Int(handle.major) & 0xFFFF
    member = Int(handle.major) >> 16
    row = handle.minor & 0xFFFF_FFFF
    part = handle.minor >> 32
  }
}

/// The integers in the handle of a table or a part of it, for the kinds from `table` on.
struct TableHandleParts {
  /// The table's index in ``PageView/tables``.
  let table: Int
  /// A column; for `tableText` and `sectionText` one of ``TableFields`` or ``SectionFields``.
  let column: Int
  /// The row of the record that owns the list.
  let owner: Int
  /// A row or section of the table; for totals 0 for the whole table, else the section's index plus one.
  let row: Int

  init(_ handle: Handle) {
    table = Int(handle.major) & 0xFFFF
    column = Int(handle.major) >> 16
    owner = handle.minor >> 32
    row = handle.minor & 0xFFFF_FFFF
  }
}
