import Diagnostics
import FileSystem

/// Compares the paths of a build with the files that belong to docket.
struct OutputPlan: Sendable {
  /// The planned paths in the caller's order; they are referred to by index.
  let paths: [String]
  /// The indices of `paths` in ascending order of their UTF-8 bytes.
  let ascending: [Int]
  /// The fingerprint of each path in the manifest, or nil.
  private(set) var known: [Fingerprint?]
  /// The indices of the paths that do not belong to docket yet, ascending.
  private(set) var new: [Int] = []
  /// The paths that belong to docket and are not planned, ascending.
  private(set) var stale: [String] = []

  /// Compares the two lists.
  /// - Parameters:
  ///   - paths: the distinct planned paths. Ascending order of their UTF-8 bytes saves a sort.
  ///   - owned: the files that belong to docket.
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

  /// The stale paths for a journal: if the build is interrupted after the manifest was renamed, nothing else says what
  /// was removed.
  func stale(_ audience: SiteOutput.Audience) -> OwnedFiles {
    OwnedFiles(stale.map { OwnedFiles.File(path: $0, fingerprint: nil) }, audience: audience)
  }

  /// The index of a planned path that already belongs to docket; nil for any other path.
  /// - Complexity: O(log *n*) in the paths.
  func index(ofKnown path: String) -> Int? {
    let place = ascending.partitioningIndex { !paths[$0].precedes(path) }
    guard place < ascending.count else { return nil }
    let index = ascending[place]
    return paths[index].isSamePath(as: path) && known[index] != nil ? index : nil
  }

  /// The first path that is unsafe or planned twice, with the reason.
  var invalidPath: (path: String, reason: String)? {
    if let path = paths.first(where: { !OutputNames.isPublishable($0) }) {
      return (path, "A file of the site cannot have this name")
    }
    let twice = zip(ascending, ascending.dropFirst()).first { paths[$0].isSamePath(as: paths[$1]) }
    return twice.map { (paths[$0.0], "Two pages are planned for this path") }
  }
}
