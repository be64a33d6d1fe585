extension GitRepository {
  /// The paths below Content of its submodules at a commit, whose files are in other repositories.
  func submodules(at commit: Commit) throws(HistoryFailure) -> [String] {
    let answer = try git(["ls-tree", "-r", "-d", "-z", "--full-tree", "\(commit.name):\(prefix.dropLast())"])
    // A commit without Content has no submodules.
    guard answer.status == 0 else { return [] }
    return GitTree(answer.output).submodules
  }
}
