/// Opens folders one after another, each by its name in the folder above it, which stays open meanwhile.
///
/// In the order of their paths, folders share those above them: each is opened once, instead of once for
/// every folder below it.
package struct FolderWalk {
  /// The maximum number of folders that stay open, so that few descriptors are needed at any depth.
  private static let maximumOpen = 16

  private let top: OpenFolder
  /// The open folders below the top, each in the one before.
  private var path: [(name: Substring, folder: OpenFolder)] = []

  /// Starts at a folder.
  package init(from top: OpenFolder) {
    self.top = top
  }

  /// A folder; nil if it does not exist, or if a component of its path is a symbolic link.
  /// - Parameters:
  ///   - below: its path relative to the first folder; empty for that itself.
  ///   - published: its path with the names that users know, if some differ.
  /// - Complexity: O(*n*) in the names that differ from those of the last path.
  package mutating func folder(
    _ below: String, as published: String? = nil
  ) throws(EnvironmentFailure) -> OpenFolder? {
    let names = below.split(separator: "/")
    let shared = zip(path, names).prefix { $0.name.utf8.elementsEqual($1.utf8) }.count
    path.removeSubrange(shared...)
    let shown = published.map { $0.split(separator: "/") } ?? names
    for (name, shown) in zip(names, shown).prefix(Self.maximumOpen).dropFirst(shared) {
      let parent = path.last?.folder ?? top
      guard let next = try parent.folder(String(name), as: parent.display(String(shown))) else { return nil }
      path.append((name, next))
    }
    let last = path.last?.folder ?? top
    guard names.count > Self.maximumOpen else { return last }
    return try last.folder(
      names.dropFirst(Self.maximumOpen).joined(separator: "/"), as: top.display(published ?? below))
  }
}
