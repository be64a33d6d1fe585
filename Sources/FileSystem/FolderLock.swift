#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The right to change what is in a folder, held by one process at a time for as long as the lock lives.
package final class FolderLock: Sendable {
  private let descriptor: Descriptor

  /// Waits until no other process of docket changes the folder, for half a minute at the most.
  package init(_ folder: String) throws(EnvironmentFailure) {
    let descriptor = Descriptor(
      owning: try system { open(folder, O_RDONLY | O_CLOEXEC) }.orFail(to: "open", folder))
    try Self.wait(for: descriptor, folder)
    self.descriptor = descriptor
  }

  private static func wait(
    for descriptor: borrowing Descriptor, _ folder: String
  ) throws(EnvironmentFailure) {
    for _ in 0..<600 {
      if descriptor.lock() { return }
      usleep(50_000)
    }
    throw EnvironmentFailure(
      "change", folder, reason: "Another process of docket has been changing it for half a minute")
  }

  deinit { descriptor.unlock() }
}
