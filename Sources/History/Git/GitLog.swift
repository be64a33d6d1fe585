/// The commits that changed files of Content, as `git log --raw` prints them.
struct GitLog {
  /// A commit, and what it did to files.
  struct Entry {
    let commit: Commit
    /// The author's day, as `YYYY-MM-DD`.
    let day: String
    let author: String
    /// The first line of its message.
    let summary: String
    var files: [File] = []
  }

  /// A file that a commit changed.
  struct File {
    /// The path below Content.
    let path: String
    /// The blob before; nil where the file was added.
    let old: Substring?
    /// The blob after; nil where it was removed.
    let new: Substring?
  }

  /// The commits, newest first.
  private(set) var entries: [Entry] = []

  /// Reads the log in one pass. What a merge itself changes is not told; what it merges is, where it was made.
  /// - Parameters:
  ///   - since: leaves out what was committed before this day; nil for everything.
  ///   - author: a part of the author's name or address; nil for everyone.
  init(of repository: GitRepository, since: String? = nil, author: String? = nil) throws(HistoryFailure) {
    _ = try repository.commit(named: "HEAD")
    var arguments = [
      "log", "--raw", "-z", "--no-abbrev", "--no-renames", "--diff-merges=off", "--relative", "--topo-order",
      "--date=format:%Y-%m-%d", "--format=%x01%H%x02%ad%x02%an%x02%s",
    ]
    if let since { arguments.append("--since=\(since)T00:00:00") }
    if let author { arguments += ["--fixed-strings", "--regexp-ignore-case", "--author=\(author)"] }
    let output = try repository.succeed(arguments + ["HEAD", "--", "."]).output
    var file: (old: Substring?, new: Substring?)?
    for part in output.split(separator: 0) {
      let text = String(decoding: part, as: UTF8.self)
      if let (old, new) = file {
        if !entries.isEmpty { entries[entries.count - 1].files.append(File(path: text, old: old, new: new)) }
        file = nil
      } else if text.hasPrefix("\u{1}") {
        let words = text.dropFirst().split(separator: "\u{2}", omittingEmptySubsequences: false)
        guard words.count >= 4 else { continue }
        entries.append(
          Entry(
            commit: Commit(name: String(words[0])), day: String(words[1]), author: String(words[2]),
            summary: String(words[3])))
      } else {
        // ':OLDMODE NEWMODE OLDBLOB NEWBLOB STATUS', and the path as the next part.
        let words = text.drop { $0 != ":" }.split(separator: " ")
        guard words.count == 5 else { continue }
        func blob(_ mode: Substring, _ name: Substring) -> Substring? {
          mode.hasSuffix("100644") || mode.hasSuffix("100755") ? name : nil
        }
        file = (blob(words[0], words[2]), blob(words[1], words[3]))
      }
    }
  }
}
