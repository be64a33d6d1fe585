import Diagnostics

/// A parsed Mustache template: its nodes in the order of the file, a flat list in which a node that holds others
/// knows where they end.
package struct Template: Sendable {
  /// Its name for other templates, such as `partials/row`.
  package let name: String
  /// The file it was read from; nodes are ranges of its bytes.
  package let file: SourceFile
  /// The nodes; empty if the file has errors, so that nothing more is reported because of them.
  let nodes: [Node]
  /// The tags that are closed under another name, by their nodes.
  let mismatches: [Int: Mismatch]
  /// Whether the file has errors.
  let isInvalid: Bool
}

/// A piece of a template.
struct Node: Sendable {
  /// What the node does.
  enum Kind: Sendable {
    /// Bytes to print.
    case text
    /// The start of a line that is printed; the node's range is the line's leading white space.
    case line
    /// `{{name}}`, or unescaped `{{{name}}}` and `{{&name}}`.
    case variable(Name, escaped: Bool)
    /// `{{#name}}`.
    case section(Name)
    /// `{{^name}}`.
    case inverted(Name)
    /// `{{>name}}` and `{{>*name}}`.
    case partial(Callee)
    /// `{{<name}}` and `{{<*name}}`; of its inner nodes, blocks alone count.
    case parent(Callee)
    /// `{{$name}}`.
    case block(Block)
  }

  /// What it does.
  var kind: Kind
  /// Its bytes in the file: the whole tag, delimiters included, or the text.
  let range: Range<Int>
  /// The index after its last inner node; the node's own index + 1 where it holds none.
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
  /// How it is named.
  enum Target: Sendable {
    /// By the tag itself.
    case named(String)
    /// By the value of a name when the page is rendered.
    case dynamic(Name)
  }

  /// The template meant.
  let target: Target
  /// The bytes of the name in the file, without the `*`.
  let range: Range<Int>
  /// The white space before the tag, where it is first on its line.
  let indentation: Range<Int>?
  /// Whether nothing else is on its lines, so that they vanish and every line of the callee is indented instead.
  var isStandalone: Bool
}

/// A block: a parameter of a template or, directly inside a parent tag, an argument for it.
struct Block: Sendable {
  /// What a parent tag calls it by.
  let name: String
  /// The bytes of the name in the file.
  let nameRange: Range<Int>
  /// Whether the content begins on a line of its own, below the opening tag.
  let startsOnNewLine: Bool
  /// The white space before the first line of the content that is not blank: so much of each line belongs to the
  /// place and not to the content. Nil if the content starts beside the tag or is empty.
  var contentIndentation: Range<Int>?
  /// The white space before the opening tag; empty if other text is there.
  let indentation: Range<Int>
}
