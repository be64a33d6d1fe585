import Diagnostics

/// Tags that contain others: opening and closing tags, and the errors if they do not match.
extension TemplateParser {
  /// Whether the next node is inside a parent tag and outside its blocks.
  var isDirectlyInsideParent: Bool { opened.last?.tag.sigil == .parent }

  /// Reports a tag whose output would be lost because it is between the blocks of a parent.
  mutating func refuseInsideParent(_ tag: Tag) {
    guard isDirectlyInsideParent, !tag.isInvalid else { return }
    report(tag.range, "a \(tag.noun) between the blocks of a parent is not printed; move it into a block")
  }

  /// Reads an opening tag.
  mutating func open(_ tag: Tag) {
    guard opened.count < Self.maximumDepth else {
      isAbandoned = true
      return diagnostics.append(
        Diagnostic(.templateDepth, at: file[tag.range], "tags nest deeper than \(Self.maximumDepth)"))
    }
    let kind: Node.Kind?
    switch tag.sigil {
    case .parent: kind = openParent(tag)
    case .block: kind = openBlock(tag)
    default:
      refuseInsideParent(tag)
      place(tag)
      kind = name(tag).map { tag.sigil == .section ? .section($0) : .inverted($0) }
    }
    opened.append(
      Opened(
        node: nodes.count, tag: tag, name: closingName(tag.content), isNamed: kind != nil,
        contentStart: position))
    // A tag with an invalid name still contains nodes, but these are not used because the file has an error.
    append(kind ?? .text, tag.range)
  }

  private mutating func openParent(_ tag: Tag) -> Node.Kind? {
    refuseInsideParent(tag)
    let indentation = blankBefore(tag)
    appendText(position..<(indentation?.lowerBound ?? tag.range.lowerBound))
    isAtLineStart = false
    position = tag.range.upperBound
    return callee(tag, indentation: indentation, isStandalone: false).map { .parent($0) }
  }

  private mutating func openBlock(_ tag: Tag) -> Node.Kind? {
    var startsOnNewLine = false
    let indentation = blankBefore(tag) ?? tag.range.lowerBound..<tag.range.lowerBound
    if isDirectlyInsideParent {
      // For an argument, text before the tag is not printed, so it is enough that the tag ends its line.
      appendText(position..<tag.range.lowerBound)
      let next = lineEnd(after: tag)
      position = next ?? tag.range.upperBound
      startsOnNewLine = next != nil
      isAtLineStart = startsOnNewLine
    } else {
      startsOnNewLine = place(tag)
    }
    guard let name = word(tag.content, in: tag) else { return nil }
    return .block(
      Block(
        name: name, nameRange: tag.content, startsOnNewLine: startsOnNewLine, contentIndentation: nil,
        indentation: indentation))
  }

  /// Reads a closing tag.
  mutating func close(_ tag: Tag) {
    guard let level = levelClosed(by: tag) else {
      place(tag)
      return
    }
    compareNames(opened[level], tag)
    for inner in opened[(level + 1)...].reversed() where !tag.isInvalid && !inner.tag.isInvalid {
      overlapping.append(inner.name)
      report(
        tag.range, "\(inner.tag.noun) '\(inner.name)' is not closed before '\(file.text(tag.range))'",
        notes: [Diagnostic.Note("'\(inner.name)' is opened here", at: file[inner.tag.range])])
    }
    if level + 1 < opened.count {
      // The text before the tag belongs to what is not closed.
      appendText(position..<tag.range.lowerBound)
      position = tag.range.lowerBound
    }
    opened.removeSubrange((level + 1)...)
    let isArgument = level > 0 && opened[level - 1].tag.sigil == .parent
    if opened[level].tag.sigil == .block, isArgument {
      // Text after the tag is not printed, so the last line is dropped if only white space is before the tag.
      appendText(position..<(blankBefore(tag)?.lowerBound ?? tag.range.lowerBound))
      position = tag.range.upperBound
      isAtLineStart = false
    } else if opened[level].tag.sigil == .parent {
      closeParent(opened[level], tag)
    } else {
      place(tag)
    }
    finish(opened.removeLast(), before: tag)
  }

