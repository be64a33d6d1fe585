/// Distinct words with numbers of their own, from 0, in the order in which they came.
///
/// The words lie in one buffer, so that a word that is there already costs no memory and no reference.
///
///     var table = WordTable()
///     table.index(of: "straße".utf8.span)    // 0
///     table.index(of: "12".utf8.span)        // 1
///     table.index(of: "straße".utf8.span)    // 0
package struct WordTable: Sendable {
  private var bytes: [UInt8] = []
  /// Where each word ends in `bytes`.
  private var ends: [Int32] = []
  private var hashes: [UInt32] = []
  /// A word's number or -1, from the place that its hash says on; a power of two, and at most half of them taken.
  private var slots: [Int32] = Array(repeating: -1, count: 1_024)

  /// Makes a table without words.
  package init() {}

  /// The number of words.
  package var count: Int { ends.count }

  /// The place of a word's bytes.
  private func range(of word: Int) -> Range<Int> { (word == 0 ? 0 : Int(ends[word - 1]))..<Int(ends[word]) }

  /// The bytes of a word, UTF-8.
  package subscript(word: Int) -> ArraySlice<UInt8> { bytes[range(of: word)] }

  /// The first eight bytes of a word as an integer that sorts as they do.
  func key(of word: Int) -> UInt64 {
    let range = range(of: word)
    var key: UInt64 = 0
    for index in range.prefix(8) { key = key << 8 | UInt64(bytes[index]) }
    return key << UInt64(8 * max(0, 8 - range.count))
  }

  /// The number of a word, which is added where it is new.
  /// - Complexity: O(*n*) in the word's bytes.
  package mutating func index(of word: Span<UInt8>) -> Int {
    index(of: word, hash: Self.hash(of: word))
  }

  /// The number of a word of another table.
  mutating func index(of word: Int, in other: WordTable) -> Int {
    other.bytes.withUnsafeBufferPointer { bytes in
      index(of: bytes.span.extracting(other.range(of: word)), hash: other.hashes[word])
    }
  }

  private mutating func index(of word: Span<UInt8>, hash: UInt32) -> Int {
    if ends.count * 2 >= slots.count { grow() }
    var slot = Int(hash) & (slots.count - 1)
    while slots[slot] >= 0 {
      let found = Int(slots[slot])
      if hashes[found] == hash, isEqual(found, word) { return found }
      slot = (slot + 1) & (slots.count - 1)
    }
    slots[slot] = Int32(ends.count)
    for index in word.indices { bytes.append(word[index]) }
    ends.append(Int32(bytes.count))
    hashes.append(hash)
    return ends.count - 1
  }

  private func isEqual(_ found: Int, _ word: Span<UInt8>) -> Bool {
    let range = range(of: found)
    guard range.count == word.count else { return false }
    for index in word.indices where bytes[range.lowerBound + index] != word[index] { return false }
    return true
  }

  private mutating func grow() {
    slots = Array(repeating: -1, count: slots.count * 4)
    for (word, hash) in hashes.enumerated() {
      var slot = Int(hash) & (slots.count - 1)
      while slots[slot] >= 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = Int32(word)
    }
  }

  /// FNV-1a, folded to 32 bits.
  private static func hash(of word: Span<UInt8>) -> UInt32 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for index in word.indices { hash = (hash ^ UInt64(word[index])) &* 0x100_0000_01b3 }
    return UInt32(truncatingIfNeeded: hash ^ hash >> 32)
  }
}
