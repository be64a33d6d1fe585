/// A scalar, sequence or mapping of a `FrontMatterDocument`: what it is and where it is.
///
/// A node is a small value that means something only together with the document it came from, until that document
/// reads its next text.
package struct FrontMatterNode: Sendable, Equatable {
  /// How a node is written.
  package enum Kind: UInt8, Sendable {
    /// A scalar, by its style: `a`, `'a'`, `"a"`, `|` and `>`.
    case plain, singleQuoted, doubleQuoted, literal, folded
    /// A collection, in brackets or as a block.
    case sequence, mapping
  }

  /// How it is written.
  package let kind: Kind
  /// Whether it is written in brackets or is between them, where `,` ends a text.
  package let isFlow: Bool
  /// Whether the text is in the document's side buffer, because it differs from how it is written.
  @usableFromInline package let isCopied: Bool
  /// Its bytes in the file, quotes and brackets included.
  let start: Int32
  var end: Int32
  /// The bytes of a scalar's text, in the file or in the side buffer.
  @usableFromInline package let textStart: Int32
  @usableFromInline package internal(set) var textEnd: Int32
  /// Its place in the document's nodes, and the place after its last descendant.
  @usableFromInline package let index: Int32
  @usableFromInline package var next: Int32

  /// Whether it is a text of any style.
  @inlinable package var isScalar: Bool { kind.rawValue < Kind.sequence.rawValue }

  /// Whether it stands for nothing at all, as after a key without a value; `""` is not empty in this sense.
  @inlinable package var isEmpty: Bool { kind == .plain && textStart == textEnd }

  /// Its bytes in the file, quotes and brackets included; block collections end with their last item.
  package var bytes: Range<Int> { Int(start)..<Int(end) }
}
