/// Compresses bytes as in RFC 1951, in one block with the fixed codes. Repeated runs of at least four bytes
/// are found in a table of last positions. XML shrinks to about an eighth.
/// - Complexity: O(*n*) in the bytes.
func deflated(_ input: [UInt8]) -> [UInt8] {
  var output = BitWriter()
  output.write(0b011, count: 3)
  var lastPlaces = [Int32](repeating: -1, count: 1 << 15)
  let input = input.span
  var index = 0
  while index < input.count {
    let match = match(in: input, at: index, &lastPlaces)
    guard let match else {
      output.write(literal: Int(input[index]))
      index += 1
      continue
    }
    output.write(length: match.length)
    output.write(distance: match.distance)
    index += match.length
  }
  output.write(literal: 256)
  return output.finish()
}

/// An earlier run that matches the bytes at an index, at most 32 KiB before it; nil if none is known.
private func match(
  in input: Span<UInt8>, at index: Int, _ lastPlaces: inout [Int32]
) -> (length: Int, distance: Int)? {
  guard index + 4 <= input.count else { return nil }
  var run: UInt32 = 0
  for offset in 0..<4 { run = run << 8 | UInt32(input[index + offset]) }
  let slot = Int((run &* 2_654_435_761) >> 17)
  let place = Int(lastPlaces[slot])
  lastPlaces[slot] = Int32(truncatingIfNeeded: index)
  guard place >= 0, index - place <= 32_768 else { return nil }
  var length = 0
  let most = min(258, input.count - index)
  while length < most, input[place + length] == input[index + length] { length += 1 }
  return length >= 4 ? (length, index - place) : nil
}

/// Writes bits, least significant first.
private struct BitWriter {
  private var bytes: [UInt8] = []
  private var bits: UInt32 = 0
  private var count = 0

  /// Writes the lowest bits of a value, least significant first.
  mutating func write(_ value: Int, count added: Int) {
    bits |= UInt32(truncatingIfNeeded: value) << UInt32(count)
    count += added
    while count >= 8 {
      bytes.append(UInt8(truncatingIfNeeded: bits))
      bits >>= 8
      count -= 8
    }
  }

  /// Writes a code of the fixed table, most significant bit first.
  private mutating func write(code: Int, count: Int) {
    var reversed = 0
    for bit in 0..<count where code >> bit & 1 == 1 { reversed |= 1 << (count - 1 - bit) }
    write(reversed, count: count)
  }

  /// Writes a byte, the end of the block (256), or the symbol of a length (257 to 285), by section 3.2.6.
  mutating func write(literal symbol: Int) {
    switch symbol {
    case ..<144: write(code: 0x30 + symbol, count: 8)
    case ..<256: write(code: 0x190 + symbol - 144, count: 9)
    case ..<280: write(code: symbol - 256, count: 7)
    default: write(code: 0xC0 + symbol - 280, count: 8)
    }
  }

  /// Writes the length of a run, 3 to 258 bytes.
  mutating func write(length: Int) {
    let symbol = lengthStarts.lastIndex { $0 <= length } ?? 0
    write(literal: 257 + symbol)
    // The first eight symbols have no extra bits, then every four have one more; 258 has its own symbol.
    let extra = symbol < 8 || symbol == 28 ? 0 : symbol / 4 - 1
    write(length - lengthStarts[symbol], count: extra)
  }

  /// Writes the distance back to a run, 1 to 32,768 bytes.
  mutating func write(distance: Int) {
    let symbol = distanceStarts.lastIndex { $0 <= distance } ?? 0
    write(code: symbol, count: 5)
    write(distance - distanceStarts[symbol], count: symbol < 4 ? 0 : symbol / 2 - 1)
  }

  /// The bytes, with the last one padded.
  mutating func finish() -> [UInt8] {
    if count > 0 { write(0, count: 8 - count) }
    return bytes
  }
}

/// The minimum length of each symbol from 257.
private let lengthStarts = [
  3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195,
  227,
  258,
]

/// The minimum distance of each symbol.
private let distanceStarts = [
  1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097,
  6145, 8193, 12_289, 16_385, 24_577,
]
