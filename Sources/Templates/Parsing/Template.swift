import Diagnostics

/// A parsed Mustache template. Its nodes are a flat list in the order of the file; a node that contains
/// others knows where they end.
package struct Template: Sendable {
  /// The name by which other templates call it, such as `partials/row`.
  let name: String
  /// The file it was parsed from; ranges of nodes are in its bytes.
  let file: SourceFile
  /// The nodes; empty if the file has errors, to avoid consequential ones.
  let nodes: [Node]
  /// The positions of the values that begin the address of a link.
  let addresses: Set<Int>
  /// Whether the file has errors.
  let isInvalid: Bool
}

/// A piece of a template.
struct Node: Sendable {
  /// What the node does.
  enum Kind: Sendable {
    /// Bytes to print.
    case text
    /// The start of a printed line; the node's range is the line's leading white space.
    case line
    /// `{{name}}`, or unescaped `{{{name}}}` and `{{&name}}`.
    case variable(Name, escaped: Bool)
    /// `{{#name}}`.
    case section(Name)
    /// `{{^name}}`.
    case inverted(Name)
    /// `{{>name}}` and `{{>*name}}`.
    case partial(Callee)
    /// `{{<name}}` and `{{<*name}}`; only blocks among its inner nodes are used.
    case parent(Callee)
    /// `{{$name}}`.
    case block(Block)
  }

  /// What the node does.
  var kind: Kind
  /// Its bytes in the file: the whole tag including delimiters, or the text.
  let range: Range<Int>
  /// The index after its last inner node; the node's own index + 1 if it has none.
  var end: Int
}

/// A dotted name. `.` has no parts.
struct Name: Sendable {
  /// One part between dots.
  struct Part: Sendable {
    /// The part as written.
    let text: String
    /// Its bytes in the file.
    let range: Range<Int>
  }

  /// The parts, outermost first.
  let parts: [Part]
  /// The bytes of the whole name in the file.
  let range: Range<Int>
}

/// The template that a partial or parent tag names.
struct Callee: Sendable {
  /// How the template is named.
  enum Target: Sendable {
    /// By the tag itself.
    case named(String)
    /// By the value of a name during rendering.
    case dynamic(Name)
  }

  /// The template, as named.
  let target: Target
  /// The bytes of the name in the file, without the `*`.
  let range: Range<Int>
  /// The white space before the tag, if it is the first on its line.
  let indentation: Range<Int>?
  /// Whether its lines have no other text, so that they vanish and each line of the callee is indented.
  var isStandalone: Bool
}

/// A block: a parameter of a template or, directly inside a parent tag, an argument for it.
struct Block: Sendable {
  /// The name by which parents' tags refer to it.
  let name: String
  /// The bytes of the name in the file.
  let nameRange: Range<Int>
  /// Whether the content begins on a new line after the opening tag.
  let startsOnNewLine: Bool
  /// The white space before the content's first nonblank line, which is removed from each line as it belongs
  /// to the place and not to the content. Nil if the content begins beside the tag or is empty.
  var contentIndentation: Range<Int>?
  /// The white space before the opening tag; empty if there is other text before it.
  let indentation: Range<Int>
}
