import Diagnostics
import FileSystem

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The output folder, open and locked: every call on the file system that the writer makes.
///
/// Paths are within the folder. They are walked from its descriptor anew for each call: with a descriptor for each
/// folder 10,000 files took the same time (65 ms, two cores, files in memory), and descriptors run out.
/// No call follows a symbolic link at a path's last name; `OutputFolders` sees to the names before it.
struct OutputRoot: ~Copyable, Sendable {
  /// The folder as the user named it.
  let folder: String
  private let descriptor: Descriptor

  /// Opens the folder, which is made with its parents where missing, and locks it against other builds.
  /// - Throws: where it cannot be made, is no folder, or another build is writing to it.
  static func open(_ folder: String) throws(EnvironmentFailure) -> OutputRoot {
    try makeWithParents(folder)
    let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC
    let number = try system { openat(AT_FDCWD, folder, flags) }.orFail(to: "open", folder)
    let descriptor = Descriptor(owning: number)
    // Some network file systems fail with other numbers, having no locks. A build there is as safe as it is alone.
    let lock = system { flock(number, LOCK_EX | LOCK_NB) }
    if case .failure(let error) = lock, error.number == EWOULDBLOCK {
      throw EnvironmentFailure("write", folder, reason: "Another build is writing to it")
    }
    return OutputRoot(folder: folder, descriptor: descriptor)
  }

  /// Lets another build begin.
  ///
  /// Said rather than left to `close`: a lock also belongs to whatever shares the descriptor, such as a child of this
  /// process that has not yet become another program, or a task whose last reference is still on its way out.
  func unlock() {
    _ = system { flock(descriptor.number, LOCK_UN) }
  }

  deinit { unlock() }

  private static func makeWithParents(_ folder: String) throws(EnvironmentFailure) {
    var result = system { mkdir(folder, 0o777) }
    let name = folder.utf8.drop(while: { $0 == 0x2F })
    if result.isAbsence, let slash = name.dropLast(while: 0x2F).lastIndex(of: 0x2F) {
      try makeWithParents(String(folder[..<slash]))
      result = system { mkdir(folder, 0o777) }
    }
    if case .failure(let error) = result, error.number == EEXIST { return }
    try result.orFail(to: "create", folder)
  }

  /// A path as the user would type it; that of the folder itself is "".
  func display(_ path: String) -> String {
    path.isEmpty ? folder : folder.utf8.last == 0x2F ? folder + path : folder + "/" + path
  }

  /// An error about what stands at a path.
  func diagnostic(_ id: DiagnosticID, at path: String, _ summary: String) -> Diagnostic {
    Diagnostic(id, at: SourceFile(path: display(path), bytes: []).range, summary)
  }
}

extension Substring.UTF8View {
  fileprivate func dropLast(while byte: UInt8) -> Substring.UTF8View {
    var rest = self
    while rest.last == byte { rest.removeLast() }
    return rest
  }
}

// MARK: - Looking

extension OutputRoot {
  /// What stands at a path.
  enum Kind: Equatable {
    /// A regular file of a size in bytes.
    case file(size: Int)
    /// A folder.
    case folder
    /// A symbolic link or a special file.
    case other
  }

  /// What stands at a path, or nil.
  func kind(of path: String) throws(EnvironmentFailure) -> Kind? {
    var status = stat()
    let result = system { fstatat(descriptor.number, path, &status, AT_SYMLINK_NOFOLLOW) }
    if result.isAbsence { return nil }
    try result.orFail(to: "read", display(path))
    return switch status.st_mode & S_IFMT {
    case S_IFREG: .file(size: Int(status.st_size))
    case S_IFDIR: .folder
    default: .other
    }
  }

