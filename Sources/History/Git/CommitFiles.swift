import FileSystem

/// The files in which git keeps the name of the current commit: HEAD, and the branches that HEAD may name.
package struct CommitFiles: Sendable {
  /// The single files; some may not exist.
  package let files: [String]
  /// The folders with further files; some may not exist.
  package let folders: [String]

  /// Makes a list; by default of no files.
  package init(files: [String] = [], folders: [String] = []) { (self.files, self.folders) = (files, folders) }

  /// Finds the files for a Content folder. If it is in no repository, they are those that one beside it would
  /// have.
  package init(of content: String) {
    guard let (own, common) = (try? GitRepository(of: content).folders()) ?? Self.newFolders(beside: content)
    else {
      self.init()
      return
    }
    // A branch is a file, or a line of the packed ones; a repository may also keep all of them in tables.
    self.init(
      files: [own + "/HEAD", common + "/packed-refs"],
      folders: [common + "/refs/heads", common + "/reftable"])
  }

  private static func newFolders(beside content: String) -> (own: String, common: String)? {
    guard let content = FileSystem.resolved(content), let slash = content.lastIndex(of: "/") else {
      return nil
    }
    let folder = String(content[..<slash]) + "/.git"
    return (folder, folder)
  }

  /// Separates changes of these files from all others.
  /// - Returns: the other files, and whether the current commit may have changed.
  package func split(_ changed: ChangedFiles) -> (others: ChangedFiles, mayHaveCommit: Bool) {
    guard case .only(let paths) = changed else { return (.all, true) }
    let others = paths.filter { path in
      !files.contains(path) && !folders.contains { path.path(below: $0) != nil }
    }
    return (.only(others), others.count < paths.count)
  }
}

extension GitRepository {
  /// The folders of git's own files, without symbolic links: those of this work tree, and those that all work
  /// trees share.
  fileprivate func folders() throws(HistoryFailure) -> (own: String, common: String)? {
    let lines = String(
      decoding: try succeed(["rev-parse", "--git-dir", "--git-common-dir"]).output, as: UTF8.self
    )
    .split(separator: "\n")
    let folders = lines.compactMap {
      FileSystem.resolved($0.hasPrefix("/") ? String($0) : "\(content)/\($0)")
    }
    return folders.count == 2 ? (folders[0], folders[1]) : nil
  }
}
