import Diagnostics

/// A YAML text as a flat array of nodes in document order, each with its place in the file.
///
/// A single document reads many files in sequence and reuses its storage, because a build reads 100,000 of
/// them. A text that equals its notation is not copied: its node refers to the file's bytes.
///
///     var document = FrontMatterDocument()
///     let diagnostics = document.read(file, yaml)
///     for (key, value) in document.pairs(of: document.root) where document.isEqual(key, to: "date") { … }
///
/// Values stay text: `no`, `1.10` and `~` are as written. Features of YAML that docket does not support are
/// refused: anchors, aliases, tags, merge keys, directives, several documents, and keys that are not text.
package struct FrontMatterDocument: Sendable {
  /// The maximum nesting depth of collections, which the sentence about it names.
  package static let deepestNesting = 16

  /// The file that was read last.
  package private(set) var file = SourceFile(path: "", bytes: [])
  /// The part of the file that was read.
  package private(set) var range = 0..<0
  /// All nodes. Descendants of a collection follow it, and the keys and values of a mapping alternate.
  @usableFromInline package internal(set) var nodes: [FrontMatterNode] = []
  /// The texts that differ from their notation, concatenated.
  @usableFromInline var copies: [UInt8] = []
  /// The offset in the file of each byte of `copies`; after each text, the offset of its end.
  var offsets: [Int32] = []
  /// The duplicate keys in mappings and the first occurrence of each, as indices of nodes.
  var duplicates: [(key: Int, first: Int)] = []
  /// The first escape in each text that stands for a refused character, and the text between its quotes.
  var refusedEscapes: [(scalar: Unicode.Scalar, text: Range<Int>)] = []
  /// Whether an entry in braces has no `:`.
  package internal(set) var hasEntryWithoutColon = false
  /// Whether all characters of the text are ASCII.
  var isASCII = false
  /// Whether a key is not ASCII or differs from its notation.
  var hasUnusualKey = false
  /// The offsets of the brackets that are open during reading, outermost first.
  var brackets: [Int] = []
  /// The index of the last collection in brackets that was closed.
  var lastBracketed: Int?

  /// Makes a document without nodes.
  package init() {}

  /// The outermost node; nil if the text is empty, has only comments, or could not be read.
  package var root: FrontMatterNode? { nodes.first }

  /// The last scalar or collection in brackets.
  var lastNode: FrontMatterNode? {
    guard let lastBracketed, let last = nodes.last else { return nodes.last }
    return nodes[lastBracketed].end >= last.end ? nodes[lastBracketed] : last
  }
}

// MARK: - Reading

extension FrontMatterDocument {
  /// Reads a part of a file, and replaces the document's contents.
  ///
  /// A text that is invalid, or uses an unsupported feature of YAML, gives one error and no nodes. Each
  /// duplicate key is an error, but all nodes are kept, including the duplicates.
  /// - Parameters:
  ///   - file: the file; its bytes are not copied.
  ///   - range: front matter, a whole file, or a block in a body; if empty, there are no nodes.
  ///   - survey: the kinds of characters in the whole file, if known.
  ///   - keys: the allowed keys, if known; used only if there is an error.
  /// - Returns: the diagnostics, in the order of the file.
  /// - Complexity: O(*n*)
  package mutating func read(
    _ file: SourceFile, _ range: Range<Int>, survey: CharacterSurvey? = nil,
    keys: @autoclosure () -> [String]? = nil
  ) -> [Diagnostic] {
    removeAll()
    var yaml = range.clamped(to: 0..<file.bytes.count)
    if yaml.lowerBound == 0 {
      yaml = min(file.textStart, yaml.upperBound)..<yaml.upperBound
    }
    self.file = file
    self.range = yaml
    // Resolving escapes may make a text longer, and offsets have 32 bits.
    guard yaml.upperBound < Int(Int32.max) / 2 else {
      return [Diagnostic(.fileTooLarge, at: file[0..<0], "the file is too large to be read as YAML")]
    }
    if let diagnostic = refusedCharacter(survey) { return [diagnostic] }
    if let error = readNodes() {
      defer { nodes.removeAll(keepingCapacity: true) }
      // A merge conflict marker is never YAML, so it must be the cause.
      return [
        mergeConflict(in: yaml, of: file, isWhole: false)
          ?? unlessSecondKey(diagnostic(of: error), of: keys())
      ]
    }
    if let root, root.kind == .plain, let conflict = mergeConflict(in: yaml, of: file, isWhole: false) {
      nodes.removeAll(keepingCapacity: true)
      return [conflict]
    }
    guard !duplicates.isEmpty || !refusedEscapes.isEmpty else { return [] }
    // A wrong dash makes all items one mapping, which repeats the keys of the first.
    var dashes: [Int: Diagnostic] = [:]
    for first in Set(duplicates.map(\.first)) { dashes[first] = wrongDash(line(at: Int(nodes[first].start))) }
    return
      (dashes.values
      + duplicates.filter { dashes[$0.first] == nil }.map { duplicateKey(nodes[$0.key], of: nodes[$0.first]) }
      + refusedEscapes.map { scalar, text in
        CharacterSurvey.diagnostic(of: scalar, escapedIn: file[text.lowerBound - 1..<text.upperBound + 1])
      }).sortedByPlace()
  }

