import FileSystem

/// A Content folder in memory.
///
///     var source = MemorySource(["customers/acme.md": "---\nname: Acme\n---\n"])
///     source["orders/1.md"] = Array("---\ndate: 2026-03-14\n---\n".utf8)
package struct MemorySource: ContentSource {
  package let root: String
  /// The files, sorted by path.
  private var files: [(entry: ContentEntry, bytes: [UInt8])]

  /// Makes a folder from the bytes of its files, by their paths below it.
  /// - Complexity: O(*n* log *n*) in the files.
  package init(root: String = "Content", _ files: [String: [UInt8]] = [:]) {
    self.root = root
    self.files = files.sorted { $0.key.precedes($1.key) }.map { Self.file($0.key, $0.value) }
  }

  /// Makes a folder from the texts of its files, by their paths below it.
  package init(root: String = "Content", _ files: [String: String]) {
    self.init(root: root, files.mapValues { Array($0.utf8) })
  }

  /// The bytes of a file; nil if there is none. Set nil to remove the file.
  /// - Complexity: O(*n*) in the files to add or remove one.
  package subscript(path: String) -> [UInt8]? {
    get { file(of: path)?.bytes }
    set {
      files.replaceSubrange(
        files.range(of: path, by: \.entry.path), with: newValue.map { [Self.file(path, $0)] } ?? [])
    }
  }

  /// The paths of the files, sorted by their bytes.
  package var paths: [String] { files.map(\.entry.path) }

  package func list(withStamps: Bool) -> [ContentEntry] { files.map(\.entry) }

  package func read(_ paths: [String], limit: Int) -> [Result<[UInt8], EnvironmentFailure>] {
    paths.map { answer(self[$0], at: $0, limit: limit) }
  }

  package func file(at path: String) -> FileLookup? { file(of: path).map { .file($0.entry) } ?? .nothing }

  private func file(of path: String) -> (entry: ContentEntry, bytes: [UInt8])? {
    files[files.range(of: path, by: \.entry.path)].first
  }

  private static func file(_ path: String, _ bytes: [UInt8]) -> (entry: ContentEntry, bytes: [UInt8]) {
    (ContentEntry(path: path, stamp: FileStamp(of: bytes)), bytes)
  }
}
