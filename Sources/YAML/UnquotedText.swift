import Diagnostics

/// The form of a text that YAML reads back as exactly that text: in double quotes, on one line.
///
///     quoted("Werkstatt #3")     "Werkstatt #3"
///     quoted("a \"b\"")          "a \"b\""
///
/// - Complexity: O(*n*)
package func quoted(_ text: String) -> String {
  var result = "\""
  for scalar in text.unicodeScalars {
    switch scalar.value {
    case 0x22: result += "\\\""
    case 0x5C: result += "\\\\"
    case 0x0A: result += "\\n"
    case 0x0D: result += "\\r"
    case 0x09: result += "\\t"
    case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029, 0xFEFF, 0xFFFE, 0xFFFF:
      let digits = String(scalar.value, radix: 16, uppercase: true)
      result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result + "\""
}

/// The form of a text that reads back as exactly that text wherever a value or key may stand: as it is where that is
/// safe in brackets too, else in double quotes.
///
///     scalar("ernst-handel")     ernst-handel
///     scalar("a, b")             "a, b"
///
/// - Complexity: O(*n*)
package func scalar(_ text: String) -> String {
  func isWord(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isAlphabetic || scalar.properties.numericType == .decimal
  }
  let scalars = text.unicodeScalars
  let isPlain =
    scalars.first.map(isWord) ?? false && scalars.last != " "
    && scalars.allSatisfy { isWord($0) || $0 == "-" || $0 == "_" || $0 == "." || $0 == " " }
  return isPlain ? text : quoted(text)
}

/// An error that quotes around a text mend.
/// - Parameters:
///   - reason: what about the text wants quotes, as the subject of a sentence.
///   - range: the text as it stands in the file.
///   - text: the text that is meant, where it is not what stands there.
///   - mark: the range to mark, where it is not all of the text.
func needsQuotes(
  _ reason: String, _ range: SourceRange, meaning text: String? = nil, marking mark: SourceRange? = nil,
  id: DiagnosticID = .unquotedText
) -> Diagnostic {
  let form = quoted(text ?? range.text)
  let shown = form.count > 60 ? form.prefix(50) + "…\"" : form[...]
  return Diagnostic(
    id, at: mark ?? range, "\(reason) needs quotes: \(shown)", fixIts: [.init(replacing: range, with: form)])
}

/// What a value may hold, which tells what was meant by what YAML lost of it.
package enum ValueKind: Sendable {
  /// Any text.
  case free
  /// An expression of the query language.
  case expression
  /// A name, a number, a code: no text with `#` or brackets.
  case word
}

extension YAMLDocument {
  /// What YAML took in silence from a value that is to be text or an expression, or nil where nothing is lost.
  ///
  /// Finds a comment behind an unquoted text (`name: Werkstatt #3`, `name: #3`) or behind `|` or `>`, an unquoted
  /// text that runs on over a line end, and brackets where text is wanted. For other nodes it is nil; whether they
  /// fit is the reader's say.
  /// - Parameter kind: what the value may hold. Quotes mend free text alone; behind a word a comment is one, and wants a
  ///   line of its own.
  package func unquotedTextProblem(of node: YAMLNode, as kind: ValueKind = .free) -> Diagnostic? {
    switch node.kind {
    case .plain:
      if let problem = commentProblem(of: node, as: kind) { return problem }
      // A plain text that stands on one line reads as it is written.
      guard node.isCopied else { return nil }
      guard kind != .word else {
        return Diagnostic(.unquotedText, at: range(of: node), "this value runs on over a line end")
      }
      return needsQuotes("text that runs on over a line end", range(of: node), meaning: text(of: node))
    case .sequence, .mapping: return node.isFlow && kind == .free ? bracketProblem(of: node) : nil
    case .literal, .folded: return headerProblem(of: node)
    case .singleQuoted, .doubleQuoted: return nil
    }
  }

  /// Whether a value can be read although `unquotedTextProblem(of:as:)` has something to say: a word with a comment
  /// behind it is whole.
  package func isWholeWord(_ node: YAMLNode, as kind: ValueKind) -> Bool {
    kind == .word && node.kind == .plain && !node.isCopied
  }

  private func commentProblem(of node: YAMLNode, as kind: ValueKind) -> Diagnostic? {
    var index = Int(node.end)
    while index < range.upperBound, isBlank(file.bytes[index]) { index += 1 }
    guard index > Int(node.end), index < range.upperBound, file.bytes[index] == UInt8(ascii: "#") else {
      return nil
    }
    // `#name` may be part of an expression, `# name` may not.
    let behind = index + 1 < range.upperBound ? file.bytes[index + 1] : 0x20
    if kind == .word || kind == .expression && behind <= 0x20 {
      return ownLineProblem(index, behind: node, isCertain: behind <= 0x20 || !node.isEmpty)
    }
    let start = node.isEmpty ? index : Int(node.start)
    let end = meantText(from: index, isFlow: node.isFlow, in: file, within: range).upperBound
    let comment = file[index..<end]
    guard kind == .free else {
      return Diagnostic(
        .unquotedText, at: comment,
        "' #' begins a comment that is not read; put it on a line of its own, or the expression in quotes")
    }
    // Over several lines the text that is meant is anyone's guess.
    guard !node.isCopied else {
      return Diagnostic(
        .unquotedText, at: comment, "' #' begins a comment that is not read; put the text in quotes")
    }
    return needsQuotes("' #' begins a comment that is not read; text that holds it", file[start..<end])
  }

  /// A comment behind a value that cannot hold it. Above the line it says the same.
  private func ownLineProblem(_ hash: Int, behind node: YAMLNode, isCertain: Bool) -> Diagnostic {
    let line = Line(at: hash, in: file, within: range).range
    let comment = file[hash..<line.upperBound]
    var fixIts: [Diagnostic.FixIt] = []
    // Between brackets, or behind a text of several lines, the line above may be part of a text.
    if isCertain, !node.isFlow, !node.isCopied {
      let indent = file.bytes[line].prefix(while: isBlank)
      let breaks = file.bytes[line.upperBound..<range.upperBound].drop(while: isBlank).prefix(
        while: isLineBreak)
      let lineEnd = breaks.starts(with: [0x0D, 0x0A]) ? "\r\n" : breaks.first == 0x0D ? "\r" : "\n"
      fixIts = [
        .init(
          replacing: file[line.lowerBound..<line.lowerBound],
          with: String(decoding: indent, as: UTF8.self) + comment.text + lineEnd),
        .init(replacing: file[Int(node.end)..<line.upperBound], with: ""),
      ]
    }
    return Diagnostic(
      .unquotedText, at: comment, "a comment stands behind this value; put it on a line of its own",
      fixIts: fixIts)
  }

  /// A comment on the line of a `|` or `>` that looks like text: `|#3`, or `> #3` with nothing below it.
  private func headerProblem(of node: YAMLNode) -> Diagnostic? {
    let line = Line(at: Int(node.start), in: file, within: range).range
    guard
      let hash = (Int(node.start)..<line.upperBound).first(where: { file.bytes[$0] == UInt8(ascii: "#") }),
      node.textStart == node.textEnd || !isBlank(file.bytes[hash - 1])
    else { return nil }
    return Diagnostic(
      .unquotedText, at: file[hash..<line.upperBound],
      "'#' begins a comment that is not read; put the text that holds it in quotes")
  }

  private func bracketProblem(of node: YAMLNode) -> Diagnostic? {
    let place = range(of: node)
    if node.kind == .mapping, file.bytes[Int(node.start)] != UInt8(ascii: "{") {
      // `Raum: 5` in a list is a mapping without braces.
      return needsQuotes("unquoted text with ': ' in it", place)
    }
    let bracket = node.kind == .sequence ? "[" : "{"
    guard !file.bytes[node.bytes].contains(where: isLineBreak) else {
      return Diagnostic(.unquotedText, at: place, "text that begins with '\(bracket)' needs quotes")
    }
    return needsQuotes("text that begins with '\(bracket)'", place)
  }
}
