import Diagnostics

/// A collection whose end has not come yet.
struct OpenCollection {
  /// Its place in the nodes.
  let node: Int
  /// Whether a mapping's next node is a key.
  var awaitsKey: Bool
  /// The last byte that is used, from which the next key is looked for.
  var end: Int
}

extension YAMLDocument {
  /// Parses a part of a file, in place of what the document held before.
  ///
  /// A text that libyaml cannot read, or that uses what docket does not read of YAML, gives one error and no nodes.
  /// Duplicate keys are an error each, and the nodes stay, the duplicates among them.
  /// - Parameters:
  ///   - file: the file; its bytes are not copied.
  ///   - range: front matter, the whole file, or a block in a body. An empty one gives no nodes.
  ///   - keys: the keys that may stand there, where they are known; asked for only where there is a mistake.
  /// - Returns: what is wrong, in the order of the file.
  /// - Complexity: O(*n*)
  package mutating func parse(
    _ file: SourceFile, _ range: Range<Int>, keys: @autoclosure () -> [String]? = nil
  ) -> [Diagnostic] {
    forgetNodes()
    isPlain = false
    var yaml = range.clamped(to: 0..<file.bytes.count)
    if yaml.lowerBound == 0 {
      yaml = min(byteOrderMarkLength(file.bytes.span), yaml.upperBound)..<yaml.upperBound
    }
    self.file = file
    self.range = yaml
    guard !yaml.isEmpty else { return [] }
    // An escape may read longer than it is written, and offsets are 32 bits.
    guard yaml.upperBound < Int(Int32.max) / 2 else {
      return [Diagnostic(.fileTooLarge, at: file[0..<0], "the file is too large to be read as YAML")]
    }
    let problem = file.bytes.withUnsafeBufferPointer { bytes in
      build(from: UnsafeBufferPointer(rebasing: bytes[yaml]))
    }
    if let problem {
      nodes.removeAll(keepingCapacity: true)
      // A marker is never YAML, so that it is what stopped the reading.
      return [
        mergeConflict(in: yaml, of: file, isWhole: false) ?? problem.unlessSecondKey(of: keys(), within: yaml)
      ]
    }
    if let root, root.kind == .plain, let conflict = mergeConflict(in: yaml, of: file, isWhole: false) {
      nodes.removeAll(keepingCapacity: true)
      return [conflict]
    }
    // A document that is a lone `---` has nothing in it.
    if let root, root.isEmpty { nodes.removeAll(keepingCapacity: true) }
    let problems = duplicates + refusedEscapes
    return problems.count > 1 ? problems.sortedByPlace() : problems
  }

  private mutating func forgetNodes() {
    nodes.removeAll(keepingCapacity: true)
    copies.removeAll(keepingCapacity: true)
    open.removeAll(keepingCapacity: true)
    duplicates.removeAll()
    refusedEscapes.removeAll()
  }

  /// Turns a text into nodes, by way of libyaml's events where it is not plain.
  /// - Returns: what stopped it.
  private mutating func build(
    from input: UnsafeBufferPointer<UInt8>
  ) -> Diagnostic? {
    let base = range.lowerBound
    let survey = CharacterSurvey(input)
    if let refused = survey.refused {
      return CharacterSurvey.problem(at: file[base + refused.lowerBound..<base + refused.upperBound])
    }
    isPlain = (survey.isASCII || isUTF8(input)) && readPlain(input)
    if isPlain { return nil }
    forgetNodes()
    guard var events = EventStream(input) else {
      return Diagnostic(.unreadableFile, at: file[base..<base], "there is no memory left to read the file")
    }
    var marks = MarkConverter(input, isASCII: survey.isASCII)
    var documents = 0
    var last = -1
    while true {
      let event = events.next()
      let start = base + marks.offset(of: event.start)
      if event.isDecorated { return decorationProblem(at: start) }
      switch event.kind {
      case .scalar(let kind):
        let end = base + marks.offset(of: event.end)
        last = nodes.count
        addScalar(kind, start, end, event.value, in: input)
        if let problem = adoptLast() { return problem }
      case .sequenceStart, .mappingStart:
        let isMapping = if case .mappingStart = event.kind { true } else { false }
        if let problem = openCollection(isMapping ? .mapping : .sequence, start, isFlow: event.isFlow) {
          return problem
        }
      case .collectionEnd:
        let end = base + marks.offset(of: event.end)
        if let closed = closeCollection(end) { last = closed }
      case .alias: return decorationProblem(at: start)
      case .documentStart:
        documents += 1
        guard documents == 1 else {
          return Diagnostic(
            .severalDocuments, at: file[start..<min(start + 3, range.upperBound)],
            "a second YAML document begins here; there can be only one")
        }
      case .streamEnd: return nil
      case .failure:
        let failure = events.failure
        if let offset = failure.undecodable { return notUTF8(at: base + offset, in: file) }
        return SyntaxProblem(
          failure, file: file, yaml: range, place: base + marks.offset(of: failure.problemMark),
          origin: base + marks.offset(of: failure.contextMark),
          // A lone `a: b` in a list is a mapping without brackets.
          brackets: open.map { Int(nodes[$0.node].start) }.filter { isOpeningBracket(file.bytes[$0]) },
          last: last >= 0 ? nodes[last] : nil
        ).diagnostic
      case .other: break
      }
    }
  }