  private mutating func removeAll() {
    nodes.removeAll(keepingCapacity: true)
    copies.removeAll(keepingCapacity: true)
    offsets.removeAll(keepingCapacity: true)
    brackets.removeAll(keepingCapacity: true)
    duplicates.removeAll()
    refusedEscapes.removeAll()
    hasEntryWithoutColon = false
    hasUnusualKey = false
    lastBracketed = nil
  }

  /// Reads the nodes of the part of the file.
  /// - Returns: the error that stopped the reading; nil if there was none.
  private mutating func readNodes() -> SyntaxError? {
    let bytes = file.bytes
    return bytes.withUnsafeBufferPointer { buffer -> SyntaxError? in
      guard let start = buffer.baseAddress else { return nil }
      // The reader owns the arrays, so that none is copied.
      var document = FrontMatterDocument()
      swap(&self, &document)
      var reader = Reader(from: start, into: consume document)
      defer { swap(&self, &reader.document) }
      do throws(SyntaxError) {
        try reader.readDocument()
        return nil
      } catch {
        return error
      }
    }
  }

  /// Whether a text can be read.
  static func isReadable(_ text: String) -> Bool {
    var document = FrontMatterDocument()
    document.file = SourceFile(path: "", text: text)
    document.range = document.file.range.bytes
    return document.readNodes() == nil
  }

  /// The first character that is not UTF-8 or that docket's YAML refuses.
  /// - Parameter whole: the kinds of characters in the whole file; nil if unknown.
  private mutating func refusedCharacter(_ whole: CharacterSurvey?) -> Diagnostic? {
    if let whole, whole.isASCII, !whole.hasControl {
      isASCII = true
      return nil
    }
    let survey = CharacterSurvey(file.bytes.span.extracting(range))
    isASCII = survey.isASCII
    // UTF-16 is full of control characters.
    if !survey.isASCII, whole == nil, let offset = firstInvalidUTF8(in: Array(file.bytes[range])) {
      return notUTF8(at: range.lowerBound + offset, in: file)
    }
    return survey.firstRefused(in: range, of: file).map { CharacterSurvey.diagnostic(at: $0) }
  }

  private func duplicateKey(_ key: FrontMatterNode, of first: FrontMatterNode) -> Diagnostic {
    Diagnostic(
      .duplicateKey, at: self.range(of: key), "the key '\(text(of: key))' is here a second time",
      notes: [.init("it is first here", at: self.range(of: first))])
  }
}

// MARK: - Collections

extension FrontMatterDocument {
  /// The keys and values of a mapping in the order of the file; empty for nil and other nodes.
  @inlinable package func pairs(of node: FrontMatterNode?) -> FrontMatterPairs {
    FrontMatterPairs(children(of: node, .mapping))
  }

  /// The items of a sequence in order; empty for nil and other nodes.
  @inlinable package func items(of node: FrontMatterNode?) -> FrontMatterItems {
    children(of: node, .sequence)
  }

  /// The value of a key in a mapping; nil if the key is missing.
  /// - Complexity: O(*n*) in the keys.
  @inlinable package func value(of key: String, in mapping: FrontMatterNode?) -> FrontMatterNode? {
    for pair in pairs(of: mapping) where isEqual(pair.key, to: key) { return pair.value }
    return nil
  }

