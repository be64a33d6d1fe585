import Diagnostics

/// An error whose fix-it puts quotes around a text.
/// - Parameters:
///   - reason: what needs quotes, as the subject of a sentence.
///   - range: the text in the file.
///   - text: the meaning of the text, if it differs from its notation.
///   - mark: the range of the diagnostic, if it is not all of the text.
func needsQuotes(
  _ reason: String, _ range: SourceRange, meaning text: String? = nil, marking mark: SourceRange? = nil,
  id: DiagnosticID = .unquotedText
) -> Diagnostic {
  let form = quoted(text ?? range.text)
  let shown = form.count > 60 ? form.prefix(50) + "…\"" : form[...]
  return Diagnostic(
    id, at: mark ?? range, "\(reason) needs quotes: \(shown)", fixIts: [.init(replacing: range, with: form)])
}

/// What a value may hold, which determines what text that YAML dropped was meant to be.
package enum ValueKind: Sendable {
  /// Any text.
  case free
  /// Any text of one or more lines.
  case lines
  /// An expression of the query language.
  case expression
  /// A name, a number or a code: text without `#` or brackets.
  case word

  /// Whether it is text, which can be quoted.
  var isText: Bool {
    switch self {
    case .free, .lines: true
    case .expression, .word: false
    }
  }
}

extension FrontMatterDocument {
  /// What YAML silently dropped from a value that should be a text or an expression; nil if nothing is lost.
  ///
  /// Finds a comment after an unquoted text (`name: Werkstatt #3`, `name: #3`) or after `|` or `>`, an
  /// unquoted text that continues on the next line or has a comma in braces, and brackets where text is
  /// expected. For other nodes it is nil; the reader decides whether they fit.
  /// - Parameter kind: what the value may hold. Only for free text are quotes the fix; after a word, a
  ///   comment is meant as one and must move to its own line.
  package func unquotedText(of node: FrontMatterNode, as kind: ValueKind = .free) -> Diagnostic? {
    switch node.kind {
    case .plain:
      if let comment = comment(after: node, as: kind) { return comment }
      if kind != .word, hasComma(node) {
        return needsQuotes("in { } \(kind.isText ? "text" : "an expression") with a comma", range(of: node))
      }
      // A plain text on one line equals its notation.
      guard node.isCopied else { return nil }
      guard kind != .word else {
        return Diagnostic(.unquotedText, at: range(of: node), "this value continues on the next line")
      }
      if kind == .lines, let block = asBlock(node) { return block }
      return needsQuotes("text that continues on the next line", range(of: node), meaning: text(of: node))
    case .sequence, .mapping: return node.isFlow && kind.isText ? brackets(of: node) : nil
    case .literal, .folded: return commentInHeader(of: node)
    case .singleQuoted, .doubleQuoted: return nil
    }
  }

  /// Whether a value is valid although `unquotedText(of:as:)` reports something: a word before a comment is
  /// complete.
  package func isWholeWord(_ node: FrontMatterNode, as kind: ValueKind) -> Bool {
    kind == .word && node.kind == .plain && !node.isCopied
  }

  private func comment(after node: FrontMatterNode, as kind: ValueKind) -> Diagnostic? {
    var index = Int(node.end)
    while index < range.upperBound, isBlank(file.bytes[index]) { index += 1 }
    guard index > Int(node.end), index < range.upperBound, file.bytes[index] == .hash else {
      return nil
    }
    // `#name` may be part of an expression, but `# name` may not.
    let next = index + 1 < range.upperBound ? file.bytes[index + 1] : .space
    if kind == .word || kind == .expression && next <= .space {
      return commentOnItsOwnLine(index, after: node, isCertain: next <= .space || !node.isEmpty)
    }
    let start = node.isEmpty ? index : Int(node.start)
    let end = lineText(from: index, isFlow: node.isFlow, in: file, within: range).upperBound
    let comment = file[index..<end]
    guard kind.isText else {
      return Diagnostic(
        .unquotedText, at: comment,
        "' #' begins a comment that is not read; put it on a line of its own, or the expression in quotes")
    }
    // If it spans several lines, it is unknown where the text ends.
    guard !node.isCopied else {
      return Diagnostic(
        .unquotedText, at: comment, "' #' begins a comment that is not read; put the text in quotes")
    }
    return needsQuotes("' #' begins a comment that is not read; text that holds it", file[start..<end])
  }

