import Diagnostics
import FileSystem

/// A Content folder in memory.
///
///     var source = MemorySource(["customers/acme.md": "---\nname: Acme\n---\n"])
///     source["orders/1.md"] = Array("---\ndate: 2026-03-14\n---\n".utf8)
package struct MemorySource: ContentSource {
  package let root: String
  /// The files' paths and stamps, sorted by path.
  private var entries: [ContentEntry] = []
  /// The bytes of each entry.
  private var contents: [[UInt8]] = []

  /// Makes a folder from the bytes of its files, by their paths below it.
  /// - Complexity: O(*n* log *n*) in the files.
  package init(root: String = "Content", _ files: [String: [UInt8]] = [:]) {
    self.root = root
    for (path, bytes) in files.sorted(by: { $0.key.precedes($1.key) }) {
      entries.append(ContentEntry(path: path, stamp: FileStamp(of: bytes)))
      contents.append(bytes)
    }
  }

  /// Makes a folder from the texts of its files, by their paths below it.
  package init(root: String = "Content", _ files: [String: String]) {
    self.init(root: root, files.mapValues { Array($0.utf8) })
  }

  /// The bytes of a file; nil if there is none. Set nil to remove the file.
  /// - Complexity: O(*n*) in the files to add or remove one.
  package subscript(path: String) -> [UInt8]? {
    get { index(of: path).map { contents[$0] } }
    set {
      let place = entries.partitioningIndex { !$0.path.precedes(path) }
      if let index = index(of: path) {
        entries.remove(at: index)
        contents.remove(at: index)
      }
      guard let newValue else { return }
      entries.insert(ContentEntry(path: path, stamp: FileStamp(of: newValue)), at: place)
      contents.insert(newValue, at: place)
    }
  }

  /// The paths of the files, sorted by their bytes.
  package var paths: [String] { entries.map(\.path) }

  package func list(withStamps: Bool) -> [ContentEntry] { entries }

  package func read(_ paths: [String], limit: Int) -> [Result<[UInt8], EnvironmentFailure>] {
    paths.map { path in
      guard let index = index(of: path) else {
        return .failure(EnvironmentFailure("read", root + "/" + path, reason: "No such file or directory"))
      }
      let bytes = contents[index]
      return .success(bytes.count > limit ? Array(bytes[...limit]) : bytes)
    }
  }

  package func file(at path: String) -> FileLookup? { index(of: path).map { .file(entries[$0]) } ?? .nothing }

  private func index(of path: String) -> Int? {
    let index = entries.partitioningIndex { !$0.path.precedes(path) }
    return index < entries.count && entries[index].path.isSamePath(as: path) ? index : nil
  }
}
