import Diagnostics

/// Reads the YAML of a file into nodes, in one pass over its bytes.
///
/// The subset is block and flow mappings and sequences, the five styles of scalars, and comments, as in YAML 1.1
/// (https://yaml.org/spec/1.1/); a test compares it with libyaml. What stops the reading is thrown as a fact;
/// `FrontMatterDocument` turns it into a sentence.
struct Reader {
  /// The file's bytes and where the YAML ends in them.
  let bytes: [UInt8]
  let end: Int
  /// The same bytes, whose bounds `end` has checked once: checking them again for every byte took a third of the
  /// reading.
  private let start: UnsafePointer<UInt8>
  /// The next byte to read, and the first byte of its line.
  var position: Int
  var lineStart: Int
  /// Whether a block collection may begin here: at the start of a line and after `- `. A tab may not be there.
  var isKeyAllowed = true
  /// The number of collections that are open.
  var depth = 0
  /// The last collection in brackets that was closed.
  var lastBracketed: Int?
  /// What was read so far; see `FrontMatterDocument`.
  var storage: FrontMatterDocument.Storage

  /// Begins to read a part of a file's bytes.
  /// - Parameter start: the first of the bytes, which stay in their place while they are read.
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

  /// A byte of the YAML, or 0 after its end; no text has a 0.
  @inline(__always) func byte(_ offset: Int) -> UInt8 { offset < end ? start[offset] : 0 }

  /// Whether a bracket is open.
  var isInBrackets: Bool { !storage.brackets.isEmpty }

  /// The position's place in its line, from 0.
  var column: Int { position - lineStart }

  /// Whether a blank, a line end or the end of the text is at an offset.
  func isBlankOrEnd(_ offset: Int) -> Bool { byte(offset) <= .space }

  /// Whether the text, or its only document, ends here.
  var isAtEnd: Bool {
    switch byte(position) {
    case 0: true
    case .dash, .dot: isDocumentMarker(position)
    default: false
    }
  }

  /// Whether a line of `---` or `...` begins at an offset.
  func isDocumentMarker(_ offset: Int) -> Bool {
    let first = byte(offset)
    return offset == lineStart && (first == .dash || first == .dot) && byte(offset + 1) == first
      && byte(offset + 2) == first && isBlankOrEnd(offset + 3)
  }

  /// Whether an item of a block sequence begins here.
  var isItem: Bool { byte(position) == .dash && isBlankOrEnd(position + 1) }

  /// Passes over blanks, comments and line ends.
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

  /// Skips the line end that is here: LF, CR LF or CR.
  mutating func passLineBreak() {
    position += byte(position) == .carriageReturn && byte(position + 1) == .lineFeed ? 2 : 1
    lineStart = position
  }

  // MARK: Nodes

  /// A scalar that was read and is not a node yet: it may be the first key of a mapping, whose node comes before.
  struct Scalar {
    var kind: FrontMatterNode.Kind
    var bytes: Range<Int>
    var text: Range<Int>
    var isCopied = false
  }

  /// Adds a scalar after all other nodes.
  mutating func add(_ scalar: Scalar) {
    add(scalar.kind, scalar.bytes, scalar.text, isCopied: scalar.isCopied, isFlow: isInBrackets)
  }

  /// Adds a value that is not written at an offset.
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

  /// Begins a collection; what is added until `close` is in it.
  /// - Returns: its place among the nodes.
  mutating func open(_ kind: FrontMatterNode.Kind, at start: Int, isFlow: Bool) throws(SyntaxError) -> Int {
    guard depth < FrontMatterDocument.deepestNesting else { throw SyntaxError(.nestingTooDeep, at: start) }
    depth += 1
    add(kind, start..<start + 1, start..<start, isFlow: isFlow)
    return storage.nodes.count - 1
  }

  /// Ends a collection.
  /// - Parameters:
  ///   - index: its place among the nodes.
  ///   - end: where it ends; a block collection ends where its last item does.
  mutating func close(_ index: Int, at end: Int? = nil) {
    depth -= 1
    let last = storage.nodes.count - 1
    let end = end.map { Int32(truncatingIfNeeded: $0) } ?? lastEnd(index, last)
    storage.nodes[index].end = end
    storage.nodes[index].next = Int32(truncatingIfNeeded: last + 1)
    if storage.nodes[index].kind == .mapping { storage.findDuplicates(in: index, bytes) }
  }

  /// Where the last child of a collection ends, which is the end of the last node or of one that holds it.
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
