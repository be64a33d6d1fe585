/// The data that the names in templates refer to.
///
/// A source is asked for slots, the integers of fields in the ``ShapeTable``, so that no names are looked up
/// during rendering. Several threads use one source at the same time.
package protocol TemplateSource: Sendable {
  /// The value of a field.
  /// - Parameters:
  ///   - slot: the field's slot in the shape of `handle`.
  ///   - handle: the value that has the field.
  /// - Returns: the value; nil if it is absent, which ends the look-up, prints nothing and is false.
  func value(_ slot: Int, of handle: Handle) -> Handle?

  /// The value of a key in a free map; only called for values of free shapes (``Shape/isFree``).
  /// - Returns: the value; nil if there is no such key or `handle` is not a map.
  func value(named name: String, of handle: Handle) -> Handle?

  /// Whether a value other than a list opens a section. Only false does not; 0 and an empty text do.
  func isTrue(_ handle: Handle) -> Bool

  /// The number of a list's elements; nil if the value is not a list.
  func count(of handle: Handle) -> Int?

  /// An element of a list.
  /// - Parameters:
  ///   - index: the index, from 0.
  ///   - list: the list.
  func element(_ index: Int, of list: Handle) -> Handle

  /// Appends a value to an output.
  ///
  /// Text is passed to ``Output/append(_:)-(String)`` and its overloads, which escape it unless the shape
  /// prints as HTML; text that needs no escaping, such as a number, may go to ``Output/append(verbatim:)``.
  func append(_ handle: Handle, to output: inout Output)

  /// Appends what a section has already printed for the elements of a list.
  /// - Parameters:
  ///   - list: the list.
  ///   - section: the section, an index into the program's sections.
  /// - Returns: whether it was already printed; if not, nothing is appended.
  func appendPrinted(_ list: Handle, section: Int, to output: inout Output) -> Bool
}

extension TemplateSource {
  /// Nothing has been printed before.
  package func appendPrinted(_ list: Handle, section: Int, to output: inout Output) -> Bool { false }
}
