/// A scalar, sequence or mapping of a `FrontMatterDocument`, with its place.
///
/// A node is a small value that is valid only with the document it came from, until that document reads its
/// next text.
package struct FrontMatterNode: Sendable, Equatable {
  /// The kinds of node, by notation.
  package enum Kind: UInt8, Sendable {
    /// A scalar, by style: `a`, `'a'`, `"a"`, `|` and `>`.
    case plain, singleQuoted, doubleQuoted, literal, folded
    /// A collection, in brackets or as a block.
    case sequence, mapping
  }

  package let kind: Kind
  /// Whether it is a collection in brackets or a node inside one, where `,` ends a text.
  package let isFlow: Bool
  /// Whether the text is in the document's side buffer because it differs from its notation.
  @usableFromInline package let isCopied: Bool
  /// Its bytes in the file, including quotes and brackets.
  let start: Int32
  var end: Int32
  /// The bytes of a scalar's text, in the file or in the side buffer.
  @usableFromInline package let textStart: Int32
  @usableFromInline package internal(set) var textEnd: Int32
  /// Its index in the document's nodes, and the index after its last descendant.
  @usableFromInline package let index: Int32
  @usableFromInline package var next: Int32

  /// Whether it is a text in any style.
  @inlinable package var isScalar: Bool { kind.rawValue < Kind.sequence.rawValue }

  /// Whether nothing is written, as after a key without a value; `""` does not count as empty.
  @inlinable package var isEmpty: Bool { kind == .plain && textStart == textEnd }

  /// Its bytes in the file, including quotes and brackets; block collections end with their last item.
  package var bytes: Range<Int> { Int(start)..<Int(end) }
}