  // MARK: Nodes

  private mutating func addScalar(
    _ kind: YAMLNode.Kind, _ start: Int, _ end: Int, _ value: UnsafeBufferPointer<UInt8>,
    in input: UnsafeBufferPointer<UInt8>
  ) {
    let inset = kind == .singleQuoted || kind == .doubleQuoted ? 1 : 0
    let raw = start + inset..<max(start + inset, end - inset)
    var end = end
    if kind == .literal || kind == .folded {
      // libyaml counts the empty lines after it.
      while end > start, isLineBreak(file.bytes[end - 1]) || isBlank(file.bytes[end - 1]) { end -= 1 }
    }
    let written = input[raw.lowerBound - range.lowerBound..<raw.upperBound - range.lowerBound]
    let isCopied = raw.count != value.count || !written.elementsEqual(value)
    let textStart = isCopied ? copies.count : raw.lowerBound
    if isCopied { copies.append(contentsOf: value) }
    // What is refused as it is must not come in by its number.
    if isCopied, kind == .doubleQuoted, let refused = CharacterSurvey(value).refused,
      let scalar = String(decoding: value[refused], as: UTF8.self).unicodeScalars.first,
      // By its number a byte order mark is one on purpose.
      scalar != "\u{FEFF}"
    {
      refusedEscapes.append(CharacterSurvey.problem(of: scalar, escapedIn: file[start..<end]))
    }
    addNode(kind, start..<end, textStart..<textStart + value.count, isCopied: isCopied)
  }

  /// Adds a node behind all others, as if nothing stood inside it.
  /// - Parameters:
  ///   - bytes: where it stands in the file.
  ///   - text: the bytes of a scalar's text, in the file or, where `isCopied`, in `copies`.
  mutating func addNode(
    _ kind: YAMLNode.Kind, _ bytes: Range<Int>, _ text: Range<Int>, isCopied: Bool = false,
    isFlow: Bool = false
  ) {
    func small(_ offset: Int) -> Int32 { Int32(truncatingIfNeeded: offset) }
    nodes.append(
      YAMLNode(
        kind: kind, isFlow: isFlow || open.last.map { nodes[$0.node].isFlow } ?? false, isCopied: isCopied,
        start: small(bytes.lowerBound), end: small(bytes.upperBound),
        textStart: small(text.lowerBound), textEnd: small(text.upperBound),
        index: small(nodes.count), next: small(nodes.count + 1)))
  }

  /// Begins a collection within the innermost open one.
  /// - Parameter start: the offset of its first byte in the file.
  /// - Returns: the mistake that ends the reading: it is nested too deep, or stands as a key.
  mutating func openCollection(_ kind: YAMLNode.Kind, _ start: Int, isFlow: Bool) -> Diagnostic? {
    addNode(kind, start..<start + 1, start..<start, isFlow: isFlow)
    guard open.count < Self.deepestNesting else {
      return Diagnostic(
        .nestingTooDeep, at: file[start..<start + 1],
        "lists and mappings are nested deeper than \(Self.deepestNesting) levels")
    }
    if let problem = adoptLast() { return problem }
    let inside = isOpeningBracket(file.bytes[start]) ? start + 1 : start
    open.append(OpenCollection(node: nodes.count - 1, awaitsKey: kind == .mapping, end: inside))
    return nil
  }

  /// Ends the innermost collection.
  /// - Returns: the place of a collection in brackets.
  mutating func closeCollection(_ end: Int) -> Int? {
    guard let closed = open.popLast() else { return nil }
    // The mark of an unbracketed collection's end is that of what follows, after empty lines and comments.
    let isBracketed = nodes[closed.node].isFlow && isOpeningBracket(file.bytes[Int(nodes[closed.node].start)])
    nodes[closed.node].end = Int32(truncatingIfNeeded: isBracketed ? end : closed.end)
    nodes[closed.node].next = Int32(truncatingIfNeeded: nodes.count)
    if !open.isEmpty { open[open.count - 1].end = Int(nodes[closed.node].end) }
    if nodes[closed.node].kind == .mapping {
      findDuplicates(in: nodes[closed.node])
    }
    return isBracketed ? closed.node : nil
  }

  private func isOpeningBracket(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "[") || byte == UInt8(ascii: "{")
  }

  /// Makes the last node a child of the innermost collection.
  /// - Returns: what is wrong with it as a key, if it is one.
  mutating func adoptLast() -> Diagnostic? {
    guard let parent = open.last, let node = nodes.last else { return nil }
    if parent.awaitsKey, let problem = keyProblem(node, after: parent.end) { return problem }
    if nodes[parent.node].kind == .mapping { open[open.count - 1].awaitsKey.toggle() }
    open[open.count - 1].end = Int(node.end)
    return nil
  }
}
