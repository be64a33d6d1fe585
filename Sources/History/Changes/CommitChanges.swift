import Content

/// The changes of a commit's records, each of which is compared on its own.
struct CommitChanges: Sendable {
  let steps: [RecordStep]
  private let commit: GitLog.Entry
  private let comparison: VersionComparison
  /// What the commit renamed, and what records and families are called on other branches.
  private var renames: VersionComparison.Renames = [:]
  private var branchNames = BranchNames()

  /// Finds the records of a commit.
  /// - Parameter versions: the versions that the commit refers to.
  init(_ commit: GitLog.Entry, _ versions: RecordVersions, _ scope: HistoryScope) {
    self.commit = commit
    comparison = scope.comparison
    steps = CommitSteps(commit, versions, scope).all
    branchNames.families = scope.branchFamilies(of: commit)
    for step in steps where step.new != nil {
      for former in step.branchNames { branchNames.records[former] = step.name }
      for former in step.branchNames + [step.former].compactMap(\.self) {
        renames[step.name.family, default: [:]][former.id] = step.name.id
      }
    }
  }

  /// The change of a record; nil if there is none.
  /// - Parameter index: the index of its step.
  func change(_ index: Int) -> RecordChange? {
    let step = steps[index]
    guard
      let change = comparison.change(
        from: step.before.reported, to: step.new, name: step.name, former: step.former)
    else { return nil }
    return comparison.change(
      change, following: renames, in: comparison.models[(step.new ?? step.before.reported)?.model ?? 0])
  }

  /// The commit as an entry of a history.
  /// - Parameter changes: the changes of its records.
  func entry(_ changes: [RecordChange]) -> RecordHistory.Entry {
    commit.asHistory(
      changes.sorted { ($0.entity, $0.id) < ($1.entity, $1.id) }, branchNames: branchNames)
  }
}
