extension Span<UInt8> {
  /// Whether an apostrophe before a cell's text is a spreadsheet's mark of a text and no part of it.
  ///
  /// That is so before what it would read as a formula by how it begins, ignoring leading apostrophes; the full-width
  /// `＝＋－＠` count as well. Shops write one before a postcode such as `02139` or `94032` and before telephone numbers,
  /// too: behind an apostrophe, four digits or more in groups are a text that is marked, and `'68` is a year.
  package var takesApostrophe: Bool {
    var start = 0
    while start < count, self[start] == UInt8(ascii: "'") { start += 1 }
    guard start < count else { return false }
    switch self[start] {
    case UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "@"), 0x09, 0x0A, 0x0D:
      return true
    case 0xEF where start + 2 < count:
      return self[start + 1] == 0xBC && [0x8B, 0x8D, 0x9D, 0xA0].contains(self[start + 2])
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "("):
      guard start > 0 else { return false }
      var digits = 0
      for index in start..<count {
        switch self[index] {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digits += 1
        case UInt8(ascii: " "), UInt8(ascii: "-"), UInt8(ascii: "/"), UInt8(ascii: "("), UInt8(ascii: ")"):
          continue
        default: return false
        }
      }
      return digits >= 4 || self[start] == UInt8(ascii: "0") && digits > 1
    default: return false
    }
  }
}
