import Content
import FrontMatter

/// The versions of records that the commits read so far refer to, by their blobs.
struct RecordVersions: Sendable {
  /// The versions; nil for one with errors.
  private var versions: [Substring: RecordVersion?] = [:]
  /// For each version with errors, the last readable version before it, by blob.
  private var substitutes: [Substring: Substring] = [:]

  /// Reads the versions that further commits refer to, each once.
  mutating func add(
    _ entries: [GitLog.Entry], _ models: LogModels, at commit: Commit, of repository: GitRepository
  ) async throws(HistoryFailure) {
    var paths: [Substring: String] = [:]
    for file in entries.lazy.flatMap(\.files) where models.mayBeRecord(file.path) {
      for blob in file.blobs where versions[blob] == nil && paths[blob] == nil { paths[blob] = file.path }
    }
    let blobs = paths.sorted { $0.key < $1.key }
    let contents = try GitObjects.wholeContents(
      of: blobs.map { ($0.key, repository.prefix + $0.value) }, at: commit, in: repository)
    let read = await inParallel(blobs.count, by: 256) { part in
      var yaml = FrontMatterDocument()
      return part.map { index in
        RecordVersion(Array(contents[index]), path: blobs[index].value, &yaml)
      }
    }
    for ((blob, _), version) in zip(blobs, read.joined()) { versions[blob] = .some(version) }
  }

  /// Finds the substitutes of the versions with errors in further commits.
  /// - Returns: whether all were found; those that were not may be in commits that are not among the given.
  mutating func addSubstitutes(_ entries: [GitLog.Entry], _ models: LogModels) -> Bool {
    var found: [Substring: Substring] = [:]
    var invalid: Set<Substring> = []
    for file in entries.reversed().lazy.flatMap(\.files) where models.mayBeRecord(file.path) {
      for blob in file.blobs where version(of: blob) == nil { invalid.insert(blob) }
      guard let new = file.new, version(of: new) == nil, let old = file.olds.first ?? nil else { continue }
      found[new] = version(of: old) == nil ? found[old] : old
    }
    // The newest commit decides.
    substitutes.merge(found) { newer, _ in newer }
    return invalid.allSatisfy { substitutes[$0] != nil }
  }

  /// The version of a blob; nil if it has errors, or was not read.
  func version(of blob: Substring) -> RecordVersion? { versions[blob] ?? nil }

  /// The version of a blob, or its substitute.
  func read(_ blob: Substring) -> RecordVersion? {
    version(of: blob) ?? substitutes[blob].flatMap(version(of:))
  }

  /// The changes of a commit as an entry of a history.
  func entry(of entry: GitLog.Entry, _ scope: HistoryScope) -> RecordHistory.Entry {
    let comparison = scope.comparison
    let steps = CommitSteps(entry, self, scope).all
    var renames: VersionComparison.Renames = [:]
    var branchNames = BranchNames()
    branchNames.families = scope.branchFamilies(of: entry)
    for step in steps where step.new != nil {
      for former in step.branchNames { branchNames.records[former] = step.name }
      for former in step.branchNames + [step.former].compactMap(\.self) {
        renames[step.name.family, default: [:]][former.id] = step.name.id
      }
    }
    let changes = steps.compactMap { step -> RecordChange? in
      guard
        let change = comparison.change(
          from: step.before.reported, to: step.new, name: step.name, former: step.former)
      else { return nil }
      return comparison.change(
        change, following: renames, in: comparison.models[(step.new ?? step.before.reported)?.model ?? 0])
    }.sorted { ($0.entity, $0.id) < ($1.entity, $1.id) }
    return entry.asHistory(changes, branchNames: branchNames)
  }
}
