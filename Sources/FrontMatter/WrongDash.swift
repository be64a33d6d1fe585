import Diagnostics

/// The error for a list item that does not begin with `- `, so that YAML takes it for a key or an alias:
/// `-service: chai`, or an item with a longer dash or a bullet.
/// - Parameters:
///   - line: the line.
///   - file: the file.
///   - isCertain: whether the correct dash is a fix-it in any case; for an item in braces, it always is.
func wrongDash(of line: Line, in file: SourceFile, isCertain: Bool) -> Diagnostic? {
  let (start, end) = (line.first, line.range.upperBound)
  // After a correct dash, this would be text.
  guard start < end, file.bytes[line.range.lowerBound..<start].allSatisfy(isBlank) else { return nil }
  let text = file.bytes[start..<end]
  let dashes = ["-", "*"] + likeDashes
  guard let dash = dashes.first(where: { text.starts(with: $0.utf8) }) else { return nil }
  let after = start + dash.utf8.count
  let rest = file.bytes[after..<end]
  let item = rest.drop(while: isBlank)
  let isInBraces = item.first == .openingBrace && item.last == .closingBrace
  let needsSpace = item.startIndex == after
  switch dash {
  case "-":
    guard needsSpace, let first = item.first, isWord(first) && !first.isASCIIDigit || isInBraces else {
      return nil
    }
    return Diagnostic(
      .yamlSyntax, at: file[start..<after], "a space is missing after the '-' of this list item",
      fixIts: isCertain || isInBraces ? [.init(replacing: file[after..<after], with: " ")] : [])
  case "*" where needsSpace && !isInBraces: return nil
  default:
    return Diagnostic(
      .yamlSyntax, at: file[start..<after], "a list item begins with '-' and a space, not with '\(dash)'",
      fixIts: isCertain || isInBraces
        ? [.init(replacing: file[start..<after], with: needsSpace ? "- " : "-")] : [])
  }
}

/// Whether a line may be an item of a list: the line above is one, or is a key with an empty value.
func mayBeItem(_ line: Line, in file: SourceFile, within yaml: Range<Int>) -> Bool {
  guard let above = line.above(in: file, within: yaml) else { return false }
  return file.bytes[above.range.upperBound - 1] == .colon
    || file.bytes[above.range.lowerBound..<above.first].contains(.dash)
}

/// What may begin a list item instead of `-`: other dashes, and bullets.
private let likeDashes = LookAlikes.dashes.map { String($0) } + ["\u{2022}", "\u{B7}"]
