import Diagnostics

/// A list item that YAML takes for a key or an alias because it does not begin with `- `: `-service: chai`, or with a
/// longer dash or a bullet.
/// - Parameters:
///   - line: the line.
///   - file: the file.
///   - isCertain: whether the right dash is the fix-it whatever follows; it is if the item is in braces.
func wrongDash(of line: Line, in file: SourceFile, isCertain: Bool) -> Diagnostic? {
  let (start, end) = (line.first, line.range.upperBound)
  // After a right dash it is text.
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

/// Whether a line may be an item of a list: the one above is, or is a key with nothing after it.
func mayBeItem(_ line: Line, in file: SourceFile, within yaml: Range<Int>) -> Bool {
  guard let above = line.above(in: file, within: yaml) else { return false }
  return file.bytes[above.range.upperBound - 1] == .colon
    || file.bytes[above.range.lowerBound..<above.first].contains(.dash)
}

/// The characters that word processors make from a `-` or use instead of one.
private let likeDashes = [
  "\u{2010}", "\u{2011}", "\u{2012}", "\u{2013}", "\u{2014}", "\u{2212}", "\u{2022}", "\u{B7}",
]
