extension Span<UInt8> {
  /// Whether a spreadsheet would read a cell as a formula by how it begins, ignoring leading apostrophes; the
  /// full-width `＝＋－＠` count as well.
  package var isReadAsFormula: Bool {
    var start = 0
    while start < count, self[start] == UInt8(ascii: "'") { start += 1 }
    guard start < count else { return false }
    switch self[start] {
    case UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "@"), 0x09, 0x0D: return true
    case 0xEF where start + 2 < count:
      return self[start + 1] == 0xBC && [0x8B, 0x8D, 0x9D, 0xA0].contains(self[start + 2])
    default: return false
    }
  }
}
