/// A few UTF-8 bytes stored inline: a mark, a symbol or the name of a month.
///
/// Arrays would be retained and released whenever they are appended, which took half the time of formatting
/// an amount.
package struct ShortText {
  /// The maximum number of bytes.
  static let maximumCount = 15

  private let bytes: InlineArray<15, UInt8>
  private let count: UInt8

  /// Stores a text of at most 15 bytes; a longer one is truncated between characters.
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

  /// The text as a string.
  package var text: String {
    String(unsafeUninitializedCapacity: Self.maximumCount) { buffer in
      for index in 0..<Int(count) { buffer[index] = bytes[index] }
      return Int(count)
    }
  }

  /// Appends the text to UTF-8 bytes.
  func append(to output: inout [UInt8]) {
    output.append(addingCapacity: Self.maximumCount) { append(to: &$0) }
  }

  /// Appends the text to UTF-8 bytes that have capacity for ``maximumCount`` more.
  func append(to output: inout OutputSpan<UInt8>) {
    for index in 0..<Int(count) { output.append(bytes[index]) }
  }
}
