import Diagnostics
import FileSystem

/// Finds files and folders that prevent a plan from being published.
struct Obstacles {
  private let owned: OwnedFiles
  /// The builds whose temporary names belong to docket.
  private let runs: [RunToken]
  /// The paths of things that do not belong to docket.
  private var foreign: [String] = []
  /// The new paths that are now folders of docket's own files.
  private(set) var delayed: Set<Int> = []

  init(owned: OwnedFiles, runs: [RunToken]) {
    self.owned = owned
    self.runs = runs
  }

  /// Checks the place of a folder.
  /// - Parameters:
  ///   - path: the folder, whose parent is a folder.
  ///   - root: the output folder.
  mutating func check(
    folder path: String, in root: borrowing OutputRoot
  ) throws(EnvironmentFailure) -> OutputFolders.State {
    switch try root.kind(of: path) {
    case nil: return .staged
    case .folder: return .present
    // The file was a page before. It is stale, and will be removed when the folder gets its name.
    case .file where owned.contains(path): return .staged
    case .file, .other:
      foreign.append(path)
      return .blocked
    }
  }

  /// Checks the place of a page.
  /// - Parameters:
  ///   - index: the page's index in the plan.
  ///   - path: the page, whose parent is a folder.
  mutating func check(
    file index: Int, path: String, in root: borrowing OutputRoot
  ) throws(EnvironmentFailure) {
    switch try root.kind(of: path) {
    case .folder:
      try checkInside(path, root)
      delayed.insert(index)
    case .file where !owned.contains(path), .other where !owned.contains(path): foreign.append(path)
    case .file, .other, nil: return
    }
  }

  /// Checks for folders in the places of pages that docket wrote before.
  ///
  /// The entries of each folder show which of them are folders, so single pages are not checked.
  mutating func checkFolders(
    among plan: OutputPlan, _ folders: OutputFolders, in root: borrowing OutputRoot
  ) throws(EnvironmentFailure) {
    for folder in folders.all where folder.state == .present {
      guard let open = try root.openFolder(folder.place) else { continue }
      for name in try open.names(onlyFolders: true) {
        let path = folder.path + name
        guard let index = plan.index(ofKnown: path) else { continue }
        try check(file: index, path: path, in: root)
      }
    }
  }

  private mutating func checkInside(_ folder: String, _ root: borrowing OutputRoot) throws(EnvironmentFailure)
  {
    guard owned.liesBelow(folder) else {
      foreign.append(folder)
      return
    }
    for name in try root.names(in: folder).sorted(by: { $0.precedes($1) })
    where !runs.contains(where: { $0.isTemporary(name) }) {
      let path = folder + "/" + name
      switch try root.kind(of: path) {
      case .folder: try checkInside(path, root)
      case nil: continue
      case .file where owned.contains(path): continue
      case .file, .other: foreign.append(path)
      }
    }
  }

  /// An error for each thing that does not belong to docket.
  func refusals(in root: borrowing OutputRoot) -> [Diagnostic] {
    foreign.map { path in
      root.diagnostic(
        .foreignFile, at: path,
        "a page would be written here, but docket did not write what is here; move it away")
    }
  }
}
