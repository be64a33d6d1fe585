extension Span<UInt8> {
  /// Whether an apostrophe before a cell's text is a spreadsheet's mark of a text and no part of it.
  ///
  /// That is so before what it would read as a formula by how it begins, ignoring leading apostrophes; the full-width
  /// `＝＋－＠` count as well. Shops write one before a postcode such as `02139`, too: behind an apostrophe, a number that
  /// begins with a zero is a text that is marked.
  package var takesApostrophe: Bool {
    var start = 0
    while start < count, self[start] == UInt8(ascii: "'") { start += 1 }
    guard start < count else { return false }
    switch self[start] {
    case UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "@"), 0x09, 0x0A, 0x0D:
      return true
    case 0xEF where start + 2 < count:
      return self[start + 1] == 0xBC && [0x8B, 0x8D, 0x9D, 0xA0].contains(self[start + 2])
    case UInt8(ascii: "0") where start > 0 && start + 1 < count:
      return (start..<count).allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self[$0]) }
    default: return false
    }
  }
}
