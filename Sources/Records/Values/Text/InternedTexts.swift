/// Distinct texts numbered from 0 in the order of their first occurrence.
///
/// Texts are compared by bytes. They share one buffer, so that a repeated text needs no memory and no
/// reference count, and are looked up by their bytes, before there is a String.
///
///     var texts = InternedTexts()
///     texts.index(of: "straße".utf8.span)    // 0
///     texts.index(of: "12".utf8.span)        // 1
///     texts.index(of: "straße".utf8.span)    // 0
package struct InternedTexts: Sendable {
  private var bytes: [UInt8] = []
  /// The end of each text in `bytes`.
  private var ends: [Int32] = []
  private var hashes: [UInt32] = []
  /// The number of a text, or -1, from the slot given by its hash; a power of two, at most half in use.
  private var slots: [Int32] = []

  /// Makes a table without texts.
  package init() {}

  /// The number of texts.
  package var count: Int { ends.count }

  /// The range of a text's bytes.
  private func range(of text: Int) -> Range<Int> { (text == 0 ? 0 : Int(ends[text - 1]))..<Int(ends[text]) }

  /// The UTF-8 bytes of a text.
  package subscript(text: Int) -> ArraySlice<UInt8> { bytes[range(of: text)] }

  /// The first eight bytes of a text as an integer that sorts like the bytes.
  package func key(of text: Int) -> UInt64 {
    let range = range(of: text)
    var key: UInt64 = 0
    for index in range.prefix(8) { key = key << 8 | UInt64(bytes[index]) }
    return key << UInt64(8 * max(0, 8 - range.count))
  }

  /// The number of a text, which is added if it is new.
  /// - Complexity: O(*n*) in the text's bytes.
  package mutating func index(of text: Span<UInt8>) -> Int {
    index(of: text, hash: Self.hash(of: text))
  }

  /// The number of a text; nil if it has not been added.
  /// - Complexity: O(*n*) in the text's bytes.
  package func number(of text: Span<UInt8>) -> Int? {
    guard !slots.isEmpty else { return nil }
    let found = Int(slots[slot(of: text, hash: Self.hash(of: text))])
    return found >= 0 ? found : nil
  }

  /// The number of a text in another table, which is added if it is new.
  package mutating func index(of text: Int, in other: InternedTexts) -> Int {
    other.bytes.withUnsafeBufferPointer { bytes in
      index(of: bytes.span.extracting(other.range(of: text)), hash: other.hashes[text])
    }
  }

  private mutating func index(of text: Span<UInt8>, hash: UInt32) -> Int {
    if ends.count * 2 >= slots.count { grow() }
    let slot = slot(of: text, hash: hash)
    guard slots[slot] < 0 else { return Int(slots[slot]) }
    slots[slot] = Int32(ends.count)
    for index in text.indices { bytes.append(text[index]) }
    ends.append(Int32(bytes.count))
    hashes.append(hash)
    return ends.count - 1
  }

  /// The slot that holds a text's number, or the free slot for it.
  private func slot(of text: Span<UInt8>, hash: UInt32) -> Int {
    var slot = Int(hash) & (slots.count - 1)
    while slots[slot] >= 0 {
      let found = Int(slots[slot])
      if hashes[found] == hash, isEqual(found, text) { break }
      slot = (slot + 1) & (slots.count - 1)
    }
    return slot
  }

  private func isEqual(_ found: Int, _ text: Span<UInt8>) -> Bool {
    let range = range(of: found)
    guard range.count == text.count else { return false }
    for index in text.indices where bytes[range.lowerBound + index] != text[index] { return false }
    return true
  }

  private mutating func grow() {
    slots = Array(repeating: -1, count: max(256, slots.count * 4))
    for (text, hash) in hashes.enumerated() {
      var slot = Int(hash) & (slots.count - 1)
      while slots[slot] >= 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = Int32(text)
    }
  }

  /// The FNV-1a hash, folded to 32 bits.
  private static func hash(of text: Span<UInt8>) -> UInt32 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for index in text.indices { hash = (hash ^ UInt64(text[index])) &* 0x100_0000_01b3 }
    return UInt32(truncatingIfNeeded: hash ^ hash >> 32)
  }
}
