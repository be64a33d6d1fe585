import Templates

/// The integers in the handle of a record or a part of it, for the kinds from `record` to `fieldItemURL`.
struct RecordPart {
  /// The table of the graph.
  let table: Int
  /// A column, a link or a field, depending on the kind; for `infoText` one of ``RecordFields``.
  let member: Int
  /// The record's row.
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
