#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A regular file that is read in parts; it stays the same file while another takes its place.
package final class OpenFile: Sendable {
  private let descriptor: Descriptor
  /// The number of its bytes when it was opened.
  package let size: Int

  /// Opens a file; nil where there is none that can be read.
  package init?(_ path: String) {
    // A pipe that took a file's place would otherwise wait for its other end.
    guard case .success(let number) = system({ open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }) else {
      return nil
    }
    descriptor = Descriptor(owning: number)
    guard case .success(let size?) = descriptor.size() else { return nil }
    self.size = size
  }

  /// The bytes from an offset; fewer than asked for at the end, none where reading fails.
  package func read(_ count: Int, at offset: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      let result = descriptor.read(into: UnsafeMutableRawBufferPointer(buffer), at: offset)
      if case .success(let count) = result { filled = count }
    }
  }
}
