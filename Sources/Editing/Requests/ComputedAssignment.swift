import Diagnostics

/// An assignment `KEY:=EXPRESSION` as it was typed: the expression computes the new value.
package struct ComputedAssignment: Sendable {
  let key: SourceText
  /// The expression, evaluated for the record that has the key.
  let expression: SourceText

  /// Reads `KEY:=EXPRESSION`; nil if the first `=` has no `:` before it.
  package init?(_ source: SourceText) {
    let bytes = Array(source.text.utf8)
    guard let mark = bytes.firstIndex(of: UInt8(ascii: "=")), mark > 0, bytes[mark - 1] == UInt8(ascii: ":")
    else { return nil }
    key = source[0..<mark - 1].trimmed
    expression = source[mark + 1..<bytes.count].trimmed
  }
}
