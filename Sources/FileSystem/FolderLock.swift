import Platform

/// The right to change the contents of a folder, held by one process at a time while the lock lives.
package final class FolderLock: Sendable {
  private let descriptor: Descriptor

  /// Waits until no other docket process changes the folder, for at most half a minute.
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
