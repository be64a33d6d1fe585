import Diagnostics
import FileSystem

/// What stands in the way of a plan.
struct Obstacles {
  private let owned: OwnedFiles
  /// What is not docket's own.
  private var foreign: [String] = []
  /// The new paths where a folder of docket's own files stands.
  private(set) var delayed: Set<Int> = []

  /// Finds nothing yet.
  init(owned: OwnedFiles) {
    self.owned = owned
  }

  /// Looks at the place of a folder.
  /// - Parameter path: the folder, whose parent is a folder.
  mutating func look(
    atFolder path: String, in root: borrowing OutputRoot
  ) throws(EnvironmentFailure) -> OutputFolders.State {
    switch try root.kind(of: path) {
    case nil: return .staged
    case .folder: return .present
    // A file that was a page before: stale now, and gone when the folder takes its name.
    case .file where owned.contains(path): return .staged
    case .file, .other:
      foreign.append(path)
      return .blocked
    }
  }

  /// Looks at the place of a page.
  /// - Parameters:
  ///   - index: the page's index in the plan.
  ///   - path: the page, whose parent is a folder.
  mutating func look(
    atFile index: Int, path: String, in root: borrowing OutputRoot
  ) throws(EnvironmentFailure) {
    switch try root.kind(of: path) {
    case .folder:
      try lookInside(path, root)
      delayed.insert(index)
    case .file where !owned.contains(path), .other where !owned.contains(path): foreign.append(path)
    case .file, .other, nil: return
    }
  }

  private mutating func lookInside(_ folder: String, _ root: borrowing OutputRoot) throws(EnvironmentFailure)
  {
    guard owned.liesBelow(folder) else {
      foreign.append(folder)
      return
    }
    for name in try root.names(in: folder).sorted(by: { $0.precedes($1) })
    where !OutputNames.isTemporary(name) {
      let path = folder + "/" + name
      switch try root.kind(of: path) {
      case .folder: try lookInside(path, root)
      case nil: continue
      case .file where owned.contains(path): continue
      case .file, .other: foreign.append(path)
      }
    }
  }

  /// An error for each of the things that are not docket's own.
  func refusals(in root: borrowing OutputRoot) -> [Diagnostic] {
    foreign.map { path in
      root.diagnostic(
        .foreignFile, at: path, "a page is to stand here, but docket did not write what does; move it away")
    }
  }
}
