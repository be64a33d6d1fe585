import Diagnostics

/// A YAML text as a flat array of nodes in document order, each with its place in the file.
///
/// One value parses many files one after the other and keeps its storage, for a build reads 100,000 of them. A text
/// that reads as it is written is not copied: its node points into the file's bytes.
///
///     var document = YAMLDocument()
///     let problems = document.parse(file, yaml)
///     for (key, value) in document.pairs(of: document.root) where document.isEqual(key, to: "date") { … }
///
/// Values stay text: `no`, `1.10` and `~` are what is written. What docket does not read of YAML (anchors, aliases,
/// tags, merge keys, directives, several documents, keys that are not text) is refused.
package struct YAMLDocument: Sendable {
  /// The most collections that may stand inside each other.
  package static let deepestNesting = 16

  /// The file that was parsed last.
  package internal(set) var file = SourceFile(path: "", bytes: [])
  /// The part of it that was parsed.
  package internal(set) var range = 0..<0
  /// All nodes; a collection's descendants follow it, and a mapping's keys and values take turns.
  package internal(set) var nodes: [YAMLNode] = []
  /// The texts that read unlike they are written, one after the other.
  @usableFromInline package internal(set) var copies: [UInt8] = []
  /// Whether the text could be read without libyaml, for the tests that both ways give the same nodes.
  package internal(set) var isPlain = false
  /// The collections that are open while parsing, outermost first.
  var open: [OpenCollection] = []
  /// The keys that stood in a mapping before, so far.
  var duplicates: [Diagnostic] = []
  /// The escapes in double quotes that stand for characters which are refused.
  var refusedEscapes: [Diagnostic] = []

  /// Makes a document without nodes.
  package init() {}

  /// The outermost node, or nil where the text is empty, holds only comments, or could not be parsed.
  package var root: YAMLNode? { nodes.first }
}

// MARK: - Collections

extension YAMLDocument {
  /// The keys and values of a mapping in the order of the file; nothing for nil and other nodes.
  @inlinable package func pairs(of node: YAMLNode?) -> YAMLPairs {
    YAMLPairs(children(of: node, .mapping))
  }

  /// The items of a sequence in order; nothing for nil and other nodes.
  @inlinable package func items(of node: YAMLNode?) -> YAMLItems {
    children(of: node, .sequence)
  }

  /// The value of a mapping's key, or nil where the key is not there.
  /// - Complexity: O(*n*) in the keys.
  @inlinable package func value(of key: String, in mapping: YAMLNode?) -> YAMLNode? {
    for pair in pairs(of: mapping) where isEqual(pair.key, to: key) { return pair.value }
    return nil
  }

  /// The direct children of a node of a kind; none of nil and other kinds.
  @usableFromInline package func children(of node: YAMLNode?, _ kind: YAMLNode.Kind) -> YAMLItems {
    guard let node, node.kind == kind else { return YAMLItems(nodes: nodes, index: 0, end: 0) }
    return YAMLItems(nodes: nodes, index: Int(node.index) + 1, end: Int(node.next))
  }
}

/// The items of a sequence.
package struct YAMLItems: Sequence, IteratorProtocol, Sendable {
  /// All nodes of the document.
  @usableFromInline let nodes: [YAMLNode]
  /// The place of the next item among the nodes.
  @usableFromInline var index: Int
  /// The place behind the last item's last descendant.
  @usableFromInline let end: Int

  @usableFromInline init(nodes: [YAMLNode], index: Int, end: Int) {
    self.nodes = nodes
    self.index = index
    self.end = end
  }

  /// The next item, or nil after the last.
  @inlinable package mutating func next() -> YAMLNode? {
    guard index < end else { return nil }
    let node = nodes[index]
    index = Int(node.next)
    return node
  }
}

/// The keys and values of a mapping.
package struct YAMLPairs: Sequence, IteratorProtocol, Sendable {
  /// The keys and values by turns.
  @usableFromInline var children: YAMLItems

  @usableFromInline init(_ children: YAMLItems) {
    self.children = children
  }

  /// The next key with its value, or nil after the last.
  @inlinable package mutating func next() -> (key: YAMLNode, value: YAMLNode)? {
    guard let key = children.next(), let value = children.next() else { return nil }
    return (key, value)
  }
}

// MARK: - Texts and places

extension YAMLDocument {
  /// A scalar's text, escapes and folds resolved; empty for a collection.
  package func text(of node: YAMLNode) -> String {
    let range = Int(node.textStart)..<Int(node.textEnd)
    return String(decoding: node.isCopied ? copies[range] : file.bytes[range], as: UTF8.self)
  }

  /// Calls a function with the UTF-8 of a scalar's text, without a copy.
  @inlinable package func withBytes<Result, Failure: Error>(
    of node: YAMLNode, _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let range = Int(node.textStart)..<Int(node.textEnd)
    if node.isCopied { return try body(copies.span.extracting(range)) }
    return try body(file.bytes.span.extracting(range))
  }

  /// Whether a scalar's text has the same bytes as another text; nothing is allocated.
  @inlinable package func isEqual(_ node: YAMLNode, to text: String) -> Bool {
    let other = text.utf8
    guard node.isScalar, Int(node.textEnd - node.textStart) == other.count else { return false }
    // Not by `withBytes`: its closure would count the document's parts, for every key of every record.
    var index = Int(node.textStart)
    for byte in other {
      if (node.isCopied ? copies[index] : file.bytes[index]) != byte { return false }
      index += 1
    }
    return true
  }

  /// Where a node stands, quotes and brackets included.
  package func range(of node: YAMLNode) -> SourceRange {
    file[node.bytes]
  }

  /// A scalar's text that knows where each of its bytes stands in the file.
  /// - Complexity: O(*n*); only texts that read unlike they are written need a map.
  package func sourceText(of node: YAMLNode) -> SourceText {
    let text = text(of: node)
    guard node.isCopied else { return SourceText(text: text, file: file, start: Int(node.textStart)) }
    var map = ScalarMap(file: file, range: range)
    map.read(node)
    // Were the map ever to read otherwise than libyaml, the whole node is still the right place.
    let isRight = map.bytes.elementsEqual(text.utf8)
    let offsets = isRight ? map.offsets : [Int32](repeating: node.start, count: text.utf8.count) + [node.end]
    return SourceText(text: text, file: file, start: Int(node.start), offsets: offsets)
  }
}
