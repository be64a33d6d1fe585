import FileSystem

// What is at the paths of an edit, and what of it may be changed.

extension EditPaths {
  /// The paths of files that no longer have the bytes the changes were made for.
  /// - Throws: For a path that must not be replaced: a symbolic or hard link, a file or folder without write
  ///   permission, or anything outside Content.
  func conflicts(of changes: [FileChange]) throws(EnvironmentFailure) -> [String] {
    var conflicts: [String] = []
    for change in changes {
      try refuseLinks(of: change)
      let path = file(change.path)
      if let status = try FileSystem.status(of: path) {
        if change.before == nil, let origin = change.origin,
          origin.lowercased() == change.path.lowercased()
        {
          throw EnvironmentFailure(
            "write", path,
            reason:
              "This file system takes it for '\(origin.fileName)'; rename the record to another id first")
        }
        guard !status.hasOtherNames else {
          throw EnvironmentFailure(
            "write", path,
            reason: "The file has more names than this one (hard links), which would keep the old text")
        }
        if let refusal = status.refusal { throw EnvironmentFailure("write", path, reason: refusal) }
      }
      if let folder = existingFolder(of: path), let status = try FileSystem.status(of: folder),
        !status.isLink, let refusal = status.refusal
      {
        throw EnvironmentFailure("write", folder, reason: refusal)
      }
      if try state(of: path) != State(change.before) { conflicts.append(change.path) }
    }
    return conflicts
  }

  /// Refuses to change a symbolic link, or a file that a link leads to outside Content. A folder may be a
  /// link to another folder of Content.
  func refuseLinks(of change: FileChange) throws(EnvironmentFailure) {
    let path = file(change.path)
    if try FileSystem.status(of: path)?.isLink ?? false {
      throw EnvironmentFailure(
        "write", path, reason: "It is a symbolic link; change the file that it leads to")
    }
    try refuseToLeave(path)
  }

  /// Refuses a path that a symbolic link leads out of Content.
  func refuseToLeave(_ path: String) throws(EnvironmentFailure) {
    guard let folder = existingFolder(of: path), let target = FileSystem.resolved(folder) else { return }
    guard target == real || target.path(below: real) != nil else {
      throw EnvironmentFailure(
        "write", path, reason: "A symbolic link leads to '\(target)', which is outside \(content)")
    }
  }

  /// The nearest existing folder above a path.
  private func existingFolder(of path: String) -> String? {
    path.foldersAbove.first { FileSystem.kind(of: $0) == .folder }
  }

  /// Whether a file that is prepared in Content can be renamed to a change's path.
  func isOnContentsFileSystem(_ change: FileChange) throws(EnvironmentFailure) -> Bool {
    let folder = existingFolder(of: file(change.path)).flatMap { FileSystem.resolved($0) } ?? real
    return try FileSystem.status(of: folder)?.fileSystem == FileSystem.status(of: real)?.fileSystem
  }

  /// What is at a path.
  enum State: Equatable {
    case absent
    case file([UInt8])
    /// A folder, which another program made: docket changes none.
    case other

    /// - Parameter bytes: those of a file; nil for none.
    init(_ bytes: [UInt8]?) { self = bytes.map { .file($0) } ?? .absent }
  }

  /// What is at a path, with the bytes of a file.
  /// - Throws: If this is unknown, or a file cannot be read.
  func state(of path: String) throws(EnvironmentFailure) -> State {
    switch try FileSystem.linkKind(of: path) {
    case nil: .absent
    case .folder: .other
    default: .file(try FileSystem.read(path))
    }
  }
}
