/// What is known of a value before any page is rendered.
package struct StaticHandle: Sendable, Hashable {
  /// The value; if it differs between pages, only its kind and `major` count.
  package var handle: Handle
  /// Whether the value is the same on every page.
  package var isWhole: Bool
  /// What else the source knows of the value, by its own numbers; -1 for nothing.
  package var detail: Int32

  /// Makes what is known of a value.
  package init(_ handle: Handle, isWhole: Bool, detail: Int32 = -1) {
    self.handle = handle
    self.isWhole = isWhole
    self.detail = detail
  }
}

/// What is known of a field or an element before any page is rendered.
package enum StaticValue: Sendable {
  /// Known only to the page.
  case unknown
  /// It is absent on every page.
  case absent
  /// It may be absent; if it is not, this is known about it.
  case sometimes(StaticHandle)
  /// It is there on every page. Unless it is whole, its `minor` is that of the value whose field or element it is,
  /// shifted to the left by some bits.
  case always(StaticHandle, shift: Int32 = 0)
}

/// A source that knows some of its data before any page is rendered, for ``TemplateProgram/specialized(for:)``.
package protocol StaticSource {
  /// What is known of a field.
  /// - Parameters:
  ///   - slot: the field's slot.
  ///   - value: the value that has the field.
  func field(_ slot: Int, of value: StaticHandle) -> StaticValue

  /// Whether a value opens a section; nil if only the page knows, and for lists.
  func isTrue(_ value: StaticHandle) -> Bool?

  /// The elements of a list that has the same number of them on every page; nil for any other value.
  func elements(of value: StaticHandle) -> [StaticValue]?

  /// What is known of each element of a list whose number of elements differs; nil for any other value.
  func element(of value: StaticHandle) -> StaticHandle?

  /// Writes a value, if it prints the same on every page.
  /// - Returns: whether it does.
  func append(_ value: StaticHandle, to output: inout Output) -> Bool
}
