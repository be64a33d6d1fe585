import Diagnostics

extension YAMLDocument {
  /// What is wrong with a node as a key.
  /// - Parameter end: where what precedes it ends.
  func keyProblem(_ node: YAMLNode, after end: Int) -> Diagnostic? {
    if let mark = questionMark(in: min(end, Int(node.start))..<Int(node.start)) {
      return Diagnostic(
        .complexKey, at: file[mark..<mark + 1], "a key that begins with '?' is not read; write 'key: value'")
    }
    guard node.isScalar else {
      return Diagnostic(.complexKey, at: range(of: node), "a key is text; a list or mapping cannot be one")
    }
    if node.isEmpty { return missingKey(in: file, at: Int(node.end)) }
    if node.kind == .plain, isEqual(node, to: "<<") {
      return Diagnostic(
        .yamlMergeKey, at: range(of: node), "the YAML merge key '<<' is not read; write the keys out")
    }
    return nil
  }

  /// The `?` that stands between a key and what precedes it; libyaml's events do not tell.
  private func questionMark(in gap: Range<Int>) -> Int? {
    var index = gap.lowerBound
    var isComment = false
    while index < gap.upperBound {
      switch file.bytes[index] {
      case UInt8(ascii: "#"): isComment = true
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"): isComment = false
      case UInt8(ascii: "?") where !isComment: return index
      default: break
      }
      index += 1
    }
    return nil
  }

  /// Refuses the anchor, alias, tag or directive that begins at an offset.
  func decorationProblem(at start: Int) -> Diagnostic {
    let isFlow = open.last.map { nodes[$0.node].isFlow } ?? false
    return refusal(of: file.bytes[start], at: start, isFlow: isFlow, in: file, within: range)
  }

  /// Reports every key that stands in a mapping before.
  ///
  /// Keys are equal as text is in docket: exactly, after NFC.
  mutating func findDuplicates(in mapping: YAMLNode) {
    let isSmall = mapping.next - mapping.index <= 64
    guard isSmall, hasOnlyASCIIKeys(mapping) else {
      var seen: [String: YAMLNode] = [:]
      for (key, value) in pairs(of: mapping) where !isLone(key, value) {
        // A String's equality is that of its NFC.
        let name = text(of: key)
        if let first = seen[name] {
          duplicates.append(duplicate(key, of: first))
        } else {
          seen[name] = key
        }
      }
      return
    }
    // A few ASCII keys, the common case, are compared in place.
    // By index, for an iterator would hold the nodes: this runs for every mapping of every file.
    let first = Int(mapping.index) + 1
    var key = first
    while key < mapping.next {
      var earlier = first
      while earlier < key {
        if hasSameBytes(nodes[earlier], nodes[key]), !isLone(earlier), !isLone(key) {
          duplicates.append(duplicate(nodes[key], of: nodes[earlier]))
          break
        }
        earlier = nextKey(after: earlier)
      }
      key = nextKey(after: key)
    }
  }

  /// Whether the key at a place is the rest of a torn text, which may stand twice.
  private func isLone(_ key: Int) -> Bool { isLone(nodes[key], nodes[Int(nodes[key].next)]) }

  /// The place of a mapping's next key: behind the value, which follows the key.
  private func nextKey(after key: Int) -> Int { Int(nodes[Int(nodes[key].next)].next) }

  private func hasOnlyASCIIKeys(_ mapping: YAMLNode) -> Bool {
    var key = Int(mapping.index) + 1
    while key < mapping.next {
      guard hasOnlyASCII(nodes[key]) else { return false }
      key = nextKey(after: key)
    }
    return true
  }

  private func hasOnlyASCII(_ node: YAMLNode) -> Bool {
    for offset in 0..<node.textEnd - node.textStart where byte(offset, of: node) >= 0x80 { return false }
    return true
  }

  private func hasSameBytes(_ a: YAMLNode, _ b: YAMLNode) -> Bool {
    let count = a.textEnd - a.textStart
    guard count == b.textEnd - b.textStart else { return false }
    for offset in 0..<count where byte(offset, of: a) != byte(offset, of: b) { return false }
    return true
  }

  private func byte(_ offset: Int32, of node: YAMLNode) -> UInt8 {
    let index = Int(node.textStart + offset)
    return node.isCopied ? copies[index] : file.bytes[index]
  }

  private func duplicate(_ key: YAMLNode, of first: YAMLNode) -> Diagnostic {
    let line = Line(at: Int(first.start), in: file, within: range)
    if key.kind == .plain, line.first == Int(first.start),
      let dash = wrongDash(of: line, in: file, isCertain: true)
    {
      return dash
    }
    return Diagnostic(
      .duplicateKey, at: range(of: key), "the key '\(text(of: key))' stands here a second time",
      notes: [.init("it stands here first", at: range(of: first))])
  }
}

/// Says that docket does not read what a character begins in YAML: an anchor, an alias, a tag or a directive.
func refusal(
  of character: UInt8, at start: Int, isFlow: Bool, in file: SourceFile, within yaml: Range<Int>
) -> Diagnostic {
  let line = Line(at: start, in: file, within: yaml)
  if character == UInt8(ascii: "*"), !isFlow, start == line.first,
    let dash = wrongDash(
      of: line, in: file, isCertain: mayBeItem(line.range.lowerBound, in: file, within: yaml))
  {
    return dash
  }
  let text = file[meantText(from: start, isFlow: isFlow, in: file, within: yaml)]
  switch character {
  case UInt8(ascii: "&"):
    return needsQuotes("a YAML anchor is not read; text that begins with '&'", text, id: .yamlAnchor)
  case UInt8(ascii: "*"):
    return needsQuotes("a YAML alias is not read; text that begins with '*'", text, id: .yamlAlias)
  case UInt8(ascii: "!"):
    return needsQuotes("a YAML tag is not read; text that begins with '!'", text, id: .yamlTag)
  default:
    return Diagnostic(
      .yamlDirective, at: file[line.range],
      "a YAML directive is not read; delete the line")
  }
}

/// Says that a `:` has no key before it.
func missingKey(in file: SourceFile, at colon: Int) -> Diagnostic {
  Diagnostic(
    .complexKey, at: file[colon..<min(colon + 1, file.bytes.count)], "a key is missing before ':'")
}
