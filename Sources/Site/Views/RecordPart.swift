import Templates

/// What a handle of a record, or of a part of one, means: those of the kinds from `record` to `fieldItemURL`.
struct RecordPart {
  /// The table of the graph.
  let table: Int
  /// A column, a link or a field of it, as the kind says; for `infoText` one of ``RecordFields``.
  let member: Int
  /// The record's row.
  let row: Int
  /// What of a value, as the kind says: an amount's or a tag's index, a column to add up.
  let part: Int

  init(_ handle: Handle) {
    table = Int(handle.major) & 0xFFFF
    member = Int(handle.major) >> 16
    row = handle.minor & 0xFFFF_FFFF
    part = handle.minor >> 32
  }
}
