import Diagnostics

/// A YAML text as a flat array of nodes in document order, each with its place in the file.
///
/// One value reads many files one after the other and keeps its storage, because a build reads 100,000 of them. A
/// text that reads as it is written is not copied: its node points into the file's bytes.
///
///     var document = FrontMatterDocument()
///     let diagnostics = document.read(file, yaml)
///     for (key, value) in document.pairs(of: document.root) where document.isEqual(key, to: "date") { … }
///
/// Values stay text: `no`, `1.10` and `~` are what is written. What docket does not support of YAML (anchors,
/// aliases, tags, merge keys, directives, several documents, keys that are not text) is refused.
package struct FrontMatterDocument: Sendable {
  /// The maximum number of collections that may be inside each other.
  package static let deepestNesting = 16

  /// The file that was read last.
  package private(set) var file = SourceFile(path: "", bytes: [])
  /// The part of it that was read.
  package private(set) var range = 0..<0
  @usableFromInline var storage = Storage()

  /// Makes a document without nodes.
  package init() {}

  /// All nodes; a collection's descendants follow it, and a mapping's keys and values take turns.
  package var nodes: [FrontMatterNode] { storage.nodes }

  /// Whether something in braces has no `:`.
  package var hasEntryWithoutColon: Bool { storage.hasEntryWithoutColon }

  /// The outermost node, or nil if the text is empty, holds only comments, or could not be read.
  package var root: FrontMatterNode? { storage.nodes.first }
}

// MARK: - Reading

extension FrontMatterDocument {
  /// Reads a part of a file, in place of what the document held before.
  ///
  /// A text that is not YAML, or that uses what docket does not support of it, gives one error and no nodes.
  /// Duplicate keys are an error each, and the nodes stay, including the duplicates.
  /// - Parameters:
  ///   - file: the file; its bytes are not copied.
  ///   - range: front matter, the whole file, or a block in a body. An empty one gives no nodes.
  ///   - survey: the characters of the whole file, if its reader has surveyed them.
  ///   - keys: the keys that may be there, where they are known; used only if there is an error.
  /// - Returns: what is wrong, in the order of the file.
  /// - Complexity: O(*n*)
  package mutating func read(
    _ file: SourceFile, _ range: Range<Int>, survey: CharacterSurvey? = nil,
    keys: @autoclosure () -> [String]? = nil
  ) -> [Diagnostic] {
    storage.removeAll()
    var yaml = range.clamped(to: 0..<file.bytes.count)
    if yaml.lowerBound == 0 {
      yaml = min(byteOrderMarkLength(file.bytes.span), yaml.upperBound)..<yaml.upperBound
    }
    self.file = file
    self.range = yaml
    // An escape may read longer than it is written, and offsets are 32 bits.
    guard yaml.upperBound < Int(Int32.max) / 2 else {
      return [Diagnostic(.fileTooLarge, at: file[0..<0], "the file is too large to be read as YAML")]
    }
    if let diagnostic = refusedCharacter(survey) { return [diagnostic] }
    if let (error, lastNode) = readNodes(of: file.bytes, yaml) {
      storage.nodes.removeAll(keepingCapacity: true)
      let diagnosis = SyntaxDiagnosis(
        error, in: file, yaml, brackets: storage.brackets, lastNode: lastNode)
      // The marker of a merge conflict is never YAML, so it is what stopped the reading.
      return [
        mergeConflict(in: yaml, of: file, isWhole: false)
          ?? diagnosis.diagnostic.unlessSecondKey(of: keys(), within: yaml)
      ]
    }
    if let root, root.kind == .plain, let conflict = mergeConflict(in: yaml, of: file, isWhole: false) {
      storage.nodes.removeAll(keepingCapacity: true)
      return [conflict]
    }
    guard !storage.duplicates.isEmpty || !storage.refusedEscapes.isEmpty else { return [] }
    return
      (storage.duplicates.map { duplicateKey(nodes[$0.key], of: nodes[$0.first]) }
      + storage.refusedEscapes.map { scalar, text in
        CharacterSurvey.diagnostic(of: scalar, escapedIn: file[text.lowerBound - 1..<text.upperBound + 1])
      }).sortedByPlace()
  }

  /// Reads the nodes of a part of a file's bytes into the storage.
  /// - Returns: what stopped the reading, with the last node before it; nil if nothing did.
  private mutating func readNodes(
    of bytes: [UInt8], _ yaml: Range<Int>
  ) -> (error: SyntaxError, lastNode: FrontMatterNode?)? {
    bytes.withUnsafeBufferPointer { buffer -> (error: SyntaxError, lastNode: FrontMatterNode?)? in
      guard let start = buffer.baseAddress else { return nil }
      var empty = Storage()
      swap(&storage, &empty)
      var reader = Reader(bytes, from: start, yaml, into: empty)
      defer { storage = reader.storage }
      do throws(SyntaxError) {
        try reader.readDocument()
        return nil
      } catch {
        return (error, reader.lastNode)
      }
    }
  }

  /// The first character that is not UTF-8 or that YAML refuses.
  /// - Parameter whole: the characters of the whole file; nil if they have not been surveyed.
  private mutating func refusedCharacter(_ whole: CharacterSurvey?) -> Diagnostic? {
    if let whole, whole.isASCII, !whole.hasControl {
      storage.isASCII = true
      return nil
    }
    return file.bytes.withUnsafeBufferPointer { bytes in
      let input = UnsafeBufferPointer(rebasing: bytes[range])
      let survey = CharacterSurvey(input)
      storage.isASCII = survey.isASCII
      let base = range.lowerBound
      if let refused = survey.firstRefused(in: input) {
        return CharacterSurvey.diagnostic(at: file[base + refused.lowerBound..<base + refused.upperBound])
      }
      guard !survey.isASCII, whole == nil, let offset = firstInvalidUTF8(in: input) else { return nil }
      return notUTF8(at: base + offset, in: file)
    }
  }

