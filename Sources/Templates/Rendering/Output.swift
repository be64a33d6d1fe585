/// The bytes of a page, written to a single buffer.
///
/// The engine decides whether text is escaped; the source only appends.
///
///     var output = Output(capacity: 64)
///     output.append("Müller & Söhne")      // Müller &amp; Söhne
package struct Output: Sendable {
  /// The UTF-8 bytes written so far.
  package private(set) var bytes: [UInt8] = []
  /// Whether appended text is escaped; the engine sets it before it asks the source for a value.
  var escapes = true
  /// The offsets of gaps, in which something is inserted later.
  package private(set) var gaps: [Int] = []

  /// Makes an empty output.
  /// - Parameters:
  ///   - capacity: the number of bytes to reserve.
  ///   - escaping: whether text is escaped; during rendering, the engine decides.
  package init(capacity: Int = 0, escaping: Bool = true) {
    escapes = escaping
    bytes.reserveCapacity(max(0, capacity))
  }

  /// Removes all bytes but keeps the memory for the next page.
  package mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    gaps.removeAll(keepingCapacity: true)
  }

  /// Marks a gap at the end, to be filled later.
  package mutating func leaveGap() { gaps.append(bytes.count) }

  /// Appends a text, escaped if the engine says so.
  /// - Complexity: O(*n*) in its bytes.
  package mutating func append(_ text: String) {
    append(text.utf8.span)
  }

  /// Appends a slice of UTF-8 bytes, escaped if the engine says so.
  /// - Complexity: O(*n*) in its bytes.
  package mutating func append(_ text: ArraySlice<UInt8>) {
    append(text.span)
  }

  /// Appends UTF-8 bytes, escaped if the engine says so.
  /// - Complexity: O(*n*) in its bytes.
  mutating func append(_ text: Span<UInt8>) {
    if escapes { append(escaping: text) } else { append(verbatim: text) }
  }

  /// Appends bytes without escaping: markup, or text that certainly needs none.
  /// - Complexity: O(*n*) in the bytes.
  package mutating func append(verbatim text: Span<UInt8>) {
    text.withUnsafeBufferPointer { bytes.append(contentsOf: $0) }
  }

  /// Appends a literal without escaping.
  package mutating func append(verbatim text: StaticString) {
    guard text.hasPointerRepresentation else { return append(verbatim: String(describing: text).utf8.span) }
    text.withUTF8Buffer { bytes.append(contentsOf: $0) }
  }

  /// Inserts bytes, without escaping, into those already written.
  /// - Parameter place: the offset at which to insert.
  /// - Complexity: O(*n*) in the bytes after them.
  package mutating func insert(verbatim text: [UInt8], at place: Int) {
    bytes.insert(contentsOf: text, at: place)
    for index in gaps.indices where gaps[index] >= place { gaps[index] += text.count }
  }

  /// Passes the buffer to a function that appends to it without escaping, to avoid a copy.
  package mutating func appendVerbatim(_ body: (inout [UInt8]) -> Void) {
    body(&bytes)
  }

  /// Appends an integer in decimal digits.
  package mutating func append(_ number: Int) {
    bytes.append(contentsOf: String(number).utf8)
  }
}

extension Output {
  /// Appends text with `& < > " '` as character references; the runs between them are copied as a whole.
  private mutating func append(escaping text: Span<UInt8>) {
    text.withUnsafeBufferPointer { text in
      var start = 0
      for index in text.indices where Self.isSpecial(text[index]) {
        bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[start..<index]))
        start = index + 1
        switch text[index] {
        case UInt8(ascii: "&"): append(verbatim: "&amp;")
        case UInt8(ascii: "<"): append(verbatim: "&lt;")
        case UInt8(ascii: ">"): append(verbatim: "&gt;")
        case UInt8(ascii: "\""): append(verbatim: "&quot;")
        default: append(verbatim: "&#39;")
        }
      }
      bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[start...]))
    }
  }

  /// Whether a byte is one of `& < > " '`; as all of these are below 64, each is one bit in a word.
  private static func isSpecial(_ byte: UInt8) -> Bool {
    let special: UInt64 = 1 << 0x22 | 1 << 0x26 | 1 << 0x27 | 1 << 0x3C | 1 << 0x3E
    return byte < 64 && special &>> UInt64(byte) & 1 != 0
  }
}
