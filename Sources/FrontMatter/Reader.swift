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
  /// The index of the last collection in brackets that was closed.
  var lastBracketed: Int?
  /// What was read so far.
  var storage: FrontMatterDocument.Storage

  /// Makes a reader of a part of a file's bytes.
  /// - Parameter start: a pointer to the first byte, which must stay valid during reading.
  init(
    _ bytes: [UInt8], from start: UnsafePointer<UInt8>, _ range: Range<Int>,
    into storage: consuming FrontMatterDocument.Storage
  ) {
    precondition(range.lowerBound >= 0 && range.upperBound <= bytes.count)
    self.bytes = bytes
    self.start = start
    end = range.upperBound
    position = range.lowerBound
    lineStart = range.lowerBound
    self.storage = storage
  }

  // MARK: Bytes

  /// A byte of the YAML, or 0 after its end; texts contain no 0.
  @inline(__always) func byte(_ offset: Int) -> UInt8 { offset < end ? start[offset] : 0 }

  /// Whether a bracket is open.
  var isInBrackets: Bool { !storage.brackets.isEmpty }

  /// The column of the position, from 0.
  var column: Int { position - lineStart }

  /// Whether there is a blank, a line end or the end of the text at an offset.
  func isBlankOrEnd(_ offset: Int) -> Bool { byte(offset) <= .space }

  /// Whether the text, or its only document, ends at the position.
  var isAtEnd: Bool {
    switch byte(position) {
    case 0: true
    case .dash, .dot: isDocumentMarker(position)
    default: false
    }
  }

  /// Whether there is a line of `---` or `...` at an offset.
  func isDocumentMarker(_ offset: Int) -> Bool {
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
      if byte(position) == .hash {
        while position < end, !isLineBreak(bytes[position]) { position += 1 }
      }
      guard isLineBreak(byte(position)) else { return }
      passLineBreak()
      isKeyAllowed = true
    }
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

  /// Appends the node of a scalar.
  mutating func add(_ scalar: Scalar) {
    add(scalar.kind, scalar.bytes, scalar.text, isCopied: scalar.isCopied, isFlow: isInBrackets)
  }

  /// Appends the node of a missing value at an offset.
  mutating func addEmpty(at offset: Int) {
    add(.plain, offset..<offset, offset..<offset, isFlow: isInBrackets)
  }

  private mutating func add(
    _ kind: FrontMatterNode.Kind, _ bytes: Range<Int>, _ text: Range<Int>, isCopied: Bool = false,
    isFlow: Bool
  ) {
    let index = storage.nodes.count
    storage.nodes.append(
      FrontMatterNode(
        kind: kind, isFlow: isFlow, isCopied: isCopied,
        start: Int32(truncatingIfNeeded: bytes.lowerBound), end: Int32(truncatingIfNeeded: bytes.upperBound),
        textStart: Int32(truncatingIfNeeded: text.lowerBound),
        textEnd: Int32(truncatingIfNeeded: text.upperBound),
        index: Int32(truncatingIfNeeded: index), next: Int32(truncatingIfNeeded: index + 1)))
  }

  /// Begins a collection, which contains the nodes that are added before `close`.
  /// - Returns: the index of its node.
  mutating func open(_ kind: FrontMatterNode.Kind, at start: Int, isFlow: Bool) throws(SyntaxError) -> Int {
    guard depth < FrontMatterDocument.deepestNesting else { throw SyntaxError(.nestingTooDeep, at: start) }
    depth += 1
    add(kind, start..<start + 1, start..<start, isFlow: isFlow)
    return storage.nodes.count - 1
  }

  /// Ends a collection.
  /// - Parameters:
  ///   - index: the index of its node.
  ///   - end: the offset of its end; nil for a block collection, which ends with its last item.
  mutating func close(_ index: Int, at end: Int? = nil) {
    depth -= 1
    let last = storage.nodes.count - 1
    let end = end.map { Int32(truncatingIfNeeded: $0) } ?? lastEnd(index, last)
    storage.nodes[index].end = end
    storage.nodes[index].next = Int32(truncatingIfNeeded: last + 1)
    if storage.nodes[index].kind == .mapping { storage.findDuplicates(in: index, bytes) }
  }

  /// The end of a collection's last child: that of the last node, or of a collection in brackets around it.
  private func lastEnd(_ index: Int, _ last: Int) -> Int32 {
    guard let lastBracketed, lastBracketed > index else { return storage.nodes[last].end }
    return max(storage.nodes[last].end, storage.nodes[lastBracketed].end)
  }
}

extension Reader {
  /// The last scalar or collection in brackets that was read.
  var lastNode: FrontMatterNode? {
    guard let lastBracketed, let last = storage.nodes.last else { return storage.nodes.last }
    let bracketed = storage.nodes[lastBracketed]
    return bracketed.end >= last.end ? bracketed : last
  }
}
