import Diagnostics
import FileSystem

/// The paths of a build compared with those that are docket's own.
struct OutputPlan: Sendable {
  /// The planned paths in the caller's order; their index is their handle.
  let paths: [String]
  /// The indices of `paths` in ascending order of their UTF-8 bytes.
  let ascending: [Int]
  /// For each path what the manifest says about it, or nil.
  private(set) var known: [Fingerprint?]
  /// The indices of the paths that are not docket's own yet, ascending.
  private(set) var new: [Int] = []
  /// The paths that are docket's own and not planned, ascending.
  private(set) var stale: [String] = []

  /// Compares the two lists.
  /// - Parameters:
  ///   - paths: the planned paths, each once. Ascending order of their UTF-8 bytes saves a sort.
  ///   - owned: the files that are docket's own.
  /// - Complexity: O(*n*) in the bytes of both lists, and a sort if `paths` is not in order.
  init(_ paths: [String], owned: OwnedFiles) {
    self.paths = paths
    var ascending = Array(paths.indices)
    if !zip(paths, paths.dropFirst()).allSatisfy({ $0.precedes($1) }) {
      ascending.sort { paths[$0].precedes(paths[$1]) }
    }
    self.ascending = ascending
    known = Array(repeating: nil, count: paths.count)
    var rest = owned.files[...]
    for index in ascending {
      while let file = rest.first, file.path.precedes(paths[index]) {
        stale.append(file.path)
        rest.removeFirst()
      }
      if let file = rest.first, file.path.isSamePath(as: paths[index]) {
        known[index] = file.fingerprint
        rest.removeFirst()
      } else {
        new.append(index)
      }
    }
    stale += rest.map(\.path)
  }

  /// The index of a planned path that is docket's own already; nil for any other.
  /// - Complexity: O(log *n*) in the paths.
  func index(ofKnown path: String) -> Int? {
    let place = ascending.partitioningIndex { !paths[$0].precedes(path) }
    guard place < ascending.count else { return nil }
    let index = ascending[place]
    return paths[index].isSamePath(as: path) && known[index] != nil ? index : nil
  }

  /// The first path that must not be handed to a file system, or that is planned twice, and why.
  var invalidPath: (path: String, reason: String)? {
    if let path = paths.first(where: { !OutputNames.isPublishable($0) }) {
      return (path, "A file of the site cannot have this name")
    }
    let twice = zip(ascending, ascending.dropFirst()).first { paths[$0].isSamePath(as: paths[$1]) }
    return twice.map { (paths[$0.0], "Two pages are planned for this path") }
  }
}
