import Platform

extension FileSystem {
  /// The status of a path, without following symbolic links.
  package struct Status: Sendable {
    /// Whether it is a regular file.
    package let isFile: Bool
    /// Whether it is a symbolic link.
    package let isLink: Bool
    /// Whether the file has other names (hard links).
    package let hasOtherNames: Bool
    /// The number of the file system that it is on.
    package let fileSystem: UInt64
    /// Why it may not be changed, even if the superuser could change it; nil if it may.
    package let refusal: String?
  }

  /// The status of a path; nil if nothing exists there.
  /// - Throws: `EnvironmentFailure` if this cannot be determined.
  package static func status(of path: String) throws(EnvironmentFailure) -> Status? {
    guard let status = try linkStatus(of: path) else { return nil }
    return Status(
      isFile: status.st_mode & S_IFMT == S_IFREG, isLink: status.st_mode & S_IFMT == S_IFLNK,
      hasOtherNames: status.st_mode & S_IFMT == S_IFREG && status.st_nlink > 1,
      fileSystem: UInt64(truncatingIfNeeded: status.st_dev),
      refusal: status.st_mode & 0o222 == 0 ? "Permission denied" : access(path, W_OK) == 0 ? nil : reason())
  }

  /// Removes a file; does nothing if it does not exist.
  package static func remove(_ path: String, for name: String) throws(EnvironmentFailure) {
    let result = system { unlink(path) }
    if !result.isAbsence { try result.orFail(to: "remove", name) }
  }

  /// Makes a folder.
  /// - Returns: false if it exists already.
  package static func makeFolder(_ path: String) throws(EnvironmentFailure) -> Bool {
    let result = system { mkdir(path, 0o777) }
    if case .failure(let error) = result, error.number == EEXIST { return false }
    try result.orFail(to: "create", path)
    return true
  }

  /// Makes a folder and its missing parents.
  /// - Parameter made: receives the folders made, outermost first, even on failure.
  package static func makeFolders(_ path: String, _ made: inout [String]) throws(EnvironmentFailure) {
    var result = system { mkdir(path, 0o777) }
    let name = path.utf8.drop { $0 == UInt8(ascii: "/") }
    let last = name.lastIndex { $0 != UInt8(ascii: "/") } ?? name.startIndex
    if result.isAbsence, let slash = name[..<last].lastIndex(of: UInt8(ascii: "/")) {
      try makeFolders(String(path[..<slash]), &made)
      result = system { mkdir(path, 0o777) }
    }
    if case .failure(let error) = result, error.number == EEXIST { return }
    try result.orFail(to: "create", path)
    made.append(path)
  }

  package static func removeFolderIfEmpty(_ path: String) { rmdir(path) }

  /// Waits until everything written is on disk.
  package static func synchronizeAll() { sync() }
}
