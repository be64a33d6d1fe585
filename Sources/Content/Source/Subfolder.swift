import FileSystem

/// A folder of another source, as a source.
struct Subfolder: ContentSource {
  private let base: any ContentSource
  /// The folder's path below the other source's root, with a slash at its end.
  private let prefix: String

  /// Makes the source of a folder.
  /// - Parameters:
  ///   - base: the other source.
  ///   - path: the folder's path below its root.
  init(of base: any ContentSource, _ path: String) {
    self.base = base
    prefix = path + "/"
  }

  var root: String { base.root + "/" + prefix.dropLast() }

  func list(withStamps: Bool) async throws(EnvironmentFailure) -> [ContentEntry] {
    try await base.list(withStamps: withStamps).filter { $0.path.hasPrefix(prefix) }.map {
      ContentEntry(path: String($0.path.dropFirst(prefix.count)), kind: $0.kind, stamp: $0.stamp)
    }
  }

  func read(_ paths: [String], limit: Int) -> [Result<[UInt8], EnvironmentFailure>] {
    base.read(paths.map { prefix + $0 }, limit: limit)
  }

  func location(of path: String) -> String? { base.location(of: prefix + path) }
}
