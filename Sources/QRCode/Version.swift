/// A size of QR codes with error level M: the number of codewords, and their arrangement.
struct Version {
  /// The version, 1 to 40.
  let number: Int

  /// The number of error correction codewords per block, by version from 1 (ISO/IEC 18004, table 9).
  private static let correction = [
    10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26, 26, 28, 28, 28, 28, 28,
    28,
    28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28,
  ]
  /// The number of blocks, by version from 1.
  private static let blocks = [
    1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16, 17, 17, 18, 20, 21, 23, 25, 26, 28, 29,
    31,
    33, 35, 37, 38, 40, 43, 45, 47, 49,
  ]

  init(_ number: Int) {
    self.number = number
  }

  /// The number of modules per side.
  var size: Int { number * 4 + 17 }

  /// The coordinates of the centres of alignment patterns, in both dimensions.
  var alignmentPlaces: [Int] {
    guard number > 1 else { return [] }
    let count = number / 7 + 2
    let step = number == 32 ? 26 : (number * 4 + count * 2 + 1) / (count * 2 - 2) * 2
    return [6] + (0..<count - 1).map { size - 7 - $0 * step }.reversed()
  }

  /// The total number of codewords, for data and error correction.
  private var codewordCount: Int {
    var modules = (16 * number + 128) * number + 64
    if number >= 2 {
      let count = number / 7 + 2
      modules -= (25 * count - 10) * count - 55
      if number >= 7 { modules -= 36 }
    }
    return modules / 8
  }

  private var blockCount: Int { Self.blocks[number - 1] }
  private var correctionCount: Int { Self.correction[number - 1] }
  private var dataCount: Int { codewordCount - blockCount * correctionCount }
  /// The number of bits in the byte count.
  private var countBits: Int { number < 10 ? 8 : 16 }

  /// Whether a number of bytes fits.
  func holds(_ count: Int) -> Bool { 4 + countBits + count * 8 <= dataCount * 8 && count < 1 << countBits }

  /// The codewords for bytes: mode, count, data and padding, in interleaved blocks with error correction.
  func codewords(of bytes: [UInt8]) -> [UInt8] {
    var bits = BitBuffer()
    bits.append(0b0100, count: 4)
    bits.append(bytes.count, count: countBits)
    for byte in bytes { bits.append(Int(byte), count: 8) }
    bits.append(0, count: min(4, dataCount * 8 - bits.count))
    bits.append(0, count: (8 - bits.count % 8) % 8)
    var data = bits.bytes
    while data.count < dataCount { data.append((data.count - bits.bytes.count) % 2 == 0 ? 0xEC : 0x11) }

    let solomon = ReedSolomon(degree: correctionCount)
    let short = dataCount / blockCount
    let longFrom = blockCount - dataCount % blockCount
    var blocks: [ArraySlice<UInt8>] = []
    var start = 0
    for block in 0..<blockCount {
      let count = short + (block < longFrom ? 0 : 1)
      blocks.append(data[start..<start + count])
      start += count
    }
    var result: [UInt8] = []
    for place in 0...short {
      for block in blocks where place < block.count { result.append(block[block.startIndex + place]) }
    }
    let corrections = blocks.map { solomon.remainder(of: $0) }
    for place in 0..<correctionCount {
      for correction in corrections { result.append(correction[place]) }
    }
    return result
  }
}

/// Bits in the order in which they are appended, most significant first.
private struct BitBuffer {
  private(set) var bytes: [UInt8] = []
  private(set) var count = 0

  mutating func append(_ value: Int, count added: Int) {
    for place in (0..<added).reversed() {
      if count % 8 == 0 { bytes.append(0) }
      if value >> place & 1 == 1 { bytes[count / 8] |= 0x80 >> UInt8(count % 8) }
      count += 1
    }
  }
}

/// Reed–Solomon error correction over the field of 256 elements with the polynomial 0x11D.
private struct ReedSolomon {
  /// The generator's coefficients without the leading one, which is 1.
  private let generator: [UInt8]

  init(degree: Int) {
    var generator = [UInt8](repeating: 0, count: degree)
    generator[degree - 1] = 1
    var root: UInt8 = 1
    for _ in 0..<degree {
      for place in generator.indices {
        generator[place] = Self.product(generator[place], root)
        if place + 1 < degree { generator[place] ^= generator[place + 1] }
      }
      root = Self.product(root, 2)
    }
    self.generator = generator
  }

  /// The error correction codewords for data.
  func remainder(of data: ArraySlice<UInt8>) -> [UInt8] {
    var rest = [UInt8](repeating: 0, count: generator.count)
    for byte in data {
      let factor = byte ^ rest.removeFirst()
      rest.append(0)
      for place in rest.indices { rest[place] ^= Self.product(generator[place], factor) }
    }
    return rest
  }

  private static func product(_ a: UInt8, _ b: UInt8) -> UInt8 {
    var result = 0
    for place in (0..<8).reversed() {
      result = result << 1 ^ (result >> 7) * 0x11D
      result ^= Int(b >> UInt8(place) & 1) * Int(a)
    }
    return UInt8(truncatingIfNeeded: result)
  }
}
