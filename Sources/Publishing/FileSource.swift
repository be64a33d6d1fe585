import Diagnostics
import FileSystem

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Where the bytes of an output file come from.
enum FileSource {
  /// A rendered page.
  case bytes(UnsafeRawBufferPointer)
  /// A file to copy, which is read in pieces: a scan may be larger than all pages.
  case file(OpenFile)

  /// A regular file, open for reading.
  final class OpenFile {
    /// The path, from the working directory.
    let path: String
    /// The open file, closed with this value.
    let descriptor: Descriptor

    /// Opens a file.
    /// - Parameter path: the file's path, from the working directory.
    /// - Throws: where it cannot be opened or is no regular file.
    init(_ path: String) throws(EnvironmentFailure) {
      self.path = path
      // Without O_NONBLOCK a pipe would be waited for.
      let number = try system { open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC) }.orFail(to: "read", path)
      descriptor = Descriptor(owning: number)
      guard try descriptor.size().orFail(to: "read", path) != nil else {
        throw EnvironmentFailure("read", path, reason: "Not a file")
      }
    }
  }

  /// Hands over the bytes from the first to the last, piece by piece.
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
          count = try file.descriptor.read(into: buffer, at: offset).orFail(to: "read", file.path)
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
