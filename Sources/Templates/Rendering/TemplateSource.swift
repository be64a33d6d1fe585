/// The data that the names of a template stand for.
///
/// A source answers by slots, the integers that the ``ShapeTable`` gave its fields, so no name is looked up while
/// pages are rendered. One source is asked from several threads at once.
package protocol TemplateSource: Sendable {
  /// The value of a field.
  /// - Parameters:
  ///   - slot: the field's slot in the shape of `handle`.
  ///   - handle: the value that has the field.
  /// - Returns: the value, or nil if it is absent; nil ends the look-up, prints nothing and is false.
  func value(_ slot: Int, of handle: Handle) -> Handle?

  /// The value of a key of a free map; asked of values of the shape ``ShapeTable/dynamic`` only.
  /// - Returns: the value, or nil if there is no such key or `handle` is not a map.
  func value(named name: String, of handle: Handle) -> Handle?

  /// Whether a value that is not a list opens a section. Only false is false; 0 and an empty text are true.
  func isTrue(_ handle: Handle) -> Bool

  /// The number of a list's elements, or nil if the value is not a list.
  func count(of handle: Handle) -> Int?

  /// An element of a list.
  /// - Parameters:
  ///   - index: from 0, below the list's count.
  ///   - list: the list.
  func element(_ index: Int, of list: Handle) -> Handle

  /// Writes a value.
  ///
  /// Text goes through ``Output/append(_:)-(String)`` and its siblings, which escape it unless the value's shape
  /// prints as HTML; what surely needs no escape, such as a number, may go through ``Output/append(verbatim:)``.
  func append(_ handle: Handle, to output: inout Output)

  /// Writes what a section printed before for the elements of a list.
  /// - Parameters:
  ///   - list: the list.
  ///   - section: the section, an index into the program's.
  /// - Returns: whether it was printed before; else nothing is written.
  func appendPrinted(_ list: Handle, section: Int, to output: inout Output) -> Bool
}

extension TemplateSource {
  /// Nothing was printed before.
  package func appendPrinted(_ list: Handle, section: Int, to output: inout Output) -> Bool { false }
}
