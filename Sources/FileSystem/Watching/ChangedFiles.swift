/// The files that may have changed.
package enum ChangedFiles: Sendable, Equatable {
  /// Any file; there may be new ones.
  case all
  /// The files with the given paths, within the watcher's folders. They may be new, or deleted. This is no set of
  /// texts, which would take names for one whose accents are stored in two ways.
  case only([String])

  /// No files.
  package static let nothing = ChangedFiles.only([])

  /// The maximum number of paths; with more, checking all files is just as fast.
  private static let most = 256

  /// Adds other files that may have changed.
  package mutating func formUnion(_ other: ChangedFiles) {
    guard case .only(let paths) = self, case .only(let others) = other else { return self = .all }
    let added = others.filter { other in !paths.contains { $0.isSamePath(as: other) } }
    self = paths.count + added.count > Self.most ? .all : .only(paths + added)
  }
}
