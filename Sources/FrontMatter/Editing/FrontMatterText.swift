/// How keys and values are written.
package enum FrontMatterText {
  /// A text in single quotes if possible, otherwise in double quotes.
  static func singleQuoted(_ text: String) -> String {
    needsNoEscape(text) ? "'" + text.replacing("'", with: "''") + "'" : quoted(text)
  }

  /// A text as the value of a block key: several lines are written below `|`.
  static func blockValue(_ text: String, indent: String, lineEnd: String) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let isLiteral =
      lines.count > 1 && !(lines[0].first.map(isBlank) ?? true) && !text.hasSuffix("\n\n")
      && lines.allSatisfy { line in
        line.split(separator: "\t").allSatisfy(needsNoEscape) && (line.isEmpty || !line.allSatisfy(isBlank))
      }
    guard isLiteral else { return scalar(text, inBrackets: false) }
    let endsLine = text.hasSuffix("\n")
    let body = endsLine ? lines.dropLast() : lines[...]
    return (endsLine ? "|" : "|-")
      + body.map { $0.isEmpty ? lineEnd : lineEnd + indent + "  " + $0 }.joined()
  }

  private static func isBlank(_ character: Character) -> Bool { character == " " || character == "\t" }

  /// A list of texts in brackets.
  static func list(_ texts: [String]) -> String {
    "[" + texts.map { scalar($0) }.joined(separator: ", ") + "]"
  }

  /// Keys and values in braces.
  static func braces(_ fields: [RecordOperation.Field]) -> String {
    "{" + fields.map { "\($0.key): \(flowValue($0.value))" }.joined(separator: ", ") + "}"
  }

  static func flowValue(_ value: RecordOperation.FieldValue) -> String {
    switch value {
    case .text(let text): scalar(text)
    case .list(let texts): list(texts)
    case .rows(let rows): "[" + rows.map(braces).joined(separator: ", ") + "]"
    }
  }

  /// A key with its value on lines of their own, including the last line end.
  package static func entry(_ field: RecordOperation.Field, indent: String, lineEnd: String) -> String {
    indent + "\(field.key):" + afterColon(field.value, indent: indent, lineEnd: lineEnd) + lineEnd
  }

  /// The text after the colon of a block key.
  static func afterColon(_ value: RecordOperation.FieldValue, indent: String, lineEnd: String) -> String {
    switch value {
    case .text(let text): return " " + blockValue(text, indent: indent, lineEnd: lineEnd)
    case .list(let texts): return " " + list(texts)
    case .rows(let rows):
      return rows.map { lineEnd + row($0, indent: indent + "  ", lineEnd: lineEnd) }.joined()
    }
  }

  /// A row without siblings: in braces if that makes a short line without escaped line ends.
  static func row(_ fields: [RecordOperation.Field], indent: String, lineEnd: String) -> String {
    let line = indent + "- " + braces(fields)
    if line.count <= 90, !fields.contains(where: { $0.value.plainText.contains("\n") }) { return line }
    return blockRow(fields, indent: indent, dash: "- ", lineEnd: lineEnd)
  }

  /// A row with one line per key, without the last line end.
  static func blockRow(
    _ fields: [RecordOperation.Field], indent: String, dash: String, lineEnd: String
  ) -> String {
    guard !fields.isEmpty else { return indent + dash + "{}" }
    let inner = indent + String(repeating: " ", count: dash.utf8.count)
    let lines = fields.map { "\($0.key):" + afterColon($0.value, indent: inner, lineEnd: lineEnd) }
    return indent + dash + lines.joined(separator: lineEnd + inner)
  }
}
