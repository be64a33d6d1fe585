import Diagnostics

/// Parses YAML in a file into nodes, in one pass over its bytes.
///
/// The subset has block and flow mappings and sequences, the five styles of scalars, and comments, as in YAML
/// 1.1 (https://yaml.org/spec/1.1/); a test compares it with libyaml. An error is thrown as a fact, which
/// `FrontMatterDocument` turns into a sentence.
struct Reader {
  /// The file's bytes, and the end of the YAML in them.
  let bytes: [UInt8]
  let end: Int
  /// The same bytes. The bounds are checked once with `end`, because checking them for every byte took a
  /// third of the time.
  private let start: UnsafePointer<UInt8>
  /// The next byte to read, and the first byte of its line.
  var position: Int
  var lineStart: Int
  /// Whether a block collection may begin here: at the start of a line and after `- `, not after a tab.
  var isKeyAllowed = true
  /// The number of open collections.
  var depth = 0
  /// What was read so far.
  var document: FrontMatterDocument

  /// Makes a reader of a document's part of its file.
  /// - Parameter start: a pointer to the file's first byte, which must stay valid during reading.
  init(from start: UnsafePointer<UInt8>, into document: consuming FrontMatterDocument) {
    bytes = document.file.bytes
    end = document.range.upperBound
    precondition(document.range.lowerBound >= 0 && end <= bytes.count)
    self.start = start
    position = document.range.lowerBound
    lineStart = position
    self.document = document
  }

  // MARK: Bytes
  //
  // What only looks at bytes is always inlined: a call of it copies the whole reader.

  /// A byte of the YAML, or 0 after its end; texts contain no 0.
  @inline(__always) func byte(_ offset: Int) -> UInt8 { offset < end ? start[offset] : 0 }

  /// Whether a bracket is open.
  var isInBrackets: Bool { !document.brackets.isEmpty }

  /// The column of the position, from 0.
  var column: Int { position - lineStart }

  /// Whether there is a blank, a line end or the end of the text at an offset.
  func isBlankOrEnd(_ offset: Int) -> Bool { byte(offset) <= .space }

  /// Whether the text, or its only document, ends at the position.
  @inline(__always) var isAtEnd: Bool {
    switch byte(position) {
    case 0: true
    case .dash, .dot: isDocumentMarker(position)
    default: false
    }
  }

  /// Whether there is a line of `---` or `...` at an offset.
  @inline(__always) func isDocumentMarker(_ offset: Int) -> Bool {
    let first = byte(offset)
    return offset == lineStart && (first == .dash || first == .dot) && byte(offset + 1) == first
      && byte(offset + 2) == first && isBlankOrEnd(offset + 3)
  }

  /// Whether an item of a block sequence begins at the position.
  var isItem: Bool { byte(position) == .dash && isBlankOrEnd(position + 1) }

  /// Skips blanks, comments and line ends.
  mutating func skip() {
    while true {
      while byte(position) == .space || byte(position) == .tab && !(isKeyAllowed && !isInBrackets) {
        position += 1
      }
      if byte(position) == .hash { skipLine() }
      guard isLineBreak(byte(position)) else { return }
      passLineBreak()
      isKeyAllowed = true
    }
  }

  /// Skips the rest of the line.
  mutating func skipLine() {
    while position < end, !isLineBreak(bytes[position]) { position += 1 }
  }

  /// Skips the line end at the position: LF, CR LF or CR.
  mutating func passLineBreak() {
    position += byte(position) == .carriageReturn && byte(position + 1) == .lineFeed ? 2 : 1
    lineStart = position
  }

  // MARK: Nodes

  /// A scalar that has no node yet: it may be the first key of a mapping, whose node must come before it.
  struct Scalar {
    var kind: FrontMatterNode.Kind
    var bytes: Range<Int>
    var text: Range<Int>
    var isCopied = false
  }

  /// Appends the node of a missing value at an offset.
  mutating func addEmpty(at offset: Int) {
    add(Scalar(kind: .plain, bytes: offset..<offset, text: offset..<offset))
  }

  /// Appends the node of a scalar, or of a collection that begins.
  mutating func add(_ node: Scalar) { add(node, isFlow: isInBrackets) }

  private mutating func add(_ node: Scalar, isFlow: Bool) {
    func int32(_ offset: Int) -> Int32 { Int32(truncatingIfNeeded: offset) }
    let index = document.nodes.count
    document.nodes.append(
      FrontMatterNode(
        kind: node.kind, isFlow: isFlow, isCopied: node.isCopied,
        start: int32(node.bytes.lowerBound), end: int32(node.bytes.upperBound),
        textStart: int32(node.text.lowerBound), textEnd: int32(node.text.upperBound),
        index: int32(index), next: int32(index + 1)))
  }

  /// Begins a collection, which contains the nodes that are added before `close`.
  /// - Returns: the index of its node.
  mutating func open(_ kind: FrontMatterNode.Kind, at start: Int, isFlow: Bool) throws(SyntaxError) -> Int {
    guard depth < FrontMatterDocument.deepestNesting else { throw SyntaxError(.nestingTooDeep, at: start) }
    depth += 1
    add(Scalar(kind: kind, bytes: start..<start + 1, text: start..<start), isFlow: isFlow)
    return document.nodes.count - 1
  }

  /// Ends a collection.
  /// - Parameters:
  ///   - index: the index of its node.
  ///   - end: the offset of its end; nil for a block collection, which ends with its last item.
  mutating func close(_ index: Int, at end: Int? = nil) {
    depth -= 1
    let last = document.nodes.count - 1
    let end = end.map { Int32(truncatingIfNeeded: $0) } ?? document.lastNode?.end ?? 0
    document.nodes[index].end = end
    document.nodes[index].next = Int32(truncatingIfNeeded: last + 1)
    if document.nodes[index].kind == .mapping { document.findDuplicates(in: index) }
  }
}
