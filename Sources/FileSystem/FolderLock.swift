import Platform

/// The right to change the contents of a folder, held by one process at a time while the lock lives, or the right to read
/// them unchanged, which many may share.
package final class FolderLock: Sendable {
  private let descriptor: Descriptor

  /// Waits until no other docket process changes the folder, for at most half a minute.
  package init(_ folder: String) throws(EnvironmentFailure) {
    let descriptor = Descriptor(
      owning: try system { open(folder, O_RDONLY | O_CLOEXEC) }.orFail(to: "open", folder))
    try Self.wait(for: descriptor, folder)
    self.descriptor = descriptor
  }

  /// Waits until no other docket process changes the folder, for at most three seconds, so that what is read is no part
  /// of a change; nil if one still does, or if the folder cannot be opened.
  package init?(sharing folder: String) {
    let file = system { open(folder, O_RDONLY | O_CLOEXEC) }
    guard case .success(let number) = file else { return nil }
    descriptor = Descriptor(owning: number)
    guard Self.isLocked(descriptor, isShared: true, tries: 300, pause: 10_000) else { return nil }
  }

  private static func isLocked(
    _ descriptor: borrowing Descriptor, isShared: Bool, tries: Int, pause: UInt32
  ) -> Bool {
    for _ in 0..<tries {
      if descriptor.lock(isShared: isShared) { return true }
      usleep(pause)
    }
    return false
  }

  private static func wait(
    for descriptor: borrowing Descriptor, _ folder: String
  ) throws(EnvironmentFailure) {
    guard !isLocked(descriptor, isShared: false, tries: 600, pause: 50_000) else { return }
    throw EnvironmentFailure(
      "change", folder, reason: "Another process of docket has been changing it for half a minute")
  }

  /// Gives up the right, before what may take long and needs it no more, such as printing into a pager.
  package func release() { descriptor.unlock() }

  deinit { descriptor.unlock() }
}
