import Diagnostics

/// A key whose `:` no space follows, or more than one: `city:Berlin`, `rows::`, or a no-break space behind it.
///
/// `12:30` or `http://x` may be anything.
/// - Parameters:
///   - start: where the key begins.
///   - file: the file.
/// - Returns: nil where no key stands there, or its colon is right.
/// - Complexity: O(*n*) in the length of the key.
package func looseColon(at start: Int, in file: SourceFile) -> Diagnostic? {
  func byte(_ offset: Int) -> UInt8 { offset < file.bytes.count ? file.bytes[offset] : 0 }
  var colon = start
  while isWord(byte(colon)) || byte(colon) == UInt8(ascii: "-") { colon += 1 }
  guard colon > start, !isDigit(byte(start)), byte(colon) == UInt8(ascii: ":") else { return nil }
  let name = file.text(start..<colon)
  func diagnostic(_ end: Int, _ summary: String, _ fix: (Range<Int>, String)) -> Diagnostic {
    Diagnostic(
      .yamlSyntax, at: file[start..<end], summary, fixIts: [.init(replacing: file[fix.0], with: fix.1)])
  }

  var colons = colon + 1
  while byte(colons) == UInt8(ascii: ":") { colons += 1 }
  if colons > colon + 1 {
    guard byte(colons) <= 0x20 else { return nil }
    return diagnostic(colons, "one ':' follows '\(name)', not \(colons - colon)", (colon + 1..<colons, ""))
  }
  // U+00A0, U+2007 and U+202F; no editor shows that they are not spaces.
  let noBreakSpaces: [[UInt8]] = [[0xC2, 0xA0], [0xE2, 0x80, 0x87], [0xE2, 0x80, 0xAF]]
  var value = colons
  while true {
    if isBlank(byte(value)) {
      value += 1
    } else if let space = noBreakSpaces.first(where: { file.bytes[value...].starts(with: $0) }) {
      value += space.count
    } else {
      break
    }
  }
  if value > colons {
    guard !isBlank(byte(colons)) else { return nil }
    return diagnostic(
      value, "a no-break space follows '\(name):'; a space is due there", (colons..<value, " "))
  }
  guard byte(colons) > 0x20, byte(colons) != UInt8(ascii: "/") else { return nil }
  return diagnostic(colons, "a space is missing after '\(name):'", (colons..<colons, " "))
}