  /// The names in a folder, `.` and `..` apart, in no order; none where it is not there.
  /// - Parameter path: the folder, or "" for the root.
  func names(in path: String) throws(EnvironmentFailure) -> [String] {
    let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
    let result = system { openat(descriptor.number, path.isEmpty ? "." : path, flags) }
    if result.isAbsence { return [] }
    let number = try result.orFail(to: "read", display(path))
    guard let stream = fdopendir(number) else {
      let error = SystemError(number: errno)
      _ = close(number)
      throw EnvironmentFailure("read", display(path), reason: error.reason)
    }
    defer { closedir(stream) }
    var names: [String] = []
    // The end and a failure both read as nil; a failure sets errno.
    errno = 0
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
      errno = 0
    }
    let error = SystemError(number: errno)
    guard error.number == 0 else { throw EnvironmentFailure("read", display(path), reason: error.reason) }
    return names
  }

  /// The bytes of a file, or nil where no regular file is.
  func bytes(of path: String) throws(EnvironmentFailure) -> [UInt8]? {
    guard let file = try openFile(path), let size = try file.size().orFail(to: "read", display(path)) else {
      return nil
    }
    var bytes = [UInt8](repeating: 0, count: size)
    let count = try bytes.withUnsafeMutableBytes { file.read(into: $0, at: 0) }.orFail(
      to: "read", display(path))
    bytes.removeLast(size - count)
    return bytes
  }

  /// Whether the file at a path has the very bytes of a source.
  /// - Parameters:
  ///   - path: the file; anything else there, or nothing, has not.
  ///   - source: the bytes.
  ///   - size: how many they are.
  /// - Complexity: O(*n*) in the bytes; nothing is read where the sizes differ.
  func file(
    at path: String, holds source: FileSource, size: Int
  ) throws(EnvironmentFailure) -> Bool {
    guard let file = try openFile(path), try file.size().orFail(to: "read", display(path)) == size else {
      return false
    }
    var offset = 0
    var isSame = true
    try source.forEachPiece { (piece) throws(EnvironmentFailure) in
      guard isSame else { return }
      isSame = try file.holds(piece, at: offset).orFail(to: "read", display(path))
      offset += piece.count
    }
    return isSame && offset == size
  }

  private func openFile(_ path: String) throws(EnvironmentFailure) -> Descriptor? {
    // Without O_NONBLOCK a pipe put there by other hands would be waited for.
    let flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
    let result = system { openat(descriptor.number, path, flags) }
    return result.isAbsence ? nil : Descriptor(owning: try result.orFail(to: "read", display(path)))
  }
}

// MARK: - Changing

extension OutputRoot {
  /// Makes a file, whole or not at all.
  /// - Parameters:
  ///   - path: where nothing stands; a leftover of a temporary name makes room.
  ///   - published: the path that the user knows the file by.
  ///   - source: the bytes.
  ///   - synchronized: whether to wait until they are on the disk.
  /// - Returns: the fingerprint of the bytes written.
  func makeFile(
    at path: String, for published: String, from source: FileSource, synchronized: Bool = false
  ) throws(EnvironmentFailure) -> Fingerprint {
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
    var result = system { openat(descriptor.number, path, flags, 0o666) }
    if case .failure(let error) = result, error.number == EEXIST, OutputNames.isTemporary(path) {
      try removeFile(path)
      result = system { openat(descriptor.number, path, flags, 0o666) }
    }
    let file = Descriptor(owning: try result.orFail(to: "write", display(published)))
    do throws(EnvironmentFailure) {
      var hash = XXHash64()
      try source.forEachPiece { (piece) throws(EnvironmentFailure) in
        try file.write(piece).orFail(to: "write", display(published))
        hash.update(piece)
      }
      if synchronized { try file.synchronize().orFail(to: "write", display(published)) }
      try file.finish().orFail(to: "write", display(published))
      return Fingerprint(hash: hash.finish(), size: hash.count)
    } catch {
      _ = system { unlinkat(descriptor.number, path, 0) }
      throw error
    }
  }

  /// Gives a file or folder its name, in one step and in place of the file that had it.
  func rename(_ path: String, to published: String) throws(EnvironmentFailure) {
    try system { renameat(descriptor.number, path, descriptor.number, published) }
      .orFail(to: "write", display(published))
  }

  /// Makes a folder.
  /// - Parameters:
  ///   - path: where.
  ///   - published: the path that the user knows the folder by.
  func makeFolder(_ path: String, for published: String) throws(EnvironmentFailure) {
    try system { mkdirat(descriptor.number, path, 0o777) }.orFail(to: "create", display(published))
  }

  /// Removes a file.
  /// - Returns: whether it was there.
  @discardableResult
  func removeFile(_ path: String) throws(EnvironmentFailure) -> Bool {
    let result = system { unlinkat(descriptor.number, path, 0) }
    if result.isAbsence { return false }
    try result.orFail(to: "remove", display(path))
    return true
  }

  /// Removes a folder if it is one and is empty.
  func removeFolderIfEmpty(_ path: String) {
    _ = system { unlinkat(descriptor.number, path, AT_REMOVEDIR) }
  }

  /// Removes everything of a temporary name from folders.
  func sweep(_ folders: [OutputFolders.Folder]) throws(EnvironmentFailure) {
    for folder in folders where folder.state == .present {
      for name in try names(in: folder.place) where OutputNames.isTemporary(name) {
        try removeTree(folder.path + name)
      }
    }
  }

  private func removeTree(_ path: String) throws(EnvironmentFailure) {
    guard try kind(of: path) == .folder else {
      try removeFile(path)
      return
    }
    for name in try names(in: path) { try removeTree(path + "/" + name) }
    removeFolderIfEmpty(path)
  }

  /// Waits until the names in the folder itself are on the disk.
  func synchronizeNames() throws(EnvironmentFailure) {
    try descriptor.synchronize().orFail(to: "write", folder)
  }
}
