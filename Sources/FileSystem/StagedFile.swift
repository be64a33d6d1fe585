#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A file that is written under a temporary name and then renamed, so that its place holds the old bytes or the new
/// ones, whole, whatever happens in between.
///
///     let file = StagedFile("x.html.new", in: folder, for: "Site/x.html", durability: .deferred)
///     try file.write(bytes)
///     try file.rename(to: "x.html")
///
/// Whatever fails removes the temporary file.
package struct StagedFile: Sendable {
  /// What of a file is on the disk when a call returns, and so outlasts a power failure.
  package enum Durability: Sendable {
    /// Nothing for certain: for what can be made again, such as pages, or is covered by one `synchronizeAll`.
    case deferred
    /// The bytes, before the file gets its name.
    case bytes
    /// The bytes, and then the name.
    case bytesAndName
  }

  /// The folder of both names; nil if these are paths.
  private let folder: OpenFolder?
  /// The temporary name.
  private let name: String
  /// The path that the user knows the file by, for a failure.
  private let published: String
  private let durability: Durability

  /// A file in an open folder.
  /// - Parameters:
  ///   - name: the temporary name, which nothing has: writing fails otherwise.
  ///   - published: the path that the user knows the file by.
  package init(_ name: String, in folder: OpenFolder, for published: String, durability: Durability) {
    self.folder = folder
    self.name = name
    self.published = published
    self.durability = durability
  }

  /// A file at a path.
  /// - Parameters:
  ///   - path: the temporary path; a file that was left there is replaced.
  ///   - published: the path that the user knows the file by.
  package init(at path: String, for published: String, durability: Durability) {
    folder = nil
    name = path
    self.published = published
    self.durability = durability
  }

  private var base: Int32 { folder?.descriptor.number ?? AT_FDCWD }

  /// Writes the file under its temporary name.
  /// - Parameters:
  ///   - bytes: what it holds.
  ///   - model: the path of the file whose permissions, owner and extended attributes it gets, if there is one.
  package func write(_ bytes: [UInt8], like model: String? = nil) throws(EnvironmentFailure) {
    try write { (file) throws(EnvironmentFailure) in
      try bytes.withUnsafeBytes { file.write($0) }.orFail(to: "write", published)
      guard let model, FileSystem.status(of: model)?.isFile ?? false else { return }
      // What cannot be read was not the edit's to begin with.
      let flags = O_RDONLY | O_NOFOLLOW | O_CLOEXEC
      let source = Descriptor(owning: try system { open(model, flags) }.orFail(to: "write", published))
      try file.takeMetadata(of: source, for: published)
    }
  }

  /// Writes the file under its temporary name.
  /// - Parameter fill: writes all bytes, and sets what else the file shall have.
  package func write(
    _ fill: (borrowing Descriptor) throws(EnvironmentFailure) -> Void
  ) throws(EnvironmentFailure) {
    let flags = O_WRONLY | O_CREAT | (folder == nil ? O_TRUNC : O_EXCL) | O_NOFOLLOW | O_CLOEXEC
    let file = Descriptor(
      owning: try system { openat(base, name, flags, 0o666) }.orFail(to: "write", published))
    do throws(EnvironmentFailure) {
      try fill(file)
      if durability != .deferred { try file.synchronize().orFail(to: "write", published) }
      try file.finish().orFail(to: "write", published)
    } catch {
      remove()
      throw error
    }
  }

  /// Gives the file its name, in one step and in place of the file that had it.
  ///
  /// The names of a folder that the user may not open are not waited for.
  /// - Parameter isWanted: is asked at the last moment whether what is there may still be replaced.
  /// - Returns: what that answered; if it is false, the temporary file is removed.
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
      let above = target.folderPrefix.isEmpty ? "." : String(target.folderPrefix)
      guard case .success(let number) = system({ open(above, O_RDONLY | O_CLOEXEC) }) else { return }
      _ = Descriptor(owning: number).synchronize()
    }
  }

  /// Removes the temporary file; if there is none, or it cannot be removed, nothing happens.
  package func remove() { _ = system { unlinkat(base, name, 0) } }
}