  /// The direct children of a node of the given kind; empty for nil and other kinds.
  @usableFromInline package func children(of node: FrontMatterNode?, _ kind: FrontMatterNode.Kind)
    -> FrontMatterItems
  {
    guard let node, node.kind == kind else { return FrontMatterItems(nodes: nodes, index: 0, end: 0) }
    return FrontMatterItems(nodes: nodes, index: Int(node.index) + 1, end: Int(node.next))
  }
}

package struct FrontMatterItems: Sequence, IteratorProtocol, Sendable {
  /// All nodes of the document.
  @usableFromInline let nodes: [FrontMatterNode]
  /// The index of the next item's node.
  @usableFromInline var index: Int
  /// The index after the last descendant of the last item.
  @usableFromInline let end: Int

  @usableFromInline init(nodes: [FrontMatterNode], index: Int, end: Int) {
    self.nodes = nodes
    self.index = index
    self.end = end
  }

  /// The next item; nil at the end.
  @inlinable package mutating func next() -> FrontMatterNode? {
    guard index < end else { return nil }
    let node = nodes[index]
    index = Int(node.next)
    return node
  }
}

/// The keys and values of a mapping.
package struct FrontMatterPairs: Sequence, IteratorProtocol, Sendable {
  /// The keys and values, alternating.
  @usableFromInline var children: FrontMatterItems

  @usableFromInline init(_ children: FrontMatterItems) {
    self.children = children
  }

  /// The next key and its value; nil at the end.
  @inlinable package mutating func next() -> (key: FrontMatterNode, value: FrontMatterNode)? {
    guard let key = children.next(), let value = children.next() else { return nil }
    return (key, value)
  }
}

// MARK: - Texts and places

extension FrontMatterDocument {
  /// A scalar's text, with escapes and folds resolved; empty for a collection.
  package func text(of node: FrontMatterNode) -> String {
    let range = Int(node.textStart)..<Int(node.textEnd)
    return String(decoding: node.isCopied ? copies[range] : file.bytes[range], as: UTF8.self)
  }

  /// Passes the UTF-8 bytes of a scalar's text to a function, without copying them.
  @inlinable package func withBytes<Result, Failure: Error>(
    of node: FrontMatterNode, _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let range = Int(node.textStart)..<Int(node.textEnd)
    if node.isCopied { return try body(copies.span.extracting(range)) }
    return try body(file.bytes.span.extracting(range))
  }

  /// Whether a scalar's text has the same bytes as another text; allocates nothing.
  @inlinable package func isEqual(_ node: FrontMatterNode, to text: String) -> Bool {
    guard Int(node.textEnd &- node.textStart) == text.utf8.count, node.isScalar else { return false }
    return hasBytes(node, of: text)
  }

  /// Whether a scalar's text has the same bytes as another text of the same length.
  @usableFromInline func hasBytes(_ node: FrontMatterNode, of text: String) -> Bool {
    let range = Int(node.textStart)..<Int(node.textEnd)
    let own = node.isCopied ? copies.span.extracting(range) : file.bytes.span.extracting(range)
    let other = text.utf8.span
    for index in own.indices where own[unchecked: index] != other[unchecked: index] { return false }
    return true
  }

  /// The place of a node, including quotes and brackets.
  package func range(of node: FrontMatterNode) -> SourceRange {
    file[node.bytes]
  }

  /// The offset after a key's colon.
  func colon(after key: FrontMatterNode) -> Int {
    file.bytes[key.bytes.upperBound...].firstIndex(of: .colon).map { $0 + 1 } ?? file.bytes.count
  }

  /// The first dash at or after an offset that is not in a comment.
  func dash(from offset: Int) -> Int {
    var index = offset
    while index < file.bytes.count, file.bytes[index] != .dash {
      index = file.bytes[index] == .hash ? file.nextLine(after: index) : index + 1
    }
    return index
  }

  /// A scalar's text that knows the place of each of its bytes in the file.
  /// - Complexity: O(*n*)
  package func sourceText(of node: FrontMatterNode) -> SourceText {
    let start = Int(node.textStart)
    guard node.isCopied else { return SourceText(text: text(of: node), file: file, start: start) }
    return SourceText(
      text: text(of: node), file: file, start: Int(node.start),
      offsets: Array(offsets[start...Int(node.textEnd)]))
  }
}
