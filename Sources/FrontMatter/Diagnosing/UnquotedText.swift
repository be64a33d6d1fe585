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
  var isText: Bool { self == .free || self == .lines }
}

extension FrontMatterDocument {
  /// The first dash at the beginning of a line that continues a plain text, which was meant as an item of a list.
  private func continuingDash(in node: FrontMatterNode) -> SourceRange? {
    for line in LineTable(of: node.bytes, in: file.bytes).ranges.dropFirst() {
      let start = file.bytes[line].drop { $0 == .space }.startIndex
      if file.bytes[start...].starts(with: [.dash, .space]) { return file[start..<start + 1] }
    }
    return nil
  }

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
      if let dash = continuingDash(in: node) {
        return Diagnostic(
          .unquotedText, at: dash,
          "this line continues the text above it, because it is indented deeper; an item begins below the others' '-'"
        )
      }
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
    let hash = (Int(node.end)..<range.upperBound).first { !isBlank(file.bytes[$0]) } ?? range.upperBound
    guard hash > node.end, byte(hash) == .hash else { return nil }
    // `#name` may be part of an expression, but `# name` may not.
    let isFollowedByBlank = byte(hash + 1) <= .space
    if kind == .word || kind == .expression && isFollowedByBlank {
      return commentOnItsOwnLine(hash, after: node, isCertain: isFollowedByBlank || !node.isEmpty)
    }
    let comment = lineText(from: hash, isFlow: node.isFlow)
    // If the text spans several lines, it is unknown where it ends.
    guard kind.isText, !node.isCopied else {
      let fix = kind.isText ? "put the text" : "put it on a line of its own, or the expression"
      return Diagnostic(
        .unquotedText, at: comment, "' #' begins a comment that is not read; \(fix) in quotes")
    }
    let start = node.isEmpty ? hash : Int(node.start)
    return needsQuotes(
      "' #' begins a comment that is not read; text that holds it", file[start..<comment.bytes.upperBound])
  }

  /// The error for several lines that YAML would join, but `|` would keep, below a key or after it.
  /// - Returns: nil inside brackets, where `|` is not possible.
  private func asBlock(_ node: FrontMatterNode) -> Diagnostic? {
    guard !node.isFlow else { return nil }
    let place = range(of: node)
    let first = line(at: place.bytes.lowerBound)
    let isBelowKey = first.first == place.bytes.lowerBound
    let indented = isBelowKey ? first : line(at: place.bytes.upperBound - 1)
    let indent = file.text(indented.range.lowerBound..<indented.start)
    let key = isBelowKey ? line(above: first) : first
    guard indent.allSatisfy({ $0 == " " }), let key,
      !isBelowKey || byte(key.first) != .hash && key.separator == key.end - 1
    else { return nil }
    let lines = LineTable(of: place.bytes, in: file.bytes).ranges.map { file.text($0).trimmingBlanks() }
    let text = lines.map { $0.isEmpty ? "" : indent + $0 }.joined(separator: file.lineEnd)
    let start = isBelowKey ? key.end : place.bytes.lowerBound
    return Diagnostic(
      .unquotedText, at: place, "text of several lines is written below a '|', which keeps them",
      fixIts: [
        .init(
          replacing: file[start..<place.bytes.upperBound],
          with: (isBelowKey ? " |" : "|") + file.lineEnd + text)
      ])
  }

  /// The error for a comment after a value that cannot have one; above the line, it means the same.
  private func commentOnItsOwnLine(_ hash: Int, after node: FrontMatterNode, isCertain: Bool) -> Diagnostic {
    let line = line(at: hash)
    let comment = file[hash..<line.end]
    var fixIts: [Diagnostic.FixIt] = []
    // Inside brackets, or after a text of several lines, the line above may be part of a text.
    if isCertain, !node.isFlow, !node.isCopied {
      let indent = file.text(line.range.lowerBound..<line.start)
      fixIts = [
        .init(
          replacing: file[line.range.lowerBound..<line.range.lowerBound],
          with: indent + comment.text + file.lineEnd),
        .init(replacing: file[Int(node.end)..<line.end], with: ""),
      ]
    }
    return Diagnostic(
      .unquotedText, at: comment, "there is a comment after this value; put it on a line of its own",
      fixIts: fixIts)
  }

  /// The error for a comment after `|` or `>` that looks like text: `|#3`, or `> #3` with nothing below it.
  private func commentInHeader(of node: FrontMatterNode) -> Diagnostic? {
    let header = Int(node.start)..<line(at: Int(node.start)).end
    guard let hash = header.first(where: { byte($0) == .hash }),
      node.textStart == node.textEnd || !isBlank(byte(hash - 1))
    else { return nil }
    return Diagnostic(
      .unquotedText, at: file[hash..<header.upperBound],
      "'#' begins a comment that is not read; put the text that holds it in quotes")
  }

  private func brackets(of node: FrontMatterNode) -> Diagnostic? {
    let bracket = file.bytes[Int(node.start)]
    let isBracket = bracket == .openingBracket || bracket == .openingBrace
    let diagnostic = needsQuotes(
      // In a list, `Raum: 5` is a mapping without braces.
      isBracket
        ? "text that begins with '\(Unicode.Scalar(bracket))'" : "unquoted text with ': ' in it",
      range(of: node))
    guard file.bytes[node.bytes].contains(where: isLineBreak) else { return diagnostic }
    return Diagnostic(diagnostic.id, at: diagnostic.range, diagnostic.summary)
  }
}
