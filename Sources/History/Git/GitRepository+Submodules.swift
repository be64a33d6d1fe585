extension GitRepository {
  /// Content's submodules at a commit, whose files and history are in other repositories: their paths below Content.
  func submodules(at commit: Commit) throws(HistoryFailure) -> [String] {
    let answer = try git(["ls-tree", "-r", "-d", "-z", "--full-tree", "\(commit.name):\(prefix.dropLast())"])
    // A commit without Content has none.
    guard answer.status == 0 else { return [] }
    return GitTree(answer.output).submodules
  }
}
