import Diagnostics

/// A list item that YAML takes for a key or an alias, for no `- ` begins it: `-service: chai`, or with a longer dash or
/// a bullet.
/// - Parameters:
///   - line: the line.
///   - file: the file.
///   - isCertain: whether the right dash mends it whatever follows; it does where the item is in braces.
func wrongDash(of line: Line, in file: SourceFile, isCertain: Bool) -> Diagnostic? {
  let (start, end) = (line.first, line.range.upperBound)
  // Behind a right dash it is text.
  guard start < end, file.bytes[line.range.lowerBound..<start].allSatisfy(isBlank) else { return nil }
  let text = file.bytes[start..<end]
  let dashes = ["-", "*"] + likeDashes
  guard let dash = dashes.first(where: { text.starts(with: $0.utf8) }) else { return nil }
  let behind = start + dash.utf8.count
  let rest = file.bytes[behind..<end]
  let item = rest.drop(while: isBlank)
  let isInBraces = item.first == UInt8(ascii: "{") && item.last == UInt8(ascii: "}")
  let needsSpace = item.startIndex == behind
  switch dash {
  case "-":
    guard needsSpace, let first = item.first, isWord(first) && !isDigit(first) || isInBraces else {
      return nil
    }
    return Diagnostic(
      .yamlSyntax, at: file[start..<behind], "a space is missing behind the '-' of this list item",
      fixIts: isCertain || isInBraces ? [.init(replacing: file[behind..<behind], with: " ")] : [])
  case "*" where needsSpace && !isInBraces: return nil
  default:
    return Diagnostic(
      .yamlSyntax, at: file[start..<behind], "a list item begins with '-' and a space, not with '\(dash)'",
      fixIts: isCertain || isInBraces
        ? [.init(replacing: file[start..<behind], with: needsSpace ? "- " : "-")] : [])
  }
}

/// Whether a line that begins at an offset may be an item of a list: one above is, or is a key with nothing behind it.
func mayBeItem(_ start: Int, in file: SourceFile, within yaml: Range<Int>) -> Bool {
  var end = start
  while end > yaml.lowerBound, file.bytes[end - 1] <= 0x20 { end -= 1 }
  guard end > yaml.lowerBound else { return false }
  let above = Line(at: end, in: file, within: yaml)
  return file.bytes[end - 1] == UInt8(ascii: ":")
    || above.first > above.range.lowerBound
      && file.bytes[above.range.lowerBound..<above.first].contains(UInt8(ascii: "-"))
}

/// The characters that word processors make of a `-` or put where one is due.
private let likeDashes = [
  "\u{2010}", "\u{2011}", "\u{2012}", "\u{2013}", "\u{2014}", "\u{2212}", "\u{2022}", "\u{B7}",
]
