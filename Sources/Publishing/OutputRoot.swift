import Diagnostics
import FileSystem

/// The output folder, open and locked.
///
/// Paths are relative to the folder, and resolved from its descriptor component by component without
/// following symbolic links. Code that makes many calls in a folder opens it once, as an `OpenFolder`.
struct OutputRoot: ~Copyable, Sendable {
  /// The folder itself.
  let top: OpenFolder

  /// Opens the folder and locks it against other builds. A missing folder is made, including its parents.
  /// - Throws: If it cannot be made, is not a folder, or another build is writing to it.
  static func open(_ folder: String) throws(EnvironmentFailure) -> OutputRoot {
    var made: [String] = []
    try FileSystem.makeFolders(folder, &made)
    let top = try OpenFolder.open(folder)
    guard top.descriptor.lock() else {
      throw EnvironmentFailure("write", folder, reason: "Another build is writing to it")
    }
    return OutputRoot(top: top)
  }

  /// Unlocks the folder for other builds.
  func unlock() { top.descriptor.unlock() }

  deinit { unlock() }

  /// A path as the user would type it; "" is the folder itself.
  func display(_ path: String) -> String {
    top.display(path)
  }

  /// An error at a path.
  func diagnostic(_ id: DiagnosticID, at path: String, _ summary: String) -> Diagnostic {
    Diagnostic(id, at: SourceRange(fileAt: display(path)), summary)
  }
}

// MARK: - Folders

extension OutputRoot {
  /// A folder of the output; nil if it does not exist, or if a component of its path is a symbolic link.
  /// - Parameter path: the folder's path, with or without a trailing `/`; empty for the output folder.
  func openFolder(_ path: String) throws(EnvironmentFailure) -> OpenFolder? {
    path.isEmpty ? top : try top.folder(path)
  }

  /// A folder of the output that must exist.
  /// - Parameters:
  ///   - path: the folder's path.
  ///   - published: the folder's final path, for messages.
  func presentFolder(_ path: String, for published: String) throws(EnvironmentFailure) -> OpenFolder {
    if path.isEmpty { return top }
    guard let folder = try top.folder(path, as: display(published)) else {
      throw missingFolder(published)
    }
    return folder
  }

  /// The failure to open a folder that must exist.
  func missingFolder(_ path: String) -> EnvironmentFailure {
    EnvironmentFailure("open", display(path), reason: SystemError.notAFolder.reason)
  }

  /// The kind of file at a path; nil if there is none.
  func kind(of path: String) throws(EnvironmentFailure) -> OpenFolder.Kind? {
    let (folder, name) = OutputNames.parted(path)
    return try openFolder(folder)?.kind(of: name)
  }

  /// The names in a folder except `.` and `..`, in no particular order; empty if it does not exist.
  /// - Parameter path: the folder; empty for the root.
  func names(in path: String) throws(EnvironmentFailure) -> [String] { try openFolder(path)?.names() ?? [] }

  /// Makes a folder under a temporary name.
  /// - Parameters:
  ///   - path: the temporary path.
  ///   - published: the folder's final path, for messages.
  func makeFolder(_ path: String, for published: String) throws(EnvironmentFailure) {
    let (folder, name) = OutputNames.parted(path)
    try presentFolder(folder, for: OutputNames.parted(published).folder)
      .makeFolder(name, for: display(published))
  }

  /// Renames a file or folder within its folder.
  func rename(_ path: String, to published: String) throws(EnvironmentFailure) {
    let (folder, name) = OutputNames.parted(path)
    try presentFolder(folder, for: folder).rename(name, to: OutputNames.parted(published).name)
  }

  /// Removes a path if it is an empty folder.
  func removeFolderIfEmpty(_ path: String) throws(EnvironmentFailure) {
    let (folder, name) = OutputNames.parted(path)
    try openFolder(folder)?.removeFolderIfEmpty(name)
  }

  /// Removes from folders everything with a temporary name of one of the runs.
  func sweep(_ folders: [OutputFolders.Folder], of runs: [RunToken]) throws(EnvironmentFailure) {
    guard !runs.isEmpty else { return }
    for folder in folders where folder.state == .present {
      guard let open = try openFolder(folder.place) else { continue }
      for name in try open.names() where runs.contains(where: { $0.isTemporary(name) }) {
        try open.removeTree(name)
      }
    }
  }
}

// MARK: - Files

extension OpenFolder {
  /// Whether a file has exactly the bytes of a source.
  /// - Parameters:
  ///   - name: the file; false if it does not exist or is not a file.
  ///   - source: the bytes.
  ///   - size: the number of bytes.
  /// - Complexity: O(*n*) in the bytes; nothing is read if the sizes differ.
  func file(_ name: String, holds source: FileSource, size: Int) throws(EnvironmentFailure) -> Bool {
    guard let file = try file(name), try file.size().orFail(to: "read", display(name)) == size else {
      return false
    }
    var offset = 0
    var isSame = true
    try source.forEachPiece { (piece) throws(EnvironmentFailure) in
      guard isSame else { return }
      isSame = try file.holds(piece, at: offset).orFail(to: "read", display(name))
      offset += piece.count
    }
    return isSame && offset == size
  }

}
