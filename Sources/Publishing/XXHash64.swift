/// XXH64 by Yann Collet, seed 0: a fast, well-distributed, non-cryptographic hash.
///
/// Source: the xxHash specification, "XXH64 algorithm description",
/// https://github.com/Cyan4973/xxHash/blob/dev/doc/xxhash_spec.md. `xxhsum -H64` gives the same numbers.
package struct XXHash64 {
  private static let prime1: UInt64 = 0x9E37_79B1_85EB_CA87
  private static let prime2: UInt64 = 0xC2B2_AE3D_27D4_EB4F
  private static let prime3: UInt64 = 0x1656_67B1_9E37_79F9
  private static let prime4: UInt64 = 0x85EB_CA77_C2B2_AE63
  private static let prime5: UInt64 = 0x27D4_EB2F_1656_67C5
  private static let stripe = 32

  private var lane1 = Self.prime1 &+ Self.prime2
  private var lane2 = Self.prime2
  private var lane3: UInt64 = 0
  private var lane4 = 0 &- Self.prime1
  /// The bytes after the last complete stripe; the first `count % 32` are in use.
  private var tail = InlineArray<32, UInt8>(repeating: 0)
  /// The number of bytes processed.
  private(set) var count = 0

  /// Makes the hash of no bytes.
  package init() {}

  /// Adds more bytes. Splitting them differently gives the same hash.
  /// - Complexity: O(*n*) in the bytes; about 10 GB/s on one core, so hashing pages costs almost nothing.
  package mutating func update(_ bytes: UnsafeRawBufferPointer) {
    let buffered = count % Self.stripe
    count &+= bytes.count
    var offset = 0
    if buffered > 0 {
      offset = min(Self.stripe - buffered, bytes.count)
      for index in 0..<offset { tail[buffered + index] = bytes[index] }
      guard buffered + offset == Self.stripe else { return }
      consumeTail()
    }
    consumeStripes(of: bytes, from: &offset)
    for index in offset..<bytes.count { tail[index - offset] = bytes[index] }
  }

  private mutating func consumeTail() {
    let stripe = tail
    stripe.span.withUnsafeBytes { bytes in
      var offset = 0
      consumeStripes(of: bytes, from: &offset)
    }
  }

  private mutating func consumeStripes(of bytes: UnsafeRawBufferPointer, from offset: inout Int) {
    // Local variables stay in registers; properties were stored after each stripe.
    var (a, b, c, d) = (lane1, lane2, lane3, lane4)
    while bytes.count - offset >= Self.stripe {
      a = Self.round(a, Self.word(bytes, offset))
      b = Self.round(b, Self.word(bytes, offset + 8))
      c = Self.round(c, Self.word(bytes, offset + 16))
      d = Self.round(d, Self.word(bytes, offset + 24))
      offset += Self.stripe
    }
    (lane1, lane2, lane3, lane4) = (a, b, c, d)
  }

  /// The hash of the bytes processed so far.
  package func finish() -> UInt64 {
    var hash: UInt64
    if count >= Self.stripe {
      hash =
        Self.rotate(lane1, 1) &+ Self.rotate(lane2, 7) &+ Self.rotate(lane3, 12) &+ Self.rotate(lane4, 18)
      for lane in [lane1, lane2, lane3, lane4] {
        hash = (hash ^ Self.round(0, lane)) &* Self.prime1 &+ Self.prime4
      }
    } else {
      hash = Self.prime5
    }
    hash &+= UInt64(truncatingIfNeeded: count)
    hash = tail.span.withUnsafeBytes { bytes in
      Self.mix(hash, UnsafeRawBufferPointer(rebasing: bytes[..<(count % Self.stripe)]))
    }
    hash = (hash ^ (hash >> 33)) &* Self.prime2
    hash = (hash ^ (hash >> 29)) &* Self.prime3
    return hash ^ (hash >> 32)
  }

  private static func mix(_ start: UInt64, _ rest: UnsafeRawBufferPointer) -> UInt64 {
    var hash = start
    var offset = 0
    while rest.count - offset >= 8 {
      hash = rotate(hash ^ round(0, word(rest, offset)), 27) &* prime1 &+ prime4
      offset += 8
    }
    if rest.count - offset >= 4 {
      let half = UInt32(littleEndian: rest.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
      hash = rotate(hash ^ (UInt64(half) &* prime1), 23) &* prime2 &+ prime3
      offset += 4
    }
    while offset < rest.count {
      hash = rotate(hash ^ (UInt64(rest[offset]) &* prime5), 11) &* prime1
      offset += 1
    }
    return hash
  }

  private static func round(_ lane: UInt64, _ input: UInt64) -> UInt64 {
    rotate(lane &+ input &* prime2, 31) &* prime1
  }

  private static func rotate(_ value: UInt64, _ bits: UInt64) -> UInt64 {
    (value &<< bits) | (value &>> (64 &- bits))
  }

  private static func word(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> UInt64 {
    UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }
}