  /// Closes a parent, which stands alone if nothing is before its opening or after its closing tag.
  private mutating func closeParent(_ parent: Opened, _ tag: Tag) {
    appendText(position..<tag.range.lowerBound)
    let next = lineEnd(after: tag)
    if case .parent(var callee) = nodes[parent.node].kind, callee.indentation != nil, next != nil {
      callee.isStandalone = true
      nodes[parent.node].kind = .parent(callee)
      isAtLineStart = true
    } else {
      isAtLineStart = false
    }
    position = isAtLineStart ? next ?? tag.range.upperBound : tag.range.upperBound
  }

  /// Completes the node of an opening tag, once its content is known.
  private mutating func finish(_ closed: Opened, before tag: Tag) {
    nodes[closed.node].end = nodes.count
    switch nodes[closed.node].kind {
    case .block(var block) where block.startsOnNewLine:
      let content = closed.contentStart..<max(closed.contentStart, tag.range.lowerBound)
      block.contentIndentation = indentation(ofLinesIn: content)
      nodes[closed.node].kind = .block(block)
    case .parent: checkArguments(of: closed.node)
    default: break
    }
  }

  /// Reports a block that is given twice inside a parent, because only one of them could be printed.
  private mutating func checkArguments(of parent: Int) {
    var seen: [String: Range<Int>] = [:]
    var index = parent + 1
    while index < nodes[parent].end {
      if case .block(let block) = nodes[index].kind {
        if let first = seen[block.name] {
          report(
            block.nameRange, "block '\(block.name)' is given twice",
            notes: [Diagnostic.Note("the first is here", at: file[first])])
        }
        seen[block.name] = block.nameRange
      }
      index = nodes[index].end
    }
  }

  /// Finds the open tag that a closing tag belongs to.
  /// - Returns: its index in `opened`; nil if there is none, which is reported.
  private mutating func levelClosed(by tag: Tag) -> Int? {
    let name = closingName(tag.content)
    if let level = opened.lastIndex(where: { $0.name == name || $0.isClosed(byWord: name) }) { return level }
    guard !tag.isInvalid else { return opened.indices.last }
    guard !name.isEmpty else {
      report(tag.range, "the tag is empty; it needs the name of what it closes")
      return opened.indices.last
    }
    if let crossed = overlapping.lastIndex(of: name) {
      overlapping.remove(at: crossed)
      return nil
    }
    guard let last = opened.last else {
      report(tag.range, "'\(file.text(tag.range))' closes nothing")
      return nil
    }
    if let nearest = nearestName(to: name, among: opened.map(\.name)) {
      return opened.lastIndex { $0.name == nearest }
    }
    // The tag is stray if the correct one is still to come; otherwise, its name is wrong.
    let isStray = file.bytes.firstOffset(
      of: Array("/\(last.name)".utf8), in: tag.range.upperBound..<file.bytes.count)
    guard isStray != nil else { return opened.indices.last }
    report(
      tag.range, "'\(file.text(tag.range))' closes nothing that is open",
      notes: [Diagnostic.Note("\(last.tag.noun) '\(last.name)' is opened here", at: file[last.tag.range])])
    return nil
  }

  /// Reports a closing tag with another name than its opening tag. Which of them is misspelled is not known here.
  private mutating func compareNames(_ level: Opened, _ tag: Tag) {
    guard level.isNamed, !tag.isInvalid, !tag.content.isEmpty, closingName(tag.content) != level.name else {
      return
    }
    report(
      tag.range, "'\(file.text(tag.range))' closes '\(file.text(level.tag.range))'; both need the same name",
      notes: [Diagnostic.Note("\(level.tag.noun) '\(level.name)' is opened here", at: file[level.tag.range])])
  }

  /// The name that an opening tag shares with its closing tag, ignoring white space after a `*`.
  private func closingName(_ content: Range<Int>) -> String {
    let text = file.text(content)
    guard text.utf8.first == UInt8(ascii: "*") else { return text }
    return "*" + file.text(file.bytes.trimming(content.dropFirst()))
  }
}

extension TemplateParser.Opened {
  /// Whether a closing tag certainly belongs to this tag, whose name is invalid: both `{{/if}}` and
  /// `{{/paid}}` mean `{{#if paid}}`.
  fileprivate func isClosed(byWord word: String) -> Bool {
    !isNamed && name.split(whereSeparator: \.isWhitespace).contains(word[...])
  }
}
