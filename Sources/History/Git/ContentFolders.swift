/// Where Content is in each commit: a folder that is moved as a whole keeps its history.
struct ContentFolders {
  /// The folder with a slash at its end, by commit; where it is now if a commit is not named.
  private var folders: [Substring: String]
  private let now: String

  /// - Parameter now: where Content is in a commit, with a slash at its end; empty at the top of the repository.
  init(of commit: Commit, now: String) {
    self.now = now
    folders = [commit.name[...]: now]
  }

  /// Where Content is in a commit, with a slash at its end.
  func folder(in commit: Substring) -> String { folders[commit] ?? now }

  /// Of the files that a commit changed those of Content, and where it was before.
  /// - Parameters:
  ///   - changed: all of them, by their paths in the repository.
  ///   - entry: the commit. Those that come after it must have been asked for before.
  /// - Returns: the files by their paths below Content; what was moved with the folder has the blob that it had.
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

  /// The folder that became Content in a commit: all that is in Content came in it, and most of that was removed from
  /// the same places below another folder.
  private func formerFolder(of files: [GitLog.File], _ changed: [GitLog.File]) -> String? {
    guard !files.isEmpty, files.allSatisfy({ $0.new != nil && $0.olds.allSatisfy { $0 == nil } }) else {
      return nil
    }
    let added = Set(files.map(\.path))
    var counts: [Substring: Int] = [:]
    for file in changed where file.new == nil {
      // `a/b/c.md` may have been `c.md` in `a/b/`, `b/c.md` in `a/`, or itself at the top.
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
  /// The file by its path below a folder that it is in.
  fileprivate func below(_ folder: String) -> GitLog.File {
    GitLog.File(path: String(path.dropFirst(folder.count)), olds: olds, new: new)
  }
}

extension GitRepository {
  /// Where Content was in a commit if it is elsewhere now, with a slash at its end; nil if that is not known.
  func formerFolder(in commit: Commit) throws(HistoryFailure) -> String? {
    let log = try GitLog(of: self, from: try self.commit(named: "HEAD"))
    let folder = log.entries.first { $0.commit.name == commit.name }?.folder
    return folder == prefix ? nil : folder
  }
}
