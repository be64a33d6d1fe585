extension TemporaryFolder {
  /// Runs git here, which must succeed; what the user has set for git has no effect.
  /// - Parameters:
  ///   - day: the day of a commit.
  ///   - author: whose commit it is.
  /// - Returns: what it printed.
  @discardableResult
  package func git(
    _ arguments: String..., day: String = "2026-01-02", author: String = "Ann"
  ) async throws -> String {
    var program = Program("git", in: path)
    program.environment = [
      "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_NOSYSTEM": "1",
      "GIT_AUTHOR_DATE": "\(day)T12:00:00Z", "GIT_COMMITTER_DATE": "\(day)T12:00:00Z",
      "GIT_AUTHOR_NAME": author, "GIT_AUTHOR_EMAIL": "\(author)@example.org",
      "GIT_COMMITTER_NAME": author, "GIT_COMMITTER_EMAIL": "\(author)@example.org",
    ]
    let run = try await program.run(arguments)
    guard run.status == 0 else { throw Unexpected("git \(arguments) ends with \(run.status): \(run.error)") }
    return run.output
  }

  /// Commits everything, which may be nothing.
  package func commit(_ day: String, author: String = "Ann", message: String = "Change") async throws {
    try await git("add", "-A", day: day)
    try await git("commit", "-q", "--allow-empty", "-m", message, day: day, author: author)
  }
}
