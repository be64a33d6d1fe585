import Templates

/// The integers in the handle of a table or a part of it, for the kinds from `table` on.
struct TableCell {
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
