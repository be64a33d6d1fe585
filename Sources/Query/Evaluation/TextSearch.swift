/// Finds a text in other texts in linear time: Knuth, Morris and Pratt, "Fast Pattern Matching in Strings".
struct TextSearch {
  private let part: [UInt8]
  /// For each prefix of the part, by length, the longest shorter prefix that is also its suffix.
  private let borders: [Int]

  /// Prepares the search for a text.
  init(_ text: String) {
    part = Array(text.utf8)
    var borders = [Int](repeating: 0, count: part.count + 1)
    var border = 0
    for index in 1..<max(part.count, 1) {
      while border > 0, part[index] != part[border] { border = borders[border] }
      if part[index] == part[border] { border += 1 }
      borders[index + 1] = border
    }
    self.borders = borders
  }

  /// Whether another text contains this one, byte by byte.
  func isFound(in text: String) -> Bool {
    guard !part.isEmpty else { return true }
    let bytes = text.utf8.span
    var matched = 0
    for index in 0..<bytes.count {
      while matched > 0, bytes[index] != part[matched] { matched = borders[matched] }
      if bytes[index] == part[matched] { matched += 1 }
      if matched == part.count { return true }
    }
    return false
  }
}