  private func duplicateKey(_ key: FrontMatterNode, of first: FrontMatterNode) -> Diagnostic {
    let line = Line(at: Int(first.start), in: file, within: range)
    if key.kind == .plain, line.first == Int(first.start),
      let dash = wrongDash(of: line, in: file, isCertain: true)
    {
      return dash
    }
    return Diagnostic(
      .duplicateKey, at: self.range(of: key), "the key '\(text(of: key))' is here a second time",
      notes: [.init("it is first here", at: self.range(of: first))])
  }
}

// MARK: - Collections

extension FrontMatterDocument {
  /// The keys and values of a mapping in the order of the file; nothing for nil and other nodes.
  @inlinable package func pairs(of node: FrontMatterNode?) -> FrontMatterPairs {
    FrontMatterPairs(children(of: node, .mapping))
  }

  /// The items of a sequence in order; nothing for nil and other nodes.
  @inlinable package func items(of node: FrontMatterNode?) -> FrontMatterItems {
    children(of: node, .sequence)
  }

  /// The value of a mapping's key, or nil if the key is not there.
  /// - Complexity: O(*n*) in the keys.
  @inlinable package func value(of key: String, in mapping: FrontMatterNode?) -> FrontMatterNode? {
    for pair in pairs(of: mapping) where isEqual(pair.key, to: key) { return pair.value }
    return nil
  }

  /// The direct children of a node of a kind; none of nil and other kinds.
  @usableFromInline package func children(of node: FrontMatterNode?, _ kind: FrontMatterNode.Kind)
    -> FrontMatterItems
  {
    guard let node, node.kind == kind else { return FrontMatterItems(nodes: storage.nodes, index: 0, end: 0) }
    return FrontMatterItems(nodes: storage.nodes, index: Int(node.index) + 1, end: Int(node.next))
  }
}

/// The items of a sequence.
package struct FrontMatterItems: Sequence, IteratorProtocol, Sendable {
  /// All nodes of the document.
  @usableFromInline let nodes: [FrontMatterNode]
  /// The place of the next item among the nodes.
  @usableFromInline var index: Int
  /// The place after the last item's last descendant.
  @usableFromInline let end: Int

  @usableFromInline init(nodes: [FrontMatterNode], index: Int, end: Int) {
    self.nodes = nodes
    self.index = index
    self.end = end
  }

  /// The next item, or nil after the last.
  @inlinable package mutating func next() -> FrontMatterNode? {
    guard index < end else { return nil }
    let node = nodes[index]
    index = Int(node.next)
    return node
  }
}

/// The keys and values of a mapping.
package struct FrontMatterPairs: Sequence, IteratorProtocol, Sendable {
  /// The keys and values by turns.
  @usableFromInline var children: FrontMatterItems

  @usableFromInline init(_ children: FrontMatterItems) {
    self.children = children
  }

  /// The next key with its value, or nil after the last.
  @inlinable package mutating func next() -> (key: FrontMatterNode, value: FrontMatterNode)? {
    guard let key = children.next(), let value = children.next() else { return nil }
    return (key, value)
  }
}

// MARK: - Texts and places

extension FrontMatterDocument {
  /// A scalar's text, escapes and folds resolved; empty for a collection.
  package func text(of node: FrontMatterNode) -> String {
    let range = Int(node.textStart)..<Int(node.textEnd)
    return String(decoding: node.isCopied ? storage.copies[range] : file.bytes[range], as: UTF8.self)
  }

  /// Calls a function with the UTF-8 of a scalar's text, without a copy.
  @inlinable package func withBytes<Result, Failure: Error>(
    of node: FrontMatterNode, _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let range = Int(node.textStart)..<Int(node.textEnd)
    if node.isCopied { return try body(storage.copies.span.extracting(range)) }
    return try body(file.bytes.span.extracting(range))
  }

  /// Whether a scalar's text has the same bytes as another text; nothing is allocated.
  @inlinable package func isEqual(_ node: FrontMatterNode, to text: String) -> Bool {
    guard Int(node.textEnd &- node.textStart) == text.utf8.count, node.isScalar else { return false }
    return hasBytes(node, of: text)
  }

  /// Whether a scalar's text has the same bytes as another text of the same length.
  @usableFromInline func hasBytes(_ node: FrontMatterNode, of text: String) -> Bool {
    let range = Int(node.textStart)..<Int(node.textEnd)
    let own = node.isCopied ? storage.copies.span.extracting(range) : file.bytes.span.extracting(range)
    let other = text.utf8.span
    for index in own.indices where own[unchecked: index] != other[unchecked: index] { return false }
    return true
  }

  /// Where a node is, quotes and brackets included.
  package func range(of node: FrontMatterNode) -> SourceRange {
    file[node.bytes]
  }

  /// A scalar's text that knows where each of its bytes is in the file.
  /// - Complexity: O(*n*)
  package func sourceText(of node: FrontMatterNode) -> SourceText {
    let start = Int(node.textStart)
    guard node.isCopied else { return SourceText(text: text(of: node), file: file, start: start) }
    return SourceText(
      text: text(of: node), file: file, start: Int(node.start),
      offsets: Array(storage.offsets[start...Int(node.textEnd)]))
  }
}
