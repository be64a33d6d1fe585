/// A value of a template's data as plain integers, so that rendering needs no boxing or reference counting.
///
/// Only the source knows the meaning of the integers, such as an entity and a record, a column and a row, or
/// the index of a text. The engine just passes them on.
package struct Handle: Sendable, Hashable {
  /// The kind of value, numbered by the source.
  package var kind: Int32
  /// The first number by which the source finds the value, such as a column.
  package var major: Int32
  /// The second number, such as a row.
  package var minor: Int

  /// Makes a handle.
  @inlinable
  package init(kind: Int32, major: Int32 = 0, minor: Int = 0) {
    self.kind = kind
    self.major = major
    self.minor = minor
  }
}
