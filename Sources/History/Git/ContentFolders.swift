/// The path of Content in each commit. A folder that is moved as a whole keeps its history.
struct ContentFolders {
  /// The folder with a trailing slash, by commit; other commits have the present folder.
  private var folders: [Substring: String]
  private let now: String

  /// - Parameter now: Content's path in a commit, with a trailing slash; empty at the repository's top.
  init(of commit: Commit, now: String) {
    self.now = now
    folders = [commit.name[...]: now]
  }

  /// The path of Content in a commit, with a trailing slash.
  func folder(in commit: Substring) -> String { folders[commit] ?? now }

  /// Selects the files of Content among those changed by a commit, and finds the path of Content before it.
  /// - Parameters:
  ///   - changed: all changed files, by their paths in the repository.
  ///   - entry: the commit. Call this for newer commits first.
  /// - Returns: the files by their paths below Content. Files moved with the folder have their former blobs.
  mutating func files(_ changed: [GitLog.File], of entry: GitLog.Entry) -> [GitLog.File] {
    let folder = folder(in: entry.commit.name[...])
    var files = changed.filter { $0.path.hasPrefix(folder) }.map { $0.below(folder) }
    let former = formerFolder(of: files, changed)
    if let former {
      var blobs: [String: Substring] = [:]
      for file in changed where file.path.hasPrefix(former) && file.new == nil {
        blobs[file.below(former).path] = file.olds.first ?? nil
      }
      files = files.compactMap { file in
        let old = blobs.removeValue(forKey: file.path)
        return old == file.new ? nil : GitLog.File(path: file.path, olds: [old], new: file.new)
      }
      files += blobs.sorted { $0.key < $1.key }.map { GitLog.File(path: $0.key, olds: [$0.value], new: nil) }
    }
    for parent in entry.parents where former != nil || folders[parent] == nil {
      folders[parent] = former ?? folder
    }
    return files
  }

  /// The folder that a commit moved to Content: every file in Content was added, and most were removed at the
  /// same place below another folder.
  private func formerFolder(of files: [GitLog.File], _ changed: [GitLog.File]) -> String? {
    guard !files.isEmpty, files.allSatisfy({ $0.new != nil && $0.olds.allSatisfy { $0 == nil } }) else {
      return nil
    }
    let added = Set(files.map(\.path))
    var counts: [Substring: Int] = [:]
    for file in changed where file.new == nil {
      // `a/b/c.md` may have been `c.md` in `a/b/`, `b/c.md` in `a/`, or the whole path at the top.
      let ends =
        [file.path.startIndex]
        + file.path.indices.filter { file.path[$0] == "/" }.map(file.path.index(after:))
      for end in ends where added.contains(String(file.path[end...])) {
        counts[file.path[..<end], default: 0] += 1
      }
    }
    let most = counts.max { ($0.value, $1.key) < ($1.value, $0.key) }
    return most.flatMap { 2 * $0.value >= files.count ? String($0.key) : nil }
  }
}

extension GitLog.File {
  /// The file with its path relative to a folder that contains it.
  fileprivate func below(_ folder: String) -> GitLog.File {
    GitLog.File(path: String(path.dropFirst(folder.count)), olds: olds, new: new)
  }
}

extension GitRepository {
  /// The path of Content in a commit if it has moved since, with a trailing slash; nil if unknown.
  func formerFolder(in commit: Commit) throws(HistoryFailure) -> String? {
    var log = try GitLog(of: self, from: try self.commit(named: "HEAD"))
    while let entries = try log.next(1_024) {
      guard let entry = entries.first(where: { $0.commit.name == commit.name }) else { continue }
      return entry.folder == prefix ? nil : entry.folder
    }
    return nil
  }
}
