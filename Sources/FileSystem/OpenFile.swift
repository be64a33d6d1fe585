#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A regular file that is read in parts; it stays the same file while another replaces it.
package final class OpenFile: Sendable {
  /// The path, from the working directory.
  package let path: String
  private let descriptor: Descriptor
  /// The number of its bytes when it was opened.
  package let size: Int

  /// Opens a file.
  /// - Throws: where it cannot be opened or is not a regular file.
  package init(_ path: String) throws(EnvironmentFailure) {
    self.path = path
    // A pipe that took a file's place would otherwise wait for its other end.
    descriptor = Descriptor(
      owning: try system { open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }.orFail(to: "read", path))
    guard let size = try descriptor.size().orFail(to: "read", path) else {
      throw EnvironmentFailure("read", path, reason: "Not a file")
    }
    self.size = size
  }

  /// Reads from an offset until the buffer is full or the file ends.
  /// - Returns: the number of bytes read.
  package func read(
    into buffer: UnsafeMutableRawBufferPointer, at offset: Int
  ) throws(EnvironmentFailure) -> Int {
    try descriptor.read(into: buffer, at: offset).orFail(to: "read", path)
  }

  /// The bytes from an offset; fewer than asked for at the end, none where reading fails.
  package func read(_ count: Int, at offset: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      filled = (try? read(into: UnsafeMutableRawBufferPointer(buffer), at: offset)) ?? 0
    }
  }
}
