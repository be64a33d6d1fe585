import FileSystem

/// What a book is read from: the files of a Content folder, wherever their bytes are.
///
/// `WorkingTree` is the folder on disk, `MemorySource` a dictionary of paths, an `Overlay` lays unsaved bytes
/// over another source, and a git revision is one in another target. Nothing else in Content knows where bytes come
/// from.
package protocol ContentSource: Sendable {
  /// Content as the user would type it: the beginning of the paths in diagnostics.
  var root: String { get }

  /// Lists the files, and whatever keeps some of them from being listed.
  ///
  /// Files whose name, or a folder's above it, begins with `.` or `_` may be among them; Content ignores them.
  /// - Parameter withStamps: whether to include the files' stamps, which may take time.
  /// - Returns: the entries, sorted by the bytes of their paths.
  /// - Throws: `EnvironmentFailure` if there is nothing to list.
  func list(withStamps: Bool) async throws(EnvironmentFailure) -> [ContentEntry]

  /// Looks at a single path.
  /// - Returns: the file there, or that there is nothing; nil if only a list of all files can tell.
  func file(at path: String) -> FileLookup?

  /// The paths of files that differ from those of the source beneath; none if there is no source beneath.
  var laidOver: [String] { get }

  /// Reads files.
  /// - Parameters:
  ///   - paths: paths below Content that the source has listed.
  ///   - limit: the maximum to read of each; of a longer file, one byte more than this is returned.
  /// - Returns: the bytes of each file, or why it cannot be read, in the order of the paths.
  func read(_ paths: [String], limit: Int) -> [Result<[UInt8], EnvironmentFailure>]

  /// Where a file is on disk, so that it can be copied without being held in memory; nil if its bytes are
  /// elsewhere.
  func location(of path: String) -> String?

  /// The files of a folder as a source of their own.
  /// - Parameter path: the folder's path below the root.
  func folder(_ path: String) -> any ContentSource
}

extension ContentSource {
  package func location(of path: String) -> String? { nil }

  package func file(at path: String) -> FileLookup? { nil }

  package var laidOver: [String] { [] }

  package func folder(_ path: String) -> any ContentSource { Subfolder(of: self, path) }

  /// Reads one file.
  /// - Parameters:
  ///   - path: a path below Content.
  ///   - limit: the maximum to read; of a longer file, one byte more than this is returned.
  /// - Throws: `EnvironmentFailure` if it cannot be read.
  package func read(_ path: String, limit: Int = .max - 1) throws(EnvironmentFailure) -> [UInt8] {
    guard let result = read([path], limit: limit).first else {
      throw EnvironmentFailure("read", path, reason: "No such file or directory")
    }
    return try result.get()
  }
}

/// What a source has at one path.
package enum FileLookup: Sendable {
  /// A regular file.
  case file(ContentEntry)
  /// Nothing.
  case nothing
}

/// A file that a source lists, or what replaces files that it cannot list.
package struct ContentEntry: Sendable, Equatable {
  /// What an entry is.
  package enum Kind: Sendable, Equatable {
    /// A regular file, or a symbolic link to one within Content.
    case file
    /// A symbolic link that leads out of Content, to the given path, or nowhere.
    case link(to: String?)
    /// A socket, pipe or device.
    case special
    /// A folder whose files are not listed, and why.
    case folder(unlisted: String)
  }

  /// The path below Content: `orders/2026/1042.md`. A file beside Content is `../site.yml`.
  package let path: String
  /// What it is.
  package let kind: Kind
  /// Distinguishes the file's bytes from its earlier ones; nil if it was not asked for, or if the file was
  /// changed so recently that its stamp would not show the next change.
  package let stamp: FileStamp?
  /// Whether a symbolic link leads to it, so that it changes with a file of another path.
  package let isLinked: Bool

  /// Makes an entry.
  package init(path: String, kind: Kind = .file, stamp: FileStamp? = nil, isLinked: Bool = false) {
    self.path = path
    self.kind = kind
    self.stamp = stamp
    self.isLinked = isLinked
  }
}
