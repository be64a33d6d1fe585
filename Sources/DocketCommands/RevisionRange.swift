import History

/// The revisions that `docket diff` compares, as they are written: `A`, `A B`, and as with git, `A..B` and `A...B`.
struct RevisionRange {
  let first: String
  /// The second one; nil for the files.
  let end: String?
  /// The text of `A...B`, which compares the last commit that A and B have in common with B; nil for others.
  private let sinceMergeBase: String?

  init(_ first: String?, _ second: String?) {
    // The name of a revision has no two dots in a row.
    guard second == nil, let first, let dots = first.firstRange(of: "..") else {
      (self.first, end, sinceMergeBase) = (first ?? "HEAD", second, nil)
      return
    }
    let isSinceMergeBase = first[dots.upperBound...].hasPrefix(".")
    let rest = first[dots.upperBound...].dropFirst(isSinceMergeBase ? 1 : 0)
    self.first = dots.lowerBound == first.startIndex ? "HEAD" : String(first[..<dots.lowerBound])
    end = rest.isEmpty ? "HEAD" : String(rest)
    sinceMergeBase = isSinceMergeBase ? first : nil
  }

  /// The commit to compare with.
  /// - Throws: `HistoryFailure` if there is no such revision, or no commit in common.
  func start(in repository: GitRepository) throws -> Commit {
    let commit = try repository.commit(named: first)
    guard let sinceMergeBase, let end else { return commit }
    return try repository.mergeBase(of: commit, try repository.commit(named: end), named: sinceMergeBase)
  }
}
