import Content
import FileSystem

/// The files of a folder at a commit, as `git ls-tree -r -z` prints them.
struct GitTree {
  /// A symbolic link: its path, and the blob with its target.
  struct Link {
    let path: String
    let blob: Substring
  }

  /// Why a submodule cannot be read.
  static let submoduleReason = "it is a submodule, whose files are not in this repository"

  /// The files, and the entries that cannot be listed.
  private(set) var entries: [ContentEntry] = []
  /// The blob of each file, by its path.
  private(set) var blobs: [String: Substring] = [:]
  private(set) var submodules: [String] = []
  /// The symbolic links, which ``resolve(_:)`` turns into entries.
  private(set) var links: [Link] = []

  /// Parses git's output: `MODE TYPE NAME`, a tab and a path for each file, each followed by a zero byte.
  init(_ output: [UInt8]) {
    for record in output.split(separator: 0) {
      guard let tab = record.firstIndex(of: UInt8(ascii: "\t")) else { continue }
      let words = String(decoding: record[..<tab], as: UTF8.self).split(separator: " ")
      let path = String(decoding: record[(tab + 1)...], as: UTF8.self)
      guard words.count == 3 else { continue }
      switch words[0] {
      case "120000": links.append(Link(path: path, blob: words[2]))
      case "160000":
        submodules.append(path)
        entries.append(ContentEntry(path: path, kind: .folder(unlisted: Self.submoduleReason)))
      default: add(path, words[2])
      }
    }
  }

  private mutating func add(_ path: String, _ blob: Substring) {
    blobs[path] = blob
    entries.append(ContentEntry(path: path, stamp: Self.stamp(of: blob)))
  }

  /// Makes entries from the symbolic links: the targets of links to files in the tree and to folders of it that are not
  /// read where they lie, and the links themselves otherwise.
  /// - Parameters:
  ///   - targets: the target of each link; nil if it is unknown.
  ///   - root: the name of the tree's own folder.
  mutating func resolve(_ targets: [String?], root: String) {
    let files = blobs
    for (link, target) in zip(links, targets) {
      guard let target, !target.hasPrefix("/"), let path = link.path.parentFolder.path(following: target)
      else {
        entries.append(ContentEntry(path: link.path, kind: .link(to: target)))
        continue
      }
      let inside = files.compactMap { file, blob in file.path(below: path).map { ($0, blob) } }
      if let blob = files[path] {
        add(link.path, blob)
      } else if !inside.isEmpty, !FileSystem.isIgnored(path) {
        entries.append(.link(link.path, toFolder: path.isEmpty ? root : path))
      } else if !inside.isEmpty, !link.path.hasPrefix(path + "/") {
        for (file, blob) in inside { add(link.path + "/" + file, blob) }
      } else {
        entries.append(ContentEntry(path: link.path, kind: .link(to: nil)))
      }
    }
  }

  /// The stamp of a blob: the first 128 bits of its digest.
  private static func stamp(of blob: Substring) -> FileStamp? {
    guard let high = UInt64(blob.prefix(16), radix: 16),
      let low = UInt64(blob.dropFirst(16).prefix(16), radix: 16)
    else { return nil }
    return FileStamp(high, low)
  }
}
