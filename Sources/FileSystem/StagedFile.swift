import Platform

/// A file that is written under a temporary name and then renamed, so that at any time its path has either
/// all of the old bytes or all of the new ones.
///
///     let file = StagedFile("x.html.new", in: folder, for: "Site/x.html", durability: .deferred)
///     try file.write(bytes)
///     try file.rename(to: "x.html")
///
/// If an operation fails, the temporary file is removed.
package struct StagedFile: Sendable {
  /// The parts of a file that are on disk when a call returns, and so survive a power failure.
  package enum Durability: Sendable {
    /// No guarantee: for files that can be made again, such as pages, or that one `synchronizeAll` covers.
    case deferred
    /// The bytes, before the file is renamed.
    case bytes
    /// The bytes, and then the new name.
    case bytesAndName
  }

  /// The folder of both names; nil if they are paths.
  private let folder: OpenFolder?
  /// The temporary name.
  private let name: String
  /// The user's path of the file, for messages.
  private let published: String
  private let durability: Durability
  /// Whether only its owner may read it.
  private let isPrivate: Bool

  /// Makes a staged file in an open folder.
  /// - Parameters:
  ///   - name: an unused temporary name; writing fails if it exists.
  ///   - published: the user's path of the file, for messages.
  package init(_ name: String, in folder: OpenFolder, for published: String, durability: Durability) {
    self.folder = folder
    self.name = name
    self.published = published
    self.durability = durability
    isPrivate = false
  }

  /// Makes a staged file at a path.
  /// - Parameters:
  ///   - path: the temporary path; a file left there is replaced.
  ///   - published: the user's path of the file, for messages.
  ///   - isPrivate: whether only its owner may read it.
  package init(
    at path: String, for published: String, durability: Durability, isPrivate: Bool = false
  ) {
    folder = nil
    name = path
    self.published = published
    self.durability = durability
    self.isPrivate = isPrivate
  }

  private var base: Int32 { folder?.descriptor.number ?? AT_FDCWD }

  /// Writes the file under its temporary name.
  /// - Parameters:
  ///   - bytes: the content.
  ///   - model: the path of a file whose permissions, owner and extended attributes are copied, if any.
  package func write(_ bytes: [UInt8], like model: String? = nil) throws(EnvironmentFailure) {
    try write { (file) throws(EnvironmentFailure) in
      if let model, try FileSystem.status(of: model)?.isFile ?? false {
        // A file that cannot be read could not have been edited.
        let flags = O_RDONLY | O_NOFOLLOW | O_CLOEXEC
        let source = Descriptor(owning: try system { open(model, flags) }.orFail(to: "write", published))
        try file.takeMetadata(of: source, for: published)
      }
      try bytes.withUnsafeBytes { file.write($0) }.orFail(to: "write", published)
    }
  }

  /// Writes the file under its temporary name.
  /// - Parameter fill: writes all bytes, and sets other metadata.
  package func write(
    _ fill: (borrowing Descriptor) throws(EnvironmentFailure) -> Void
  ) throws(EnvironmentFailure) {
    let flags = O_WRONLY | O_CREAT | (folder == nil ? O_TRUNC : O_EXCL) | O_NOFOLLOW | O_CLOEXEC
    let file = Descriptor(
      owning: try system { openat(base, name, flags, isPrivate ? 0o600 : 0o666) }.orFail(
        to: "write", published))
    do throws(EnvironmentFailure) {
      try fill(file)
      if durability != .deferred { try file.synchronize().orFail(to: "write", published) }
      try file.finish().orFail(to: "write", published)
    } catch {
      remove()
      throw error
    }
  }

  /// Renames the file atomically, replacing an existing file.
  ///
  /// If the user may not open the folder, the renaming is not synced to disk.
  /// - Parameter isWanted: called last to check whether the existing file may still be replaced.
  /// - Returns: the result of `isWanted`; if false, the temporary file is removed.
  @discardableResult
  package func rename(
    to target: String, if isWanted: () throws(EnvironmentFailure) -> Bool = { true }
  ) throws(EnvironmentFailure) -> Bool {
    do throws(EnvironmentFailure) {
      guard try isWanted() else {
        remove()
        return false
      }
      try system { renameat(base, name, base, target) }.orFail(to: "write", published)
    } catch {
      remove()
      throw error
    }
    if durability == .bytesAndName { try synchronizeNames(beside: target) }
    return true
  }

  private func synchronizeNames(beside target: String) throws(EnvironmentFailure) {
    if let folder {
      try folder.descriptor.synchronize().orFail(to: "write", folder.path)
    } else {
      guard case .success(let number) = system({ open(target.folderAbove, O_RDONLY | O_CLOEXEC) }) else {
        return
      }
      _ = Descriptor(owning: number).synchronize()
    }
  }

  /// Removes the temporary file; does nothing if it does not exist or cannot be removed.
  package func remove() { _ = system { unlinkat(base, name, 0) } }
}
