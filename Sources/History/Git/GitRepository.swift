import FileSystem
import Records

/// The git repository that contains a Content folder, accessed by running git.
package struct GitRepository: Sendable {
  /// The folder with the records, as the user would type it.
  let content: String
  /// Content's path from the top of the work tree, with a trailing slash; empty if Content is the top.
  package let prefix: String
  /// The top of the work tree, without symbolic links.
  private let top: String
  /// Whether the clone has only the latest commits, so that earlier ones are unknown.
  package let isShallow: Bool

  /// Finds the repository of a Content folder.
  /// - Throws: `HistoryFailure` if git is not installed or fails, or Content is in no repository.
  package init(of content: String) throws(HistoryFailure) {
    self.content = content
    let answer = try Self.run(
      [
        "-C", content, "rev-parse", "--is-inside-work-tree", "--is-shallow-repository", "--show-prefix",
        "--show-toplevel", "--absolute-git-dir",
      ])
    guard answer.status == 0 else {
      guard answer.message.contains("not a git repository") else { throw Self.failure("rev-parse", answer) }
      throw .unavailable("'\(content)' is not in a git repository, so it has no history")
    }
    let lines = String(decoding: answer.output, as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false)
    guard lines.count >= 5, lines[0] == "true" else {
      throw .unavailable("'\(content)' is not in the work tree of a git repository")
    }
    guard Environment.variable("GIT_WORK_TREE") != nil || !Self.isEmbedded(lines[4], in: lines[3]) else {
      throw .unavailable(
        "'\(lines[4])' looks like a git repository, but is a folder with files; docket does not read it")
    }
    isShallow = lines[1] == "true"
    prefix = String(lines[2])
    top = String(lines[3])
  }

  /// Whether git took a folder of a work tree for its repository, because it has files of these names in it. They may
  /// have come with a clone, and its settings may run programs. Git refuses that itself from version 2.38 on, as it is
  /// told by `safe.bareRepository`.
  private static func isEmbedded(_ repository: Substring, in top: Substring) -> Bool {
    (repository == top || repository.hasPrefix(top + "/"))
      && !repository.split(separator: "/").contains(".git") && !isNamed(repository, in: top)
  }

  /// Whether the file `.git` of a work tree, which no clone brings, names a folder as its repository.
  private static func isNamed(_ repository: Substring, in top: Substring) -> Bool {
    let file = String(top) + "/.git"
    guard (try? FileSystem.status(of: file))?.isFile ?? false,
      let bytes = try? FileSystem.read(file, limit: 1 << 12)
    else { return false }
    let path = String(decoding: bytes, as: UTF8.self).trimmingPrefix("gitdir: ").prefix { !$0.isNewline }
    let named = path.hasPrefix("/") ? String(path) : "\(top)/\(path)"
    return FileSystem.resolved(named).map { $0 == FileSystem.resolved(String(repository)) } ?? false
  }

  /// The first commits of a shallow clone, whose parents are missing.
  func boundary() throws(HistoryFailure) -> Set<String> {
    guard isShallow else { return [] }
    let path = try succeed(["rev-parse", "--git-path", "shallow"]).firstLine
    do throws(EnvironmentFailure) {
      let bytes = try FileSystem.read(path.hasPrefix("/") ? path : content + "/" + path, limit: 1 << 26)
      return Set(bytes.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) })
    } catch {
      throw .environment(error)
    }
  }

  /// The path of a folder from the top of the work tree, with a trailing slash; nil if it is outside. The
  /// folder itself need not exist, but its parent must.
  package func folder(_ path: String) -> String? {
    guard let top = FileSystem.resolved(top),
      let folder = FileSystem.resolved(path)
        ?? FileSystem.resolved(path.folderAbove).map({ $0 + "/" + path.fileName })
    else { return nil }
    return folder == top ? "" : folder.path(below: top).map { $0 + "/" }
  }

  /// Whether a file is in git's index.
  /// - Parameter path: the absolute path of the file, without symbolic links.
  package func tracks(_ path: String) throws(HistoryFailure) -> Bool {
    try git(["ls-files", "--error-unmatch", "--", path]).status == 0
  }

  /// The paths below Content of its submodules at a commit, whose files are in other repositories.
  func submodules(at commit: Commit) throws(HistoryFailure) -> [String] {
    let answer = try git(["ls-tree", "-r", "-d", "-z", "--full-tree", "\(commit.name):\(prefix.dropLast())"])
    // A commit without Content has no submodules.
    guard answer.status == 0 else { return [] }
    return GitTree(answer.output).submodules
  }

  // MARK: Revisions

  /// The commit of a revision: a branch, a tag, an id, `HEAD~2`, or a day, which stands for its last commit
  /// along the first parents.
  /// - Throws: `HistoryFailure` if there is none, or if it is beyond a shallow clone.
  package func commit(named revision: String) throws(HistoryFailure) -> Commit {
    guard !revision.isEmpty else {
      throw .unavailable("a revision is a branch, a tag, a commit or a day, not an empty text")
    }
    var isDay = true
    do throws(CivilDateError) {
      _ = try CivilDate(parsing: revision.utf8.span)
    } catch {
      if error == .impossible { throw .unavailable("there is no day \(revision)") }
      isDay = false
    }
    if isDay { return try lastCommit(ofDay: revision) }
    let answer = try git(["rev-parse", "--verify", "--quiet", "--end-of-options", revision + "^{commit}"])
    guard answer.status == 0 else {
      if revision == "HEAD" {
        let name = try git(["rev-parse", "--verify", "--quiet", "HEAD"])
        guard name.status == 0 else { throw .unavailable("there is no commit yet") }
        throw .environment(
          EnvironmentFailure(
            "read", "commit \(name.firstLine.prefix(12))", reason: "The repository is damaged"))
      }
      throw .unavailable(
        "there is no revision '\(revision)'"
          + shallowness)
    }
    return Commit(name: answer.firstLine)
  }

  /// What an error says of a shallow clone, which may lack what it names; empty for others.
  private var shallowness: String {
    isShallow ? "; this clone is shallow, and what came before its first commit is unknown" : ""
  }

  /// The last commit that two have in common.
  /// - Parameter revisions: what the user calls the two.
  /// - Throws: `HistoryFailure` if there is none, or if it is beyond a shallow clone.
  package func mergeBase(
    of first: Commit, _ second: Commit, named revisions: String
  ) throws(HistoryFailure) -> Commit {
    let answer = try git(["merge-base", first.name, second.name])
    guard answer.status == 0 else {
      throw .unavailable(
        "the two revisions of '\(revisions)' have no commit in common"
          + shallowness)
    }
    return Commit(name: answer.firstLine)
  }

  /// The committer's day of a commit in the committer's time zone: `YYYY-MM-DD`.
  package func day(of commit: Commit) throws(HistoryFailure) -> String {
    try succeed(["show", "-s", "--no-show-signature", "--date=format:%Y-%m-%d", "--format=%cd", commit.name])
      .firstLine
  }

  /// The newest commit whose day, in its committer's time zone, is not after a given day. The result is the
  /// same on every machine, whatever its time zone.
  ///
  /// Only first parents are followed, because commits on a branch were not part of the book before the merge.
  private func lastCommit(ofDay day: String) throws(HistoryFailure) -> Commit {
    let head = try commit(named: "HEAD")
    // Unless a clock was wrong, it is among the first commits that are not later in any time zone.
    for limit in [["--max-count=1000", "--before=\(day)T23:59:59-1200"], []] {
      let answer = try succeed(
        ["log", "--first-parent", "--no-show-signature"] + limit
          + ["--date=format:%Y-%m-%d", "--format=%cd %H", head.name])
      for line in String(decoding: answer.output, as: UTF8.self).split(separator: "\n") {
        let parts = line.split(separator: " ")
        if parts.count == 2, parts[0] <= day { return Commit(name: String(parts[1])) }
      }
    }
    throw .unavailable(
      isShallow
        ? "what the book was on \(day) is unknown, because this clone is shallow"
        : "there is no commit on or before \(day)")
  }

  // MARK: Asking git

  /// The result of running git.
  struct Answer {
    /// The exit code.
    let status: Int32
    /// The standard output.
    let output: [UInt8]
    /// The standard error.
    let errors: [UInt8]

    /// The first line of standard output.
    var firstLine: String { String(decoding: output.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self) }
    /// The first line of standard error, without `fatal: `.
    var message: String {
      let line = String(decoding: errors.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
      return line.hasPrefix("fatal: ") ? String(line.dropFirst(7)) : line
    }
  }

  /// Runs git in the folder with the records.
  func git(
    _ arguments: [String], input: [UInt8] = [], environment: [String: String] = [:]
  ) throws(HistoryFailure) -> Answer {
    try Self.run(["-C", content] + arguments, input: input, environment: environment)
  }

  /// Runs git, and throws if it fails.
  func succeed(
    _ arguments: [String], input: [UInt8] = [], environment: [String: String] = [:]
  ) throws(HistoryFailure) -> Answer {
    let answer = try git(arguments, input: input, environment: environment)
    guard answer.status == 0 else { throw Self.failure(arguments[0], answer) }
    return answer
  }

  private static func failure(_ command: String, _ answer: Answer) -> HistoryFailure {
    .environment(EnvironmentFailure("run", "git \(command)", reason: answer.message))
  }

  private static func run(
    _ arguments: [String], input: [UInt8] = [], environment more: [String: String] = [:]
  ) throws(HistoryFailure) -> Answer {
    // Messages in English, so that they can be recognized; no locks, prompts or pager, and no Git LFS, which
    // would contact its server.
    var environment: [String: String?] = [
      "LC_ALL": "C", "GIT_OPTIONAL_LOCKS": "0", "GIT_TERMINAL_PROMPT": "0",
    ]
    for (name, value) in more { environment[name] = value }
    if let workTree = Environment.variable("GIT_WORK_TREE") {
      // git runs in another folder than the one that these are relative to.
      environment["GIT_WORK_TREE"] = FileSystem.resolved(workTree) ?? workTree
      environment["GIT_DIR"] = Environment.variable("GIT_DIR").map { FileSystem.resolved($0) ?? $0 }
    } else {
      // Hooks set the path of the repository relative to the top of the work tree.
      environment["GIT_DIR"] = .some(nil)
    }
    // Overrides user settings that affect which files and commits git lists, and those of files in Content that look
    // like a repository.
    let plain = [
      "diff.relative=false", "log.showRoot=true", "log.diffMerges=separate", "safe.bareRepository=explicit",
    ]
    let lfs = ["smudge=", "process=", "required=false"].map { "filter.lfs." + $0 }
    let settings = (plain + lfs).flatMap { ["-c", $0] }
    do throws(EnvironmentFailure) {
      let outcome = try ChildProcess.run(
        "git", ["--no-pager", "--literal-pathspecs"] + settings + arguments, environment: environment,
        input: input
      )
      guard outcome.status != 127 else {
        throw EnvironmentFailure("run", "git", reason: "No such file or directory")
      }
      return Answer(status: outcome.status, output: outcome.output, errors: outcome.errors)
    } catch {
      throw .environment(error)
    }
  }
}

/// A commit, identified by its hash, which stays the same when branches move.
package struct Commit: Sendable, Hashable {
  /// The hash in hexadecimal digits.
  package let name: String
}
