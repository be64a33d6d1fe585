import Platform

/// An open folder. Operations on names apply to this folder, even if its path leads elsewhere by then.
///
/// No call follows a symbolic link, and paths are resolved component by component. So nothing is read,
/// written or removed elsewhere if someone replaces a folder by a link.
package final class OpenFolder: Sendable {
  /// The user's path of the folder.
  package let path: String
  package let descriptor: Descriptor

  /// Takes ownership of an open folder.
  init(owning descriptor: consuming Descriptor, path: String) {
    self.path = path
    self.descriptor = descriptor
  }

  /// Opens a folder by its path, following symbolic links.
  package static func open(_ path: String) throws(EnvironmentFailure) -> OpenFolder {
    let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC
    let number = try system { openat(AT_FDCWD, path, flags) }.orFail(to: "open", path)
    return OpenFolder(owning: Descriptor(owning: number), path: path)
  }

  /// The user's path of a name in the folder.
  package func display(_ name: String) -> String {
    name.isEmpty ? path : path.utf8.last == 0x2F ? path + name : path.appending(name: name)
  }

  /// A subfolder; nil if it does not exist, or if a component of its path is a symbolic link.
  /// - Parameters:
  ///   - below: the path relative to this folder; empty for the folder itself.
  ///   - published: the user's path of the folder, if it differs.
  package func folder(_ below: String, as published: String? = nil) throws(EnvironmentFailure) -> OpenFolder?
  {
    let shown = published ?? display(below)
    let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
    var last: Descriptor?
    for name in below.isEmpty ? ["."] : below.split(separator: "/").map(String.init) {
      let result = system { openat(last?.number ?? descriptor.number, name, flags) }
      if result.isAbsence { return nil }
      last = Descriptor(owning: try result.orFail(to: "open", shown))
    }
    guard let opened = last.take() else { return nil }
    return OpenFolder(owning: opened, path: shown)
  }
}

// MARK: - Looking

extension OpenFolder {
  /// The kind of an entry.
  package enum Kind: Equatable {
    /// A regular file, with its size in bytes.
    case file(size: Int)
    case folder
    /// A symbolic link or a special file.
    case other
  }

  /// The kind of an entry; nil if it does not exist.
  package func kind(of name: String) throws(EnvironmentFailure) -> Kind? {
    var status = stat()
    let result = system { fstatat(descriptor.number, name, &status, AT_SYMLINK_NOFOLLOW) }
    if result.isAbsence { return nil }
    try result.orFail(to: "read", display(name))
    return switch status.st_mode & S_IFMT {
    case S_IFREG: .file(size: Int(status.st_size))
    case S_IFDIR: .folder
    default: .other
    }
  }

  /// The names in the folder except `.` and `..`, in no particular order.
  /// - Parameter onlyFolders: whether to return only folders, without checking each name.
  package func names(onlyFolders: Bool = false) throws(EnvironmentFailure) -> [String] {
    let number = try system { openat(descriptor.number, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
      .orFail(to: "read", path)
    var names: [String] = []
    do throws(SystemError) {
      var stream = try FolderStream(owning: number)
      while let (name, type) = try stream.next() {
        if !onlyFolders || type == Int32(DT_DIR) || type == Int32(DT_UNKNOWN) { names.append(name) }
      }
    } catch {
      throw EnvironmentFailure("read", path, reason: error.reason)
    }
    return names
  }

  /// A file opened for reading; nil if there is no regular file with this name.
  package func file(_ name: String) throws(EnvironmentFailure) -> Descriptor? {
    // Without O_NONBLOCK, opening a pipe left by another program would block.
    let flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
    let result = system { openat(descriptor.number, name, flags) }
    if result.isAbsence { return nil }
    return Descriptor(owning: try result.orFail(to: "read", display(name)))
  }

  /// The bytes of a file; nil if there is no regular file with this name.
  package func bytes(of name: String) throws(EnvironmentFailure) -> [UInt8]? {
    guard let file = try file(name), let size = try file.size().orFail(to: "read", display(name)) else {
      return nil
    }
    var bytes = [UInt8](repeating: 0, count: size)
    let count = try bytes.withUnsafeMutableBytes { file.read(into: $0, at: 0) }.orFail(
      to: "read", display(name))
    bytes.removeLast(size - count)
    return bytes
  }
}

// MARK: - Changing

extension OpenFolder {
  /// Makes an empty file, unless it already exists.
  package func touch(_ name: String) throws(EnvironmentFailure) {
    let flags = O_WRONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC
    _ = Descriptor(
      owning: try system { openat(descriptor.number, name, flags, 0o666) }.orFail(to: "write", display(name)))
  }

  /// Renames a file or folder within this folder atomically, replacing an existing file.
  package func rename(_ name: String, to new: String) throws(EnvironmentFailure) {
    try system { renameat(descriptor.number, name, descriptor.number, new) }.orFail(to: "write", display(new))
  }

  /// Makes a folder.
  /// - Parameters:
  ///   - name: an unused name.
  ///   - published: the user's path of the folder, for messages.
  package func makeFolder(_ name: String, for published: String) throws(EnvironmentFailure) {
    try system { mkdirat(descriptor.number, name, 0o777) }.orFail(to: "create", published)
  }

  /// Removes a file or symbolic link.
  /// - Returns: whether it existed.
  @discardableResult
  package func remove(_ name: String) throws(EnvironmentFailure) -> Bool {
    let result = system { unlinkat(descriptor.number, name, 0) }
    if result.isAbsence { return false }
    try result.orFail(to: "remove", display(name))
    return true
  }

  /// Removes an entry if it is an empty folder.
  package func removeFolderIfEmpty(_ name: String) {
    _ = system { unlinkat(descriptor.number, name, AT_REMOVEDIR) }
  }

  /// Removes a file, or a folder with all of its contents.
  package func removeTree(_ name: String) throws(EnvironmentFailure) {
    guard try kind(of: name) == .folder, let inner = try folder(name) else {
      try remove(name)
      return
    }
    for name in try inner.names() { try inner.removeTree(name) }
    removeFolderIfEmpty(name)
  }
}
