/// A value of a template's data as plain integers, so that rendering boxes and counts nothing.
///
/// What the integers mean is the source's own: an entity and a record, an attribute's column and a row, the index of
/// a text. The engine only carries them.
package struct Handle: Sendable, Hashable {
  /// What sort of value it is, by the source's own numbers.
  package var kind: Int32
  /// The first thing the source needs to find the value, such as a column.
  package var major: Int32
  /// The second thing, such as a row.
  package var minor: Int

  /// Makes a handle.
  @inlinable
  package init(kind: Int32, major: Int32 = 0, minor: Int = 0) {
    self.kind = kind
    self.major = major
    self.minor = minor
  }
}
