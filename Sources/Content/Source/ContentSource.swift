import FileSystem

/// A source of a book: the files of a Content folder, wherever their bytes are.
///
/// `WorkingTree` is a folder on disk, `MemorySource` is a dictionary of paths, an `Overlay` lays unsaved
/// bytes over another source, and a git revision is a source in another target. Nothing else in Content knows
/// where bytes come from.
package protocol ContentSource: Sendable {
  /// The path of Content as the user would type it, with which the paths in diagnostics begin.
  var root: String { get }

  /// A lock to hold while files are listed and read, so that they do not change in between; nil if none is needed.
  var readingLock: FolderLock? { get }

  /// Lists the files, with entries in place of files that cannot be listed.
  ///
  /// The list may include files with `.` or `_` before their name or a folder's; Content ignores them.
  /// - Parameter withStamps: whether to include the files' stamps, which may take time.
  /// - Returns: the entries, sorted by the bytes of their paths.
  /// - Throws: `EnvironmentFailure` if there is nothing to list.
  func list(withStamps: Bool) async throws(EnvironmentFailure) -> [ContentEntry]

  /// Looks at a single path.
  /// - Returns: the file at the path, or that there is nothing; nil if this needs a listing of all files.
  func file(at path: String) -> FileLookup?

  /// The paths of files that differ from the source beneath; empty if there is no source beneath.
  var laidOver: [String] { get }

  /// Reads files.
  /// - Parameters:
  ///   - paths: paths below Content that the source has listed.
  ///   - limit: the maximum number of bytes to read of each; of a longer file, one byte more is returned.
  /// - Returns: the bytes of each file, or why it cannot be read, in the order of the paths.
  func read(_ paths: [String], limit: Int) -> [Result<[UInt8], EnvironmentFailure>]

  /// Where a file is on disk, so that it can be copied without loading it; nil if its bytes are elsewhere.
  func location(of path: String) -> String?

  /// The files of a folder as a separate source.
  /// - Parameter path: the folder's path below the root.
  func folder(_ path: String) -> any ContentSource
}

extension ContentSource {
  package func location(of path: String) -> String? { nil }

  package func file(at path: String) -> FileLookup? { nil }

  package var readingLock: FolderLock? { nil }

  package var laidOver: [String] { [] }

  package func folder(_ path: String) -> any ContentSource { Subfolder(of: self, path) }

  /// Reads one file.
  /// - Parameters:
  ///   - path: a path below Content.
  ///   - limit: the maximum number of bytes to read; of a longer file, one byte more is returned.
  /// - Throws: `EnvironmentFailure` if it cannot be read.
  package func read(_ path: String, limit: Int = .max - 1) throws(EnvironmentFailure) -> [UInt8] {
    guard let result = read([path], limit: limit).first else {
      throw EnvironmentFailure("read", path, reason: "No such file or directory")
    }
    return try result.get()
  }

  /// The answer to a reading of a file whose bytes are in memory.
  /// - Parameters:
  ///   - bytes: nil if there is no file.
  ///   - limit: the maximum number of bytes to read; of a longer file, one byte more is returned.
  func answer(_ bytes: [UInt8]?, at path: String, limit: Int) -> Result<[UInt8], EnvironmentFailure> {
    guard let bytes else {
      return .failure(EnvironmentFailure("read", root + "/" + path, reason: "No such file or directory"))
    }
    return .success(bytes.count > limit ? Array(bytes[...limit]) : bytes)
  }
}

/// The path of a file beside Content, as the user would type it.
func pathBeside(_ root: String, _ name: String) -> String {
  let last = root.split(separator: "/").last ?? ""
  // '.' and '..' have no last name to replace.
  return (last.allSatisfy { $0 == "." } ? root + "/../" : String(root.dropLast(last.count))) + name
}

/// What a source has at one path.
package enum FileLookup: Sendable {
  /// A regular file.
  case file(ContentEntry)
  /// Nothing.
  case nothing
}

/// A file that a source lists, or an entry in place of files that it cannot list.
package struct ContentEntry: Sendable, Equatable {
  /// The beginning of a file that stands for one that Git LFS keeps: https://github.com/git-lfs/git-lfs,
  /// docs/spec.md.
  package static let lfsPointer = "version https://git-lfs.github.com/spec/"

  /// What an entry is.
  package enum Kind: Sendable, Equatable {
    /// A regular file, or a symbolic link to one within Content.
    case file
    /// A symbolic link that leads out of Content to the given path, or nowhere.
    case link(to: String?)
    /// A socket, pipe or device.
    case special
    /// A folder that cannot be listed, and why.
    case folder(unlisted: String)
  }

  /// The path below Content: `orders/2026/1042.md`. A file beside Content is `../site.yml`.
  package let path: String
  /// What it is.
  package let kind: Kind
  /// Distinguishes the file's bytes from earlier ones; nil if it was not requested, or if the file changed so
  /// recently that the stamp might not show the next change.
  package let stamp: FileStamp?
  /// Whether the path goes through a symbolic link, so that the file may change by another path.
  let isLinked: Bool

  package init(path: String, kind: Kind = .file, stamp: FileStamp? = nil, isLinked: Bool = false) {
    self.path = path
    self.kind = kind
    self.stamp = stamp
    self.isLinked = isLinked
  }

  /// A symbolic link to a folder that is read where it lies, and must not be read twice.
  package static func link(_ path: String, toFolder target: String) -> ContentEntry {
    ContentEntry(
      path: path,
      kind: .folder(unlisted: "the symbolic link leads to '\(target)', which is read where it lies"))
  }
}
