import Platform

/// A regular file to read in parts. It stays the same file even if another one replaces it.
package final class OpenFile: Sendable {
  /// The path, relative to the working directory.
  let path: String
  private let descriptor: Descriptor
  /// Its size in bytes when it was opened.
  package let size: Int

  /// Opens a file.
  /// - Throws: If it cannot be opened, or is not a regular file.
  package init(_ path: String) throws(EnvironmentFailure) {
    self.path = path
    // Otherwise, opening a pipe in place of the file would wait for its other end.
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

  /// The bytes from an offset; fewer at the end of the file, none if reading fails.
  package func read(_ count: Int, at offset: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      filled = (try? read(into: UnsafeMutableRawBufferPointer(buffer), at: offset)) ?? 0
    }
  }
}
