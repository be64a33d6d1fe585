/// A reproducible ZIP archive (PKWARE's APPNOTE 6.3, without ZIP64): files have the earliest possible date.
///
///     var archive = ZIPArchive()
///     archive.add("notes.txt", Array("Settled".utf8))
///     let bytes = archive.finish()
struct ZIPArchive {
  private var bytes: [UInt8] = []
  /// The entries of the directory at the end.
  private var directory: [UInt8] = []
  private var count: UInt16 = 0

  /// The date 1980-01-01 in MS-DOS format.
  private static let firstDay: UInt16 = 0x0021
  /// Version 2.0 of the format, which supports deflate.
  private static let version: UInt16 = 20
  /// The flag for names in UTF-8.
  private static let namesAreUTF8: UInt16 = 0x0800

  /// Adds a file.
  /// - Parameter isStored: whether to store the bytes uncompressed.
  mutating func add(_ name: String, _ content: [UInt8], isStored: Bool = false) {
    let data = isStored ? content : deflated(content)
    let offset = UInt32(truncatingIfNeeded: bytes.count)
    var header: [UInt8] = []
    header.append(littleEndian: Self.version)
    header.append(littleEndian: Self.namesAreUTF8)
    header.append(littleEndian: UInt16(isStored ? 0 : 8))
    header.append(littleEndian: UInt16(0))
    header.append(littleEndian: Self.firstDay)
    header.append(littleEndian: CRC32.checksum(of: content))
    header.append(littleEndian: UInt32(truncatingIfNeeded: data.count))
    header.append(littleEndian: UInt32(truncatingIfNeeded: content.count))
    header.append(littleEndian: UInt16(truncatingIfNeeded: name.utf8.count))
    header.append(littleEndian: UInt16(0))
    bytes += [0x50, 0x4B, 0x03, 0x04] + header
    bytes += name.utf8
    bytes += data

    directory += [0x50, 0x4B, 0x01, 0x02]
    directory.append(littleEndian: Self.version)
    directory += header
    // No comment, the first disk, and no attributes.
    directory += [UInt8](repeating: 0, count: 10)
    directory.append(littleEndian: offset)
    directory += name.utf8
    count += 1
  }

  /// The whole archive.
  consuming func finish() -> [UInt8] {
    let start = UInt32(truncatingIfNeeded: bytes.count)
    bytes += directory
    bytes += [0x50, 0x4B, 0x05, 0x06, 0, 0, 0, 0]
    bytes.append(littleEndian: count)
    bytes.append(littleEndian: count)
    bytes.append(littleEndian: UInt32(truncatingIfNeeded: directory.count))
    bytes.append(littleEndian: start)
    bytes.append(littleEndian: UInt16(0))
    return bytes
  }
}

extension [UInt8] {
  /// Appends a number, least significant byte first.
  fileprivate mutating func append(littleEndian number: some FixedWidthInteger & UnsignedInteger) {
    for shift in stride(from: 0, to: number.bitWidth, by: 8) {
      append(UInt8(truncatingIfNeeded: number >> shift))
    }
  }
}

/// The checksum of ISO 3309, which ZIP stores for each file.
private enum CRC32 {
  private static let table: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte)) { value, _ in value & 1 == 1 ? 0xEDB8_8320 ^ value >> 1 : value >> 1 }
  }

  static func checksum(of bytes: [UInt8]) -> UInt32 {
    let table = table
    var value: UInt32 = 0xFFFF_FFFF
    for byte in bytes { value = table[Int(UInt8(truncatingIfNeeded: value) ^ byte)] ^ value >> 8 }
    return ~value
  }
}
