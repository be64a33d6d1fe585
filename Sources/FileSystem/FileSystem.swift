import Platform

/// File system operations on paths.
package enum FileSystem {
  package enum Kind: Sendable {
    /// A regular file, a folder, a symbolic link, or a socket, pipe or device.
    case file, folder, link, other
  }

  /// An entry of a folder.
  package struct Entry: Sendable {
    /// The name within the folder.
    package let name: String
    /// The kind of the entry; symbolic links are not followed.
    package let kind: Kind
    /// The stamp of a file, if it was requested and is available.
    package let stamp: FileStamp?

    /// Whether folder scans leave it out.
    package var isIgnored: Bool { IgnoredNames.contain(name.utf8.span, isOfFile: kind == .file) }
  }

  /// The identity of a file or folder, independent of its path.
  package struct Identity: Sendable, Hashable {
    /// The number of the file system.
    let device: UInt64
    /// The number of the file in the file system.
    let inode: UInt64
  }

  /// The system's message for the last error.
  static func reason() -> String { SystemError(number: errno).reason }

  /// The kind of file at a path, following symbolic links; nil if nothing exists there.
  package static func kind(of path: String) -> Kind? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    return kind(mode: status.st_mode)
  }

  /// The identity of a file or folder.
  /// - Throws: `EnvironmentFailure` if nothing exists at the path, or if it cannot be searched.
  package static func identity(of path: String) throws(EnvironmentFailure) -> Identity {
    var status = stat()
    guard stat(path, &status) == 0 else { throw EnvironmentFailure("read", path, reason: reason()) }
    return Identity(device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
  }

  /// The absolute path with all symbolic links resolved; nil if nothing exists there.
  package static func resolved(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// The target of a symbolic link, relative to a folder that it must not leave.
  package enum LinkTarget: Sendable, Equatable {
    /// The target does not exist.
    case nowhere
    /// An absolute path outside the folder.
    case outside(String)
    /// The path below the folder; empty for the folder itself.
    case inside(String)
  }

  /// The target of a symbolic link.
  /// - Parameters:
  ///   - path: the link.
  ///   - folder: the folder that it must not leave, as returned by `resolved`.
  package static func target(ofLink path: String, within folder: String) -> LinkTarget {
    guard let target = resolved(path) else { return .nowhere }
    if target == folder { return .inside("") }
    let start = folder == "/" ? folder : folder + "/"
    return target.hasPrefix(start) ? .inside(String(target.dropFirst(start.count))) : .outside(target)
  }

  /// Whether folder scans do not reach a path, because they leave out a component of it.
  package static func isIgnored(_ path: String) -> Bool {
    let bytes = path.utf8.span
    var start = 0
    for end in 0...bytes.count where end == bytes.count || bytes[end] == UInt8(ascii: "/") {
      if IgnoredNames.contain(bytes.extracting(start..<end), isOfFile: end == bytes.count) { return true }
      start = end + 1
    }
    return false
  }

  /// The entries of a folder except `.` and `..`, sorted by the bytes of their names.
  /// - Parameters:
  ///   - folder: the folder.
  ///   - withStamps: whether to include the stamps of files, but not of symbolic links.
  /// - Throws: `EnvironmentFailure` if the folder cannot be read.
  package static func entries(of folder: String, withStamps: Bool = false) throws(EnvironmentFailure)
    -> [Entry]
  {
    let now = time(nil)
    var entries: [Entry] = []
    do throws(SystemError) {
      var stream = try FolderStream(path: folder)
      while let (name, type) = try stream.next() {
        let kind: Kind =
          switch type {
          case Int32(DT_REG): .file
          case Int32(DT_DIR): .folder
          case Int32(DT_LNK): .link
          case Int32(DT_UNKNOWN): (try? linkKind(of: folder + "/" + name)) ?? .other
          default: .other
          }
        var status = stat()
        let isStamped = withStamps && kind == .file && fstatat(stream.number, name, &status, 0) == 0
        entries.append(Entry(name: name, kind: kind, stamp: isStamped ? stamp(status, now: now) : nil))
      }
    } catch {
      throw EnvironmentFailure("read", folder, reason: error.reason)
    }
    return entries.sorted { $0.name.precedes($1.name) }
  }

  /// The stamp of a file, following symbolic links; nil if there is none or the file has just been changed.
  package static func stamp(of path: String) -> FileStamp? {
    let now = time(nil)
    var status = stat()
    return stat(path, &status) == 0 ? stamp(status, now: now) : nil
  }

  /// The stamp of a file even if it has just been changed, following symbolic links; nil if there is none.
  ///
  /// If the file is immediately written again, the stamp may stay the same.
  package static func immediateStamp(of path: String) -> FileStamp? {
    var status = stat()
    return stat(path, &status) == 0 ? stamp(status) : nil
  }

  /// The stamp of a file, unless it has just been changed.
  private static func stamp(_ status: stat, now: time_t) -> FileStamp? {
    status.isRecent(now: now) ? nil : stamp(status)
  }

  /// The stamp of a file, by its inode, size and times.
  static func stamp(_ status: stat) -> FileStamp {
    let (modified, changed) = (status.modificationTime, status.changeTime)
    // FNV-1a, 64 bits at a time. Unlike Swift's hash, it is the same in every process.
    var hash: UInt64 = 14_695_981_039_346_656_037
    for part in [
      UInt64(truncatingIfNeeded: status.st_dev), UInt64(truncatingIfNeeded: status.st_ino),
      UInt64(truncatingIfNeeded: modified.tv_sec), UInt64(truncatingIfNeeded: modified.tv_nsec),
      UInt64(truncatingIfNeeded: changed.tv_sec), UInt64(truncatingIfNeeded: changed.tv_nsec),
    ] { hash = (hash ^ part) &* 1_099_511_628_211 }
    return FileStamp(hash, UInt64(truncatingIfNeeded: status.st_size))
  }

  /// The bytes of a file, or its first bytes.
  /// - Parameters:
  ///   - path: the file.
  ///   - limit: the maximum number of bytes; of a longer file, one more byte is returned.
  /// - Throws: `EnvironmentFailure` if the file cannot be read.
  package static func read(
    _ path: String, limit: Int = .max - 1, waits: Bool = false
  ) throws(EnvironmentFailure) -> [UInt8] {
    var reader = FileReader()
    return try reader.read(path, limit: limit, waits: waits)
  }

  /// The kind of file at a path, without following symbolic links; nil if nothing exists there.
  /// - Throws: `EnvironmentFailure` if this cannot be determined.
  package static func linkKind(of path: String) throws(EnvironmentFailure) -> Kind? {
    try linkStatus(of: path).map { kind(mode: $0.st_mode) }
  }

  /// What the system says of a path, without following a symbolic link; nil if nothing exists there, or can.
  static func linkStatus(of path: String) throws(EnvironmentFailure) -> stat? {
    var status = stat()
    let result = system { lstat(path, &status) }
    if case .failure(let error) = result, [ENOENT, ENOTDIR, ENAMETOOLONG].contains(error.number) {
      return nil
    }
    try result.orFail(to: "read", path)
    return status
  }

  private static func kind(mode: mode_t) -> Kind {
    switch mode & S_IFMT {
    case S_IFREG: .file
    case S_IFDIR: .folder
    case S_IFLNK: .link
    default: .other
    }
  }
}

extension stat {
  /// When the bytes last changed.
  fileprivate var modificationTime: timespec {
    #if canImport(Darwin)
      st_mtimespec
    #else
      st_mtim
    #endif
  }

  /// When the bytes, the name or the permissions last changed.
  fileprivate var changeTime: timespec {
    #if canImport(Darwin)
      st_ctimespec
    #else
      st_ctim
    #endif
  }

  /// Whether the file may change again without another stamp: file system clocks may tick only every two
  /// seconds, and writing again within a tick leaves the times unchanged.
  func isRecent(now: time_t) -> Bool { changeTime.tv_sec >= now - 2 }
}
