import FileSystem

/// The source of an output file's bytes.
enum FileSource {
  /// A rendered page.
  case bytes(UnsafeRawBufferPointer)
  /// A file to copy, read in pieces because it may be larger than all pages.
  case file(OpenFile)

  /// Calls a closure with consecutive pieces of the bytes.
  func forEachPiece(
    _ body: (UnsafeRawBufferPointer) throws(EnvironmentFailure) -> Void
  ) throws(EnvironmentFailure) {
    switch self {
    case .bytes(let bytes): try body(bytes)
    case .file(let file):
      try withUnsafeTemporaryAllocation(byteCount: 1 << 17, alignment: 16) {
        (buffer) throws(EnvironmentFailure) in
        var offset = 0
        var count: Int
        repeat {
          count = try file.read(into: buffer, at: offset)
          try body(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
          offset += count
        } while count == buffer.count
      }
    }
  }

  /// The fingerprint of the bytes.
  /// - Complexity: O(*n*) in the bytes.
  func fingerprint() throws(EnvironmentFailure) -> Fingerprint {
    var hash = XXHash64()
    try forEachPiece { (piece) throws(EnvironmentFailure) in hash.update(piece) }
    return Fingerprint(hash: hash.finish(), size: hash.count)
  }
}
