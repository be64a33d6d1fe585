import Diagnostics

/// A key whose `:` is repeated or not followed by a space: `city:Berlin`, `rows::`, or a no-break space.
///
/// `12:30` or `http://x` may not be meant as a key. There is no fix-it if more is wrong after the colon, such
/// as a second colon, or an unclosed quote or bracket.
/// - Parameters:
///   - start: where the key begins.
///   - isFlow: whether it is in brackets or braces, where `,` ends the value.
///   - file: the file.
/// - Returns: nil if there is no key, or its colon is correct.
/// - Complexity: O(*n*) in the length of the key.
package func looseColon(at start: Int, isFlow: Bool, in file: SourceFile) -> Diagnostic? {
  func byte(_ offset: Int) -> UInt8 { offset < file.bytes.count ? file.bytes[offset] : 0 }
  var colon = start
  while isWord(byte(colon)) || byte(colon) == UInt8(ascii: "-") { colon += 1 }
  guard colon > start, !byte(start).isASCIIDigit, byte(colon) == UInt8(ascii: ":") else { return nil }
  let name = file.text(start..<colon)
  func diagnostic(_ end: Int, _ summary: String, _ fix: (Range<Int>, String)) -> Diagnostic {
    Diagnostic(
      .yamlSyntax, at: file[start..<end], summary,
      fixIts: isPlainValue(at: fix.0.upperBound, isFlow: isFlow, in: file)
        ? [.init(replacing: file[fix.0], with: fix.1)] : [])
  }

  var colons = colon + 1
  while byte(colons) == UInt8(ascii: ":") { colons += 1 }
  if colons > colon + 1 {
    guard byte(colons) <= 0x20 else { return nil }
    return diagnostic(colons, "one ':' follows '\(name)', not \(colons - colon)", (colon + 1..<colons, ""))
  }
  var value = colons
  while true {
    if isBlank(byte(value)) {
      value += 1
    } else if let space = file.bytes[value...].noBreakSpaceLength {
      value += space
    } else {
      break
    }
  }
  if value > colons {
    guard !isBlank(byte(colons)) else { return nil }
    return diagnostic(
      value, "a no-break space follows '\(name):'; a space is needed there", (colons..<value, " "))
  }
  guard byte(colons) > 0x20, byte(colons) != UInt8(ascii: "/") else { return nil }
  return diagnostic(colons, "a space is missing after '\(name):'", (colons..<colons, " "))
}

/// Whether a value is a single plain text, a quoted text, or a collection in brackets.
private func isPlainValue(at start: Int, isFlow: Bool, in file: SourceFile) -> Bool {
  var end = file.bytes[start...].firstIndex(where: isLineBreak) ?? file.bytes.count
  if let comment = comment(from: start, in: file, before: end) { end = comment }
  var value = file.bytes[start..<end]
  while let first = value.first, isBlank(first) { value.removeFirst() }
  if isFlow { value = value.prefix { !",]}".utf8.contains($0) } }
  while let last = value.last, isBlank(last) { value.removeLast() }
  guard let first = value.first, let last = value.last else { return true }
  let text = String(decoding: value, as: UTF8.self)
  switch first {
  case UInt8(ascii: "["):
    return last == UInt8(ascii: "]") && !value.dropFirst().dropLast().contains { "[]".utf8.contains($0) }
  case UInt8(ascii: "{"):
    return last == UInt8(ascii: "}") && !value.dropFirst().dropLast().contains { "{}".utf8.contains($0) }
  case UInt8(ascii: "'"), UInt8(ascii: "\""):
    return closingQuote(of: value.startIndex, in: file, before: value.endIndex) == value.endIndex - 1
  default:
    return isWord(first) && last != UInt8(ascii: ":") && !text.contains(": ") && !text.contains("\"")
  }
}
