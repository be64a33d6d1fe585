import Diagnostics
import FileSystem

/// What is in the way of a plan.
struct Obstacles {
  private let owned: OwnedFiles
  /// The builds whose temporary names are docket's own.
  private let runs: [RunToken]
  /// What is not docket's own.
  private var foreign: [String] = []
  /// The new paths where a folder of docket's own files is.
  private(set) var delayed: Set<Int> = []

  /// Finds nothing yet.
  init(owned: OwnedFiles, runs: [RunToken]) {
    self.owned = owned
    self.runs = runs
  }

  /// Looks at the place of a folder.
  /// - Parameter path: the folder, whose parent is a folder.
  mutating func look(
    atFolder path: String, in root: borrowing OutputRoot
  ) throws(EnvironmentFailure) -> OutputFolders.State {
    switch try root.kind(of: path) {
    case nil: return .staged
    case .folder: return .present
    // A file that was a page before: stale now, and gone when the folder gets its name.
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

  /// Looks for folders in the places of pages that docket has written before.
  ///
  /// The names of each folder say which of them are folders; no page is looked at for it.
  mutating func look(
    atFoldersAmong plan: OutputPlan, _ folders: OutputFolders, in root: borrowing OutputRoot
  ) throws(EnvironmentFailure) {
    for folder in folders.all where folder.state == .present {
      guard let open = try root.openFolder(folder.place) else { continue }
      for name in try open.names(onlyFolders: true) {
        let path = folder.path + name
        guard let index = plan.index(ofKnown: path) else { continue }
        try look(atFile: index, path: path, in: root)
      }
    }
  }

  private mutating func lookInside(_ folder: String, _ root: borrowing OutputRoot) throws(EnvironmentFailure)
  {
    guard owned.liesBelow(folder) else {
      foreign.append(folder)
      return
    }
    for name in try root.names(in: folder).sorted(by: { $0.precedes($1) })
    where !runs.contains(where: { $0.isTemporary(name) }) {
      let path = folder + "/" + name
      switch try root.kind(of: path) {
      case .folder: try lookInside(path, root)
      case nil: continue
      case .file where owned.contains(path): continue
      case .file, .other: foreign.append(path)
      }
    }
  }

  /// An error for each thing that is not docket's own.
  func refusals(in root: borrowing OutputRoot) -> [Diagnostic] {
    foreign.map { path in
      root.diagnostic(
        .foreignFile, at: path,
        "a page would be written here, but docket did not write what is here; move it away")
    }
  }
}