  /// The error for several lines that YAML would join, but `|` would keep, below a key or after it.
  /// - Returns: nil inside brackets, where `|` is not possible.
  private func asBlock(_ node: FrontMatterNode) -> Diagnostic? {
    guard !node.isFlow else { return nil }
    let place = range(of: node)
    let first = Line(at: place.bytes.lowerBound, in: file, within: range)
    let isBelowKey = first.first == place.bytes.lowerBound
    let indented = isBelowKey ? first : Line(at: place.bytes.upperBound - 1, in: file, within: range)
    let indent = file.text(indented.range.lowerBound..<indented.first)
    guard indent.allSatisfy({ $0 == " " }) else { return nil }
    let lines = file.bytes[place.bytes].split(separator: .lineFeed, omittingEmptySubsequences: false).map {
      line in
      String(decoding: line.last == .carriageReturn ? line.dropLast() : line, as: UTF8.self).trimmingBlanks()
    }
    let text = lines.enumerated().map { $0 == 0 || $1.isEmpty ? $1 : indent + $1 }.joined(
      separator: file.lineEnd)
    var fixIts = [
      Diagnostic.FixIt(replacing: place, with: isBelowKey ? text : "|" + file.lineEnd + indent + text)
    ]
    if isBelowKey {
      guard let key = first.above(in: file, within: range), file.bytes[key.first] != .hash,
        key.separator == key.range.upperBound - 1
      else { return nil }
      let end = key.range.upperBound
      fixIts.insert(.init(replacing: file[end..<end], with: " |"), at: 0)
    }
    return Diagnostic(
      .unquotedText, at: place, "text of several lines is written below a '|', which keeps them",
      fixIts: fixIts)
  }

  /// The error for a comment after a value that cannot have one; above the line, it means the same.
  private func commentOnItsOwnLine(_ hash: Int, after node: FrontMatterNode, isCertain: Bool) -> Diagnostic {
    let line = Line(at: hash, in: file, within: range).range
    let comment = file[hash..<line.upperBound]
    var fixIts: [Diagnostic.FixIt] = []
    // Inside brackets, or after a text of several lines, the line above may be part of a text.
    if isCertain, !node.isFlow, !node.isCopied {
      let indent = file.bytes[line].prefix(while: isBlank)
      fixIts = [
        .init(
          replacing: file[line.lowerBound..<line.lowerBound],
          with: String(decoding: indent, as: UTF8.self) + comment.text + file.lineEnd),
        .init(replacing: file[Int(node.end)..<line.upperBound], with: ""),
      ]
    }
    return Diagnostic(
      .unquotedText, at: comment, "there is a comment after this value; put it on a line of its own",
      fixIts: fixIts)
  }

  /// The error for a comment after `|` or `>` that looks like text: `|#3`, or `> #3` with nothing below it.
  private func commentInHeader(of node: FrontMatterNode) -> Diagnostic? {
    let line = Line(at: Int(node.start), in: file, within: range).range
    guard
      let hash = (Int(node.start)..<line.upperBound).first(where: { file.bytes[$0] == .hash }),
      node.textStart == node.textEnd || !isBlank(file.bytes[hash - 1])
    else { return nil }
    return Diagnostic(
      .unquotedText, at: file[hash..<line.upperBound],
      "'#' begins a comment that is not read; put the text that holds it in quotes")
  }

  private func brackets(of node: FrontMatterNode) -> Diagnostic? {
    let place = range(of: node)
    if node.kind == .mapping, file.bytes[Int(node.start)] != .openingBrace {
      // In a list, `Raum: 5` is a mapping without braces.
      return needsQuotes("unquoted text with ': ' in it", place)
    }
    let bracket = node.kind == .sequence ? "[" : "{"
    guard !file.bytes[node.bytes].contains(where: isLineBreak) else {
      return Diagnostic(.unquotedText, at: place, "text that begins with '\(bracket)' needs quotes")
    }
    return needsQuotes("text that begins with '\(bracket)'", place)
  }
}
