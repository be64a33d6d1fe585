/// What is known about a value before rendering.
package struct StaticHandle: Sendable, Hashable {
  /// The value; if it differs between pages, only its kind and `major` are used.
  package var handle: Handle
  /// Whether the value is the same on every page.
  package var isWhole: Bool
  /// What else the source knows about the value, as its own number; -1 for nothing.
  package var detail: Int32

  package init(_ handle: Handle, isWhole: Bool, detail: Int32 = -1) {
    self.handle = handle
    self.isWhole = isWhole
    self.detail = detail
  }
}

/// What is known about a field or an element before rendering.
package enum StaticValue: Sendable {
  /// Nothing is known before rendering.
  case unknown
  /// It is absent on every page.
  case absent
  /// It may be absent; if it is present, this is known about it.
  case sometimes(StaticHandle)
  /// It is present on every page. If the handle is not whole, the value's `minor` is that of the value it
  /// belongs to, shifted left by some bits.
  case always(StaticHandle, shift: Int32 = 0)
}

/// A source that knows some of its data before rendering, for ``TemplateProgram/specialized(for:entries:)``.
package protocol StaticSource {
  /// What is known about a field.
  /// - Parameters:
  ///   - slot: the field's slot.
  ///   - value: the value that has the field.
  func field(_ slot: Int, of value: StaticHandle) -> StaticValue

  /// Whether a value opens a section; nil for lists, and if this depends on the page.
  func isTrue(_ value: StaticHandle) -> Bool?

  /// The elements of a list that has the same number of elements on every page; nil for other values.
  func elements(of value: StaticHandle) -> [StaticValue]?

  /// What is known about each element of a list whose number of elements differs; nil for other values.
  func element(of value: StaticHandle) -> StaticHandle?

  /// Appends a value if it prints the same on every page.
  /// - Returns: whether it does.
  func append(_ value: StaticHandle, to output: inout Output) -> Bool
}
