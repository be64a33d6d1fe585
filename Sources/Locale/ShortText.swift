/// A few bytes of UTF-8 held in place: a mark, a symbol, the name of a month.
///
/// As arrays, each would be retained and released whenever it is appended; measured, that was half the time of an
/// amount.
package struct ShortText {
  private let bytes: InlineArray<15, UInt8>
  private let count: UInt8

  /// Takes a text of at most 15 bytes; of one that is longer the characters that fit.
  package init(_ text: some StringProtocol) {
    var bytes = InlineArray<15, UInt8>(repeating: 0)
    var count = 0
    for character in text {
      let next = character.utf8
      guard count + next.count <= bytes.count else { break }
      for byte in next {
        bytes[count] = byte
        count += 1
      }
    }
    self.bytes = bytes
    self.count = UInt8(count)
  }

  /// Appends the text to UTF-8 bytes.
  package func append(to output: inout [UInt8]) {
    for index in 0..<Int(count) { output.append(bytes[index]) }
  }
}
