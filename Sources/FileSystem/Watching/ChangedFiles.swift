/// Which files may have changed.
package enum ChangedFiles: Sendable, Equatable {
  /// Any of them, and there may be new ones.
  case all
  /// Those with some paths, as the watcher was given its folders; they may be new, or gone.
  case some(Set<String>)

  /// None.
  package static let none = ChangedFiles.some([])

  /// With more paths than this, checking all files is as quick.
  private static let most = 256

  /// Adds what else may have changed.
  package mutating func formUnion(_ other: ChangedFiles) {
    guard case .some(let paths) = self, case .some(let others) = other else { return self = .all }
    let union = paths.union(others)
    self = union.count > Self.most ? .all : .some(union)
  }
}
